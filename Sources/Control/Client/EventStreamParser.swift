/// Parses server-sent events from a byte stream that may be split anywhere.
package struct EventStreamParser: Sendable {
    package struct Event: Equatable, Sendable {
        package let id: String?
        package let name: String
        package let data: String
    }

    private var line: [UInt8] = []
    private var id: String?
    private var name = "message"
    private var data: [String] = []

    package init() {}

    /// The events completed by these bytes.
    package mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty, let event = finishEvent() { events.append(event) }
            readField(String(decoding: line, as: UTF8.self))
            line = []
        }
        return events
    }

    private mutating func readField(_ line: String) {
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return }
        var value = line[line.index(after: colon)...]
        if value.first == " " { value = value.dropFirst() }
        switch line[..<colon] {
        case "id": id = String(value)
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break
        }
    }

    private mutating func finishEvent() -> Event? {
        defer { (id, name, data) = (nil, "message", []) }
        return data.isEmpty ? nil : Event(id: id, name: name, data: data.joined(separator: "\n"))
    }
}

internal import ControlAPI

/// Events as a browser's EventSource reads them.
enum EventText {
    /// Its data is one line of JSON.
    static func event(_ kind: String, id: String? = nil, _ data: some Encodable) -> [UInt8] {
        let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(kind)\ndata: "
        let json = (try? ControlJSON.encode(data)) ?? Array("{}".utf8)
        return Array(head.utf8) + json + [10, 10]
    }

    /// A line that says nothing: with it the answer begins.
    static let comment = Array(": textifyd\n\n".utf8)
}

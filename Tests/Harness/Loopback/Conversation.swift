/// Serves one HTTP/1.1 connection: reads requests and answers as the script says.
struct Conversation {
    private let wire: Wire
    private var unread: [UInt8] = []

    init(_ wire: Wire) {
        self.wire = wire
    }

    /// Serves requests. Returns when the connection should be closed.
    mutating func run(greeting: [Step], answering: (_ head: String, _ body: [UInt8]) -> Answer) {
        guard wire.perform(greeting) else { return }
        while let (head, body) = nextRequest() {
            guard wire.perform(answering(head, body).steps) else { return }
        }
    }

    /// The next complete request; `nil` if the client disconnects first.
    private mutating func nextRequest() -> (head: String, body: [UInt8])? {
        guard let end = fill(until: { $0.end(of: "\r\n\r\n") }) else { return nil }
        let head = String(decoding: unread[..<(end - 4)], as: UTF8.self)
        unread.removeFirst(end)
        let lines = head.lowercased().split(separator: "\r\n")
        let length = lines.first { $0.hasPrefix("content-length:") }.flatMap {
            Int($0.dropFirst("content-length:".count).drop { $0 == " " })
        }
        let isChunked = lines.contains { $0.hasPrefix("transfer-encoding:") && $0.contains("chunked") }
        let size = isChunked ? fill { $0.end(of: "0\r\n\r\n") } : fill { $0.count >= (length ?? 0) ? length ?? 0 : nil }
        guard let size else { return nil }
        defer { unread.removeFirst(size) }
        return (head, Array(unread[..<size]))
    }

    /// Reads until `place` finds a position in the unread bytes; `nil` if the client disconnects first.
    private mutating func fill(until place: ([UInt8]) -> Int?) -> Int? {
        while true {
            if let found = place(unread) { return found }
            let more = wire.read()
            if more.isEmpty { return nil }
            unread += more
        }
    }
}

extension Wire {
    /// Performs the steps in order. Returns whether the connection stays open.
    func perform(_ steps: [Step]) -> Bool {
        steps.allSatisfy(perform)
    }

    private func perform(_ step: Step) -> Bool {
        switch step {
        case .send(let bytes): return write(bytes)
        case .wait(let gate):
            gate.reach()
            return !waitUntilGone(or: gate.descriptor)
        case .endless(let bytes):
            while write(bytes) {}
        case .drip(let byte, let milliseconds):
            while write([byte]), !waitUntilGone(milliseconds: milliseconds) {}
        case .hold:
            while !waitUntilGone() {}
        case .close: break
        case .cut: sendsCloseNotify = false
        case .reset: makeReset()
        }
        return false
    }
}

extension [UInt8] {
    fileprivate func end(of mark: String) -> Int? {
        firstRange(of: Array(mark.utf8))?.upperBound
    }
}

/// Serves one HTTP/1.1 connection: reads requests and answers as the script says.
struct Conversation {
    private enum Verdict {
        case goesOn
        case over
    }

    private let wire: Wire
    private var unread: [UInt8] = []

    init(_ wire: Wire) {
        self.wire = wire
    }

    /// Serves requests. Returns when the connection should be closed.
    mutating func run(greeting: [Step], answering: (_ head: String, _ body: [UInt8]) -> Answer) {
        guard perform(greeting) == .goesOn else { return }
        while let (head, body) = nextRequest() {
            guard perform(answering(head, body).steps) == .goesOn else { return }
        }
    }

    private func perform(_ steps: [Step]) -> Verdict {
        for step in steps where perform(step) == .over {
            return .over
        }
        return .goesOn
    }

    private func perform(_ step: Step) -> Verdict {
        switch step {
        case .send(let bytes): return wire.write(bytes) ? .goesOn : .over
        case .wait(let gate):
            gate.reach()
            return wire.waitUntilGone(or: gate.descriptor) ? .over : .goesOn
        case .endless(let bytes):
            while wire.write(bytes) {}
        case .drip(let byte, let milliseconds):
            while wire.write([byte]), !wire.waitUntilGone(milliseconds: milliseconds) {}
        case .hold:
            while !wire.waitUntilGone() {}
        case .close: break
        case .cut: wire.sendsCloseNotify = false
        case .reset: wire.makeReset()
        }
        return .over
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

extension [UInt8] {
    fileprivate func end(of mark: String) -> Int? {
        firstRange(of: Array(mark.utf8))?.upperBound
    }
}

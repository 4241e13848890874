import CLoopback

/// What a server does when a request has come in. If no step ends the connection, it waits for the next request.
package struct Answer: Sendable {
    package var steps: [Step]

    package init(_ steps: Step...) {
        self.steps = steps
    }

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A whole answer with its length.
    package static func status(
        _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) -> Answer {
        Answer(.send(head(status, headers: headers, length: body.count)), .send(body))
    }

    package static func status(
        _ status: Int, headers: [(name: String, value: String)] = [], text: String
    ) -> Answer {
        .status(status, headers: headers, body: Array(text.utf8))
    }

    /// The same, told to be JSON.
    package static func json(_ text: String, status: Int = 200) -> Answer {
        .status(status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }

    /// The request is taken and never answered.
    package static var silence: Answer { Answer(.hold) }

    /// The lines before a body. Without `length` the body ends with the connection.
    package static func head(
        _ status: Int, headers: [(name: String, value: String)] = [], length: Int?
    ) -> [UInt8] {
        let own = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let framing = length.map { "Content-Length: \($0)\r\n" } ?? "Connection: close\r\n"
        return Array("HTTP/1.1 \(status) Status\r\n\(own)\(framing)\r\n".utf8)
    }
}

/// What a server does next on a connection.
package enum Step: Sendable {
    /// Bytes exactly as given.
    case send([UInt8])
    /// Stands still until the gate opens or the client is gone.
    case wait(Gate)
    /// The same bytes again and again until the client is gone.
    case endless([UInt8])
    /// The same byte again and again, with that pause between, until the client is gone.
    case drip(UInt8, milliseconds: Int32)
    /// Nothing, until the client is gone.
    case hold
    /// The connection ends as it should.
    case close
    /// The connection ends after what was sent, with no goodbye of the encryption.
    case cut
    /// The connection ends at once; what was not yet delivered is lost.
    case reset

    package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
}

/// What a server that speaks HTTP/2 does when a request has come in whole.
package enum FrameAnswer: Sendable {
    /// Status 200 with that body.
    case body([UInt8])
    /// The same, broken off by the connection's end.
    case half([UInt8])
    /// The stream is reset: 2 says that something broke, 7 that the request was not looked at.
    case reset(UInt32)
    /// The connection ends with a word on whether this request was looked at.
    case goAway(isTaken: Bool)
    /// The connection ends without a word.
    case end
}

/// The ways in which a server may compress a body.
package enum Compression: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1950, which `deflate` means.
    case zlib
    /// RFC 1951, which some servers send as `deflate`.
    case bare

    package func compressed(_ bytes: [UInt8]) -> [UInt8] {
        let how =
            switch self {
            case .gzip: loopback_gzip
            case .zlib: loopback_zlib
            case .bare: loopback_bare
            }
        return [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 100 + 256) { room, count in
            guard let output = room.baseAddress else { return }
            count = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map { loopback_compress($0, bytes.count, output, room.count, how) } ?? 0
            }
        }
    }
}

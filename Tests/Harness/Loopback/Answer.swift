import CLoopback

/// A server's reaction to a request. If no step ends the connection, the server waits for the next request.
package struct Answer: Sendable {
    package var steps: [Step]

    package init(_ steps: Step...) {
        self.steps = steps
    }

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A complete response with its `Content-Length`.
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

    /// A complete JSON response.
    package static func json(_ text: String, status: Int = 200) -> Answer {
        .status(status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }

    /// Accepts the request and never answers.
    package static var silence: Answer { Answer(.hold) }

    /// The status line and headers. Without `length`, the end of the connection ends the body.
    package static func head(
        _ status: Int, headers: [(name: String, value: String)] = [], length: Int?
    ) -> [UInt8] {
        let own = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let framing = length.map { "Content-Length: \($0)\r\n" } ?? "Connection: close\r\n"
        return Array("HTTP/1.1 \(status) Status\r\n\(own)\(framing)\r\n".utf8)
    }
}

/// One step of a server on a connection.
package enum Step: Sendable {
    /// Sends bytes unchanged.
    case send([UInt8])
    /// Waits until the gate opens or the client disconnects.
    case wait(Gate)
    /// Sends the same bytes repeatedly until the client disconnects.
    case endless([UInt8])
    /// Sends the same byte repeatedly, with a pause in between, until the client disconnects.
    case drip(UInt8, milliseconds: Int32)
    /// Waits until the client disconnects.
    case hold
    /// Closes the connection properly.
    case close
    /// Closes the connection after everything was sent, but without TLS close_notify.
    case cut
    /// Resets the connection; undelivered data is lost.
    case reset

    package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
}

/// An HTTP/2 server's reaction to a complete request.
package enum FrameAnswer: Sendable {
    /// Status 200 with this body.
    case body([UInt8])
    /// Status 200 with part of a body, then the end of the connection.
    case half([UInt8])
    /// RST_STREAM with an error code, such as 2 (INTERNAL_ERROR) or 7 (REFUSED_STREAM: not processed).
    case reset(UInt32)
    /// GOAWAY, which says whether this request was processed.
    case goAway(isTaken: Bool)
    /// Closes the connection without GOAWAY.
    case end
}

/// Compression formats for bodies.
package enum Compression: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1950, the specified meaning of `deflate`.
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

internal import CHTTPServer

/// The C server, for as long as somebody may still answer a request.
@safe final class Wire: Sendable {
    // An http_server takes answers and orders from any thread, and lives until its last owner lets it go.
    private nonisolated(unsafe) let server: OpaquePointer

    init(_ server: OpaquePointer) {
        unsafe self.server = server
    }

    deinit {
        unsafe http_server_free(server)
    }

    /// Begins to serve. Once.
    func begin() -> Bool {
        unsafe http_server_begin(server)
    }

    func answer(_ request: UInt64, with response: ServerResponse) {
        unsafe Self.withHeaders(response.headers) { headers in
            unsafe response.body.withUnsafeBufferPointer { body in
                unsafe http_server_answer(
                    server, request, UInt32(response.status), headers.baseAddress, headers.count, body.baseAddress,
                    body.count)
            }
        }
    }

    /// Begins an answer whose body comes in parts.
    func open(_ request: UInt64, with response: ServerResponse) {
        unsafe Self.withHeaders(response.headers) { headers in
            unsafe http_server_open(server, request, UInt32(response.status), headers.baseAddress, headers.count)
        }
    }

    /// A part of such a body; none is its end.
    func feed(_ request: UInt64, _ part: [UInt8]) {
        unsafe part.withUnsafeBufferPointer { part in
            unsafe http_server_feed(server, request, part.baseAddress, part.count)
        }
    }

    func stop(grace: Duration) {
        unsafe http_server_stop(server, grace.wholeMilliseconds)
    }

    /// Waits for the thread, which is about to end.
    func join() {
        unsafe http_server_join(server)
    }

    private static func characters(_ text: String) -> [CChar] {
        text.utf8.map { CChar(bitPattern: $0) } + [0]
    }

    private static func withHeaders(
        _ headers: [ServerHeader], _ body: (UnsafeBufferPointer<http_header>) -> Void
    ) {
        // Names and values by turns, each ending with NUL.
        let texts = headers.flatMap { [characters($0.name), characters($0.value)] }
        let flat = texts.flatMap(\.self)
        unsafe flat.withUnsafeBufferPointer { flat in
            var headers: [http_header] = unsafe []
            var offset = 0
            for place in stride(from: 0, to: texts.count, by: 2) {
                guard let base = flat.baseAddress else { break }
                let name = unsafe base + offset
                let value = unsafe name + texts[place].count
                unsafe headers.append(http_header(name: name, value: value))
                offset += texts[place].count + texts[place + 1].count
            }
            unsafe headers.withUnsafeBufferPointer { headers in unsafe body(headers) }
        }
    }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

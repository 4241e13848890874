internal import CHTTPServer
package import Domain
internal import PlatformConcurrency
internal import Synchronization

/// An HTTP/1.1 server on a listening socket, with a single thread. A connection uses no thread while its response is
/// being made.
///
/// Input that isn't HTTP is answered with 400, 413, 414, 431 or 505 by libmicrohttpd itself; `framing.c` rejects
/// requests that could be read in two ways. In both cases the connection closes after the response.
package final class HTTPServer: Sendable {
    private let desk: RequestDispatcher
    private let wire: Wire
    private let socket: Mutex<ListeningSocket?>
    private let thread: Mutex<JoinableThread?>

    /// Starts to serve at once. Throws `.serverFailed` if the system grants no descriptors or no thread.
    package init(
        _ socket: consuming ListeningSocket, limits: ServerLimits = ServerLimits(), handler: any RequestHandler
    ) throws(SocketFailure) {
        let desk = RequestDispatcher(handler)
        let context = unsafe Unmanaged.passUnretained(desk).toOpaque()
        guard let server = unsafe http_server_make(socket.descriptor, http_limits(limits), .desk(context)) else {
            throw .serverFailed
        }
        let wire = unsafe Wire(server)
        desk.connect(wire)
        self.desk = desk
        self.wire = wire
        self.socket = Mutex(consume socket)
        do throws(ThreadFailure) {
            // The callbacks hold no reference to the dispatcher; the thread does.
            thread = Mutex(try JoinableThread("control") { withExtendedLifetime(desk) { wire.run() } })
        } catch {
            throw .serverFailed
        }
    }

    /// Stops at once and waits for the thread. Call `stop` before for a graceful end.
    deinit {
        wire.stop(grace: .zero)
        join()
    }

    /// Accepts no more connections, answers open requests and returns when the thread has ended. Requests still open
    /// after `grace` are cancelled. A second call can shorten the grace period.
    package func stop(grace: Duration) async {
        wire.stop(grace: grace)
        await desk.stopped.wait()
        join()
    }

    private func join() {
        thread.withLock { $0.take()?.join() }
        socket.withLock { $0 = nil }
    }
}

/// Limits on what clients can send.
package struct ServerLimits: Equatable, Sendable {
    /// The maximum size of a request's head in bytes. libmicrohttpd answers a larger one with 431.
    package var headBytes: Int
    /// The maximum size of all bodies held in memory together, in bytes.
    package var heldBodyBytes: Int
    /// The maximum number of connections; further ones wait in the kernel's queue.
    package var connections: Int
    /// The maximum number of connections of one user, so that no user can shut out the others.
    package var share: Int
    /// The time that a connection has to send a complete head, for the first and each further request.
    package var idle: Duration
    /// The time without progress after which a body or response is given up, in whole seconds. Doesn't apply to clients
    /// reading a response in parts.
    package var stall: Duration

    package init(
        headBytes: Int = 64 << 10, heldBodyBytes: Int = 512 << 20, connections: Int = 512, share: Int? = nil,
        idle: Duration = .seconds(10), stall: Duration = .seconds(30)
    ) {
        self.headBytes = headBytes
        self.heldBodyBytes = heldBodyBytes
        self.connections = connections
        self.share = share ?? max(1, connections * 3 / 4)
        self.idle = idle
        self.stall = stall
    }
}

/// A handle to the C server, which is freed with the last reference.
@safe final class Wire: Sendable {
    // The functions of http_server may be called from any thread until http_server_free.
    private nonisolated(unsafe) let server: OpaquePointer

    init(_ server: OpaquePointer) {
        unsafe self.server = server
    }

    deinit {
        unsafe http_server_free(server)
    }

    /// Serves until the server has stopped. Call it once.
    func run() {
        unsafe http_server_run(server)
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

    /// Starts a response whose body is sent in parts.
    func open(_ request: UInt64, with response: ServerResponse) {
        unsafe Self.withHeaders(response.headers) { headers in
            unsafe http_server_open(server, request, UInt32(response.status), headers.baseAddress, headers.count)
        }
    }

    /// Sends a part of such a body; an empty part ends it.
    func feed(_ request: UInt64, _ part: [UInt8]) {
        unsafe part.withUnsafeBufferPointer { part in
            unsafe http_server_feed(server, request, part.baseAddress, part.count)
        }
    }

    func stop(grace: Duration) {
        unsafe http_server_stop(server, grace.wholeMilliseconds)
    }

    private static func characters(_ text: String) -> [CChar] {
        text.utf8.map { CChar(bitPattern: $0) } + [0]
    }

    private static func withHeaders(
        _ headers: [ServerHeader], _ body: (UnsafeBufferPointer<http_header>) -> Void
    ) {
        // Alternating names and values, each terminated by NUL.
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

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
    private let dispatcher: RequestDispatcher
    private let server: ServerHandle
    private let socket: Mutex<ListeningSocket?>
    private let thread: Mutex<JoinableThread?>

    /// Starts to serve at once. Throws `.serverFailed` if the system grants no descriptors or no thread.
    package init(
        _ socket: consuming ListeningSocket, limits: ServerLimits = ServerLimits(), handler: any RequestHandler
    ) throws(SocketFailure) {
        let dispatcher = RequestDispatcher(handler)
        let context = unsafe Unmanaged.passUnretained(dispatcher).toOpaque()
        guard let made = unsafe http_server_make(socket.descriptor, http_limits(limits), .dispatcher(context)) else {
            throw .serverFailed
        }
        let server = unsafe ServerHandle(made)
        dispatcher.connect(server)
        self.dispatcher = dispatcher
        self.server = server
        self.socket = Mutex(consume socket)
        do throws(ThreadFailure) {
            // The callbacks hold no reference to the dispatcher; the thread does.
            thread = Mutex(try JoinableThread("control") { withExtendedLifetime(dispatcher) { server.run() } })
        } catch {
            throw .serverFailed
        }
    }

    /// Stops at once and waits for the thread. Call `stop` before for a graceful end.
    deinit {
        server.stop(grace: .zero)
        join()
    }

    /// Accepts no more connections, answers open requests and returns when the thread has ended. Requests still open
    /// after `grace` are cancelled. A second call can shorten the grace period.
    package func stop(grace: Duration) async {
        server.stop(grace: grace)
        await dispatcher.stopped.wait()
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
    var headBytes = 64 << 10
    /// The maximum size of all bodies held in memory together, in bytes.
    var heldBodyBytes = 512 << 20
    /// The maximum number of connections; further ones wait in the kernel's queue.
    var connections = 512
    /// The maximum number of connections of one user, so that no user can shut out the others; `nil` for three quarters
    /// of all.
    var share: Int?
    /// The time that a connection has to send a complete head, for the first and each further request.
    var idle = Duration.seconds(10)
    /// The time without progress after which a body or response is given up, in whole seconds. Doesn't apply to clients
    /// reading a response in parts.
    var stall = Duration.seconds(30)
}

/// A handle to the C server, which is freed with the last reference.
@safe final class ServerHandle: Sendable {
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
        unsafe http_server_answer(
            server, request, UInt32(response.status), Self.packed(response.headers), response.headers.count,
            response.body, response.body.count)
    }

    /// Starts a response whose body is sent in parts.
    func open(_ request: UInt64, with response: ServerResponse) {
        unsafe http_server_open(
            server, request, UInt32(response.status), Self.packed(response.headers), response.headers.count)
    }

    /// Sends a part of the body of an opened response; an empty part ends it.
    func feed(_ request: UInt64, _ part: [UInt8]) {
        unsafe http_server_feed(server, request, part, part.count)
    }

    func stop(grace: Duration) {
        unsafe http_server_stop(server, grace.wholeMilliseconds)
    }

    /// Alternating names and values, each terminated by NUL.
    private static func packed(_ headers: [ServerHeader]) -> [CChar] {
        headers.flatMap { [$0.name, $0.value] }.flatMap { text in
            text.utf8.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
        }
    }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

internal import CHTTPServer
package import Domain
internal import Synchronization

/// HTTP/1.1 on a Unix socket, on one thread of its own. While an answer is being made, its connection holds no thread.
///
/// What can't be read as HTTP gets 400, 413, 414, 431 or 505 from libmicrohttpd itself, and what could be read in two ways is
/// refused by `framing.c`; either way the connection ends with the answer.
package final class HTTPServer: Sendable {
    private enum Phase {
        case serving
        case joined
    }

    private let desk: Desk
    private let wire: Wire
    private let socket: Mutex<ListeningSocket?>
    private let phase = Mutex(Phase.serving)

    /// Begins to serve at once. Throws `.serverFailed` when the system grants no descriptors or no thread.
    package init(
        _ socket: consuming ListeningSocket, limits: ServerLimits = ServerLimits(), handler: any RequestHandler
    ) throws(SocketFailure) {
        let desk = Desk(handler)
        let context = unsafe Unmanaged.passRetained(desk)
        guard
            let server = unsafe http_server_make(socket.descriptor, http_limits(limits), .desk(context.toOpaque()))
        else {
            unsafe context.release()
            throw .serverFailed
        }
        let wire = unsafe Wire(server)
        desk.connect(wire)
        self.desk = desk
        self.wire = wire
        self.socket = Mutex(consume socket)
        guard wire.begin() else {
            phase.withLock { $0 = .joined }
            unsafe context.release()
            throw .serverFailed
        }
    }

    /// Stops without grace and waits: whoever wants more calls `stop`.
    deinit {
        wire.stop(grace: .zero)
        join()
    }

    /// Takes no more connections, lets open requests be answered, and returns when the thread has ended. What is still
    /// open after `grace` is cancelled. Calling it again shortens the grace.
    package func stop(grace: Duration) async {
        wire.stop(grace: grace)
        await desk.stopped()
        join()
    }

    private func join() {
        phase.withLock { phase in
            guard phase == .serving else { return }
            phase = .joined
            wire.join()
            // The thread's hold on the desk.
            unsafe Unmanaged.passUnretained(desk).release()
        }
        socket.withLock { $0 = nil }
    }
}

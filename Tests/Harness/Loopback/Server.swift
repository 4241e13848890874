import CSystem
import Glibc
import Synchronization

/// A scripted HTTP/1.1 server on this machine's own loopback or a Unix socket, on threads of its own: one that listens
/// and one a connection. It ends with the value, or earlier with `stop`.
package final class Server: Sendable {
    /// What it answers, by the request.
    package typealias Script = @Sendable (Received) -> Answer

    private let core: Core
    let port: UInt16?
    private let isEncrypted: Bool

    /// `path`: a Unix socket's, else it takes a free port. `greeting`: what it does with each new connection before it
    /// reads anything. `isOpen`: whether it takes connections yet; on a port, they are refused until `open`.
    package init(
        identity: Identity? = nil, path: String? = nil, greeting: [Step] = [], isOpen: Bool = true,
        answering script: @escaping Script
    ) throws {
        let (listener, port) = try path.map { (try Listening.unix($0), nil) } ?? Listening.anyPort(isOpen: isOpen)
        core = Core(listener, identity) { wire, ledger, number in
            var conversation = Conversation(wire)
            conversation.run(greeting: greeting) { head, body in script(ledger.receive(head, body, on: number)) }
        }
        self.port = port
        isEncrypted = identity != nil
        if isOpen { try run() }
    }

    /// Takes connections from now on.
    package func open() throws {
        try Listening.listen(core.listener)
        try run()
    }

    private func run() throws {
        guard Threads.start("loopback", { [core] in core.listen() }) else {
            throw ServerTrouble(what: "thread", code: EAGAIN)
        }
    }

    /// One that speaks HTTP/2, over encryption alone. Of requests, method and body are told.
    package init(frames identity: Identity, answering script: @escaping @Sendable (Received) -> FrameAnswer) throws {
        identity.prefersFrames()
        let (listener, port) = try Listening.anyPort(isOpen: true)
        core = Core(listener, identity) { wire, ledger, number in
            var conversation = FrameConversation(wire)
            conversation.run { head, body in script(ledger.receive(head, body, on: number)) }
        }
        self.port = port
        isEncrypted = true
        try run()
    }

    /// The first request gets the first answer and so on; the last answer is given to all further ones.
    package convenience init(identity: Identity? = nil, path: String? = nil, _ answers: Answer...) throws {
        try self.init(identity: identity, path: path) { request in
            answers[min(request.number, answers.count - 1)]
        }
    }

    deinit {
        stop()
    }

    /// Takes no more connections and ends those that are.
    package func stop() {
        core.stop()
    }

    /// Its address, without a slash at the end.
    package var url: String { "\(isEncrypted ? "https" : "http")://\(host)" }
    package var host: String { port.map { "127.0.0.1:\($0)" } ?? "localhost" }

    /// What has come in whole so far, in that order.
    package var requests: [Received] { core.ledger.requests }
    /// How many connections were made so far.
    package var connections: Int { core.ledger.connections }

    /// Waits until that request, counted from 0, has come in whole.
    package func request(_ number: Int) async -> Received {
        await core.ledger.wait { $0.requests.count > number }
        return core.ledger.requests[number]
    }

    /// Waits until so many connections were made.
    package func connected(_ count: Int) async {
        await core.ledger.wait { $0.connections >= count }
    }

    /// Waits until so many connections have ended, whoever ended them.
    package func ended(_ count: Int) async {
        await core.ledger.wait { $0.ended >= count }
    }
}

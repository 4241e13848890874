import CLoopback
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

/// A request as it came in.
package struct Received: Equatable, Sendable {
    /// Counted from 0, over all connections of the server.
    package let number: Int
    /// Which connection it came on, counted from 0.
    package let connection: Int
    /// Its lines, without the empty one.
    package let head: String
    package let body: [UInt8]

    package var method: String { word(0) }
    /// The path with its query, as it was sent.
    package var target: String { word(1) }
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first field of that name; case does not count.
    package func header(_ name: String) -> String? {
        headers(name).first
    }

    /// All fields of that name.
    package func headers(_ name: String) -> [String] {
        lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                return nil
            }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
    }

    private var lines: [Substring] { head.split(separator: "\r\n") }

    private func word(_ place: Int) -> String {
        let words = (lines.first ?? "").split(separator: " ")
        return place < words.count ? String(words[place]) : ""
    }
}

/// What the threads of a server share.
final class Core: Sendable {
    private struct State {
        var sockets: Set<Int32> = []
        var isStopped = false
    }

    let ledger = Ledger()
    let listener: Int32
    private let identity: Identity?
    /// A connection's life, by its number.
    private let converse: @Sendable (Wire, Ledger, Int) -> Void
    private let state: Mutex<State>

    init(
        _ listener: Int32, _ identity: Identity?, _ converse: @escaping @Sendable (Wire, Ledger, Int) -> Void
    ) {
        self.listener = listener
        self.identity = identity
        self.converse = converse
        // Known from the start: who stops it before its thread runs is not to be connected to any more.
        state = Mutex(State(sockets: [listener]))
    }

    /// The listening thread's work.
    func listen() {
        while true {
            let socket = loopback_accept(listener)
            guard socket >= 0 else { break }
            let number = ledger.connect()
            keep(socket)
            if !Threads.start("loopback", { self.serve(socket, number) }) { drop(socket) }
        }
        drop(listener)
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ socket: Int32, _ number: Int) {
        // The wire ends before its socket does.
        if let wire = Wire(socket, identity) { converse(wire, ledger, number) }
        drop(socket)
        ledger.end()
    }

    private func keep(_ socket: Int32) {
        state.withLock { state in
            state.sockets.insert(socket)
            if state.isStopped { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func drop(_ socket: Int32) {
        state.withLock { state in
            state.sockets.remove(socket)
            close(socket)
        }
    }
}

/// What a server has seen, and who waits to hear of it.
final class Ledger: Sendable {
    struct Entries {
        var requests: [Received] = []
        var connections = 0
        var ended = 0
    }

    private struct Waiter {
        let isOver: @Sendable (Entries) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var entries = Entries()
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    var requests: [Received] { state.withLock { $0.entries.requests } }
    var connections: Int { state.withLock { $0.entries.connections } }

    /// Gives the connection's number.
    func connect() -> Int {
        write { entries in
            entries.connections += 1
            return entries.connections - 1
        }
    }

    func receive(_ head: String, _ body: [UInt8], on connection: Int) -> Received {
        write { entries in
            let request = Received(number: entries.requests.count, connection: connection, head: head, body: body)
            entries.requests.append(request)
            return request
        }
    }

    func end() {
        write { $0.ended += 1 }
    }

    func wait(until isOver: @escaping @Sendable (Entries) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                let isSo = isOver(state.entries)
                if !isSo { state.waiters.append(Waiter(isOver: isOver, continuation: continuation)) }
                return isSo
            }
            if isSo { continuation.resume() }
        }
    }

    private func write<Answer: Sendable>(_ change: (inout Entries) -> Answer) -> Answer {
        let (answer, content) = state.withLock { state in
            let answer = change(&state.entries)
            let entries = state.entries
            let content = state.waiters.filter { $0.isOver(entries) }
            state.waiters.removeAll { $0.isOver(entries) }
            return (answer, content)
        }
        for waiter in content { waiter.continuation.resume() }
        return answer
    }
}

/// What kept a server from starting: the call, and its errno.
package struct ServerTrouble: Error, Equatable, Sendable {
    package let what: String
    package let code: Int32
}

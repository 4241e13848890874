import CLoopback
import CSystem
import Glibc
import PlatformConcurrency
import Synchronization

/// A scripted HTTP server on loopback or a Unix socket, with one thread for listening and one per connection. It stops
/// with the value, or earlier with `stop()`.
package final class Server: Sendable {
    /// Chooses the answer to a request.
    package typealias Script = @Sendable (ReceivedRequest) -> Answer

    private let core: Core
    let port: UInt16?
    private let isEncrypted: Bool

    /// Starts an HTTP/1.1 server on a Unix socket at `path`, or on a free port. `greeting` is performed on each new
    /// connection before anything is read. Unless `isOpen`, connections to the port are refused until `open()`.
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

    /// Starts accepting connections.
    package func open() throws {
        try Listening.listen(core.listener)
        try run()
    }

    private func run() throws {
        do throws(ThreadFailure) { try Thread.start("loopback") { [core] in core.listen() } } catch {
            throw ServerError(what: "thread", code: error.code)
        }
    }

    /// Starts an HTTP/2 server over TLS. Requests are reported with method and body only.
    package init(frames identity: Identity, answering script: @escaping @Sendable (ReceivedRequest) -> FrameAnswer)
        throws
    {
        identity.preferHTTP2()
        let (listener, port) = try Listening.anyPort(isOpen: true)
        core = Core(listener, identity) { wire, ledger, number in
            var conversation = FrameConversation(wire)
            conversation.run { head, body in script(ledger.receive(head, body, on: number)) }
        }
        self.port = port
        isEncrypted = true
        try run()
    }

    /// Starts a server that gives the first answer to the first request and so on, and the last answer to all further
    /// ones.
    package convenience init(identity: Identity? = nil, path: String? = nil, _ answers: Answer...) throws {
        try self.init(identity: identity, path: path) { request in
            answers[min(request.number, answers.count - 1)]
        }
    }

    deinit {
        stop()
    }

    /// Stops accepting connections and closes the open ones.
    package func stop() {
        core.stop()
    }

    /// The server's URL, without a trailing slash.
    package var url: String { "\(isEncrypted ? "https" : "http")://\(host)" }
    package var host: String { port.map { "127.0.0.1:\($0)" } ?? "localhost" }

    /// The complete requests so far, in order of arrival.
    package var requests: [ReceivedRequest] { core.ledger.requests }
    /// The number of connections so far.
    package var connections: Int { core.ledger.connections }

    /// Waits for the request with this number, counted from 0, and returns it.
    package func request(_ number: Int) async -> ReceivedRequest {
        await core.ledger.wait { $0.requests.count > number }
        return core.ledger.requests[number]
    }

    /// Waits for `count` connections.
    package func connected(_ count: Int) async {
        await core.ledger.wait { $0.connections >= count }
    }

    /// Waits until `count` connections have been closed by either side.
    package func ended(_ count: Int) async {
        await core.ledger.wait { $0.ended >= count }
    }
}

/// A received request.
package struct ReceivedRequest: Equatable, Sendable {
    /// The number of the request, counted from 0 over all connections.
    package let number: Int
    /// The number of its connection, counted from 0.
    package let connection: Int
    /// The request line and headers, without the empty line.
    package let head: String
    package let body: [UInt8]

    package var method: String { word(0) }
    /// The path and query as sent.
    package var target: String { word(1) }
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first header with this name, ignoring case.
    package func header(_ name: String) -> String? {
        headers(name).first
    }

    /// All headers with this name, ignoring case.
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

/// The state shared by a server's threads.
final class Core: Sendable {
    private struct State {
        var sockets: Set<Int32> = []
        var isStopped = false
    }

    let ledger = Ledger()
    let listener: Int32
    private let identity: Identity?
    /// Serves one connection, given its number.
    private let converse: @Sendable (Wire, Ledger, Int) -> Void
    private let state: Mutex<State>

    init(
        _ listener: Int32, _ identity: Identity?, _ converse: @escaping @Sendable (Wire, Ledger, Int) -> Void
    ) {
        self.listener = listener
        self.identity = identity
        self.converse = converse
        // Registered at once, so that stopping before the thread runs also refuses connections.
        state = Mutex(State(sockets: [listener]))
    }

    /// Accepts connections until stopped. Runs on the listening thread.
    func listen() {
        while true {
            let socket = loopback_accept(listener)
            guard socket >= 0 else { break }
            let number = ledger.connect()
            keep(socket)
            do { try Thread.start("loopback") { self.serve(socket, number) } } catch { drop(socket) }
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
        // The TLS connection must end before its socket is closed.
        if let wire = Wire(socket, identity) { converse(wire, ledger, number) }
        endSending(socket)
        drop(socket)
        ledger.end()
    }

    /// Tells the client at once: a child that another test starts at this moment has a copy of the socket until it
    /// executes its program, and closing ours alone would tell nobody. A reset is left to the close.
    private func endSending(_ socket: Int32) {
        var lingering = linger()
        var size = socklen_t(MemoryLayout<linger>.size)
        getsockopt(socket, SOL_SOCKET, SO_LINGER, &lingering, &size)
        if lingering.l_onoff == 0 { shutdown(socket, Int32(SHUT_WR)) }
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

/// The requests and connections that a server has seen, and the callers waiting for more.
final class Ledger: Sendable {
    struct Entries {
        var requests: [ReceivedRequest] = []
        var connections = 0
        var ended = 0
    }

    private let entries = AsyncValue(Entries())

    var requests: [ReceivedRequest] { entries.value.requests }
    var connections: Int { entries.value.connections }

    /// Counts a new connection and returns its number.
    func connect() -> Int {
        entries.update { entries in
            entries.connections += 1
            return entries.connections - 1
        }
    }

    func receive(_ head: String, _ body: [UInt8], on connection: Int) -> ReceivedRequest {
        entries.update { entries in
            let request = ReceivedRequest(
                number: entries.requests.count, connection: connection, head: head, body: body)
            entries.requests.append(request)
            return request
        }
    }

    func end() {
        entries.update { $0.ended += 1 }
    }

    func wait(until isOver: @escaping @Sendable (Entries) -> Bool) async {
        _ = await entries.first { isOver($0) ? true : nil }
    }
}

/// The call that kept a server from starting, and its errno.
package struct ServerError: Error, Equatable, Sendable {
    package let what: String
    package let code: Int32
}

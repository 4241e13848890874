internal import Glibc
internal import PlatformConcurrency
internal import Synchronization

/// Stands between a program and a PostgreSQL server, and understands enough of the protocol to count statements: so a fault
/// can happen at the n-th, or at the first of each kind, before the server has it or after the server has executed it.
/// Connections must not be encrypted.
package final class WireProxy: Sendable {
    /// What it passes everything on to: the socket of a PostgreSQL server, or any server at a port of this machine, whose
    /// protocol it doesn't understand.
    package enum Target: Sendable {
        case socket(String)
        case port(UInt16)
    }

    /// What is counted: every statement, or only those that commit.
    package enum Unit: String, Sendable { case statement, commit }

    /// When it happens: before the server has the statement, or after the server has executed it, while its answer is on the
    /// way.
    package enum Moment: String, Sendable { case before, after }

    /// The statement at which it happens, since the fault was set.
    package enum Place: Sendable {
        /// Counted from 1, over all connections.
        case number(Unit, Int)
        /// The first of a kind.
        case first(String)
    }

    package struct Fault: Sendable {
        let place: Place
        let moment: Moment
        /// Whether the connection is lost, with the statement or with its answer.
        let isLoss: Bool
        /// Runs at that moment, before anything is lost or passed on.
        let action: @Sendable () -> Void

        package init(
            _ place: Place, _ moment: Moment, isLoss: Bool = true, action: @escaping @Sendable () -> Void = {}
        ) {
            self.place = place
            self.moment = moment
            self.isLoss = isLoss
            self.action = action
        }
    }

    private struct State {
        var fault: Fault?
        var counts: [Unit: Int] = [.statement: 0, .commit: 0]
        var kinds: Set<String> = []
        var isTriggered = false
        var isSilent = false
        var sockets: Set<Int32> = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let server: Target

    /// Listens on a Unix socket with the name that libpq expects in `folder`.
    package convenience init(in folder: String, to server: String) throws {
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw WireFailure(what: "mkdir", code: errno) }
        unlink(folder + "/.s.PGSQL.5432")
        let listener = try WireSocket.bound(path: folder + "/.s.PGSQL.5432")
        try self.init(listener: listener, to: .socket(server))
    }

    /// Takes connections from a listening socket.
    package init(listener: Int32, to server: Target) throws {
        self.listener = listener
        self.server = server
        state.withLock { _ = $0.sockets.insert(listener) }
        try Thread.start("proxy") { [self] in accept() }
    }

    /// Counts from here on, until the fault happens.
    package func arm(_ fault: Fault?) {
        state.withLock { state in
            state.fault = fault
            state.counts = [.statement: 0, .commit: 0]
            state.kinds = []
            state.isTriggered = false
        }
    }

    /// The number of statements or commits since the fault was set.
    package func count(_ unit: Unit) -> Int { state.withLock { $0.counts[unit, default: 0] } }

    /// The kinds of statements since the fault was set: their texts, with those that the transaction began with.
    package var kinds: Set<String> { state.withLock { $0.kinds } }

    package var isTriggered: Bool { state.withLock { $0.isTriggered } }

    /// Whether nothing is passed on in either direction while all connections stay open, as without a cable.
    package var isSilent: Bool {
        get { state.withLock { $0.isSilent } }
        set { state.withLock { $0.isSilent = newValue } }
    }

    /// Loses all connections.
    package func cut() {
        state.withLock { state in
            for socket in state.sockets where socket != listener { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Loses all connections and takes no more.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
            guard client >= 0 else { break }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            keep(client)
            do { try Thread.start("proxy") { [self] in serve(client) } } catch { drop(client) }
        }
        drop(listener)
    }

    private func serve(_ client: Int32) {
        defer { drop(client) }
        // Without a cable a connection is not even refused.
        while isSilent { usleep(20_000) }
        guard let other = try? WireSocket.connected(to: server) else { return }
        keep(other)
        defer { drop(other) }
        var conversation = WireConversation(client: client, server: other)
        if case .port = server { conversation.isUnderstood = false }
        conversation.run(on: self)
    }

    /// Counts a statement. Returns the fault if it is due.
    fileprivate func note(_ kind: String, isCommit: Bool) -> Fault? {
        state.withLock { state in
            state.counts[.statement, default: 0] += 1
            if isCommit { state.counts[.commit, default: 0] += 1 }
            state.kinds.insert(kind)
            guard let fault = state.fault, !state.isTriggered else { return nil }
            let isDue =
                switch fault.place {
                case .number(let unit, let number):
                    (isCommit || unit == .statement) && state.counts[unit] == number
                case .first(let due): kind == due
                }
            guard isDue else { return nil }
            state.isTriggered = true
            return fault
        }
    }

    private func keep(_ socket: Int32) {
        state.withLock { state in
            state.sockets.insert(socket)
            if state.isStopped { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// A child that was started at this moment may have a copy, so that closing alone tells the other end nothing.
    private func drop(_ socket: Int32) {
        state.withLock { state in
            state.sockets.remove(socket)
            shutdown(socket, Int32(SHUT_RDWR))
            close(socket)
        }
    }
}

package struct WireFailure: Error {
    package let what: String
    package let code: Int32
}

/// One connection through the proxy, on a thread of its own.
private struct WireConversation {
    let client: Int32
    let server: Int32
    var isUnderstood = true
    /// What the client has sent and was not passed on yet, less than a message.
    private var request: [UInt8] = []
    /// Whether the client's first message has come, which has no type.
    private var hasBegun = false
    /// The first statements of the transaction.
    private var beginning: [String] = []
    /// The fault that happens once the server has executed what it was sent.
    private var pending: WireProxy.Fault?
    private var answer: [UInt8] = []

    init(client: Int32, server: Int32) {
        self.client = client
        self.server = server
    }

    mutating func run(on proxy: WireProxy) {
        var sides = [
            pollfd(fd: client, events: Int16(POLLIN), revents: 0),
            pollfd(fd: server, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&sides, 2, 20) >= 0 || errno == EINTR else { return }
            if proxy.isSilent {
                usleep(20_000)
                continue
            }
            if sides[1].revents != 0 {
                guard let bytes = WireSocket.read(server), answered(bytes) else { return }
            }
            if sides[0].revents != 0 {
                guard let bytes = WireSocket.read(client), requested(bytes, proxy) else { return }
            }
        }
    }

    /// Passes on whole messages. `false`: the connection is lost.
    private mutating func requested(_ bytes: [UInt8], _ proxy: WireProxy) -> Bool {
        guard isUnderstood else { return WireSocket.write(bytes, to: server) }
        request += bytes
        while let size = Self.size(of: request, hasType: hasBegun), size <= request.count {
            let message = Array(request[..<size])
            request.removeFirst(size)
            let fault = hasBegun ? Self.statement(of: message).flatMap { note($0, proxy) } : nil
            if !hasBegun { hasBegun = !Self.isEncryptionRequest(message) }
            if let fault, fault.moment == .before {
                fault.action()
                if fault.isLoss { return false }
            } else if let fault {
                pending = fault
                answer = []
            }
            guard WireSocket.write(message, to: server) else { return false }
        }
        return true
    }

    private mutating func note(_ text: String, _ proxy: WireProxy) -> WireProxy.Fault? {
        if text.hasPrefix("BEGIN") { beginning = [] }
        defer { beginning = text == "COMMIT" ? [] : beginning.count < 3 ? beginning + [text] : beginning }
        return proxy.note((beginning + [text]).joined(separator: "; "), isCommit: text == "COMMIT")
    }

    /// Passes an answer on, unless it is to be lost. `false`: the connection is lost.
    private mutating func answered(_ bytes: [UInt8]) -> Bool {
        guard let fault = pending else { return WireSocket.write(bytes, to: client) }
        answer += bytes
        guard Self.isReady(answer) else { return true }
        pending = nil
        fault.action()
        return fault.isLoss ? false : WireSocket.write(answer, to: client)
    }

    private static func length(_ bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

    /// The size of the first message; `nil` if not even that is there.
    private static func size(of bytes: [UInt8], hasType: Bool) -> Int? {
        let start = hasType ? 1 : 0
        return bytes.count >= start + 4 ? start + length(bytes[start...]) : nil
    }

    private static func isEncryptionRequest(_ message: [UInt8]) -> Bool {
        message.count == 8 && [80_877_103, 80_877_104].contains(length(message[4...]))
    }

    /// The text of a statement; `nil` if the message is something else.
    private static func statement(of message: [UInt8]) -> String? {
        let text = message.dropFirst(5)
        switch message[0] {
        case UInt8(ascii: "Q"): return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        case UInt8(ascii: "P"):
            // Behind the name of the prepared statement.
            let rest = text.drop { $0 != 0 }.dropFirst()
            return String(decoding: rest.prefix { $0 != 0 }, as: UTF8.self)
        default: return nil
        }
    }

    /// Whether the server has said that it is ready for the next statement.
    private static func isReady(_ answer: [UInt8]) -> Bool {
        var rest = answer[...]
        while rest.count >= 5, let type = rest.first {
            let size = 1 + length(rest.dropFirst())
            guard size <= rest.count else { return false }
            if type == UInt8(ascii: "Z") { return true }
            rest = rest.dropFirst(size)
        }
        return false
    }
}

/// Unix sockets, and TCP where there is a reason.
package enum WireSocket {
    static func connected(to target: WireProxy.Target) throws -> Int32 {
        switch target {
        case .socket(let path): return try connected(path: path)
        case .port(let port):
            let made = try make(AF_INET)
            guard at(0x7F00_0001, port, { connect(made, $0, $1) }) == 0 else {
                let code = errno
                close(made)
                throw WireFailure(what: "connect", code: code)
            }
            return made
        }
    }

    /// A listening socket at any free port of an address, which is given as a number.
    package static func bound(address: UInt32) throws -> (socket: Int32, port: UInt16) {
        let listener = try make(AF_INET)
        var bound = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = at(address, 0) { bind(listener, $0, $1) } == 0 && listen(listener, 128) == 0
        let isNamed = withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) == 0 }
        }
        guard isBound, isNamed else {
            let code = errno
            close(listener)
            throw WireFailure(what: "bind", code: code)
        }
        return (listener, UInt16(bigEndian: bound.sin_port))
    }

    private static func at(
        _ address: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = address.bigEndian
        place.sin_port = port.bigEndian
        return withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    package static func bound(path: String) throws -> Int32 {
        let listener = try make()
        guard try at(path, { bind(listener, $0, $1) }) == 0, listen(listener, 128) == 0 else {
            let code = errno
            close(listener)
            throw WireFailure(what: "bind \(path)", code: code)
        }
        return listener
    }

    package static func connected(path: String) throws -> Int32 {
        let made = try make()
        guard try at(path, { connect(made, $0, $1) }) == 0 else {
            let code = errno
            close(made)
            throw WireFailure(what: "connect \(path)", code: code)
        }
        return made
    }

    private static func make(_ family: Int32 = AF_UNIX) throws -> Int32 {
        let made = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { throw WireFailure(what: "socket", code: errno) }
        return made
    }

    private static func at(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw WireFailure(what: path, code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// What has arrived; `nil` at the end.
    static func read(_ socket: Int32) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &room, room.count, 0)
        return count > 0 ? Array(room.prefix(count)) : nil
    }

    static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

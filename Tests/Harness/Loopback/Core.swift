import CLoopback
import Glibc
import Synchronization

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

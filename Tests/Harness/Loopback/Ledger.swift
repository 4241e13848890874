import Synchronization

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

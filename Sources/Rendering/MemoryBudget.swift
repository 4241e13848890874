internal import Synchronization

/// The memory that all renderings together may hold, in bytes, handed out first come, first served: a large one that
/// waits is not passed by small ones that come later.
package final class MemoryBudget: Sendable {
    private struct Waiter {
        let ticket: UInt64
        let bytes: Int64
        let granted: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int64
        var waiters: [Waiter] = []
        var lastTicket: UInt64 = 0
        /// Cancelled before they came to wait.
        var withdrawn: Set<UInt64> = []
    }

    package let limit: Int64
    private let state: Mutex<State>

    package init(_ limit: Int64) {
        self.limit = limit
        state = Mutex(State(free: limit))
    }

    /// Bytes that nobody holds.
    package var free: Int64 { state.withLock { $0.free } }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Takes what is free at once. `false` when others wait, or there is too little.
    package func takeAtOnce(_ bytes: Int64) -> Bool {
        state.withLock { state in
            guard state.waiters.isEmpty, bytes <= state.free else { return false }
            state.free -= bytes
            return true
        }
    }

    /// Waits for its turn. `false` when the task was cancelled: nothing was taken then.
    /// - Precondition: `bytes` is at most `limit`.
    package func take(_ bytes: Int64) async -> Bool {
        precondition(bytes <= limit, "more than there is at all")
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { granted in enter(Waiter(ticket: ticket, bytes: bytes, granted: granted)) }
        } onCancel: {
            withdraw(ticket)
        }
    }

    package func giveBack(_ bytes: Int64) {
        let next = state.withLock { state in
            state.free += bytes
            return MemoryBudget.served(&state)
        }
        for waiter in next { waiter.granted.resume(returning: true) }
    }

    private func enter(_ waiter: Waiter) {
        let answer: Bool? = state.withLock { state in
            if state.withdrawn.remove(waiter.ticket) != nil { return false }
            guard !state.waiters.isEmpty || waiter.bytes > state.free else {
                state.free -= waiter.bytes
                return true
            }
            state.waiters.append(waiter)
            return nil
        }
        if let answer { waiter.granted.resume(returning: answer) }
    }

    /// Also those behind it may have their turn then.
    private func withdraw(_ ticket: UInt64) {
        let (gone, next): (Waiter?, [Waiter]) = state.withLock { state in
            guard let place = state.waiters.firstIndex(where: { $0.ticket == ticket }) else {
                state.withdrawn.insert(ticket)
                return (nil, [])
            }
            let gone = state.waiters.remove(at: place)
            return (gone, MemoryBudget.served(&state))
        }
        gone?.granted.resume(returning: false)
        for waiter in next { waiter.granted.resume(returning: true) }
    }

    /// Those at the front that there is enough for now.
    private static func served(_ state: inout State) -> [Waiter] {
        var served: [Waiter] = []
        while let first = state.waiters.first, first.bytes <= state.free {
            state.free -= first.bytes
            served.append(state.waiters.removeFirst())
        }
        return served
    }
}

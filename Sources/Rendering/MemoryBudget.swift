internal import Synchronization

/// The memory, in bytes, that all renderings may hold together. It is granted in order of arrival: a large request at
/// the front is not overtaken by later small ones.
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
        /// Tickets cancelled before they joined the queue.
        var withdrawn: Set<UInt64> = []
    }

    package let limit: Int64
    private let state: Mutex<State>

    package init(_ limit: Int64) {
        self.limit = limit
        state = Mutex(State(free: limit))
    }

    /// Unreserved bytes.
    package var free: Int64 { state.withLock { $0.free } }

    /// The number of waiting requests.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Reserves bytes without waiting. `false` if others are waiting, or if too little is free.
    package func reserveImmediately(_ bytes: Int64) -> Bool {
        state.withLock { state in
            guard state.waiters.isEmpty, bytes <= state.free else { return false }
            state.free -= bytes
            return true
        }
    }

    /// Reserves bytes, waiting for its turn. `false` if the task was cancelled; nothing is reserved then.
    /// - Precondition: `bytes` is at most `limit`.
    package func take(_ bytes: Int64) async -> Bool {
        precondition(bytes <= limit, "a request is at most the limit")
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

    package func unreserve(_ bytes: Int64) {
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

    /// Removes a cancelled request. The requests behind it may now fit.
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

    /// Grants the requests at the front of the queue that fit.
    private static func served(_ state: inout State) -> [Waiter] {
        var served: [Waiter] = []
        while let first = state.waiters.first, first.bytes <= state.free {
            state.free -= first.bytes
            served.append(state.waiters.removeFirst())
        }
        return served
    }
}

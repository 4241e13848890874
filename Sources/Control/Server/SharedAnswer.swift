internal import Synchronization

/// One answer for all who ask while another one is being made: each gets what was looked up after he had asked, and many
/// who ask at once cost little more than one.
final class SharedAnswer<Answer: Sendable>: Sendable {
    private enum Turn {
        /// To make the next answer.
        case make
        case take(Answer)
    }

    private struct State {
        var isBeingMade = false
        var waiting: [CheckedContinuation<Turn, Never>] = []
    }

    private let state = Mutex(State())

    /// How many wait for the next answer.
    var waiters: Int { state.withLock { $0.waiting.count } }

    /// `make` has to end though its task is cancelled: others wait for what it gives.
    func answer(_ make: () async -> Answer) async -> Answer {
        let turn = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                if state.isBeingMade { state.waiting.append(continuation) }
                defer { state.isBeingMade = true }
                return !state.isBeingMade
            }
            if isFirst { continuation.resume(returning: .make) }
        }
        if case .take(let answer) = turn { return answer }
        let sharers = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        let answer = await make()
        for sharer in sharers { sharer.resume(returning: .take(answer)) }
        next()?.resume(returning: .make)
        return answer
    }

    /// Who came meanwhile: the first of them makes the next one, for all of them.
    private func next() -> CheckedContinuation<Turn, Never>? {
        state.withLock { state in
            state.isBeingMade = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }
}

import Synchronization

/// A value that is changed in one place and waited for in others.
final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value { state.withLock { $0.value } }

    /// Changes the value, and lets all who wait look at it.
    @discardableResult
    func update<Answer: Sendable>(_ change: @Sendable (inout Value) -> Answer) -> Answer {
        let (answer, woken) = state.withLock { state in
            let answer = change(&state.value)
            defer { state.waiting = [:] }
            return (answer, Array(state.waiting.values))
        }
        for waiter in woken { waiter.resume() }
        return answer
    }

    /// Returns what `look` finds in the value, as soon as it finds anything; `nil` when the waiting task was cancelled.
    func first<Answer: Sendable>(_ look: @Sendable (Value) -> Answer?) async -> Answer? {
        while true {
            if let answer = state.withLock({ look($0.value) }) { return answer }
            if Task.isCancelled { return nil }
            await change { look($0) != nil }
        }
    }

    /// Returns at the next change, at once when there is nothing to wait for any more, or when the task is cancelled.
    private func change(unless isThere: @Sendable (Value) -> Bool) async {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAsleep = state.withLock { state in
                    guard !isThere(state.value), !Task.isCancelled else { return false }
                    state.waiting[id] = continuation
                    return true
                }
                if !isAsleep { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}

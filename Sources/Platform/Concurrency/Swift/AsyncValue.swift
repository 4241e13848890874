internal import Synchronization

/// A value that tasks can change and wait for.
package final class AsyncValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    package var value: Value { state.withLock { $0.value } }

    /// Changes the value and wakes all waiting tasks to check it.
    @discardableResult
    package func update<Answer: Sendable>(_ change: @Sendable (inout Value) -> Answer) -> Answer {
        let (answer, woken) = state.withLock { state in
            let answer = change(&state.value)
            defer { state.waiting = [:] }
            return (answer, Array(state.waiting.values))
        }
        for waiter in woken { waiter.resume() }
        return answer
    }

    /// Waits until `transform` returns something for the current value, and returns it; `nil` when the waiting task is
    /// cancelled.
    package func first<Answer: Sendable>(_ transform: @Sendable (Value) -> Answer?) async -> Answer? {
        while true {
            if let answer = state.withLock({ transform($0.value) }) { return answer }
            if Task.isCancelled { return nil }
            await change { transform($0) != nil }
        }
    }

    /// Returns at the next change, or immediately if the value satisfies `isWanted` or the task is cancelled.
    private func change(unless isWanted: @Sendable (Value) -> Bool) async {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard !isWanted(state.value), !Task.isCancelled else { return false }
                    state.waiting[id] = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}

/// Tasks wait for a latch until it is opened; it then stays open. Cancellation doesn't interrupt the waiting.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

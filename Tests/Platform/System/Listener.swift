import Domain
import Synchronization

/// Records the output of a child and its exit.
final class Listener: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var ending: TerminationStatus?
        var waiting: [(wish: [UInt8]?, wake: CheckedContinuation<Void, Never>)] = []

        /// Whether the output contains `wish`, or without one whether the child has exited.
        func has(_ wish: [UInt8]?) -> Bool {
            if ending != nil { return true }
            guard let wish else { return false }
            return output.firstRange(of: wish) != nil
        }
    }

    private let state = Mutex(State())

    func hear(_ event: ChildEvent) {
        let woken = state.withLock { state in
            switch event {
            case .output(let bytes): state.output += bytes
            case .errors(let bytes): state.errors += bytes
            case .ended(let ending): state.ending = ending
            }
            let waiting = state.waiting
            state.waiting = waiting.filter { !state.has($0.wish) }
            return waiting.filter { state.has($0.wish) }
        }
        for waiter in woken { waiter.wake.resume() }
    }

    var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// Returns once the child's output contains `words`, or it has exited.
    func heard(_ words: String) async { await wait(Array(words.utf8)) }

    func ending() async -> TerminationStatus? {
        await wait(nil)
        return state.withLock { $0.ending }
    }

    private func wait(_ wish: [UInt8]?) async {
        await withCheckedContinuation { wake in
            let isThere = state.withLock { state in
                if state.has(wish) { return true }
                state.waiting.append((wish, wake))
                return false
            }
            if isThere { wake.resume() }
        }
    }
}

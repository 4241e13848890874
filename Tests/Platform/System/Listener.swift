import Domain
import PlatformConcurrency

/// Records the output of a child and its exit.
final class Listener: Sendable {
    private struct State: Sendable {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var ending: TerminationStatus?

        /// Whether the output contains `wish`, or without one whether the child has exited.
        func has(_ wish: [UInt8]?) -> Bool {
            if ending != nil { return true }
            guard let wish else { return false }
            return output.firstRange(of: wish) != nil
        }
    }

    private let state = AsyncValue(State())

    func hear(_ event: ChildEvent) {
        state.update { state in
            switch event {
            case .output(let bytes): state.output += bytes
            case .errors(let bytes): state.errors += bytes
            case .ended(let ending): state.ending = ending
            }
        }
    }

    var output: String { String(decoding: state.value.output, as: UTF8.self) }
    var errors: String { String(decoding: state.value.errors, as: UTF8.self) }

    /// Returns once the child's output contains `words`, or it has exited.
    func heard(_ words: String) async { await wait(Array(words.utf8)) }

    func ending() async -> TerminationStatus? {
        await wait(nil)
        return state.value.ending
    }

    private func wait(_ wish: [UInt8]?) async {
        _ = await state.first { $0.has(wish) ? true : nil }
    }
}

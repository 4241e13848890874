/// Waits for an answer no longer than was agreed.
struct Patience<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let timer: Timer

    /// Runs `work` and cancels it when the time is over. Work that is cancelled answers at once with what there is.
    func wait<Answer: Sendable>(
        _ time: Duration, for work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await work() }
            group.addTask { [timer] in
                try? await timer.sleep(until: timer.now.advanced(by: time), tolerance: nil)
                return nil
            }
            var answer: Answer?
            for await first in group {
                answer = first ?? answer
                group.cancelAll()
            }
            return answer
        }
    }
}

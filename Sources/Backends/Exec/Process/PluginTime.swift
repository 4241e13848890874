/// Time as a plugin's host sees it, from whatever clock it was given.
package struct PluginTime: Sendable {
    /// Since some moment in the past.
    let now: @Sendable () -> Duration
    /// Throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    package init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        self.init(now: { start.duration(to: clock.now) }, sleep: { try await clock.sleep(for: $0) })
    }

    /// What the work answers, if it does so within a time; `nil` after that, and when the task is cancelled.
    func within<Answer: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () async -> Answer?
    ) async -> Answer? {
        let sleep = sleep
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await sleep(limit)
                return nil
            }
            let answer = await group.next() ?? nil
            group.cancelAll()
            return answer
        }
    }
}

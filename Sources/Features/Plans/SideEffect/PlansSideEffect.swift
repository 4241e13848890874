package import Domain
package import MVIEffects
package import PlansFeature

/// The side effects of `Plans`.
package protocol PlansSideEffect: Sendable {
    func load() async -> Result<Plans.Timetable, RepositoryFailure>

    /// Settles a moment: makes its jobs, unless it is missed.
    func settle(_ run: PlanRun) async -> Result<PlanRunOutcome, RepositoryFailure>

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Plans {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any PlansSideEffect) -> Perform<Plans> {
        { effect, _ in
            switch effect {
            case .load: return .loaded(await sideEffect.load())
            case .settle(let run): return .settled(run, await sideEffect.settle(run))
            case .sleep(let duration): return await sideEffect.wait(duration) ? .woke : nil
            }
        }
    }
}

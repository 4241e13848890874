package import Domain
import MVIEffects
package import PlansFeature

/// Makes the jobs of plans in the database.
package struct PlansSideEffectImpl<C: Clock<Duration>>: PlansSideEffect {
    /// Holds those of several jobs that don't fit into the budget.
    package typealias FitSamples = @Sendable ([Job]) async -> [Job]

    private let repository: any PlanRepository
    private let watches: [WatchFolder]
    private let zone: @Sendable (String?) -> TimeZoneRules?
    private let day: @Sendable (UTCMillis) -> LocalDay
    private let fit: FitSamples
    private let clock: C
    private let utc: @Sendable () -> UTCMillis

    /// `zone`: the rules of a zone; without a name, of this machine's.
    package init(
        _ repository: any PlanRepository, watches: [WatchFolder], zone: @escaping @Sendable (String?) -> TimeZoneRules?,
        day: @escaping @Sendable (UTCMillis) -> LocalDay, fit: @escaping FitSamples, clock: C,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        self.repository = repository
        self.watches = watches
        self.zone = zone
        self.day = day
        self.fit = fit
        self.clock = clock
        self.utc = utc
    }

    package func load() async -> Result<Plans.Timetable, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            let schedules = try await repository.schedules()
            return Plans.Timetable(schedules, zones: TimeZones(of: schedules.map(\.calendar?.zone), rules: zone))
        }
    }

    package func settle(_ run: PlanRun) async -> Result<PlanRunOutcome, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            guard !run.isMissed else { return try await repository.settle(run, nil, at: utc()) }
            guard let plan = try await repository.plan(run.plan) else { return .changed }
            let watch = watches.first { $0.name == plan.order.folder }
            let made = plan.order.jobs(at: run.utc, day: day(run.utc), seed: run.seed, watch: watch)
            let jobs = await fit(made.jobs)
            guard let first = jobs.first else { return .changed }
            let submitted = SubmittedJobs(first, Array(jobs.dropFirst()), content: nil)
            return try await repository.settle(run, (submitted, made.drop), at: utc())
        }
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }
}

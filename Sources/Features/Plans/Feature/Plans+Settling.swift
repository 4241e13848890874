import Domain
import MVICore

/// Deciding what is due, and settling one moment after the other.
extension Plans {
    /// Looks at the clock, then settles what is due or sleeps.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        var commands: [Command<Self>] = []
        for id in state.entries.keys.sorted() { commands += decide(&state, id, stamp) }
        return commands + settleNext(&state) + sleep(&state, pause(state, stamp))
    }

    private static func decide(_ state: inout State, _ id: PlanID, _ stamp: Stamp) -> [Command<Self>] {
        guard var entry = state.entries[id], entry.pending == nil else { return [] }
        defer { state.entries[id] = entry }
        let now = stamp.utc
        do throws(UnknownZone) {
            entry.schedule = try entry.schedule.corrected(now: now, zones: state.zones)
            switch try entry.schedule.decision(now: now, zones: state.zones) {
            case .wait(let moment): entry.next = moment
            case .fire(let due): entry.pending = try run(entry.schedule, due, isMissed: false, state.zones, stamp)
            case .miss(let due): entry.pending = try run(entry.schedule, due, isMissed: true, state.zones, stamp)
            }
            if let run = entry.pending { entry.next = run.isMissed ? run.next : run.due }
            entry.unknownZone = nil
            return []
        } catch {
            entry.next = nil
            guard entry.unknownZone != error.name else { return [] }
            entry.unknownZone = error.name
            return [.emit(.zoneUnknown(id, error.name))]
        }
    }

    private static func run(
        _ schedule: PlanSchedule, _ due: UTCMillis, isMissed: Bool, _ zones: TimeZones, _ stamp: Stamp
    ) throws(UnknownZone) -> PlanRun {
        PlanRun(
            plan: schedule.id, revision: schedule.revision, due: due,
            next: try schedule.next(after: stamp.utc, zones: zones), isMissed: isMissed, utc: stamp.utc,
            seed: stamp.seed ^ schedule.id.low)
    }

    /// Settles the earliest moment that is due. Jobs are made only while there is room for more.
    static func settleNext(_ state: inout State) -> [Command<Self>] {
        guard state.run == nil, !state.isRetrying else { return [] }
        let pending = state.entries.values.compactMap(\.pending)
        let possible = pending.filter { $0.isMissed || state.hasRoom }
        guard let next = possible.min(by: { ($0.due, $0.plan) < ($1.due, $1.plan) }) else { return [] }
        state.run = next
        return [.run(.settle(next), as: .settle)]
    }

    static func settled(
        _ state: inout State, _ run: PlanRun, _ result: Result<PlanRunOutcome, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.run = nil
        switch result {
        case .failure(let failure):
            return state.phase == .running ? failed(&state, failure) : []
        case .success(.changed):
            state.entries[run.plan]?.pending = nil
            state.entries[run.plan]?.schedule.due = nil
            guard state.phase == .running else { return [] }
            return advance(&state, stamp) + load(&state)
        case .success(let outcome):
            conclude(&state, run)
            return events(run, outcome) + advance(&state, stamp)
        }
    }

    /// Goes on with the moment after one that is settled.
    private static func conclude(_ state: inout State, _ run: PlanRun) {
        guard var schedule = state.entries[run.plan]?.schedule, schedule.revision == run.revision else { return }
        guard let next = run.next else { return state.entries[run.plan] = nil }
        schedule.due = next
        schedule.found = run.utc
        state.entries[run.plan] = Entry(schedule)
    }

    private static func events(_ run: PlanRun, _ outcome: PlanRunOutcome) -> [Command<Self>] {
        switch outcome {
        case .fired(let jobs, let drop): [.emit(.fired(run.plan, due: run.due, jobs.jobs, drop))]
        case .missed: [.emit(.missed(run.plan, due: run.due))]
        case .settled, .changed: []
        }
    }

    // MARK: Sleeping

    /// The time until the clock is looked at again; `nil` if nothing can become due.
    private static func pause(_ state: State, _ stamp: Stamp) -> Duration? {
        if state.isRetrying { return retryPause }
        guard !state.entries.isEmpty || state.isShared else { return nil }
        let waiting = state.entries.values.filter { $0.pending == nil }.compactMap(\.next).min()
        guard let waiting else { return longestSleep }
        return min(longestSleep, .milliseconds(max(1, waiting.milliseconds(since: stamp.utc))))
    }

    static func sleep(_ state: inout State, _ pause: Duration?) -> [Command<Self>] {
        let wasSleeping = state.isSleeping
        state.isSleeping = pause != nil
        guard let pause else { return wasSleeping ? [.cancel(.timer)] : [] }
        return [.run(.sleep(pause), as: .timer)]
    }
}

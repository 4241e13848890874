package import Domain
package import MVICore

/// Makes the jobs of plans when they are due.
///
/// A moment is settled by a transaction that stores its jobs and the plan's next moment. Services that share the database
/// may all try: the first one's transaction counts.
package enum Plans: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// A person planned, changed or cancelled something.
        case changed(Change)
        /// The number of further jobs that are accepted.
        case capacityChanged(Int)
        /// Settles no further moment.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case changed(Change)
        case loaded(Result<Timetable, RepositoryFailure>)
        case settled(PlanRun, Result<PlanRunOutcome, RepositoryFailure>)
        /// Whether further jobs are accepted.
        case roomChanged(Bool)
        case woke
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        /// Reads when the active plans are due.
        case load
        case settle(PlanRun)
        case sleep(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case load
        case settle
        case timer
    }

    package enum Event: Equatable, Sendable {
        case changed(Change)
        /// Jobs were made for this moment.
        case fired(PlanID, due: UTCMillis, [Job], Drop)
        case missed(PlanID, due: UTCMillis)
        /// The plan's zone isn't known, so that it makes no jobs.
        case zoneUnknown(PlanID, String)
        /// A database access failed; it will be retried.
        case storageFailed(RepositoryFailure)
    }

    /// What a person did with a plan. It is stored already.
    package enum Change: Equatable, Sendable {
        case planned(PlanID, due: UTCMillis)
        /// `due`: the next moment; `nil` while it is paused.
        case changed(PlanID, due: UTCMillis?)
        case cancelled(PlanID)
    }

    /// When the active plans are due, and the zones of their calendars.
    package struct Timetable: Equatable, Sendable {
        package let schedules: [PlanSchedule]
        package let zones: TimeZones

        package init(_ schedules: [PlanSchedule], zones: TimeZones) {
            self.schedules = schedules
            self.zones = zones
        }
    }

    /// The longest time between two looks at the clock, which may be set at any moment.
    package static var longestSleep: Duration { .seconds(60) }
    /// The pause after a database error.
    package static var retryPause: Duration { .seconds(5) }

    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `loading`.
            case idle
            /// The plans have not been read yet. Next: `running`, `stopped`.
            case loading
            /// Next: `stopped`.
            case running
            /// Final.
            case stopped
        }

        package internal(set) var phase = Phase.idle
        /// The active plans.
        package internal(set) var entries: [PlanID: Entry] = [:]
        package internal(set) var zones = TimeZones(local: .utc)
        /// Whether other services may change plans.
        let isShared: Bool
        package internal(set) var hasRoom = false
        /// The attempt that is being stored.
        package internal(set) var run: PlanRun?
        /// Whether a read is running, or another one is needed after it.
        var isLoading = false
        var isOutdated = false
        var isSleeping = false
        /// Whether a database error is waited out.
        package internal(set) var isRetrying = false

        package static func initial(isShared: Bool = false) -> State { State(isShared: isShared) }
    }

    /// An active plan.
    package struct Entry: Equatable, Sendable {
        package internal(set) var schedule: PlanSchedule
        /// As it was read. The schedule differs from it where the clock was set back since.
        var stored: PlanSchedule
        /// The moment to settle, which was decided when it was noticed.
        package internal(set) var pending: PlanRun?
        /// When it is due next; `nil` while its zone isn't known.
        package internal(set) var next: UTCMillis?
        /// The zone of its calendar that isn't known.
        var unknownZone: String?
    }
}

extension Plans.State {
    /// Whether nothing is due that this service can settle.
    package var isQuiet: Bool {
        switch phase {
        case .idle, .stopped: true
        case .loading: isRetrying
        case .running: run == nil && !isLoading && (isRetrying || !hasRoom || !hasPending)
        }
    }

    private var hasPending: Bool { entries.values.contains { $0.pending != nil } }

    /// The next moment of all active plans.
    package var next: UTCMillis? { entries.values.compactMap(\.next).min() }
}

extension Plans {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle ? .started : nil
        case .changed(let change): .changed(change)
        case .capacityChanged(let count): state.hasRoom == (count > 0) ? nil : .roomChanged(count > 0)
        case .stop: state.phase == .stopped ? nil : .stopped
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .loading
            return load(&state)
        case .changed(let change): return [.emit(.changed(change))] + load(&state)
        case .loaded(let result): return loaded(&state, result, stamp)
        case .settled(let run, let result): return settled(&state, run, result, stamp)
        case .roomChanged(let hasRoom):
            state.hasRoom = hasRoom
            return state.phase == .running ? settleNext(&state) : []
        case .woke:
            guard state.phase == .loading || state.phase == .running else { return [] }
            state.isRetrying = false
            state.isSleeping = false
            if state.phase == .loading || state.isShared { return load(&state) }
            return advance(&state, stamp)
        case .stopped:
            state.phase = .stopped
            return sleep(&state, nil)
        }
    }

    // MARK: Reading

    static func load(_ state: inout State) -> [Command<Self>] {
        guard state.phase == .loading || state.phase == .running else { return [] }
        if state.isLoading {
            state.isOutdated = true
            return []
        }
        state.isLoading = true
        return [.run(.load, as: .load)]
    }

    private static func loaded(
        _ state: inout State, _ result: Result<Timetable, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.isLoading = false
        guard state.phase != .stopped else { return [] }
        if state.isOutdated {
            state.isOutdated = false
            return load(&state)
        }
        switch result {
        case .failure(let failure): return failed(&state, failure)
        case .success(let timetable):
            state.phase = .running
            state.zones = timetable.zones
            let earlier = state.entries
            state.entries = Dictionary(
                timetable.schedules.map { ($0.id, Entry(stored: $0, known: earlier[$0.id])) },
                uniquingKeysWith: { first, _ in first })
            return advance(&state, stamp)
        }
    }

    static func failed(_ state: inout State, _ failure: RepositoryFailure) -> [Command<Self>] {
        state.isRetrying = true
        return [.emit(.storageFailed(failure))] + sleep(&state, retryPause)
    }
}

extension Plans.Entry {
    /// A plan as it is stored now. What was decided before stays decided, unless a person changed the plan since.
    fileprivate init(stored: PlanSchedule, known: Plans.Entry?) {
        self.init(stored)
        guard let known, known.stored.revision == stored.revision else { return }
        if known.stored == stored { schedule = known.schedule }
        pending = known.pending
        unknownZone = known.unknownZone
    }

    init(_ schedule: PlanSchedule) { self.init(schedule: schedule, stored: schedule) }
}

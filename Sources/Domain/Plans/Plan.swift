/// A submission that is repeated, or made later, at set times.
package struct Plan: Equatable, Sendable {
    package enum State: String, Equatable, Sendable, CaseIterable {
        case active
        /// Makes no jobs until a person resumes it. Moments that pass meanwhile are left out.
        case paused
        /// No moment is left. Final.
        case ended
    }

    /// The moment that was settled last.
    package struct Run: Equatable, Sendable {
        package let due: UTCMillis
        /// The first job that was made; `nil` if the moment was missed.
        package let job: JobID?

        package init(due: UTCMillis, job: JobID?) {
            self.due = due
            self.job = job
        }
    }

    /// The number of plans that have not ended, and of ended ones that are still listed.
    package static let most = 1_000
    package static let mostEnded = 100

    package let id: PlanID
    package let order: PlannedOrder
    package var timing: PlanTiming
    package var state: State
    /// The next moment. `nil` once it has ended, and where it has to be found again.
    package var due: UTCMillis?
    /// What the clock showed when `due` was found.
    package var found: UTCMillis
    package var last: Run?
    package let created: UTCMillis
    /// Increases with each change by a person. A run that was begun before a change has no effect.
    package var revision: Int64

    package init(
        id: PlanID, order: PlannedOrder, timing: PlanTiming, state: State = .active, due: UTCMillis?,
        found: UTCMillis? = nil, last: Run? = nil, created: UTCMillis, revision: Int64 = 0
    ) {
        self.id = id
        self.order = order
        self.timing = timing
        self.state = state
        self.due = due
        self.found = found ?? created
        self.last = last
        self.created = created
        self.revision = revision
    }

    package var schedule: PlanSchedule {
        PlanSchedule(
            id: id, revision: revision, calendar: timing.calendar, catchUp: timing.catchUp, due: due,
            found: found)
    }
}

/// Identifies a plan.
package typealias PlanID = Identifier<Plan>

/// The jobs that a plan makes: a submission that is resolved and checked when it is planned, as a job's request is.
package struct PlannedOrder: Equatable, Sendable {
    package let request: Request
    /// The watch folder's name.
    package let folder: String
    /// The folder's outbox when it was planned, for a folder that is not configured any more.
    package let outbox: FolderPath
    package let onConflict: NameConflict
    /// The name of the outputs, with the ending of what they are made from.
    package let name: FileName
    /// The size of the pictures, in bytes.
    package let size: Int64
    /// The sender's own reference, which every job gets.
    package let reference: String?
    /// The sender's user ID.
    package let submitter: UInt32

    package init(
        request: Request, folder: String, outbox: FolderPath, onConflict: NameConflict = .number, name: FileName,
        size: Int64 = 0, reference: String? = nil, submitter: UInt32
    ) {
        self.request = request
        self.folder = folder
        self.outbox = outbox
        self.onConflict = onConflict
        self.name = name
        self.size = size
        self.reference = reference
        self.submitter = submitter
    }

    /// Makes the drop and the jobs of one run. `watch`: the folder as it is configured now; `nil` if it isn't.
    package func jobs(
        at utc: UTCMillis, day: LocalDay, seed: UInt64, watch: WatchFolder?
    ) -> (drop: Drop, jobs: [Job]) {
        let drop = Drop.submission(to: folder, at: utc, seed: seed, size: Int(size))
        let origin = JobOrigin(
            drop: drop, outbox: watch?.outbox ?? outbox, utc: utc, day: day, seed: seed,
            onConflict: watch?.rules.onConflict ?? onConflict, reference: reference, submitter: submitter)
        return (drop, origin.jobs(named: name, for: request))
    }

    /// The digests of its pictures, which are kept as long as the plan.
    package var pictures: [Digest] { request.source.given.map(\.digest) }
}

/// What happens to a moment that passed while no service was running.
package enum PlanCatchUp: String, Equatable, Sendable, CaseIterable {
    /// Nothing.
    case skip
    /// The latest of the missed moments is made up for, unless it is more than a day ago.
    case once
}

// MARK: - Times

/// When a plan is due.
package struct PlanTiming: Equatable, Sendable {
    /// The texts as they were given: `07:00` and `weekday`.
    package let at: String?
    package let every: String?
    /// What they mean; `nil` for a single moment.
    package let calendar: CalendarExpression?
    package var catchUp: PlanCatchUp

    /// Creates a timing that was checked before.
    package init(at: String?, every: String?, calendar: CalendarExpression?, catchUp: PlanCatchUp) {
        self.at = at
        self.every = every
        self.calendar = calendar
        self.catchUp = catchUp
    }
}

/// Why times can't be planned.
package enum PlanTimesProblem: Error, Equatable, Sendable {
    /// A mistake in the text of `at`, or in that of `every`.
    case at(String, PlannedTimeProblem)
    case every(String, PlannedTimeProblem)
    /// Neither text was given.
    case missing
    /// The interval has more than one moment within a minute.
    case tooOften(every: String)
    /// No moment is left until the end of 2199.
    case never(every: String)
}

extension PlanTiming {
    /// Reads the texts of a plan and finds its first moment after `now`.
    package static func planned(
        at: String?, every: String?, catchUp: PlanCatchUp, now: UTCMillis, zones: TimeZones
    ) throws(PlanTimesProblem) -> (timing: PlanTiming, due: UTCMillis) {
        guard let every else {
            guard let at else { throw .missing }
            do throws(PlannedTimeProblem) {
                let due = try PlannedTime(text: at).moment(now: now, zones: zones)
                return (PlanTiming(at: at, every: nil, calendar: nil, catchUp: catchUp), due)
            } catch { throw .at(at, error) }
        }
        let calendar = try calendar(at: at, every: every)
        guard !calendar.isMoreThanOnceAMinute else { throw .tooOften(every: every) }
        let due: UTCMillis?
        do throws(UnknownZone) {
            due = try calendar.next(after: now, zones: zones)
        } catch {
            let problem = PlannedTimeProblem(kind: .unknownZone(error.name), offset: 0)
            throw at?.contains(error.name) == true ? .at(at ?? "", problem) : .every(every, problem)
        }
        guard let due else { throw .never(every: every) }
        return (PlanTiming(at: at, every: every, calendar: calendar, catchUp: catchUp), due)
    }

    private static func calendar(at: String?, every: String) throws(PlanTimesProblem) -> CalendarExpression {
        do throws(PlannedEveryProblem) {
            return try CalendarExpression(at: at, every: every)
        } catch {
            switch error {
            case .at(let problem): throw .at(at ?? "", problem)
            case .every(let problem): throw .every(every, problem)
            }
        }
    }
}

extension CalendarExpression {
    /// Whether a minute can have several of its moments.
    fileprivate var isMoreThanOnceAMinute: Bool {
        seconds.first(from: 0, to: 59).map { seconds.first(from: $0 + 1, to: 59) != nil } ?? false
    }
}

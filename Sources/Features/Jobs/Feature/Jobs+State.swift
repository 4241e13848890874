package import Domain
import MVICore

extension Jobs {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `takingUp`.
            case idle
            /// Tried again until the database answers. Next: `running`.
            case takingUp
            /// Next: `draining`.
            case running
            /// Nothing new begins. The end.
            case draining
        }

        /// The most jobs that something is done about, or will be at once; the rest stay in the folder.
        package static let capacity = 512
        /// The most jobs beside those that wait, are held or unknown. They keep nobody from working: what waits for a
        /// backend must not keep the work of others in its folder.
        package static let waitingCapacity = 4_096

        package internal(set) var phase = Phase.idle
        /// Unfinished jobs, by identifier.
        package internal(set) var entries: [JobID: Entry] = [:]
        /// How many jobs may render and write at the same time.
        package let stagings: Int
        /// Where taking up stopped, when an earlier run left more than fits.
        package internal(set) var pageEnd: JobID?
        /// When taking up is tried again, since the machine's start: the database could not say what was left.
        var takeUpAt: Duration?
        /// When the timer rings that is set, since the machine's start.
        var timerAt: Duration?
        /// Drops of which a job has ended: the database is asked whether all have.
        package internal(set) var tallies: [DropID: Tally] = [:]
        /// Jobs that a person wants tried again; the database is asked.
        var reopening: Set<JobID> = []
        /// Unfinished drops whose files are gone: what of them was not submitted yet ends.
        var withdrawn: Set<DropID> = []
        /// Nothing new begins until a person says so.
        package internal(set) var isPaused = false
        package internal(set) var finished = Counters()

        package static func initial(stagings: Int = 16) -> State {
            State(stagings: stagings)
        }
    }

    /// A job and what is being done about it.
    package struct Entry: Equatable, Sendable {
        /// All entries are gone through at every step, and that must not copy all jobs.
        private var boxed: Boxed<Job>
        package internal(set) var activity: Activity
        /// A state that could not be written yet.
        var owed: JobState?
        /// A person wants no more of it: it ends as soon as what is being done about it has ended.
        package internal(set) var isCancelled = false
        /// That is being written into its row.
        package internal(set) var isNotingCancel = false
        /// A call of it may have been sent, as the database has it: it goes on without the file it came from.
        var isSubmitted = false
        /// Its backend was released while it was still being written that the job waits for it.
        var isReleased = false

        init(job: Job, activity: Activity, isCancelled: Bool = false) {
            boxed = Boxed(job)
            self.activity = activity
            self.isCancelled = isCancelled
        }

        package internal(set) var job: Job {
            get { boxed.value }
            set { boxed.value = newValue }
        }

        /// Whether nothing will happen to it unless a person says so, or a cap begins anew.
        package var isAtRest: Bool { activity == .resting || isHeld }

        /// Whether it may not be paid for now, and nothing is being done about that.
        var isHeld: Bool {
            switch (job.state, activity) {
            case (.held, .sleeping), (.held, .resting): true
            default: false
            }
        }
    }

    package enum Activity: Equatable, Sendable {
        /// Its turn has not come.
        case queued
        /// Backends has it.
        case asking
        case staging
        case delivering
        /// A state is being written.
        case moving
        /// Until this much time since the machine's start.
        case sleeping(until: Duration)
        /// A person has to decide.
        case resting
    }

    /// How far the database has come to say how many of a drop's jobs are open.
    package enum Tally: Equatable, Sendable {
        case asked
        /// It could not say. Since the machine's start.
        case askedAgain(at: Duration)
    }

    /// What has ended since the start.
    package struct Counters: Equatable, Sendable {
        package internal(set) var done = 0
        package internal(set) var failed = 0
        package internal(set) var cancelled = 0
    }
}

package import Domain

extension Backends {
    package struct State: Equatable, Sendable {
        /// The configured backends, by name.
        package internal(set) var backends: [String: Backend]
        /// Jobs whose turn has not come, in the order in which they came.
        package internal(set) var queue: [Job] = []
        /// What each backend works on.
        package internal(set) var calls: [JobID: RunningCall] = [:]
        /// Jobs whose own request made a healthy backend fail.
        package internal(set) var tries: [JobID: Tries] = [:]
        /// How many held jobs go on at each moment that a cap begins anew, in milliseconds since 1970.
        var releases: [Int64: Int] = [:]
        /// What has been told to be used up.
        var usedUp: Set<BudgetStop> = []
        /// How many pictures were made since the start, and how many were made before for others.
        package internal(set) var made = 0
        package internal(set) var reused = 0
        package internal(set) var isPaused = false
        package internal(set) var isDraining = false

        /// How many held jobs go on in an hour, once their cap has begun anew.
        package let maxRelease: Int

        /// Why answers can't be written down for now, one for each, by their jobs' order.
        package var unsaved: [JobFailure] {
            calls.sorted { $0.key < $1.key }.compactMap(\.value.unsaved)
        }

        package static func initial(_ rules: [String: Rules], maxRelease: Int = 60) -> State {
            State(backends: rules.mapValues { Backend(rules: $0) }, maxRelease: max(1, maxRelease))
        }
    }

    /// What is configured of a backend.
    package struct Rules: Equatable, Sendable {
        /// How many calls it takes at once.
        package let concurrency: Int
        /// How long after a failure it is looked at again.
        package let probeInterval: Duration
        package let onUnknown: UnknownPolicy
        /// Whether a call can never cost anything, so that repeating one is harmless.
        package let isFree: Bool
        /// How often it may be asked; `nil` as often as it answers.
        package let rate: CallRate?
        /// Who works in its place while it takes no calls, the first one that does.
        package let fallback: [String]
        /// Whether it makes nothing itself.
        package let isChain: Bool

        package init(
            concurrency: Int, probeInterval: Duration = .seconds(30), onUnknown: UnknownPolicy = .hold,
            isFree: Bool = false, rate: CallRate? = nil, fallback: [String] = [], isChain: Bool = false
        ) {
            self.concurrency = concurrency
            self.probeInterval = probeInterval
            self.onUnknown = onUnknown
            self.isFree = isFree
            self.rate = rate
            self.fallback = fallback
            self.isChain = isChain
        }

        /// Whether a job's call may be sent again although it may have been done. Paying twice is what was configured,
        /// paying without end is not: after that a person decides.
        func mayRepeat(_ job: Job) -> Bool {
            isFree || onUnknown == .retry && job.attempts < mostTries
        }
    }

    package struct Backend: Equatable, Sendable {
        package let rules: Rules
        package internal(set) var health = Health.fine
        var pace = Pace()
        var throttle = Throttle()
        var lost = LostAnswers()
        /// Whether jobs wait for its rate to let them through.
        var isPaced = false

        /// How many calls it refused in the hour before `now`, because they came too fast.
        package func refusedCalls(now: Int64) -> Int { throttle.count(now: now) }
    }

    package enum Health: Equatable, Sendable {
        /// One job at a time for a while after a refusal.
        case fine
        /// It asked for fewer requests. Next: `fine`, with the first job that asks after that time. In milliseconds
        /// since 1970.
        case paused(until: Int64)
        /// No call is made. Next: `trying`, when a probe finds it ready.
        case down(Outage)
        /// One job at a time. Next: `fine` with the first success, or `down` again.
        case trying(Outage)
    }

    /// A time in which a backend was at fault, until the first success.
    package struct Outage: Equatable, Sendable {
        package internal(set) var failure: BackendFailure
        /// When it began, in milliseconds since 1970.
        package let since: Int64
        /// How long is waited before the next look: doubled with each that fails.
        package internal(set) var interval: Duration
        /// When it is looked at again, since the machine's start.
        package internal(set) var dueAt: Duration
        /// Jobs by whose requests it failed, and how. When it turns out to be ready, it was their doing.
        package internal(set) var suspects: [JobID: BackendFailure] = [:]
    }

    package struct RunningCall: Equatable, Sendable {
        package let job: Job
        /// Who works on it.
        package let backend: String
        /// Whether its picture is made and only fetched: no slot of the backend is taken.
        let isFetch: Bool
        /// Nobody wants its picture any more.
        package internal(set) var isCancelled = false
        /// Why its answer can't be written down for now: it is known in memory alone.
        package internal(set) var unsaved: JobFailure?

        init(job: Job, on backend: String? = nil, isFetch: Bool = false) {
            self.job = job
            self.isFetch = isFetch
            self.backend = backend ?? job.request.generation.backend
        }
    }

    /// How often a job's own request made a healthy backend fail, and how the last time.
    package struct Tries: Equatable, Sendable {
        package internal(set) var count: Int
        package internal(set) var failure: BackendFailure
    }
}

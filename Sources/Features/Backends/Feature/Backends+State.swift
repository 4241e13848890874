package import Domain

extension Backends {
    package struct State: Equatable, Sendable {
        /// The configured backends, by name.
        package internal(set) var backends: [String: Backend]
        /// Jobs that wait for their turn, in order of arrival.
        package internal(set) var queue: [Job] = []
        /// The running calls and fetches.
        package internal(set) var calls: [JobID: RunningCall] = [:]
        /// Jobs whose own requests made a healthy backend fail.
        package internal(set) var tries: [JobID: Tries] = [:]
        /// The number of held jobs released so far for each reset of a cap, by its time.
        var releases: [UTCMillis: Int] = [:]
        /// The exhausted caps that have been reported.
        var usedUp: Set<BudgetExceeded> = []
        /// The number of pictures generated since the start, and of earlier purchases that were reused.
        package internal(set) var made = 0
        package internal(set) var reused = 0
        package internal(set) var isPaused = false
        /// What closed gates keep from starting.
        var closures = GateClosures.none
        package internal(set) var isDraining = false

        /// The number of held jobs that are released per hour after their cap has reset.
        package let maxRelease: Int

        /// The errors that keep results from being stored, in the order of their jobs.
        package var unsaved: [JobFailure] {
            calls.sorted { $0.key < $1.key }.compactMap(\.value.unsaved)
        }

        package static func initial(_ rules: [String: Rules], maxRelease: Int = 60) -> State {
            State(backends: rules.mapValues { Backend(rules: $0) }, maxRelease: max(1, maxRelease))
        }
    }

    /// The configuration of a backend.
    package struct Rules: Equatable, Sendable {
        /// The maximum number of concurrent calls.
        package let concurrency: Int
        /// The time between a failure and the health check.
        package let probeInterval: Duration
        package let onUnknown: UnknownOutcomePolicy
        /// `true` if calls never cost anything, so that repeating one is harmless.
        package let isFree: Bool
        /// `true` if it runs on this machine.
        package let isLocal: Bool
        /// The rate limit; `nil`: unlimited.
        package let rate: RateLimit?
        /// The backends that replace it while it accepts no calls, in order of preference.
        package let fallback: [String]
        /// `true` if it generates nothing itself and only delegates to `fallback`.
        package let isChain: Bool
        /// `true` if other services use it too, and all of them together keep to its limits.
        package let isShared: Bool

        package init(
            concurrency: Int, probeInterval: Duration = .seconds(30), onUnknown: UnknownOutcomePolicy = .hold,
            isFree: Bool = false, isLocal: Bool = false, rate: RateLimit? = nil, fallback: [String] = [],
            isChain: Bool = false,
            isShared: Bool = false
        ) {
            self.concurrency = concurrency
            self.probeInterval = probeInterval
            self.onUnknown = onUnknown
            self.isFree = isFree
            self.isLocal = isLocal
            self.rate = rate
            self.fallback = fallback
            self.isChain = isChain
            self.isShared = isShared
        }

        /// `true` if a call may be sent again although it may have been executed. Paying twice can be configured,
        /// paying without limit can't: after `maxTries` attempts a user decides.
        func mayRepeat(_ job: Job) -> Bool {
            isFree || onUnknown == .retry && job.attempts < maxTries
        }
    }

    package struct Backend: Equatable, Sendable {
        package let rules: Rules
        package internal(set) var health = Health.fine
        var pace = RateLimiter()
        var throttle = Throttle()
        var lost = LostResponses()
        /// `true` if jobs wait for its rate limit.
        var isPaced = false
        /// The time before which other services leave no room for a call, since system start.
        var crowdedUntil = Duration.zero
        /// `true` if the other services know that it accepts no calls, or only one at a time.
        var isKnownClosed = false

        /// The number of calls that it rejected because of a rate limit in the hour before `now`.
        package func refusedCalls(now: UTCMillis) -> Int { throttle.count(now: now) }
    }

    package enum Health: Equatable, Sendable {
        /// Accepts calls, for a while after a rejection only one at a time.
        case fine
        /// The backend requested a lower rate. Next: `fine`, with the first job after this time.
        case paused(until: UTCMillis)
        /// No call is made. Next: `trying`, when a health check finds it ready.
        case down(Outage)
        /// One job at a time. Next: `fine` with the first success, or `down` again.
        case trying(Outage)
    }

    /// A period in which a backend is failing, until the first success.
    package struct Outage: Equatable, Sendable {
        package internal(set) var failure: BackendFailure
        package let since: UTCMillis
        /// The wait before the next health check, doubled after each failed one.
        package internal(set) var interval: Duration
        /// The time of the next health check, since system start.
        package internal(set) var dueAt: Duration
        /// Jobs whose requests it failed on, with the failures. If the health check finds it ready, the requests are to
        /// blame.
        package internal(set) var suspects: [JobID: BackendFailure] = [:]
        /// `true` if another service has found it, and this one knows nothing more.
        var isLearned = false
    }

    package struct RunningCall: Equatable, Sendable {
        package let job: Job
        /// The backend that executes the call.
        package let backend: String
        /// `true` if the picture is generated and only fetched, which occupies no call slot.
        var isFetch = false
        /// `true` if the picture is no longer wanted.
        package internal(set) var isCancelled = false
        /// `true` if a gate has closed, and the call is made again once it is open.
        var isStopped = false
        /// The error that keeps the result from being stored; meanwhile it exists in memory only.
        package internal(set) var unsaved: JobFailure?
        /// The progress that was passed on last.
        var progress: ReportedProgress?
    }

    /// The progress of a call, and when it was passed on, since system start.
    struct ReportedProgress: Equatable, Sendable {
        let progress: GenerationProgress
        let at: Duration
    }

    /// The number of times that a job's own request made a healthy backend fail, and the last failure.
    package struct Tries: Equatable, Sendable {
        package internal(set) var count: Int
        package internal(set) var failure: BackendFailure
    }
}

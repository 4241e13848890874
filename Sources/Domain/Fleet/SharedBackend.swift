/// What services that share a database may together ask of a backend.
package struct SharedLimits: Equatable, Sendable {
    /// The maximum number of concurrent calls of all of them.
    package let concurrency: Int
    /// The rate limit of all of them; `nil`: unlimited.
    package let rate: RateLimit?

    package init(concurrency: Int, rate: RateLimit? = nil) {
        self.concurrency = concurrency
        self.rate = rate
    }

    /// The number of calls that may be made at once after a rest. It is limited to the concurrency, so that a service that
    /// counts calls in fixed windows is not exceeded at their boundaries.
    package var burst: Int { min(rate?.calls ?? concurrency, concurrency) }
}

/// Why a call has to wait for what the other services do.
package enum SharedObstacle: Equatable, Sendable {
    /// All the backend's places are taken, or others have waited for one for longer.
    case busy
    /// Together they have used up the rate limit, for this long.
    case paced(Duration)
    /// One of them has found that the backend accepts no calls.
    case closed(SharedOutage)
}

/// A backend that accepts no calls, as one service has told the others.
package struct SharedOutage: Equatable, Sendable {
    package let backend: String
    package let failure: BackendFailure
    /// How long no call is made, in milliseconds from now on. Afterwards one call at a time shows whether it works; at or
    /// below 0 that time has come. Clocks of several machines differ, so this is no time of day.
    package let remaining: Int64

    package init(backend: String, failure: BackendFailure, remaining: Int64) {
        self.backend = backend
        self.failure = failure
        self.remaining = remaining
    }
}

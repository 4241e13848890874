import Domain

extension Backends {
    /// How much of a rate is used: a bucket of tokens that fills evenly, kept as the time at which it would be full again
    /// (the generic cell rate algorithm, ITU-T I.371).
    struct Pace: Equatable, Sendable {
        /// Since the machine's start.
        private(set) var fullAt = Duration.zero

        /// How long the next call has to wait; zero when it may go. `burst` calls may go at once.
        func wait(_ rate: CallRate, burst: Int, now: Duration) -> Duration {
            max(.zero, fullAt - rate.step * (max(1, burst) - 1) - now)
        }

        mutating func take(_ rate: CallRate, now: Duration) {
            fullAt = max(fullAt, now) + rate.step
        }
    }
}

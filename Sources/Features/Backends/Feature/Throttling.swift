import Domain
import MVICore

extension Backends {
    /// The rate-limit rejections of a backend and the pause after each: exponential back-off with jitter, at least a
    /// second, and a limit on rejections per hour. A pause that the server requests is trusted once; if the server
    /// rejects again after it, the back-off also grows.
    struct Throttle: Equatable, Sendable {
        /// In milliseconds, like all times here.
        static let shortestWait: Int64 = 1_000
        static let longestWait: Int64 = 300_000
        static let maxRejectionsPerHour = 120
        /// The number of consecutive accepted calls after which calls run concurrently again and the next pause is
        /// shorter.
        private static let recovery = 10
        private static let hour: Int64 = 3_600_000
        /// The time after which a rejection is unrelated to the previous one.
        private static let memory: Int64 = 600_000

        /// The times of the rejections in the last hour, oldest first.
        private(set) var refusals: [UTCMillis] = []
        /// The exponent of the next pause.
        private var level = 0
        /// The number of accepted calls since the last rejection; `nil` before the first one.
        private var taken: Int?

        /// `true` if single calls test whether the backend accepts calls again.
        var isCareful: Bool { taken.map { $0 < Self.recovery } ?? false }

        /// The number of rejections in the hour before `now`.
        func count(now: UTCMillis) -> Int {
            refusals.count { $0 > now - Self.hour }
        }

        /// Records a rejection and returns the pause in milliseconds. `wait`: the pause that the server requested.
        mutating func refuse(wait: Int64?, _ stamp: Stamp) -> Int64 {
            let isOld = refusals.last.map { stamp.utc.milliseconds(since: $0) > Self.memory } ?? true
            if isOld { level = 0 } else if taken == 0 { level += 1 }
            note(stamp.utc)
            taken = 0
            let requested = max(wait ?? 0, Self.shortestWait)
            let backOff = BackOff.wait(wait == nil ? level + 1 : level, longest: Self.longestWait, stamp)
            return max(requested, backOff, waitForHourlyLimit(stamp.utc))
        }

        /// Records the rejection of a call that was already in flight.
        mutating func note(_ now: UTCMillis) {
            refusals.removeAll { $0 <= now - Self.hour }
            refusals.append(now)
            if refusals.count > Self.maxRejectionsPerHour { refusals.removeFirst() }
        }

        mutating func take() {
            guard let taken, taken < Self.recovery else { return }
            self.taken = taken + 1
            if taken + 1 == Self.recovery { level = max(0, level - 1) }
        }

        private func waitForHourlyLimit(_ now: UTCMillis) -> Int64 {
            guard refusals.count >= Self.maxRejectionsPerHour, let oldest = refusals.first else { return 0 }
            return (oldest + Self.hour).milliseconds(since: now)
        }
    }

    /// The lost answers of calls that may cost money. Each one leaves a job that a user has to decide about and an
    /// amount that counts as spent. Therefore trials become rarer with every loss, whatever succeeds in between, and
    /// calls are made one at a time until several in a row have succeeded.
    struct LostResponses: Equatable, Sendable {
        private static let day: Int64 = 86_400_000
        private static let recovery = 10
        /// The number of losses that are followed by the usual intervals.
        private static let tolerated = 3
        private static let longestInterval = Duration.seconds(3600)

        /// The times of the last day's losses that took the backend down, oldest first.
        private var times: [UTCMillis] = []
        /// The number of calls that have succeeded since the last loss.
        private var succeeded = 0

        var isCareful: Bool { !times.isEmpty && succeeded < Self.recovery }

        mutating func succeed() {
            if isCareful { succeeded += 1 }
        }

        mutating func note(_ now: UTCMillis) {
            succeeded = 0
            times.removeAll { $0 <= now - Self.day }
            times.append(now)
            if times.count > 64 { times.removeFirst() }
        }

        /// The time between the last loss and the next trial: doubled with each loss, up to the usual maximum for the
        /// first few and up to an hour after that.
        func interval(from first: Duration, usual longest: Duration) -> Duration {
            let most = times.count <= Self.tolerated ? longest : Self.longestInterval
            return min(first * (1 << min(max(0, times.count - 1), 20)), max(most, first))
        }
    }
}

/// Exponential back-off with jitter.
enum BackOff {
    /// The wait in milliseconds: two seconds, doubled with each level above the first, up to `longest`. Up to a quarter
    /// is added or subtracted at random, so that jobs that wait for the same backend don't stay in step. Zero below
    /// level 1.
    static func wait(_ level: Int, longest: Int64, _ stamp: Stamp, salt: UInt64 = 0) -> Int64 {
        guard level > 0 else { return 0 }
        let whole = min(longest, 1_000 << Int64(min(level, 20)))
        var random = SplitMix64(seed: stamp.seed ^ salt)
        return whole * 3 / 4 + Int64(random.next() % UInt64(whole / 2))
    }
}

extension Backends {
    /// The use of a rate limit: a token bucket that fills evenly, stored as the time at which it would be full again
    /// (the generic cell rate algorithm, ITU-T I.371).
    struct RateLimiter: Equatable, Sendable {
        /// Since system start.
        private(set) var fullAt = Duration.zero

        /// The wait before the next call; zero if it may be made now. `burst` calls may be made at once.
        func wait(_ rate: RateLimit, burst: Int, now: Duration) -> Duration {
            max(.zero, fullAt - rate.step * (max(1, burst) - 1) - now)
        }

        mutating func take(_ rate: RateLimit, now: Duration) {
            fullAt = max(fullAt, now) + rate.step
        }
    }
}

import Domain
import MVICore

extension Backends {
    /// How often a backend has refused calls because they came too fast, and how long it is left alone after the next
    /// refusal: exponential back-off with jitter, never less than a second, and a bound on refused calls an hour. A server
    /// that says how long to wait is believed once; if it then refuses again, the back-off grows under it as well.
    struct Throttle: Equatable, Sendable {
        /// In milliseconds, as everything here.
        static let shortestWait: Int64 = 1_000
        static let longestWait: Int64 = 300_000
        static let mostRefusalsPerHour = 120
        /// After so many calls in a row without a refusal, calls run side by side again and the next wait is shorter.
        private static let recovery = 10
        private static let hour: Int64 = 3_600_000
        /// A refusal so long after the last one has nothing to do with it.
        private static let memory: Int64 = 600_000

        /// When calls were refused, in milliseconds since 1970: those of the last hour, oldest first.
        private(set) var refusals: [Int64] = []
        /// The exponent of the next wait.
        private var level = 0
        /// How many calls were taken since the last refusal; `nil` before the first one.
        private var taken: Int?

        /// Whether one call at a time finds out if the backend takes calls again.
        var isCareful: Bool { taken.map { $0 < Self.recovery } ?? false }

        /// How many calls were refused in the hour before `now`.
        func count(now: Int64) -> Int {
            refusals.count { $0 > now - Self.hour }
        }

        /// Notes a refused call and returns for how long none should be sent. `wait` is what the server said.
        mutating func refuse(wait: Int64?, _ stamp: Stamp) -> Int64 {
            let isOld = refusals.last.map { stamp.utc - $0 > Self.memory } ?? true
            if isOld { level = 0 } else if taken == 0 { level += 1 }
            note(stamp.utc)
            taken = 0
            let told = max(wait ?? 0, Self.shortestWait)
            let backOff = BackOff.wait(wait == nil ? level + 1 : level, longest: Self.longestWait, stamp)
            return max(told, backOff, untilFewer(stamp.utc))
        }

        /// Notes another refusal of a call that was already on its way.
        mutating func note(_ now: Int64) {
            refusals.removeAll { $0 <= now - Self.hour }
            refusals.append(now)
            if refusals.count > Self.mostRefusalsPerHour { refusals.removeFirst() }
        }

        mutating func take() {
            guard let taken, taken < Self.recovery else { return }
            self.taken = taken + 1
            if taken + 1 == Self.recovery { level = max(0, level - 1) }
        }

        private func untilFewer(_ now: Int64) -> Int64 {
            guard refusals.count >= Self.mostRefusalsPerHour, let oldest = refusals.first else { return 0 }
            return oldest + Self.hour - now
        }
    }

    /// When answers to calls that may cost were lost. Each leaves a job that a person has to decide about, and an amount
    /// that counts as spent, so that trials become rarer the more were lost, whatever succeeded in between, and one call
    /// at a time goes out until several in a row have succeeded.
    struct LostAnswers: Equatable, Sendable {
        private static let day: Int64 = 86_400_000
        private static let recovery = 10
        /// So many are followed by the usual intervals.
        private static let tolerated = 3
        private static let longestInterval = Duration.seconds(3600)

        /// In milliseconds since 1970: those of the last day that took the backend down, oldest first.
        private var times: [Int64] = []
        /// How many calls have succeeded since the last loss.
        private var succeeded = 0

        var isCareful: Bool { !times.isEmpty && succeeded < Self.recovery }

        mutating func succeed() {
            if isCareful { succeeded += 1 }
        }

        mutating func note(_ now: Int64) {
            succeeded = 0
            times.removeAll { $0 <= now - Self.day }
            times.append(now)
            if times.count > 64 { times.removeFirst() }
        }

        /// How long after the latest one the backend is tried again: doubled with each, up to the usual longest interval
        /// for the first few, and up to an hour from then on.
        func interval(from first: Duration, usual longest: Duration) -> Duration {
            let most = times.count <= Self.tolerated ? longest : Self.longestInterval
            return min(first * (1 << min(max(0, times.count - 1), 20)), max(most, first))
        }
    }
}

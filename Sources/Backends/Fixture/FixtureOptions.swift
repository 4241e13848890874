package import Domain

/// The configuration of a backend for tests and dry runs.
package struct FixtureOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// The fault to produce; `nil` for none.
    package var fault: FixtureFault?
    /// The number of calls that succeed before the first fault.
    package var after: Int
    /// The interval between faults, in calls: 1 is every call.
    package var every: Int
    /// The number of calls and health checks that fail before the fault ends; `nil` for no end.
    package var times: Int?
    /// The duration of each call.
    package var delay: Duration
    /// Whether calls count as free.
    package var isFree: Bool
    /// The maximum number of concurrent calls.
    package var concurrency: Int
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration

    package init(
        name: String, fault: FixtureFault? = nil, after: Int = 0, every: Int = 1, times: Int? = nil,
        delay: Duration = .zero, isFree: Bool = true, concurrency: Int = 4, onUnknown: UnknownOutcomePolicy = .hold,
        probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.fault = fault
        self.after = after
        self.every = max(1, every)
        self.times = times
        self.delay = delay
        self.isFree = isFree
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}

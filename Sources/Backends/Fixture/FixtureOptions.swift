package import Domain

/// What a backend for tests and dry runs is told to do.
package struct FixtureOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// `nil`: every call is answered.
    package var fault: FixtureFault?
    /// How many calls are answered before the first fault.
    package var after: Int
    /// Of the calls after these, each so-manieth meets the fault: 1 is each.
    package var every: Int
    /// How many calls and looks meet the fault before it is over; `nil`: it never is.
    package var times: Int?
    /// How long each call takes.
    package var delay: Duration
    /// Whether calls are taken to cost nothing.
    package var isFree: Bool
    /// How many calls at once.
    package var concurrency: Int
    package var onUnknown: UnknownPolicy
    package var probeInterval: Duration

    package init(
        name: String, fault: FixtureFault? = nil, after: Int = 0, every: Int = 1, times: Int? = nil,
        delay: Duration = .zero, isFree: Bool = true, concurrency: Int = 4, onUnknown: UnknownPolicy = .hold,
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

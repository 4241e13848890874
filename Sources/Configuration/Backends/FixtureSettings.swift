package import Domain

/// The settings of a backend of type `fixture` beside those common to all backends.
package struct FixtureSettings: Equatable, Sendable {
    package var fault: FixtureFault?
    package var after: Int
    package var every: Int
    package var times: Int?
    package var delay: Duration
    package var isFree: Bool

    package init(
        fault: FixtureFault? = nil, after: Int = 0, every: Int = 1, times: Int? = nil, delay: Duration = .zero,
        isFree: Bool = true
    ) {
        self.fault = fault
        self.after = after
        self.every = every
        self.times = times
        self.delay = delay
        self.isFree = isFree
    }
}

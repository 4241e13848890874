public import Domain

/// What a table `[backends.NAME]` of type `fixture` says beside what every backend has.
public struct FixtureSettings: Equatable, Sendable {
    public var fault: FixtureFault?
    public var after: Int
    public var every: Int
    public var times: Int?
    public var delay: Duration
    public var isFree: Bool

    public init(
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

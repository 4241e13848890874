/// Durations of two things measured in turns, so that what slows the machine slows both.
struct Rounds {
    private(set) var floor: [Duration] = []
    private(set) var work: [Duration] = []

    init(_ count: Int, floor: () throws -> Void, work: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        // The first of each warms caches and is not counted.
        try floor()
        try work()
        for _ in 0..<count {
            self.floor.append(try clock.measure(floor))
            self.work.append(try clock.measure(work))
        }
    }

    /// The smallest time of the work over the smallest of the floor.
    var minimumRatio: Double { (work.min() ?? .zero) / (floor.min() ?? .zero) }
    /// The median of the rounds' own ratios.
    var medianRatio: Double { Self.median(zip(work, floor).map { $0 / $1 }) }

    static func milliseconds(_ durations: [Duration]) -> (minimum: Double, median: Double) {
        let values = durations.map { $0 / .milliseconds(1) }
        return (values.min() ?? 0, median(values))
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

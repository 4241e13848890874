/// How far a backend is with a picture, as far as it says. Kept in memory only.
package struct GenerationProgress: Hashable, Sendable {
    /// From 0 to 1.
    package let fraction: Double?
    package let secondsLeft: Int64?
    /// The step that was finished last.
    package let step: Int64?
    package let steps: Int64?
    /// The position in the provider's queue, as the provider counts it.
    package let queuePosition: Int64?

    /// Omits values that are out of range, and derives the fraction from the steps if the backend doesn't say it. `nil`
    /// when nothing is known.
    package init?(
        fraction: Double? = nil, secondsLeft: Double? = nil, step: Int64? = nil, steps: Int64? = nil,
        queuePosition: Int64? = nil
    ) {
        let total = steps.flatMap { $0 > 0 ? $0 : nil }
        let finished = step.flatMap { 0...(total ?? .max) ~= $0 ? $0 : nil }
        var part = fraction.flatMap { $0.isFinite ? $0 : nil }
        if part == nil, let finished, let total { part = Double(finished) / Double(total) }
        self.fraction = part.map { min(1, max(0, $0)) }
        self.secondsLeft = secondsLeft.flatMap { 0...1e9 ~= $0 ? Int64($0.rounded(.up)) : nil }
        self.step = finished
        self.steps = total
        self.queuePosition = queuePosition.flatMap { $0 >= 0 ? $0 : nil }
        let isKnown = part != nil || self.secondsLeft != nil || finished != nil || self.queuePosition != nil
        guard isKnown else { return nil }
    }
}

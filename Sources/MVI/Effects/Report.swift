package import MVICore

/// How long-lived work tells of facts on the way.
package struct Report<F: Feature>: Sendable {
    private let hear: @Sendable (F.InternalAction) async -> Bool

    package init(_ hear: @escaping @Sendable (F.InternalAction) async -> Bool) {
        self.hear = hear
    }

    /// Tells a fact. `false` once the work has lost its name: nobody listens any more, so it should stop.
    package func callAsFunction(_ fact: F.InternalAction) async -> Bool {
        await hear(fact)
    }
}

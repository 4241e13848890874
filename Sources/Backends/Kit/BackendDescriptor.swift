package import Domain

/// The capabilities and limits of a configured backend.
package struct BackendDescriptor: Equatable, Sendable {
    /// The configured name.
    package let name: String
    /// The kind, such as `sketch`.
    package let kind: String
    /// The source of the picture as shown in art and provenance, such as `sketch, no AI`.
    package let credit: String
    /// Whether a call can never cost anything, so that repeating one is harmless.
    package let isFree: Bool
    /// Whether the same request always returns the same bytes.
    package let isDeterministic: Bool
    /// The supported side lengths, in pixels.
    package let sides: ClosedRange<Int>
    /// The maximum number of concurrent calls.
    package let concurrency: Int
    /// How a job continues after a call whose outcome is unknown.
    package let onUnknown: UnknownOutcomePolicy
    /// The interval between health checks while the backend is down.
    package let probeInterval: Duration
    /// How long the service keeps a result at the address it returned, in milliseconds; `nil` where it doesn't say.
    package let resultLifetime: Int64?
    /// The request options that the backend supports.
    package let abilities: BackendCapabilities
    /// The part of a mask that the service repaints.
    package let maskStyle: MaskStyle
    /// Whether the backend has to be asked for the progress of a running call.
    package let reportsProgress: Bool

    package init(
        name: String, kind: String, credit: String, isFree: Bool, isDeterministic: Bool, sides: ClosedRange<Int>,
        concurrency: Int, onUnknown: UnknownOutcomePolicy = .hold, probeInterval: Duration = .seconds(30),
        resultLifetime: Int64? = nil, abilities: BackendCapabilities = BackendCapabilities(),
        maskStyle: MaskStyle = .transparent, reportsProgress: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.credit = credit
        self.isFree = isFree
        self.isDeterministic = isDeterministic
        self.sides = sides
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
        self.resultLifetime = resultLifetime
        self.abilities = abilities
        self.maskStyle = maskStyle
        self.reportsProgress = reportsProgress
    }
}

extension BackendDescriptor {
    /// Creates the descriptor of a configured backend.
    package init(
        _ context: BackendContext, kind: String, credit: String, isDeterministic: Bool = false,
        sides: ClosedRange<Int>, resultLifetime: Int64? = nil, abilities: BackendCapabilities,
        maskStyle: MaskStyle = .transparent, reportsProgress: Bool = false
    ) {
        self.init(
            name: context.name, kind: kind, credit: credit, isFree: context.isFree, isDeterministic: isDeterministic,
            sides: sides, concurrency: context.limits.concurrency, onUnknown: context.onUnknown,
            probeInterval: context.probeInterval, resultLifetime: resultLifetime, abilities: abilities,
            maskStyle: maskStyle, reportsProgress: reportsProgress)
    }
}

package import Domain

/// What a backend can do.
package struct BackendDescriptor: Equatable, Sendable {
    /// The configured name.
    package let name: String
    /// The kind, such as `sketch`.
    package let kind: String
    /// What art and provenance say of where the picture comes from, such as `sketch, no AI`.
    package let credit: String
    /// Whether a call can never cost anything, so that repeating one is harmless.
    package let isFree: Bool
    /// Whether the same request gives the same bytes.
    package let isDeterministic: Bool
    /// Sizes in pixels, each way.
    package let sides: ClosedRange<Int>
    /// How many calls may run at once.
    package let concurrency: Int
    /// What becomes of a job when nobody knows whether its call was answered.
    package let onUnknown: UnknownPolicy
    /// How often its health is looked at while it is down.
    package let probeInterval: Duration
    /// How long its service keeps a picture at the address that it gave, in milliseconds; `nil` where it doesn't say.
    package let resultLifetime: Int64?
    /// What it can honour of a request.
    package let abilities: BackendAbilities

    package init(
        name: String, kind: String, credit: String, isFree: Bool, isDeterministic: Bool, sides: ClosedRange<Int>,
        concurrency: Int, onUnknown: UnknownPolicy = .hold, probeInterval: Duration = .seconds(30),
        resultLifetime: Int64? = nil, abilities: BackendAbilities = BackendAbilities()
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
    }
}

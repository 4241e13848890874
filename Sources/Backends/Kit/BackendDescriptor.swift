public import Domain

/// What a backend can do.
public struct BackendDescriptor: Equatable, Sendable {
    /// The configured name.
    public let name: String
    /// The kind, such as `sketch`.
    public let kind: String
    /// What art and provenance say of where the picture comes from, such as `sketch, no AI`.
    public let credit: String
    /// Whether a call can never cost anything, so that repeating one is harmless.
    public let isFree: Bool
    /// Whether the same request gives the same bytes.
    public let isDeterministic: Bool
    /// Sizes in pixels, each way.
    public let sides: ClosedRange<Int>
    /// How many calls may run at once.
    public let concurrency: Int
    /// What becomes of a job when nobody knows whether its call was answered.
    public let onUnknown: UnknownPolicy
    /// How often its health is looked at while it is down.
    public let probeInterval: Duration
    /// How long its service keeps a picture at the address that it gave, in milliseconds; `nil` where it doesn't say.
    public let resultLifetime: Int64?
    /// What it can honour of a request.
    public let abilities: BackendAbilities

    public init(
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

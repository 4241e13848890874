public import Domain

/// What a table `[backends.NAME]` of type `a1111` says beside what every backend has.
public struct A1111Settings: Equatable, Sendable {
    /// Without a slash at the end.
    public var baseURL: String
    /// Absent: the model that the server has loaded.
    public var model: String?
    public var negativePrompt: String?
    public var steps: Int?
    public var sampler: String?
    public var scheduler: String?
    public var guidance: Double?
    /// Whether nobody else uses the server.
    public var isExclusive: Bool
    public var extra: [String: JSONValue]

    public init(
        baseURL: String, model: String? = nil, negativePrompt: String? = nil, steps: Int? = nil,
        sampler: String? = nil, scheduler: String? = nil, guidance: Double? = nil, isExclusive: Bool = false,
        extra: [String: JSONValue] = [:]
    ) {
        self.baseURL = baseURL
        self.model = model
        self.negativePrompt = negativePrompt
        self.steps = steps
        self.sampler = sampler
        self.scheduler = scheduler
        self.guidance = guidance
        self.isExclusive = isExclusive
        self.extra = extra
    }
}

package import Domain

/// What a table `[backends.NAME]` of type `a1111` says beside what every backend has.
package struct A1111Settings: Equatable, Sendable {
    /// Without a slash at the end.
    package var baseURL: String
    /// Absent: the model that the server has loaded.
    package var model: String?
    package var negativePrompt: String?
    package var steps: Int?
    package var sampler: String?
    package var scheduler: String?
    package var guidance: Double?
    /// Whether nobody else uses the server.
    package var isExclusive: Bool
    package var extra: [String: JSONValue]

    package init(
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

package import Domain

/// The settings of a backend of type `a1111` beside those common to all backends.
package struct A1111Settings: Equatable, Sendable {
    /// Without a trailing slash.
    package var baseURL: String
    /// `nil` for the model that the server has loaded.
    package var model: String?
    package var negativePrompt: String?
    package var steps: Int?
    package var sampler: String?
    package var scheduler: String?
    package var guidance: Double?
    /// Whether the server has no other users.
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

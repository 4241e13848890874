import Domain

/// What is put into a template's places. Empty texts are nothing.
struct TemplateValues: Equatable {
    /// What every request has, or could have.
    static let ofRequests = [
        "prompt", "negative_prompt", "image_b64", "image_data", "image_type", "width", "height", "size", "aspect_ratio",
        "seed", "count", "key",
        "model", "steps", "guidance", "scheduler", "strength", "quality", "picture_format",
    ]
    /// What not every request has: a template may only name it where it may be left out.
    static let optional = [
        "negative_prompt", "image_b64", "image_data", "image_type", "steps", "guidance", "scheduler", "strength",
        "quality",
    ]

    private var values: [String: JSONValue]

    init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    subscript(name: String) -> JSONValue? {
        get {
            guard let value = values[name], value != .null, value != .text("") else { return nil }
            return value
        }
        set { values[name] = newValue }
    }
}

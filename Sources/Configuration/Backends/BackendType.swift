import Domain

/// What backends speak.
enum BackendType: String, Sendable, CaseIterable {
    case openai
}

extension BackendType {
    /// The fields that only this type has.
    var fields: [Field<BackendDraft>] {
        switch self {
        case .openai: OpenAIDraft.fields.map { $0.lifted(to: \BackendDraft.openai) }
        }
    }

    /// What can't be left out, beside `type`.
    var required: [String] {
        switch self {
        case .openai: ["base_url", "model"]
        }
    }

    /// A backend of this type of which nothing was read yet.
    var draft: BackendDraft {
        switch self {
        case .openai: BackendDraft()
        }
    }
}

import Domain

/// What backends speak.
enum BackendType: String, Sendable, CaseIterable {
    case openai
    case comfyui
}

extension BackendType {
    /// The fields that only this type has. `paths` makes the paths of files absolute.
    func fields(_ paths: PathResolver) -> [Field<BackendDraft>] {
        switch self {
        case .openai: OpenAIDraft.fields.map { $0.lifted(to: \BackendDraft.openai) }
        case .comfyui: ComfyUIDraft.fields(paths).map { $0.lifted(to: \BackendDraft.comfyui) }
        }
    }

    /// What can't be left out, beside `type`.
    var required: [String] {
        switch self {
        case .openai: ["base_url", "model"]
        case .comfyui: ["base_url", "workflow"]
        }
    }

    /// A backend of this type of which nothing was read yet.
    var draft: BackendDraft {
        switch self {
        case .openai, .comfyui: BackendDraft()
        }
    }

    /// Whether an answer can be lost so that nobody knows of the work: not where the asker names it and can ask for it.
    var hasUnknownEnds: Bool {
        switch self {
        case .openai: true
        case .comfyui: false
        }
    }
}

import Domain

/// The types of backends.
enum BackendType: String, Sendable, CaseIterable {
    case openai
    case comfyui
    case a1111
    case http
    case karlo
    case exec
    case chain
    case fixture
}

extension BackendType {
    /// The fields specific to this type. `paths` makes file paths absolute.
    func fields(_ paths: PathResolver, names: [String]) -> [Field<BackendDraft>] {
        switch self {
        case .openai: OpenAIDraft.fields.map { $0.lifted(to: \BackendDraft.openai) }
        case .comfyui: ComfyUIDraft.fields(paths).map { $0.lifted(to: \BackendDraft.comfyui) }
        case .a1111: A1111Settings.fields.map { $0.lifted(to: \BackendDraft.a1111) }
        case .http: HTTPDraft.fields(paths).map { $0.lifted(to: \BackendDraft.http) }
        case .chain: ChainDraft.fields(names).map { $0.lifted(to: \BackendDraft.chain) }
        case .karlo: KarloSettings.fields.map { $0.lifted(to: \BackendDraft.karlo) }
        case .exec: ExecDraft.fields(paths).map { $0.lifted(to: \BackendDraft.exec) }
        case .fixture: FixtureSettings.fields.map { $0.lifted(to: \BackendDraft.fixture) }
        }
    }

    /// The required fields beside `type`.
    var required: [String] {
        switch self {
        case .openai: ["base_url", "model"]
        case .comfyui: ["base_url", "workflow"]
        case .a1111: ["base_url"]
        case .http: ["template"]
        case .karlo: ["api_key"]
        case .exec: []
        case .chain: ["members"]
        case .fixture: []
        }
    }

    /// A draft with this type's defaults. Some defaults depend on other keys in the table.
    func draft(_ table: FieldValue) -> BackendDraft {
        var draft = BackendDraft()
        switch self {
        case .comfyui, .karlo, .http, .fixture, .chain: break
        case .openai:
            guard case .text(let text) = table["profile"]?.value.content,
                let profile = ImagesProfile(rawValue: text), profile.isOwnMachine
            else { break }
            draft.timeout = .seconds(3600)
            if profile == .sdcpp { draft.concurrency = 1 }
        case .a1111:
            // A single GPU generates one picture at a time and may be slow.
            draft.concurrency = 1
            draft.timeout = .seconds(3600)
        case .exec: draft.concurrency = 1
        }
        return draft
    }

    /// Whether the outcome of a call can stay unknown.
    var canEndUnknown: Bool {
        switch self {
        case .openai, .comfyui, .a1111, .karlo, .http, .fixture, .exec: true
        case .chain: false
        }
    }

    /// Whether calls count as paid unless `free = true` is set. Types that are free unless a price is given have no
    /// such field; plugins and fixtures have their own.
    var canBeDeclaredFree: Bool {
        switch self {
        case .openai, .http, .karlo: true
        case .comfyui, .a1111, .exec, .chain, .fixture: false
        }
    }

    /// Whether its responses contain URLs of pictures or pending work.
    var returnsURLs: Bool {
        switch self {
        case .openai, .http, .karlo: true
        case .comfyui, .a1111, .exec, .chain, .fixture: false
        }
    }

    /// Whether it is called over the network and may need an API key.
    var hasAddress: Bool {
        switch self {
        case .openai, .comfyui, .a1111, .http, .karlo: true
        case .exec, .chain, .fixture: false
        }
    }
}

extension ImagesProfile {
    /// Whether it usually runs on the user's own machine, which may be slow.
    fileprivate var isOwnMachine: Bool {
        switch self {
        case .localai, .sdcpp, .vllm: true
        case .openai, .azure, .together, .xai, .litellm: false
        }
    }
}

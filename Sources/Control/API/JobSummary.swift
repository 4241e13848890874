/// A job in a list.
public struct JobSummary: Codable, Equatable, Sendable {
    /// 26 characters; any unique beginning or ending of four or more stands for it.
    public var id: String
    /// `queued`, `submitting`, `submitted`, `generated`, `staged`, `done`, `waiting`, `held`, `unknown`, `failed` or
    /// `cancelled`.
    public var state: String
    /// The watch folder's name.
    public var folder: String
    /// The dropped file's name, for show.
    public var name: String
    public var created: WireTime
    /// When it came to its state.
    public var changed: WireTime
    public var attempts: Int
    /// The words that its picture is generated from; none for a dropped picture.
    public var prompt: String?
    public var backend: String?
    /// Why it waits, is held, failed or has no art: a stable word, and a sentence.
    public var code: String?
    public var detail: String?
    /// When it goes on, while it waits.
    public var until: WireTime?
    public var tags: [String]
    /// The sender's own words, as they came.
    public var reference: String?

    public init(
        id: String, state: String, folder: String, name: String, created: WireTime, changed: WireTime, attempts: Int,
        prompt: String? = nil, backend: String? = nil, code: String? = nil, detail: String? = nil,
        until: WireTime? = nil, tags: [String] = [], reference: String? = nil
    ) {
        self.id = id
        self.state = state
        self.folder = folder
        self.name = name
        self.created = created
        self.changed = changed
        self.attempts = attempts
        self.prompt = prompt
        self.backend = backend
        self.code = code
        self.detail = detail
        self.until = until
        self.tags = tags
        self.reference = reference
    }
}

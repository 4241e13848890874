/// A job in a list.
package struct JobSummary: Codable, Equatable, Sendable {
    /// 26 characters; any unique beginning or ending of four or more stands for it.
    package var id: String
    /// `queued`, `submitting`, `submitted`, `generated`, `staged`, `done`, `waiting`, `held`, `unknown`, `failed` or
    /// `cancelled`.
    package var state: String
    /// The watch folder's name.
    package var folder: String
    /// The dropped file's name, for show.
    package var name: String
    package var created: WireTime
    /// When it came to its state.
    package var changed: WireTime
    package var attempts: Int
    /// The words that its picture is generated from; none for a dropped picture.
    package var prompt: String?
    package var backend: String?
    /// Why it waits, is held, failed or has no art: a stable word, and a sentence.
    package var code: String?
    package var detail: String?
    /// When it goes on, while it waits.
    package var until: WireTime?
    package var tags: [String]
    /// The sender's own words, as they came.
    package var reference: String?

    package init(
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

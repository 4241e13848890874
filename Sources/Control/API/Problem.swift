/// Why a request was not answered as hoped: RFC 9457, with a stable `code` for machines.
public struct Problem: Error, Codable, Equatable, Sendable {
    /// One wrong field of a request.
    public struct Field: Codable, Equatable, Sendable {
        /// The whole key, such as `art.columns`.
        public var field: String
        public var code: String
        /// A sentence: what is wrong and what would be right.
        public var detail: String

        public init(field: String, code: String, detail: String) {
            self.field = field
            self.code = code
            self.detail = detail
        }
    }

    /// Always `about:blank`: `code` tells kinds apart.
    public var type: String
    /// The status's own phrase, such as `Not Found`.
    public var title: String
    public var status: Int
    /// What happened, to what, why, and what to do.
    public var detail: String
    /// The stable word.
    public var code: String
    /// Every wrong field of a request.
    public var errors: [Field]?
    /// The jobs that are still open, at most 100.
    public var jobs: [JobSummary]?
    /// What makes work wait.
    public var gates: [Gate]?
    /// Identifiers of the jobs that an ending may mean, or that a key stands for already; at most 100.
    public var candidates: [String]?

    public init(
        title: String, status: Int, detail: String, code: String, errors: [Field]? = nil, jobs: [JobSummary]? = nil,
        candidates: [String]? = nil
    ) {
        self.type = "about:blank"
        self.title = title
        self.status = status
        self.detail = detail
        self.code = code
        self.errors = errors
        self.jobs = jobs
        self.candidates = candidates
    }
}

/// Why a request was not answered as hoped: RFC 9457, with a stable `code` for machines.
package struct Problem: Error, Codable, Equatable, Sendable {
    /// One wrong field of a request.
    package struct Field: Codable, Equatable, Sendable {
        /// The whole key, such as `art.columns`.
        package var field: String
        package var code: String
        /// A sentence: what is wrong and what would be right.
        package var detail: String

        package init(field: String, code: String, detail: String) {
            self.field = field
            self.code = code
            self.detail = detail
        }
    }

    /// Always `about:blank`: `code` tells kinds apart.
    package var type: String
    /// The status's own phrase, such as `Not Found`.
    package var title: String
    package var status: Int
    /// What happened, to what, why, and what to do.
    package var detail: String
    /// The stable word.
    package var code: String
    /// Every wrong field of a request.
    package var errors: [Field]?
    /// The jobs that are still open, at most 100.
    package var jobs: [JobSummary]?
    /// What makes work wait.
    package var gates: [Gate]?
    /// Identifiers of the jobs that an ending may mean, or that a key stands for already; at most 100.
    package var candidates: [String]?

    package init(
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

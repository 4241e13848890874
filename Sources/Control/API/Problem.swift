/// A problem document (RFC 9457) with a stable `code` for machines.
package struct Problem: Error, Codable, Equatable, Sendable {
    /// An invalid field of a request.
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

    /// Always `about:blank`; kinds of problems differ in `code`.
    package var type: String
    /// The status's reason phrase, such as `Not Found`.
    package var title: String
    package var status: Int
    /// The problem, its cause and the remedy, as sentences.
    package var detail: String
    /// The stable code.
    package var code: String
    /// All invalid fields of a request.
    package var errors: [Field]?
    /// The unfinished jobs, at most 100.
    package var jobs: [JobSummary]?
    /// The conditions that make work wait.
    package var gates: [Gate]?
    /// IDs of the jobs that a partial ID matches, or of the job that already used a key; at most 100.
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

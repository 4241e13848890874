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
    package var type = "about:blank"
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
    /// The place of a mistake in the text of a search.
    package var place: Place?

    /// A part of a text, in characters from 0; the length is 0 at the text's end.
    package struct Place: Codable, Equatable, Sendable {
        package var offset: Int
        package var length: Int

        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }
}

extension Problem {
    package init(status: Int, code: String, detail: String) {
        self.init(title: ReasonPhrase.of(status), status: status, detail: detail, code: code)
    }
}

/// The reason phrases of RFC 9110 for the statuses of problems.
package enum ReasonPhrase {
    package static let all = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 409: "Conflict", 410: "Gone", 413: "Content Too Large", 415: "Unsupported Media Type",
        422: "Unprocessable Content", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout",
    ]

    static func of(_ status: Int) -> String {
        all[status] ?? "Internal Server Error"
    }
}

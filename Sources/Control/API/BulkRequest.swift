/// A filter for an action on several jobs; a job must match every field given.
package struct BulkRequest: Codable, Equatable, Sendable {
    package var state: [String]?
    package var cause: String?
    package var folder: String?
    package var backend: String?
    /// Such as `2h`, `yesterday` or an RFC 3339 time.
    package var since: String?
    package var isDryRun: Bool?
    package var mayPayTwice: Bool?

    private enum CodingKeys: String, CodingKey {
        case state, cause, folder, backend, since
        case isDryRun = "dry_run"
        case mayPayTwice = "may_pay_twice"
    }

    package init(
        state: [String]? = nil, cause: String? = nil, folder: String? = nil, backend: String? = nil,
        since: String? = nil, isDryRun: Bool? = nil, mayPayTwice: Bool? = nil
    ) {
        self.state = state
        self.cause = cause
        self.folder = folder
        self.backend = backend
        self.since = since
        self.isDryRun = isDryRun
        self.mayPayTwice = mayPayTwice
    }
}

/// The result of an action on several jobs.
package struct BulkAnswer: Codable, Equatable, Sendable {
    /// A job that the action could not be applied to.
    package struct Refused: Codable, Equatable, Sendable {
        package var id: String
        package var code: String
        package var detail: String

        package init(id: String, code: String, detail: String) {
            self.id = id
            self.code = code
            self.detail = detail
        }
    }

    package var isDryRun: Bool
    /// The number of jobs that matched the filter.
    package var matched: Int
    /// IDs of the changed jobs (in a dry run, of those that would be changed), newest first.
    package var done: [String]
    package var refused: [Refused]

    private enum CodingKeys: String, CodingKey {
        case matched, done, refused
        case isDryRun = "dry_run"
    }

    package init(isDryRun: Bool, matched: Int, done: [String], refused: [Refused]) {
        self.isDryRun = isDryRun
        self.matched = matched
        self.done = done
        self.refused = refused
    }
}

/// The body of a retry. An absent body equals an empty object.
package struct RetryRequest: Codable, Equatable, Sendable {
    /// Must be true for a job in state `unknown`, whose picture may already have been paid for.
    package var mayPayTwice: Bool?

    private enum CodingKeys: String, CodingKey {
        case mayPayTwice = "may_pay_twice"
    }

    package init(mayPayTwice: Bool? = nil) {
        self.mayPayTwice = mayPayTwice
    }
}

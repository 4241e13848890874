package import Domain

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

    package init() {}
}

/// The result of an action on several jobs.
package struct BulkAnswer: Codable, Equatable, Sendable {
    /// A job that the action could not be applied to.
    package struct Refused: Codable, Equatable, Sendable {
        package var id: String
        package var code: String
        package var detail: String
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
}

extension BulkAnswer {
    /// Lists at most 1,000 changed jobs and 100 refused ones. `reason` returns the code and the sentence of a failure.
    package init(
        _ result: BulkResult, isDryRun: Bool, reason: (ControlFailure) -> (code: String, detail: String)
    ) {
        let refused = result.refused.prefix(100).map { refused in
            let (code, detail) = reason(refused.failure)
            return Refused(id: refused.job.text, code: code, detail: detail)
        }
        self.init(
            isDryRun: isDryRun, matched: result.done.count + result.refused.count,
            done: result.done.prefix(1000).map(\.text), refused: refused)
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

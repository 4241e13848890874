/// Which jobs something is done with: those that fit all that is said.
package struct BulkRequest: Codable, Equatable, Sendable {
    package var state: [String]?
    package var cause: String?
    package var folder: String?
    package var backend: String?
    /// Such as `2h`, `yesterday` or a time of RFC 3339.
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

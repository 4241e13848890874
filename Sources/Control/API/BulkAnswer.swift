/// What became of the jobs that something was done with.
package struct BulkAnswer: Codable, Equatable, Sendable {
    /// A job with which it could not be done.
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
    /// How many jobs fit the filter.
    package var matched: Int
    /// Identifiers, the newest first.
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

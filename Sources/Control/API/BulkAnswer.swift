/// What became of the jobs that something was done with.
public struct BulkAnswer: Codable, Equatable, Sendable {
    /// A job with which it could not be done.
    public struct Refused: Codable, Equatable, Sendable {
        public var id: String
        public var code: String
        public var detail: String

        public init(id: String, code: String, detail: String) {
            self.id = id
            self.code = code
            self.detail = detail
        }
    }

    public var isDryRun: Bool
    /// How many jobs fit the filter.
    public var matched: Int
    /// Identifiers, the newest first.
    public var done: [String]
    public var refused: [Refused]

    private enum CodingKeys: String, CodingKey {
        case matched, done, refused
        case isDryRun = "dry_run"
    }

    public init(isDryRun: Bool, matched: Int, done: [String], refused: [Refused]) {
        self.isDryRun = isDryRun
        self.matched = matched
        self.done = done
        self.refused = refused
    }
}

/// A copy of the database.
public struct BackupAnswer: Codable, Equatable, Sendable {
    /// Where it lies, for show.
    public var path: String
    public var bytes: Int64

    public init(path: String, bytes: Int64) {
        self.path = path
        self.bytes = bytes
    }
}

/// A copy of the database.
package struct BackupAnswer: Codable, Equatable, Sendable {
    /// Where it lies, for show.
    package var path: String
    package var bytes: Int64

    package init(path: String, bytes: Int64) {
        self.path = path
        self.bytes = bytes
    }
}

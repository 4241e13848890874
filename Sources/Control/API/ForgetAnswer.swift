/// That a job was forgotten, and what of it is still somewhere.
package struct ForgetAnswer: Codable, Equatable, Sendable {
    package var id: String
    /// How many files of the outbox and the archive were removed.
    package var removed: Int
    /// The folder in which its source is left, for what failed stays with the person.
    package var source: String?
    /// How many copies of the database still hold it.
    package var backups: Int

    package init(id: String, removed: Int = 0, source: String? = nil, backups: Int = 0) {
        self.id = id
        self.removed = removed
        self.source = source
        self.backups = backups
    }
}

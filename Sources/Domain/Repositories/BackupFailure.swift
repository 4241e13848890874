/// Why the database could not be copied.
package enum BackupFailure: Error, Equatable, Sendable {
    case database(RepositoryFailure)
    /// The folder of the copies can't be used.
    case folder(FileFailure)
}

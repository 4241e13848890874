/// Why the database could not be copied.
public enum BackupFailure: Error, Equatable, Sendable {
    case database(RepositoryFailure)
    /// The folder of the copies can't be used.
    case folder(FileFailure)
}

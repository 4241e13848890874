/// Maintains the whole store.
package protocol MaintenanceRepository: Sendable {
    /// Checks all stored data without blocking reads and writes. Throws `.corrupt` if it is damaged.
    func check() async throws(RepositoryFailure)

    /// Writes a complete and synced copy named `name` without blocking reads and writes. Of all copies that begin with
    /// `prefix`, the last `kept` by name remain. Returns the copy's size in bytes.
    func backUp(as name: FileName, keeping kept: Int, prefix: String) async throws(BackupFailure) -> Int64

    /// Returns once the store has answered a trivial query, even with a failure: proof that it is not stuck.
    func answer() async

    /// Commits pending writes; later requests fail.
    func close() async
}

/// The reason why a backup of the database failed.
package enum BackupFailure: Error, Equatable, Sendable {
    case database(RepositoryFailure)
    /// The backup folder can't be used.
    case folder(FileFailure)
    /// The database is on a server, which has tools of its own.
    case onServer
}

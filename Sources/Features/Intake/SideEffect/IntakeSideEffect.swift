package import Domain
package import IntakeFeature

/// The outside world as intake sees it. It knows no store, and what it returns has been stored.
package protocol IntakeSideEffect: Sendable {
    /// What an earlier run left unfinished, oldest first.
    func recover() async -> Result<[RecoveredDrop], RepositoryFailure>

    /// Reports possible changes in a folder and in its watched subfolders until `heard` returns `false` or the task is
    /// cancelled.
    func watch(
        _ folder: String, _ heard: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async

    /// Selects the subfolders to watch; those that could not be watched before are tried again.
    func watchSubfolders(_ names: Set<FileName>, of folder: String) async

    /// Tells the `most` oldest files of a folder, with what lies beside them. Of those that the last listing passed by each
    /// `every`-th is looked at.
    func list(_ folder: String, most: Int, every: Int) async -> Result<FolderListing, FileFailure>

    /// Returns after `duration`, `false` when the task was cancelled before.
    func wait(_ duration: Duration) async -> Bool

    /// Claims what one listing found; those that were claimed before are left out.
    func claim(_ drops: [Drop], at utc: Int64) async -> Result<[Drop], RepositoryFailure>

    /// Reads a claimed drop once and makes its jobs, minted from `utc` and `seed`.
    func read(_ drop: Drop, at utc: Int64, seed: UInt64) async -> ReadOutcome

    /// Whether the file of that identity holds what the drop does.
    func compare(_ drop: Drop, with identity: FileIdentity) async -> CompareOutcome

    /// Clears the source of a drop away, according to its failure. Doing it again is harmless.
    func dispose(_ drop: Drop, at utc: Int64) async -> DisposeOutcome
}

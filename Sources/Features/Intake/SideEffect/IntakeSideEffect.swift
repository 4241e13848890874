package import Domain
package import IntakeFeature
import MVICore
package import MVIEffects

/// The side effects of `Intake`. It doesn't know the store, and everything it returns has been stored.
package protocol IntakeSideEffect: Sendable {
    /// The drops that an earlier run left unfinished, oldest first.
    func recover() async -> Result<[RecoveredDrop], RepositoryFailure>

    /// Reports possible changes in a folder and its watched subfolders until `onChange` returns `false` or the task is
    /// cancelled.
    func watch(
        _ folder: String, _ onChange: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async

    /// Selects the subfolders to watch. Subfolders that could not be watched before are tried again.
    func watchSubfolders(_ names: Set<FileName>, of folder: String) async

    /// Lists the `most` oldest files of a folder with their sidecars and markers. Examines every `every`-th of the
    /// files that the last listing skipped, others each time; 1 examines all.
    func list(_ folder: String, most: Int, every: Int) async -> Result<FolderListing, FileFailure>

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool

    /// Claims the drops of one listing. Files that were claimed before are omitted from the result.
    func claim(_ drops: [Drop], at utc: UTCMillis) async -> Result<[Drop], RepositoryFailure>

    /// Reads a claimed drop and creates its jobs, with identifiers made from `utc` and `seed`.
    func read(_ drop: Drop, at utc: UTCMillis, seed: UInt64) async -> ReadOutcome

    /// Compares the drop's content with that of the file that has the drop's name now, given by its identity.
    func compare(_ drop: Drop, with identity: FileIdentity) async -> CompareOutcome

    /// Disposes of a drop's source according to its failure. Idempotent. If the source was rewritten in place, it is left
    /// alone and `.changing` is returned, until `settled` says that it has stopped changing with this identity.
    func dispose(_ drop: Drop, settled: FileIdentity?, at utc: UTCMillis) async -> DisposeOutcome
}

extension Intake {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any IntakeSideEffect) -> Perform<Intake> {
        { effect, report in
            switch effect {
            case .recover:
                return .recovered(await sideEffect.recover())
            case .watch(let folder):
                await sideEffect.watch(folder) { change, name in
                    await report(.hinted(folder: folder, change, below: name))
                }
                return .watchEnded(folder: folder)
            case .watchSubfolders(let folder, let names):
                await sideEffect.watchSubfolders(names, of: folder)
                return nil
            case .list(let folder, let most, let every):
                return .listed(folder: folder, await sideEffect.list(folder, most: most, every: every))
            case .wake(let folder, let after):
                return await sideEffect.wait(after) ? .woke(folder: folder) : nil
            case .wakeRecovery(let after):
                return await sideEffect.wait(after) ? .recoveryDue : nil
            case .claim(let drops, let folder, let utc):
                return .claimed(folder: folder, await sideEffect.claim(drops, at: utc))
            case .read(let drop, let utc, let seed):
                return .read(drop.id, await sideEffect.read(drop, at: utc, seed: seed))
            case .compare(let drop, let identity):
                return .compared(drop.id, identity, await sideEffect.compare(drop, with: identity))
            case .dispose(let drop, let settled, let utc):
                return .disposed(drop.id, await sideEffect.dispose(drop, settled: settled, at: utc))
            }
        }
    }
}

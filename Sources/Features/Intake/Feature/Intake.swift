package import Domain
import MVICore

/// Watches the folders, lets files settle, claims and reads them, and clears their sources away at the end.
package enum Intake: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// No new claims; what runs ends.
        case stop
        /// Lists a folder now.
        case lookNow(folder: String)
        /// A drop that came another way than through a folder, and is read already: it ends as the others do.
        case adopt(Drop)
        /// All jobs of a drop have ended, with the failure of the first that failed.
        case ended(DropID, DropFailure?)
        /// How many new jobs Jobs takes from now on.
        case roomChanged(Int)
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case stopped
        case recovered(Result<[RecoveredDrop], RepositoryFailure>)
        case recoveryDue
        /// Of the watch folder, or of one below it.
        case hinted(folder: String, FolderChange, below: FileName? = nil)
        case watchEnded(folder: String)
        case lookWanted(folder: String)
        case woke(folder: String)
        case listed(folder: String, Result<FolderListing, FileFailure>)
        case claimed(folder: String, Result<[Drop], RepositoryFailure>)
        case read(DropID, ReadOutcome)
        case adopted(Drop)
        case ended(DropID, DropFailure?)
        case disposed(DropID, DisposeOutcome)
        case compared(DropID, FileIdentity, CompareOutcome)
        case roomChanged(Int)
    }

    /// `utc` is in milliseconds since 1970.
    package enum Effect: Equatable, Sendable {
        /// Asks for what an earlier run left unfinished.
        case recover
        /// Reports possible changes in a folder and in its watched subfolders.
        case watch(folder: String)
        /// Selects the subfolders to watch; those that could not be watched before are tried again.
        case watchSubfolders(folder: String, Set<FileName>)
        /// Tells the `most` oldest files. Of those that the last listing passed by each `every`-th is looked at, others
        /// each time: 1 looks at all.
        case list(folder: String, most: Int = FolderListing.most, every: Int = 1)
        /// Wakes this folder after a while.
        case wake(folder: String, after: Duration)
        /// Asks again for what was left unfinished after a while.
        case wakeRecovery(after: Duration)
        case claim([Drop], folder: String, utc: Int64)
        /// Reads a drop and mints its jobs from `utc` and `seed`.
        case read(Drop, utc: Int64, seed: UInt64)
        /// Whether what lies under the drop's name now holds what the drop does.
        case compare(Drop, FileIdentity)
        /// Clears the source away, according to the drop's `failure`.
        case dispose(Drop, utc: Int64)
    }

    package enum TaskID: Hashable, Sendable {
        case recovery
        case watch(String)
        case watchSubfolders(String)
        case list(String)
        case timer(String)
        case claim(String)
        case read(DropID)
        case dispose(DropID)
        case compare(DropID)
    }

    package enum Event: Equatable, Sendable {
        /// New jobs, already stored.
        case accepted([Job])
        /// Nothing came of a drop.
        case failed(Drop, DropFailure)
        /// A file has not come to rest for `waited`; it is taken when it stays the same for `needs`. Told once a file.
        case settlingLong(folder: String, FileEntry, waited: Duration, needs: Duration)
        /// A picture lacks its end: it goes on settling, in case it is still being written.
        case cut(Drop)
        /// A file that says something of a picture has lain there without one for a while. Told once a file.
        case sidecarAlone(folder: String, FileEntry)
        /// The file of a drop was taken away or replaced: what of it was not submitted yet is not wanted any more.
        case withdrawn(Drop, isReplaced: Bool)
        /// A source can't be moved away. Told once, and again when another failure keeps it from that.
        case stuck(Drop, FileFailure)
        /// A folder came or went.
        case folderChanged(folder: String, FolderHealth)
        /// A folder lies on a network file system: it is listed so often, as no events can be relied on.
        case folderRemote(folder: String, interval: Duration)
        /// Intake waits, or goes on (`nil`).
        case waiting(IntakeTrouble?)
    }
}

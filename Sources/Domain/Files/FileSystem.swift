/// Access to files for side effects. Every name is relative to a folder, and no symbolic link between the folder and
/// the entry is followed.
package protocol FileSystem: Sendable {
    /// Lists a folder without `.` and `..`, in no particular order. Entries that vanish meanwhile are left out.
    func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry]

    /// Reads a folder, or the subfolder `below` it, and combines its entries one by one with `step`, so that a large
    /// folder needs little memory. Names are relative to the folder that is read. Entries for which `passing` returns
    /// `true` are skipped without an `lstat`.
    func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum

    /// Returns the `lstat` result for an entry, `nil` if there is none.
    func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry?

    /// Returns the folder itself, with symbolic links on its path followed.
    func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry

    /// Reads a whole regular file of at most `limit` bytes. Throws `.missing`, `.notRegular`, `.tooLarge`.
    func read(_ name: FileName, in folder: FolderPath, limit: Int) async throws(FileFailure) -> [UInt8]

    /// Returns whether a regular file is not empty and no process has it open for writing; `false` also when that can't
    /// be determined. Does not delay processes that open the file meanwhile.
    func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool

    /// Renames without ever replacing a file; across devices it copies, syncs and unlinks. Throws `.exists` or
    /// `.missing`.
    func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure)

    /// Writes a whole file and fsyncs it, replacing an existing file. Mode 0664, so that default ACLs apply.
    func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Writes to a temporary name, fsyncs, renames over `name`, and fsyncs the folder.
    func replace(_ name: FileName, in folder: FolderPath, with bytes: [UInt8]) async throws(FileFailure)

    /// Renames within a folder, replacing an existing file. Throws `.missing`.
    func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Fsyncs the folder itself, so that renames in it are durable.
    func sync(_ folder: FolderPath) async throws(FileFailure)

    /// Unlinks a file; does nothing if there is none.
    func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Creates a folder and its missing parents.
    func makeFolder(_ folder: FolderPath) async throws(FileFailure)

    /// Creates a folder below an existing one, with the folders between.
    func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Returns the free and total space of the file system, in bytes.
    func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace

    /// Watches a folder and the selected subfolders, and reports possible changes. Reports are hints; only a listing is
    /// reliable. The first report of each folder is `.watching` or `.unavailable`. Returns when the task is cancelled,
    /// when `onChange` returns `false`, or after the folder itself is `.unavailable`.
    func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ onChange: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async
}

/// The subfolders that a watch covers besides the folder itself. The selection can change while the watch runs: one
/// watch covers them all, so thousands of subfolders cost one entry each instead of one task each.
package protocol SubfolderSelection: Sendable {
    /// Calls `changed` after every change from now on, and once at the start. Replaces an earlier observer.
    func observe(_ changed: @escaping @Sendable () -> Void)

    /// Returns the selection if it was set since the last call, otherwise `nil`.
    func takeChange() -> Set<FileName>?
}

/// A change hint from the kernel. Only a listing is reliable.
package enum FolderChange: Equatable, Sendable {
    /// The watch is active: changes after this point are reported.
    case watching
    /// An entry was renamed into the folder, so its content is complete.
    case arrived(FileName)
    /// A file that was open for writing was closed.
    case closed(FileName)
    /// Another change, which requires a new listing.
    case changed
    /// The folder disappeared or events were lost, which requires a new listing.
    case lost
    /// The kernel can't watch this folder, so that it can only be listed periodically. The code is 0 if other machines
    /// change the folder, as on a network file system.
    case unavailable(code: Errno)
}

/// The space of a file system, in bytes.
package struct DiskSpace: Equatable, Sendable, Codable {
    package let free: Int64
    package let total: Int64
    /// The space to keep free.
    package let reserve: Int64

    /// `reserve`: 1 GiB or 2 %, whichever is more, if it is `nil`.
    package init(free: Int64, total: Int64, reserve: Int64? = nil) {
        self.free = free
        self.total = total
        self.reserve = reserve ?? max(1 << 30, total / 50)
    }

    package func keepingFree(_ reserve: Int64?) -> DiskSpace { DiskSpace(free: free, total: total, reserve: reserve) }

    /// Whether less than the reserve is free, so that no new work is accepted.
    package var isLow: Bool { free < reserve }
}

/// The reason why a file or folder could not be used.
package enum FileFailure: Error, Equatable, Sendable, Codable {
    case missing
    case exists
    case denied
    /// No space left, or quota exceeded.
    case full
    case readOnly
    /// A symbolic link, folder, FIFO, socket or device where a regular file is required.
    case notRegular
    /// A symbolic link or a file, at this path, where a folder below a configured one is required.
    case notFolder(FolderPath)
    case tooLarge(bytes: Int64, limit: Int64)
    /// The file changed while it was read.
    case changing
    /// The content doesn't match the digest by which it is stored.
    case damaged
    /// Source and target are on different file systems.
    case otherDevice
    case nameTooLong
    /// The folder's marker file is missing or has another content: the disk is not mounted, or another one is.
    case unmounted
    /// Another service on this machine picks up drops from the folder; its process ID.
    case served(by: Int32)
    /// Another node takes drops from the folder; the name of its machine.
    case heldElsewhere(String)
    /// Another folder of this name has unfinished drops in the database that nodes share.
    case nameHeld
    /// The shared storage of pictures can't be used.
    case sharedStore(BlobStoreFailure)
    /// What the database knows of the file or folder is unavailable.
    case database(RepositoryFailure)
    /// Any other error.
    case failed(code: Errno)
}

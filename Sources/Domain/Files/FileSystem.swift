/// The file system as side effects see it. Every name is an entry of a folder, or of one below it: no link on the way
/// from the folder to it is followed.
package protocol FileSystem: Sendable {
    /// Lists a folder without `.` and `..`, in no order. Entries that vanish meanwhile are left out.
    func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry]

    /// Goes through a folder, or one below it, as `list` lists it: entry by entry, none of which is kept but by `step`,
    /// with its name in its own folder. Nothing more is asked about those that are passed by.
    func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, FileGlimpse) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum

    /// What `lstat` says of an entry, `nil` when there is none.
    func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry?

    /// What a folder itself is, wherever links lead to it.
    func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry

    /// Reads a whole regular file of at most `limit` bytes. Throws `.missing`, `.notRegular`, `.tooLarge`.
    func read(_ name: FileName, in folder: FolderPath, limit: Int) async throws(FileFailure) -> [UInt8]

    /// Whether a regular file holds something and nobody has it open for writing; `false` too when that can't be told.
    /// Nobody who opens it meanwhile is kept waiting.
    func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool

    /// Renames without ever replacing; across devices it copies, syncs and unlinks. Throws `.exists` or `.missing`.
    func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure)

    /// Writes a whole file and fsyncs it; what had the name is replaced. Mode 0664, so that default ACLs apply.
    func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Writes under a temporary name, fsyncs, renames over the name, fsyncs the folder.
    func replace(_ name: FileName, in folder: FolderPath, with bytes: [UInt8]) async throws(FileFailure)

    /// Renames within a folder; what had the new name is replaced. Throws `.missing`.
    func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Fsyncs the folder itself, so that its renames last.
    func sync(_ folder: FolderPath) async throws(FileFailure)

    /// Unlinks a file; nothing happens when there is none.
    func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Makes a folder and those above it.
    func makeFolder(_ folder: FolderPath) async throws(FileFailure)

    /// Makes a folder below one that is there, and those between.
    func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure)

    /// Space left and space in all, in bytes.
    func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace

    /// Watches a folder and the selected folders below it, and reports possible changes: hints, never the truth. The
    /// first report of each folder is `.watching` or `.unavailable`. Returns when the task is cancelled, when `heard`
    /// returns `false`, or after the folder itself is `.unavailable`.
    func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ heard: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async
}

/// The subfolders of a watched folder that are watched as well. The selection can change while the watch runs: one watch
/// covers a folder and all of them, so thousands of subfolders cost one entry each instead of one task each.
package protocol SubfolderSelection: Sendable {
    /// Calls `changed` after every change from now on, and once at the start. Replaces an earlier observer.
    func observe(_ changed: @escaping @Sendable () -> Void)

    /// The selection if it was set since the last call, otherwise `nil`.
    func takeChange() -> Set<FileName>?
}

/// A hint from the kernel. The listing is the truth.
package enum FolderChange: Equatable, Sendable {
    /// The watch stands: what is listed from now on can't be missed.
    case watching
    /// An entry arrived by a rename from outside of the folder, so it is complete.
    case arrived(FileName)
    /// A file was closed that was open for writing.
    case closed(FileName)
    /// Something else happened: look again.
    case changed
    /// The folder itself went away or events were lost: list again.
    case lost
    /// The kernel can't watch here; only the interval remains.
    case unavailable(code: Int32)
}

/// What a file system has room for, in bytes.
package struct DiskSpace: Equatable, Sendable {
    package let free: Int64
    package let total: Int64

    package init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// What has to stay free: 1 GiB or 2 %, whichever is more.
    package var reserve: Int64 { max(1 << 30, total / 50) }

    /// Whether less than the reserve is left, so that no new work is taken.
    package var isLow: Bool { free < reserve }
}

/// Why a file or folder could not be used. `code` is the system's errno.
package enum FileFailure: Error, Equatable, Sendable, Codable {
    case missing
    case exists
    case denied
    /// No space, or over quota.
    case full
    case readOnly
    /// A link, folder, FIFO, socket or device where a regular file is needed.
    case notRegular
    /// A link, or a file, where a folder is needed below one that a person chose: that one.
    case notFolder(FolderPath)
    case tooLarge(bytes: Int64, limit: Int64)
    /// Changed while it was read.
    case changing
    /// On another file system.
    case otherDevice
    case nameTooLong
    /// The marker that the folder had is not there: its disk is not mounted, or another one is.
    case unmounted
    /// Another service on this machine takes drops from the folder; its process.
    case served(by: Int32)
    case failed(code: Int32)
}

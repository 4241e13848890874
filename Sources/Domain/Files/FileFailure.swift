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

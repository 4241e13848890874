package import Domain

/// Why intake takes nothing for now. It goes on by itself when the reason is gone.
package enum IntakeTrouble: Equatable, Sendable {
    case lowDisk(DiskSpace)
    case repository(RepositoryFailure)
    /// The blobs can't be written, or the system is short of descriptors or memory.
    case storage(FileFailure)
}

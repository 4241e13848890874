package import Domain

/// Where the bytes of a picture come from.
package enum PictureSource: Sendable {
    case bytes([UInt8])
    /// One that can seek is read from offset 0 by `pread`, and its own offset stays; a pipe is read from where it stands.
    /// It stays open.
    case descriptor(Int32)
    /// A regular file, never opened through a link.
    case file(FolderPath, FileName)
}

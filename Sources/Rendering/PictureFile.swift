package import Domain

/// A picture to be rendered.
package enum PictureFile: Equatable, Sendable {
    /// A regular file, never opened through a link.
    case file(FileName, in: FolderPath)
    case bytes([UInt8])
    /// An open file, read from its start where it can seek. It stays open.
    case descriptor(Int32)
}

public import Domain

/// A picture to be rendered.
public enum PictureFile: Equatable, Sendable {
    /// A regular file, never opened through a link.
    case file(FolderPath, FileName)
    case bytes([UInt8])
}

/// The source of a picture's bytes.
package enum PictureSource: Equatable, Sendable {
    case bytes([UInt8])
    /// A seekable descriptor is read from offset 0 with `pread`, without moving its position; a pipe from its current
    /// position. It isn't closed.
    case descriptor(Int32)
    /// A regular file; links are not followed.
    case file(FileName, in: FolderPath)
}

/// Why a picture could not be read or written.
public enum PictureFailure: Error, Equatable, Sendable, Codable {
    /// The first bytes open no picture.
    case notAPicture
    /// A format that this version does not read.
    case unsupported(PictureFormat)
    /// Over the bound of pixels; `limit` is the one that was met.
    case tooManyPixels(width: Int, height: Int, limit: Int64)
    /// The data ended after `rows` of `height` rows.
    case truncated(rows: Int, height: Int)
    /// The decoder's own words.
    case corrupt(String)
    case outOfMemory
    /// The picture is well, but its art is larger than was allowed, however coarse its colours.
    case artTooLarge(bytes: Int, limit: Int)
    case unreadable(FileFailure)
}

/// Why a picture could not be read or written.
package enum PictureFailure: Error, Equatable, Sendable, Codable {
    /// The first bytes open no picture.
    case notAPicture
    /// A format that is known and not read.
    case unsupported(PictureFormat)
    /// A format that is read, but not in this kind; `said` in the decoder's own words.
    case unsupportedKind(PictureFormat, said: String)
    /// The library that reads the format is not on this machine.
    case missingLibrary(PictureFormat)
    /// Over the bound of pixels; `limit` is the one that was met.
    case tooManyPixels(width: Int, height: Int, limit: Int64)
    /// Rendering it takes more memory, in bytes, than all renderings together may: it could never begin.
    case tooMuchMemory(bytes: Int64, limit: Int64)
    /// The data ended after `rows` of `height` rows.
    case truncated(rows: Int, height: Int)
    /// The decoder's own words.
    case corrupt(String)
    case outOfMemory
    /// The picture is well, but its art is larger than was allowed, however coarse its colours.
    case artTooLarge(bytes: Int, limit: Int)
    /// The font file that the art was to be made for.
    case font(path: String, FontFailure)
    case unreadable(FileFailure)
}

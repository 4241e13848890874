/// What a decoder knows before the first row.
package struct PictureInfo: Equatable, Sendable {
    package let format: PictureFormat
    /// As stored, in pixels, before the orientation is applied.
    package let width: Int
    /// As stored, in pixels.
    package let height: Int
    /// The pixels of a row that the decoder hands over: fewer than `width` where it reduced the picture.
    package let rowWidth: Int
    /// The rows that it hands over.
    package let rowCount: Int
    package let orientation: Orientation
    /// Whether any pixel may be less than opaque.
    package let hasAlpha: Bool
    /// A profile of colours was there, but could not be used: the picture is shown as sRGB.
    package let hasBrokenProfile: Bool
    /// The most bytes that the decoder holds at a time, its library's included.
    package let memory: Int64

    package init(
        format: PictureFormat, width: Int, height: Int, orientation: Orientation, hasAlpha: Bool,
        hasBrokenProfile: Bool = false, reduced: PictureSize? = nil, memory: Int64 = 0
    ) {
        self.format = format
        self.width = width
        self.height = height
        rowWidth = reduced?.width ?? width
        rowCount = reduced?.height ?? height
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        self.hasBrokenProfile = hasBrokenProfile
        self.memory = memory
    }

    /// As shown, in pixels.
    package var shownWidth: Int { orientation.swapsAxes ? height : width }
    /// As shown, in pixels.
    package var shownHeight: Int { orientation.swapsAxes ? width : height }
    package var shown: PictureSize { PictureSize(width: shownWidth, height: shownHeight) }
}

/// EXIF orientation: where row 0 and column 0 of the stored picture belong when it is shown.
package enum Orientation: UInt8, Sendable, Codable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    /// Transposed: stored rows are shown as columns.
    case leftMirrored = 5
    /// Turn the stored picture 90° clockwise to show it.
    case right = 6
    case rightMirrored = 7
    /// Turn the stored picture 90° counter-clockwise to show it.
    case left = 8

    /// Whether stored rows are shown as columns.
    package var swapsAxes: Bool { rawValue >= 5 }
}

/// Bounds that are checked before anything is allocated.
package struct PictureLimits: Equatable, Sendable, Codable {
    /// The largest file, in bytes.
    package var fileBytes: Int64
    /// The most pixels where rows stream through.
    package var streamedPixels: Int64
    /// The most pixels where a decoder must hold the whole picture (interlaced PNG, progressive JPEG).
    package var heldPixels: Int64
    /// The most memory that all renderings together hold, in bytes; one picture alone never gets more.
    package var memory: Int64

    package init(
        fileBytes: Int64 = 256 << 20, streamedPixels: Int64 = 300_000_000, heldPixels: Int64 = 64_000_000,
        memory: Int64 = 512 << 20
    ) {
        self.fileBytes = fileBytes
        self.streamedPixels = streamedPixels
        self.heldPixels = heldPixels
        self.memory = memory
    }
}

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

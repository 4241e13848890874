/// The source of a picture's bytes.
package enum PictureSource: Equatable, Sendable {
    case bytes([UInt8])
    /// A seekable descriptor is read from offset 0 with `pread`, without moving its position; a pipe from its current
    /// position. It isn't closed.
    case descriptor(Int32)
    /// A regular file; links are not followed.
    case file(FileName, in: FolderPath)
}

/// The properties that a decoder knows before the first row.
package struct PictureInfo: Equatable, Sendable {
    package let format: PictureFormat
    /// The width in pixels as stored, before the orientation is applied.
    package let width: Int
    /// The height in pixels as stored, before the orientation is applied.
    package let height: Int
    /// The pixels per row that the decoder returns: fewer than `width` if it reduces the picture.
    package let rowWidth: Int
    /// The number of rows that the decoder returns.
    package let rowCount: Int
    package let orientation: Orientation
    /// Whether some pixels may be transparent.
    package let hasAlpha: Bool
    /// Whether the colour profile could not be used, so that the picture is treated as sRGB.
    package let hasBrokenProfile: Bool
    /// The decoder's peak memory in bytes, including its library's.
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

    /// The width in pixels after the orientation is applied.
    package var shownWidth: Int { orientation.swapsAxes ? height : width }
    /// The height in pixels after the orientation is applied.
    package var shownHeight: Int { orientation.swapsAxes ? width : height }
    package var shown: PictureSize { PictureSize(width: shownWidth, height: shownHeight) }
}

/// EXIF orientation: the position of the stored row 0 and column 0 when the picture is displayed.
package enum Orientation: UInt8, Sendable, Codable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    /// Transposed: stored rows are displayed as columns.
    case leftMirrored = 5
    /// Rotate the stored picture 90° clockwise to display it.
    case right = 6
    case rightMirrored = 7
    /// Rotate the stored picture 90° counter-clockwise to display it.
    case left = 8

    /// Whether stored rows are displayed as columns.
    package var swapsAxes: Bool { rawValue >= 5 }
}

/// Limits that are checked before anything is allocated.
package struct PictureLimits: Equatable, Sendable, Codable {
    /// The largest file, in bytes.
    package var fileBytes: Int64
    /// The most pixels if rows can be streamed.
    package var streamedPixels: Int64
    /// The most pixels if the decoder has to hold the whole picture (interlaced PNG, progressive JPEG).
    package var heldPixels: Int64
    /// The memory for all concurrent renderings together, in bytes; also the limit for a single one.
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

/// The reason why a picture could not be read or its outputs not be written.
package enum PictureFailure: Error, Equatable, Sendable, Codable {
    /// The first bytes match no picture format.
    case notAPicture
    /// The format is recognised but can't be read.
    case unsupported(PictureFormat)
    /// The format can be read, but not this variant; `message` is the decoder's message.
    case unsupportedKind(PictureFormat, message: String)
    /// The library for the format is not installed.
    case missingLibrary(PictureFormat)
    /// More pixels than `limit`, the limit that applies to this picture.
    case tooManyPixels(width: Int, height: Int, limit: Int64)
    /// Rendering needs more memory, in bytes, than all renderings together may use, so it could never start.
    case tooMuchMemory(bytes: Int64, limit: Int64)
    /// The data ended after `rows` of `height` rows.
    case truncated(rows: Int, height: Int)
    /// The data of a moving picture ends after some frames.
    case truncatedClip(frames: Int)
    /// The decoder's message.
    case corrupt(String)
    case outOfMemory
    /// The picture is valid, but its art exceeds the size limit, in bytes, even with the coarsest colours.
    case artTooLarge(bytes: Int, limit: Int)
    /// The font file for the art can't be used.
    case font(path: String, FontFailure)
    case unreadable(FileFailure)
}

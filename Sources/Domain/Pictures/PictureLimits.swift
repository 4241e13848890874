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

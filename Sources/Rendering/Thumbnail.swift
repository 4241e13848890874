internal import Domain
internal import PlatformPictures
internal import TextArt

/// Makes a small copy of a picture, on the calling thread.
struct Thumbnail {
    let side: Int
    let limits: PictureLimits

    /// About a fifth of a PNG's bytes, without visible blocks.
    private static let quality = 80
    /// Pictures with no more pixels than this are icons and pixel art, which JPEG would blur.
    private static let mostExactPixels = 64 * 64

    /// An upper bound, in bytes, on the memory that a picture's thumbnail needs.
    func memory(of picture: PictureSource) throws(PictureFailure) -> Int64 {
        let bytes = try PictureDecoder.inspect(picture, limits: limits).memory + ThumbnailSampler.memory(side: side)
        guard bytes <= limits.memory else { throw .tooMuchMemory(bytes: bytes, limit: limits.memory) }
        return bytes
    }

    /// A JPEG, or a PNG if the picture is tiny or has alpha. Empty once `isCancelled` returns `true`.
    func file(of picture: PictureSource, isCancelled: () -> Bool) throws(PictureFailure) -> [UInt8] {
        var sampler: ThumbnailSampler?
        var hasAlpha = false
        try PictureDecoder.decode(
            picture, limits: limits, aim: { ThumbnailSampler.sufficientSize(info: $0, side: side) }
        ) { info in
            hasAlpha = info.hasAlpha
            sampler = ThumbnailSampler(info: info, side: side)
            return true
        } row: { row in
            sampler?.take(row: row)
            return !isCancelled()
        }
        guard let sampler, !isCancelled() else { return [] }
        let size = sampler.size
        let row = { (y: Int, pixels: inout MutableSpan<RGBA>) in
            for x in 0..<size.width { pixels[x] = sampler.pixel(x, y) }
            return true
        }
        return hasAlpha || size.width * size.height <= Self.mostExactPixels
            ? try PNGEncoder.encode(width: size.width, height: size.height, hasAlpha: hasAlpha, row: row)
            : try JPEGEncoder.encode(width: size.width, height: size.height, quality: Self.quality, row: row)
    }
}

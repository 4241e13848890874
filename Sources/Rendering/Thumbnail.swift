internal import Domain
internal import PlatformPictures
internal import TextArt

/// Makes a small PNG of a picture, on the calling thread.
struct Thumbnail {
    let side: Int
    let limits: PictureLimits

    /// An upper bound, in bytes, on the memory that a picture's thumbnail needs.
    func memory(of picture: PictureSource) throws(PictureFailure) -> Int64 {
        let bytes = try PictureDecoder.inspect(picture, limits: limits).memory + ThumbnailSampler.memory(side: side)
        guard bytes <= limits.memory else { throw .tooMuchMemory(bytes: bytes, limit: limits.memory) }
        return bytes
    }

    /// Empty once `isCancelled` returns `true`.
    func png(of picture: PictureSource, isCancelled: () -> Bool) throws(PictureFailure) -> [UInt8] {
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
        return try PNGEncoder.encode(
            width: size.width, height: size.height, hasAlpha: hasAlpha,
            texts: [PNGText(key: "Software", text: "textify")]
        ) { y, pixels in
            for x in 0..<size.width { pixels[x] = sampler.pixel(x, y) }
            return true
        }
    }
}

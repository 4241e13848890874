import Domain
import PlatformPictures

/// A picture that compresses like a photo: soft gradients, edges, and noise in the lowest bits.
struct SyntheticPhoto {
    let info: PictureInfo
    private let pixels: [RGBA]

    init(width: Int, height: Int) {
        var random = SplitMix64(seed: 7)
        info = PictureInfo(format: .pnm, width: width, height: height, orientation: .up, hasAlpha: false)
        pixels = (0..<width * height).map { index in
            SyntheticPhoto.pixel(index % width, index / width, grain: random.next())
        }
    }

    /// Passes each row to `take`, from top to bottom.
    func rows(_ take: (Span<RGBA>) -> Void) {
        for y in 0..<info.height { take(pixels.span.extracting(y * info.width..<(y + 1) * info.width)) }
    }

    /// The sum of all bytes of all pixels.
    func sum() -> Int {
        var sum = 0
        for pixel in pixels { sum &+= Int(pixel.red) &+ Int(pixel.green) &+ Int(pixel.blue) &+ Int(pixel.alpha) }
        return sum
    }

    static func png(width: Int, height: Int) throws(PictureFailure) -> [UInt8] {
        let photo = SyntheticPhoto(width: width, height: height)
        return try PNGEncoder.encode(width: width, height: height) { y, pixels in
            for x in 0..<width { pixels[x] = photo.pixels[y * width + x] }
            return true
        }
    }

    private static func pixel(_ x: Int, _ y: Int, grain: UInt64) -> RGBA {
        let wave = (x * x / 97 + y * y / 61) >> 5 & 127
        let edge = (x / 240 + y / 180) & 1 == 0 ? 40 : 0
        let channels = (0..<3).map { channel in
            wave + edge + channel * 20 + Int(grain >> UInt64(channel * 8) & 7)
        }
        return RGBA(red: UInt8(channels[0]), green: UInt8(channels[1]), blue: UInt8(channels[2]))
    }
}

/// Small pictures, distinct for all numbers up to 65,535.
enum NumberedPicture {
    static func png(_ side: Int, _ number: Int) throws -> [UInt8] {
        try PNGEncoder.encode(width: side, height: side) { y, pixels in
            for x in 0..<side {
                let light = UInt8(truncatingIfNeeded: x * (256 / side) + y * 3 + number)
                pixels[x] = RGBA(red: light, green: UInt8(number & 255), blue: UInt8(number >> 8 & 255))
            }
            return true
        }
    }
}

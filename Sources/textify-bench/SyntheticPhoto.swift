import Domain
import PlatformPictures

/// A picture that packs like a photo: soft areas, edges, and grain in the lowest bits.
enum SyntheticPhoto {
    static func png(width: Int, height: Int) throws(PictureFailure) -> [UInt8] {
        var random = SplitMix64(seed: 7)
        return try PNGEncoder.encode(width: width, height: height) { y, pixels in
            for x in 0..<width { pixels[x] = pixel(x, y, grain: random.next()) }
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

import Domain
import PlatformPictures

/// Small generated pictures.
enum Tiny {
    /// Red on the left, blue on the right, brighter towards the bottom.
    static func png(width: Int = 40, height: Int = 40) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: width, height: height) { y, pixels in
            let light = UInt8(40 + y * 200 / height)
            for x in 0..<width {
                pixels[x] = RGBA(red: x * 2 < width ? light : 0, green: 20, blue: x * 2 < width ? 0 : light)
            }
            return true
        }
    }

    /// Incompressible noise, cut off in the middle of its data.
    static func truncated() throws(PictureFailure) -> [UInt8] {
        var rng = SplitMix64(seed: 3)
        let whole = try PNGEncoder.encode(width: 64, height: 64) { _, pixels in
            for x in 0..<64 {
                let grain = rng.next()
                pixels[x] = RGBA(
                    red: UInt8(truncatingIfNeeded: grain) | 128, green: UInt8(truncatingIfNeeded: grain >> 8) | 128,
                    blue: UInt8(truncatingIfNeeded: grain >> 16) | 128)
            }
            return true
        }
        return Array(whole.prefix(whole.count / 2))
    }
}

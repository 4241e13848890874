import Domain
import PlatformPictures

/// Small pictures made on the spot.
enum Pictures {
    /// 16 × 16 pixels that differ for every number below 2¹⁶, and so does their art: a column is a binary digit.
    static func numbered(_ number: Int) throws(PictureFailure) -> [UInt8] {
        try png { x, y in number >> x & 1 == 1 ? 255 : 0 }
    }

    /// From black to white.
    static func ramp() throws(PictureFailure) -> [UInt8] {
        try png { x, y in UInt8(x * 8 + y * 8) }
    }

    private static func png(_ grey: (Int, Int) -> UInt8) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: 16, height: 16) { y, pixels in
            for x in 0..<16 { pixels[x] = RGBA(red: grey(x, y), green: grey(x, y), blue: grey(x, y)) }
            return true
        }
    }
}

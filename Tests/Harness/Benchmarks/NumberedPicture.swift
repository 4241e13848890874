import Domain
import PlatformPictures

/// Small pictures of which no two numbers, up to 65,536, have the same content.
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

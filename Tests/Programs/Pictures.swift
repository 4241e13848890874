import Domain
import FoundationEssentials
import PlatformPictures

/// Small generated pictures.
enum Pictures {
    /// A PNG of 16 × 16 pixels in which each column is a binary digit of `number`. Pictures and their art differ for
    /// all numbers below 2¹⁶.
    static func numbered(_ number: Int) throws(PictureFailure) -> [UInt8] {
        try png { x, y in number >> x & 1 == 1 ? 255 : 0 }
    }

    /// A PNG of 16 × 16 pixels that fades from black to white.
    static func ramp() throws(PictureFailure) -> [UInt8] {
        try png { x, y in UInt8(x * 8 + y * 8) }
    }

    /// A PNG of a few grey circles, the same at every size.
    static func scene(_ side: Int) throws(PictureFailure) -> [UInt8] {
        try png(side: side) { x, y in
            let (across, down) = (Double(x) / Double(side), Double(y) / Double(side))
            let circles = [
                (0.2, 0.3, 0.15, 200.0), (0.7, 0.2, 0.2, 120.0), (0.5, 0.8, 0.25, 250.0), (0.9, 0.7, 0.1, 80.0),
            ]
            let grey = circles.reduce(30 + 40 * down) { grey, circle in
                let (left, up) = (across - circle.0, down - circle.1)
                return left * left + up * up < circle.2 * circle.2 ? circle.3 : grey
            }
            return UInt8(grey)
        }
    }

    /// A PNG of 128 × 128 pixels of noise. It does not compress, so half of the file is about half of the picture.
    static func grain() throws(PictureFailure) -> [UInt8] {
        var random = SplitMix64(seed: 3)
        return try png(side: 128) { _, _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// A PNG of 16 × 16 pixels whose left half is transparent.
    static func holed() throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: 16, height: 16, hasAlpha: true) { _, pixels in
            for x in 0..<16 { pixels[x] = RGBA(red: 9, green: 9, blue: 9, alpha: x < 8 ? 0 : 255) }
            return true
        }
    }

    private static func png(
        side: Int = 16, _ grey: (Int, Int) -> UInt8
    ) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: side, height: side) { y, pixels in
            for x in 0..<side {
                let level = grey(x, y)
                pixels[x] = RGBA(red: level, green: level, blue: level)
            }
            return true
        }
    }

    /// A complete JPEG of 16 × 16 pixels.
    static let jpeg = Array(Data(base64Encoded: base64) ?? Data())

    private static let base64 = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSEx\
        IQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAQ\
        ABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAACQcI/8\
        QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AiSVNsA5PRnnAwiYA5PRnv//Z
        """

    /// A PNG whose header claims the given size, with a valid checksum, but whose data is that of `ramp`.
    static func claiming(width: UInt32, height: UInt32) throws(PictureFailure) -> [UInt8] {
        var bytes = try ramp()
        for (index, shift) in [24, 16, 8, 0].enumerated() {
            bytes[16 + index] = UInt8(truncatingIfNeeded: width >> shift)
            bytes[20 + index] = UInt8(truncatingIfNeeded: height >> shift)
        }
        let checksum = crc32(bytes[12..<29])
        for (index, shift) in [24, 16, 8, 0].enumerated() {
            bytes[29 + index] = UInt8(truncatingIfNeeded: checksum >> shift)
        }
        return bytes
    }

    /// The CRC of a PNG chunk (ISO 3309), computed bit by bit.
    private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}

extension Samples {
    /// A TIFF structure with only the orientation.
    static func exif(orientation: UInt8, isLittle: Bool) -> [UInt8] {
        isLittle
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    }

    /// A JPEG with an APP1 block behind its first marker.
    static func jpeg(_ jpeg: [UInt8], exif: [UInt8]) -> [UInt8] {
        let body = Array("Exif\0\0".utf8) + exif
        let count = body.count + 2
        return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 255)] + body + Array(jpeg[2...])
    }
}

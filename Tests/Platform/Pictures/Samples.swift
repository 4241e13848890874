import Domain
import PlatformPictures

/// Generated pictures, and helpers to split a PNG into chunks and join them.
enum Samples {
    struct Chunk {
        var type: String
        var body: [UInt8]
    }

    static func png(
        width: Int, height: Int, hasAlpha: Bool = false, texts: [PNGText] = [], pixel: (Int, Int) -> RGBA
    ) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: width, height: height, hasAlpha: hasAlpha, texts: texts) { y, pixels in
            for x in 0..<width { pixels[x] = pixel(x, y) }
            return true
        }
    }

    /// Noise, which doesn't compress, so that part of the file is part of the picture.
    static func noise(width: Int, height: Int) throws(PictureFailure) -> [UInt8] {
        var state: UInt32 = 1
        return try png(width: width, height: height) { _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return RGBA(
                red: UInt8(truncatingIfNeeded: state >> 8), green: UInt8(truncatingIfNeeded: state >> 16),
                blue: UInt8(truncatingIfNeeded: state >> 24))
        }
    }

    static func chunks(_ png: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var rest = png.dropFirst(8)
        while rest.count >= 12 {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let body = rest.dropFirst(8).prefix(count)
            chunks.append(Chunk(type: String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), body: Array(body)))
            rest = rest.dropFirst(12 + count)
        }
        return chunks
    }

    static func png(_ chunks: [Chunk]) -> [UInt8] {
        chunks.reduce(into: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { bytes, chunk in
            let covered = Array(chunk.type.utf8) + chunk.body
            bytes += bigEndian(UInt32(chunk.body.count)) + covered + bigEndian(crc(covered))
        }
    }

    /// Header of a PNG: colour type 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
    static func header(width: Int, height: Int, depth: UInt8, color: UInt8, interlaced: Bool = false) -> Chunk {
        let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
        return Chunk(type: "IHDR", body: size + [depth, color, 0, 0, interlaced ? 1 : 0])
    }

    /// A zlib stream of stored blocks of the maximum size.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let most = 65_535
        let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: most))
        let blocks = starts.flatMap { start in
            let part = bytes[start..<min(start + most, bytes.count)]
            let count = UInt16(part.count)
            let inverse = ~count
            let isLast: UInt8 = start + most >= bytes.count ? 1 : 0
            return [
                isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(inverse & 255), UInt8(inverse >> 8),
            ] + part
        }
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return [0x78, 1] + blocks + bigEndian(high << 16 | low)
    }

    /// A PNG from raw scan lines, each with its filter byte.
    static func raw(_ header: Chunk, before: [Chunk] = [], lines: [UInt8], after: [Chunk] = []) -> [UInt8] {
        png([header] + before + [Chunk(type: "IDAT", body: stored(lines))] + after + [Chunk(type: "IEND", body: [])])
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { part, _ in part >> 1 ^ (part & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}

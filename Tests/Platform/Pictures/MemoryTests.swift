import Domain
import PlatformPictures
import Testing

@Suite("Memory estimates of pictures")
struct MemoryTests {
    /// Only a header and an empty pixel chunk: all that an attacker has to send.
    private static func png(
        _ width: UInt32, _ height: UInt32, depth: UInt8, color: UInt8, isInterlaced: Bool = false
    ) -> [UInt8] {
        let head = bigEndian(width) + bigEndian(height) + [depth, color, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
            + chunk("IDAT", Deflate.stream([UInt8](repeating: 0, count: 4096), level: 9)) + chunk("IEND", [])
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        var sum = UInt32.max
        for byte in named {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return bigEndian(UInt32(body.count)) + named + bigEndian(~sum)
    }

    private func needs(_ bytes: [UInt8], _ limits: PictureLimits = PictureLimits()) throws -> Int64 {
        var rows = 0
        let failure = #expect(throws: PictureFailure.self) {
            try PictureDecoder.decode(.bytes(bytes), limits: limits, damage: .show) { _ in
                true
            } row: { _ in
                rows += 1
                return true
            }
        }
        #expect(rows == 0)
        guard case .tooMuchMemory(let needed, let limit) = failure else { throw try #require(failure) }
        #expect(limit == limits.memory && needed > limit)
        return needed
    }

    @Test("a tiny PNG that needs two gigabytes")
    func widePNG() throws {
        let needed = try needs(Self.png(299_000_000, 1, depth: 1, color: 0))
        #expect(needed > 1_700_000_000 && needed < 2_200_000_000, "\(needed)")
    }

    @Test(
        "a PNG's estimate is that of its largest colour type, and covers each byte",
        arguments: [
            (UInt8(1), UInt8(0), Int64(7)), (8, 6, 12), (16, 6, 20), (16, 2, 16), (8, 3, 9), (16, 0, 9),
        ])
    func widest(depth: UInt8, color: UInt8, least: Int64) throws {
        // Rows of two hundred million pixels; a palette is required.
        var bytes = Self.png(200_000_000, 1, depth: depth, color: color)
        if color == 3 { bytes.insert(contentsOf: Self.chunk("PLTE", [1, 2, 3]), at: 33) }
        #expect(try needs(bytes) >= least * 200_000_000)
    }

    @Test("an interlaced PNG is held entirely and counted entirely")
    func interlaced() throws {
        let limits = PictureLimits(memory: 100 << 20)
        #expect(try needs(Self.png(6_000, 6_000, depth: 8, color: 6, isInterlaced: true), limits) > 6_000 * 6_000 * 4)
    }

    @Test("a one-row pixmap that needs more than a gigabyte")
    func widePNM() throws {
        #expect(try needs(Array("P4 299999999 1\n".utf8)) > 1_199_999_996)
    }

    @Test("a one-row bitmap that needs more than a gigabyte")
    func wideBMP() throws {
        let bytes = BMPMaker(width: 299_999_999, height: 1, bits: 1, colors: BMPTests.colors, pixels: [0]).bytes
        #expect(try needs(bytes) > 1_199_999_996)
    }

    @Test("a one-strip TIFF that needs the whole strip at once")
    func strip() throws {
        let tiff = TIFFMaker(width: 8_000, height: 8_000, parts: [[0]], more: [259: (3, [8])])
        #expect(try needs(tiff.bytes, PictureLimits(memory: 256 << 20)) > 8_000 * 8_000 * 7)
    }

    @Test("a TIFF with the same bytes in a thousand tags, each of which would be a copy")
    func tags() throws {
        var tiff = TIFFMaker(width: 8, height: 8, parts: [[UInt8](repeating: 0, count: 1 << 20)])
        for tag in 40_000..<41_000 { tiff.more[tag] = (7, [0, 0, 0, 0, 0]) }
        var bytes = tiff.bytes
        // Patches the values' offset and count of each tag.
        let directory = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let count = Int(bytes[directory]) | Int(bytes[directory + 1]) << 8
        for entry in (0..<count).map({ directory + 2 + $0 * 12 })
        where Int(bytes[entry]) | Int(bytes[entry + 1]) << 8 >= 40_000 {
            bytes.replaceSubrange(entry + 4..<entry + 12, with: BMPMaker.number(1 << 20) + BMPMaker.number(8))
        }
        #expect(try needs(bytes) > 1_000 << 20)
    }

    @Test("a lossless WebP of the largest allowed size needs its pixels twice")
    func webp() throws {
        let bits = UInt32(7_999) | UInt32(7_999) << 14
        let body = [0x2F] + BMPMaker.number(Int(bits)) + [UInt8](repeating: 0, count: 32)
        let bytes =
            Array("RIFF".utf8) + BMPMaker.number(body.count + 13) + Array("WEBPVP8L".utf8)
            + BMPMaker.number(body.count) + body + [0]
        #expect(try needs(bytes) > 8 * 64_000_000)
    }

    @Test("inner pixels far larger than the header says are stopped by the process's memory limit")
    func greedyHEIF() throws {
        let bytes = try JPEGFixtures.bytes(HEIFFixtures.greedy)
        #expect(throws: PictureFailure.self) { try Decoded(bytes) }
    }

    @Test("the estimate of an accepted picture is what it needs: little for an ordinary one")
    func ordinary() throws {
        let png = try PNGEncoder.encode(width: 4_000, height: 30) { _, _ in true }
        let info = try PictureDecoder.inspect(.bytes(png), limits: PictureLimits())
        #expect(info.memory > 0 && info.memory < 2 << 20)
        let jpeg = try PictureDecoder.inspect(
            .bytes(JPEGFixtures.bytes(JPEGFixtures.progressive)), limits: PictureLimits())
        #expect(jpeg.memory < 8 << 20)
    }
}

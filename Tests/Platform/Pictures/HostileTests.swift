import Domain
import PlatformPictures
import Testing

@Suite("Hostile pictures")
struct HostileTests {
    static let limits = PictureLimits(streamedPixels: 4_000_000, heldPixels: 1_000_000)

    static func seeds() throws -> [[UInt8]] {
        let fixtures = [
            WebPFixtures.lossless, WebPFixtures.alpha, WebPFixtures.lossyAlpha, WebPFixtures.turned,
            WebPFixtures.moving,
            GIFFixtures.woven, TIFFFixtures.lzw,
        ]
        let runs: [UInt8] = [3, 1, 0, 0, 0, 3, 2, 3, 2, 0, 0, 0, 0, 2, 1, 0, 1, 3, 0, 1]
        let made = [
            BMPMaker(width: 3, height: 3, bits: 8, compression: 1, colors: BMPTests.colors, pixels: runs).bytes,
            BMPMaker(width: 1, height: 2, bits: 24, pixels: [0, 0, 255, 0, 255, 0, 0, 0]).bytes,
            Array("P6\n1 2\n255\nabcdef".utf8), Array("P3 1 1 255 1 2 3".utf8),
        ]
        return try fixtures.map { try JPEGFixtures.bytes($0) } + made
    }

    @Test("no truncation or flipped bit in any format crashes a decoder; rejections have a reason")
    func prefixes() throws {
        var refused = 0
        for seed in try Self.seeds() {
            for place in seed.indices {
                var flipped = seed
                flipped[place] ^= 0x41
                refused += Self.isRefused(flipped) ? 1 : 0
                refused += Self.isRefused(Array(seed.prefix(place))) ? 1 : 0
            }
        }
        #expect(refused > 1500)
    }

    private static func isRefused(_ bytes: [UInt8]) -> Bool {
        (try? Decoded(bytes, limits: limits, damage: .show)) == nil
    }

    @Test("headers with a format's maximum size are rejected before any allocation")
    func bombs() throws {
        let webp =
            Array("RIFF".utf8) + BMPMaker.number(22) + Array("WEBPVP8X".utf8) + BMPMaker.number(10)
            + [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        let bmp = BMPMaker(width: Int(Int32.max), height: Int(Int32.max), bits: 24, pixels: []).bytes
        let pnm = Array("P6 999999999 999999999 255\n".utf8)
        let bombs = [webp, bmp, pnm]
        for bytes in bombs {
            let failure = #expect(throws: PictureFailure.self) { try Decoded(bytes) }
            guard case .tooManyPixels = failure else { throw try #require(failure) }
        }
    }

    @Test("a small file that inflates to much data is read within its pixel count", .timeLimit(.minutes(1)))
    func inflated() throws {
        // A million pixels in ten thousand bytes of RLE.
        let line: [UInt8] = [255, 0, 255, 0, 255, 0, 255, 0, 0, 0]
        let pixels = (0..<1000).flatMap { _ -> [UInt8] in line } + [0, 1]
        let maker = BMPMaker(
            width: 1000, height: 1000, bits: 8, compression: 1, colors: BMPTests.colors, pixels: pixels)
        #expect(try Decoded(maker.bytes, limits: Self.limits).rows.count == 1000)
    }
}

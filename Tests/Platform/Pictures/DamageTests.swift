import Domain
import PlatformPictures
import Testing

@Suite("Damaged pictures")
struct DamageTests {
    @Test("a header of 65,000 × 65,000 is rejected before the caller is called")
    func huge() {
        let header = Samples.header(width: 65_000, height: 65_000, depth: 8, color: 6)
        var begun = false
        #expect(throws: PictureFailure.tooManyPixels(width: 65_000, height: 65_000, limit: 300_000_000)) {
            try PictureDecoder.decode(.bytes(Samples.png([header])), limits: PictureLimits()) { _ in
                begun = true
                return true
            } row: { _ in
                true
            }
        }
        #expect(!begun)
    }

    @Test("the largest possible PNG header doesn't overflow")
    func largest() {
        let header = Samples.header(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, depth: 16, color: 6, interlaced: true)
        #expect(throws: PictureFailure.tooManyPixels(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, limit: 64_000_000)) {
            try Decoded(Samples.png([header]))
        }
    }

    @Test("a truncated PNG is rejected, with the rows decoded so far")
    func truncated() throws {
        let whole = try Samples.noise(width: 64, height: 64)
        let half = Array(whole.prefix(whole.count / 2))
        #expect(throws: PictureFailure.self) { try Decoded(half) }
        let shown = try Decoded(half, damage: .show)
        guard case .truncated(let rows, 64) = shown.damage else { throw try #require(shown.damage) }
        #expect((28...33).contains(rows) && shown.rows.count == rows)
        #expect(try shown.rows == Array(Decoded(whole).rows.prefix(rows)))
    }

    @Test("a PNG without IEND has all its rows but is still incomplete")
    func endless() throws {
        let whole = try Samples.noise(width: 8, height: 8)
        let cut = Array(whole.dropLast(12))
        #expect(throws: PictureFailure.truncated(rows: 8, height: 8)) { try Decoded(cut) }
        #expect(try Decoded(cut, damage: .show).rows.count == 8)
    }

    @Test("a truncated interlaced PNG is shown complete but coarse")
    func interlaced() throws {
        let header = Samples.header(width: 2, height: 2, depth: 8, color: 0, interlaced: true)
        let stream = Samples.stored([0, 10, 0, 20, 0, 30, 40])
        let parts = [stream.prefix(7 + 4), stream.dropFirst(7 + 4)].map { Samples.Chunk(type: "IDAT", body: Array($0)) }
        let cut = Array(Samples.png([header] + parts).dropLast(9))
        let shown = try Decoded(cut, damage: .show)
        #expect(shown.damage == .truncated(rows: 1, height: 2))
        #expect(shown.rows == [[.grey(10), .grey(20)], [.grey(10), .grey(20)]])
    }

    @Test("a wrong checksum is reported in the library's words")
    func checksum() throws {
        var bytes = try Samples.png(width: 9, height: 9) { _, _ in RGBA(red: 1, green: 2, blue: 3) }
        bytes[bytes.count - 13] ^= 1
        let failure = #expect(throws: PictureFailure.self) { try Decoded(bytes) }
        guard case .corrupt(let words) = failure else { throw try #require(failure) }
        #expect(words.contains("CRC"))
    }

    @Test(
        "input that isn't a picture, or in an unsupported format, is named",
        arguments: [
            ([], PictureFailure.notAPicture), (Array("hello, I am no picture".utf8), .notAPicture),
            (Array("8BPS................".utf8), .unsupported(.psd)),
            (Array("<?xml version='1.0'?><svg/>".utf8), .unsupported(.svg)),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .truncated(rows: 0, height: 0)),
        ])
    func foreign(bytes: [UInt8], failure: PictureFailure) {
        #expect(throws: failure) { try Decoded(bytes) }
        #expect(throws: failure) { try Decoded(bytes, damage: .show) }
    }

    @Test("too large a file is rejected before it is read")
    func bytes() throws {
        let bytes = try Samples.noise(width: 8, height: 8)
        let size = Int64(bytes.count)
        #expect(throws: PictureFailure.unreadable(.tooLarge(bytes: size, limit: 100))) {
            try Decoded(bytes, limits: PictureLimits(fileBytes: 100))
        }
        #expect(try Decoded(bytes, limits: PictureLimits(fileBytes: size)).rows.count == 8)
    }

    @Test("a caller can stop decoding without a failure")
    func stopped() throws {
        var seen = 0
        let damage = try PictureDecoder.decode(
            .bytes(Samples.noise(width: 8, height: 8)), limits: PictureLimits()
        ) { _ in
            true
        } row: { _ in
            seen += 1
            return seen < 3
        }
        #expect(damage == nil && seen == 3)
    }

    @Test("no truncation and no flipped bit crashes the decoder")
    func hostile() throws {
        let sources = [
            try Samples.png(width: 5, height: 5, hasAlpha: true) { x, y in .grey(UInt8(x * y)) },
            try JPEGFixtures.bytes(JPEGFixtures.rgb), try JPEGFixtures.bytes(JPEGFixtures.progressive),
        ]
        var refused = 0
        for source in sources {
            for place in source.indices {
                var flipped = source
                flipped[place] ^= 0x41
                for bytes in [flipped, Array(source.prefix(place))] where (try? Decoded(bytes)) == nil {
                    refused += 1
                }
            }
        }
        #expect(refused > sources.map(\.count).reduce(0, +))
    }
}

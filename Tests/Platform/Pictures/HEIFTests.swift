import Domain
import Glibc
import PlatformPictures
import Testing

@Suite("HEIC and AVIF")
struct HEIFTests {
    private func decoded(_ fixture: String, limits: PictureLimits = PictureLimits()) throws -> Decoded {
        try Decoded(JPEGFixtures.bytes(fixture), limits: limits)
    }

    @Test(
        "a still picture is close to its source, at 8 and 10 bits",
        arguments: [
            (HEIFFixtures.heic, PictureFormat.heic), (HEIFFixtures.avif, .avif), (HEIFFixtures.tenBits, .avif),
        ])
    func still(fixture: String, format: PictureFormat) throws {
        let picture = try decoded(fixture)
        #expect(
            picture.info == PictureInfo(format: format, width: 32, height: 32, orientation: .up, hasAlpha: false))
        #expect(picture.rows.count == 32 && picture.isNear(Pattern.slope))
    }

    @Test("the file's rotation is applied once and reported as applied")
    func turned() throws {
        let picture = try decoded(HEIFFixtures.turned)
        #expect(picture.info.width == 12 && picture.info.height == 20 && picture.info.orientation == .up)
        #expect(picture.isNear { x, y in Pattern.pixel(19 - y, x) })
    }

    @Test("the file's mirroring is applied once and reported as applied")
    func mirrored() throws {
        let picture = try decoded(HEIFFixtures.mirrored)
        #expect(picture.info.width == 20 && picture.info.orientation == .up)
        #expect(picture.isNear { x, y in Pattern.pixel(19 - x, y) })
    }

    @Test("alpha is kept and not premultiplied")
    func alpha() throws {
        let picture = try decoded(HEIFFixtures.alpha)
        #expect(picture.info.hasAlpha && picture.isNear(Pattern.clear))
    }

    @Test("a pipe gives the same result as memory")
    func pipe() throws {
        let bytes = try JPEGFixtures.bytes(HEIFFixtures.avif)
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(try piped.rows == Decoded(bytes).rows)
    }

    @Test("the limit of held pixels is checked before decoding")
    func bounds() throws {
        #expect(throws: PictureFailure.tooManyPixels(width: 32, height: 32, limit: 1023)) {
            try decoded(HEIFFixtures.avif, limits: PictureLimits(heldPixels: 1023))
        }
    }

    @Test("a truncated file is rejected")
    func truncated() throws {
        let bytes = try JPEGFixtures.bytes(HEIFFixtures.heic)
        for count in [20, 300, bytes.count - 1] {
            let failure = #expect(throws: PictureFailure.self) { try Decoded(Array(bytes.prefix(count))) }
            guard case .truncated = failure else { throw try #require(failure) }
        }
    }

    @Test("pixels larger inside than in the header take no more memory than the header announces")
    func greedy() throws {
        #expect(throws: PictureFailure.truncated(rows: 0, height: 32)) { try decoded(HEIFFixtures.greedy) }
        var usage = rusage()
        #expect(getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0)
        #expect(usage.ru_maxrss < 1_000_000, "\(usage.ru_maxrss) KiB")
    }

    @Test("a caller that wants only the header or a few rows doesn't wait for the rest")
    func stopped() throws {
        let bytes = try JPEGFixtures.bytes(HEIFFixtures.heic)
        #expect(try PictureDecoder.inspect(.bytes(bytes), limits: PictureLimits()).width == 32)
        var rows = 0
        let damage = try PictureDecoder.decode(.bytes(bytes), limits: PictureLimits()) { _ in
            true
        } row: { _ in
            rows += 1
            return rows < 3
        }
        #expect(damage == nil && rows == 3)
    }

    @Test("a profile converts the colours to sRGB")
    func profile() throws {
        let picture = try decoded(HEIFFixtures.wide)
        // The strong green of Display P3 lies outside of sRGB: its red falls to nothing.
        #expect(Pattern.pixel(1, 11).red == 12 && picture[1, 11].red == 0)
        #expect(picture[0, 0].isNear(.grey(0)) && picture.info.width == 20)
    }
}

import Domain
import PlatformPictures
import Testing

@Suite("WebP")
struct WebPTests {
    private func decoded(
        _ fixture: String, limits: PictureLimits = PictureLimits(), damage: DamagePolicy = .refuse
    ) throws -> Decoded {
        try Decoded(JPEGFixtures.bytes(fixture), limits: limits, damage: damage)
    }

    @Test("a lossless picture is exact")
    func lossless() throws {
        let picture = try decoded(WebPFixtures.lossless)
        #expect(
            picture.info
                == PictureInfo(format: .webp, width: 20, height: 12, orientation: .up, hasAlpha: false))
        #expect(picture.rows == Pattern.rows)
    }

    @Test("alpha isn't premultiplied")
    func alpha() throws {
        let picture = try decoded(WebPFixtures.alpha)
        #expect(picture.info.hasAlpha && picture.isNear(within: 0, Pattern.clear))
    }

    @Test(
        "a lossy picture matches another decoder's output",
        arguments: [
            ((0, 0), RGBA(red: 0, green: 4, blue: 124)), ((31, 0), RGBA(red: 250, green: 5, blue: 124)),
            ((0, 31), RGBA(red: 6, green: 239, blue: 133)), ((31, 31), RGBA(red: 247, green: 245, blue: 134)),
            ((16, 8), RGBA(red: 128, green: 65, blue: 129)), ((7, 20), RGBA(red: 59, green: 160, blue: 128)),
        ])
    func lossy(place: (Int, Int), pixel: RGBA) throws {
        let picture = try decoded(WebPFixtures.lossy)
        #expect(picture[place.0, place.1].isNear(pixel) && !picture.info.hasAlpha)
    }

    @Test("a lossy picture may have alpha")
    func lossyAlpha() throws {
        let picture = try decoded(WebPFixtures.lossyAlpha)
        #expect(picture.info.hasAlpha)
        #expect(picture[16, 8].isNear(RGBA(red: 129, green: 64, blue: 129, alpha: 68)))
        #expect(picture[7, 20].isNear(RGBA(red: 59, green: 160, blue: 128, alpha: 164)))
    }

    @Test("a file without the alpha flag is opaque, whatever its pixels say")
    func denied() throws {
        let simple = try JPEGFixtures.bytes(WebPFixtures.alpha)
        let head = Array("VP8X".utf8) + BMPMaker.number(10) + [0, 0, 0, 0, 19, 0, 0, 11, 0, 0]
        let body = Array("WEBP".utf8) + head + simple.dropFirst(12)
        let picture = try Decoded(Array("RIFF".utf8) + BMPMaker.number(body.count) + body)
        #expect(!picture.info.hasAlpha && picture.isNear(within: 0, Pattern.pixel))
    }

    @Test("the orientation is stored after the pixels but reported before them")
    func orientation() throws {
        let picture = try decoded(WebPFixtures.turned)
        #expect(picture.info.orientation == .right && picture.rows == Pattern.rows)
    }

    @Test("an animation shows its first frame, in its position on the canvas")
    func moving() throws {
        let picture = try decoded(WebPFixtures.moving)
        #expect(picture.info.width == 20 && picture.info.height == 12 && picture.info.hasAlpha)
        let isRight = picture.isNear(within: 0) { x, y in
            (4..<12).contains(x) && (2..<8).contains(y) ? Pattern.pixel(x, y) : .nothing
        }
        #expect(isRight && picture.rows.count == 12)
    }

    @Test(
        "a pipe gives the same rows as memory",
        arguments: [WebPFixtures.lossy, WebPFixtures.turned, WebPFixtures.moving])
    func pipe(fixture: String) throws {
        let bytes = try JPEGFixtures.bytes(fixture)
        let whole = try Decoded(bytes)
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(piped.rows == whole.rows && piped.info == whole.info)
    }

    @Test("a truncated picture is rejected, or shown up to its end")
    func truncated() throws {
        let bytes = try JPEGFixtures.bytes(WebPFixtures.lossy)
        let part = Array(bytes.prefix(bytes.count - 20))
        #expect(throws: PictureFailure.self) { try Decoded(part) }
        let shown = try Decoded(part, damage: .show)
        guard case .truncated(let rows, 32) = shown.damage else { throw try #require(shown.damage) }
        let whole = try Decoded(bytes).rows
        #expect(rows == shown.rows.count && shown.rows == Array(whole.prefix(rows)))
    }

    @Test("data that ends before the pixels is reported as truncated", arguments: [30, 36, 44, 60])
    func early(count: Int) throws {
        let bytes = try JPEGFixtures.bytes(WebPFixtures.alpha)
        #expect(throws: PictureFailure.truncated(rows: 0, height: 12)) { try Decoded(Array(bytes.prefix(count))) }
    }

    @Test("the limit of held pixels is checked before decoding")
    func bounds() throws {
        #expect(throws: PictureFailure.tooManyPixels(width: 20, height: 12, limit: 239)) {
            try decoded(WebPFixtures.lossless, limits: PictureLimits(heldPixels: 239))
        }
        #expect(try decoded(WebPFixtures.lossless, limits: PictureLimits(heldPixels: 240)).rows.count == 12)
    }

    /// A picture of 20 × 12 pixels with a profile of Display P3.
    private static func inDisplayP3(_ fixture: String, hasAlpha: Bool = false) throws -> [UInt8] {
        let profile = ICCProfile(lights: ICCProfile.displayP3).bytes
        let flags: UInt8 = hasAlpha ? 0x30 : 0x20
        let head = Array("VP8X".utf8) + BMPMaker.number(10) + [flags, 0, 0, 0, 19, 0, 0, 11, 0, 0]
        let chunk = Array("ICCP".utf8) + BMPMaker.number(profile.count) + profile
        let body = Array("WEBP".utf8) + head + chunk + (try JPEGFixtures.bytes(fixture)).dropFirst(12)
        return Array("RIFF".utf8) + BMPMaker.number(body.count) + body
    }

    @Test("a profile leaves the alpha as it is")
    func profileAlpha() throws {
        let picture = try Decoded(Self.inDisplayP3(WebPFixtures.alpha, hasAlpha: true))
        for y in 0..<12 {
            for x in 0..<20 { #expect(picture[x, y].alpha == Pattern.clear(x, y).alpha) }
        }
    }

    @Test("a profile converts the colours to sRGB, from memory and from a pipe")
    func profile() throws {
        let bytes = try Self.inDisplayP3(WebPFixtures.lossless)
        let picture = try Decoded(bytes)
        // The strong green of Display P3 lies outside of sRGB: its red falls to nothing.
        #expect(Pattern.pixel(1, 11).red == 12 && picture[1, 11].red == 0)
        #expect(picture[0, 0] == .grey(0) && picture[1, 11].alpha == 255)
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(piped.rows == picture.rows)
    }
}

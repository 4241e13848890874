import Domain
import PlatformPictures
import Testing

@Suite("TIFF")
struct TIFFTests {
    private func rgb(_ rows: Range<Int>) -> [UInt8] {
        rows.flatMap { y in
            (0..<Pattern.width).flatMap { x in
                let pixel = Pattern.pixel(x, y)
                return [pixel.red, pixel.green, pixel.blue]
            }
        }
    }

    private var strips: TIFFMaker {
        let parts = stride(from: 0, to: 12, by: 5).map { rgb($0..<min($0 + 5, 12)) }
        return TIFFMaker(width: 20, height: 12, rowsPerStrip: 5, parts: parts)
    }

    @Test("strips are decoded, the last one shorter")
    func striped() throws {
        let picture = try Decoded(strips.bytes)
        #expect(
            picture.info == PictureInfo(format: .tiff, width: 20, height: 12, orientation: .up, hasAlpha: false))
        #expect(picture.rows == Pattern.rows)
    }

    @Test("tiles are decoded, those at the edges clipped")
    func tiled() throws {
        // 40 × 34 pixels in four tiles.
        func tile(_ left: Int, _ top: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            for y in top..<top + 32 {
                for x in left..<left + 32 { bytes += x < 40 && y < 34 ? [UInt8(x), UInt8(y), 7] : [9, 9, 9] }
            }
            return bytes
        }
        let tiles = [tile(0, 0), tile(32, 0), tile(0, 32), tile(32, 32)]
        let picture = try Decoded(TIFFMaker(width: 40, height: 34, tile: 32, parts: tiles).bytes)
        #expect(picture.rows.count == 34 && picture.rows.allSatisfy { $0.count == 40 })
        #expect(picture.isNear(within: 0) { x, y in RGBA(red: UInt8(x), green: UInt8(y), blue: 7) })
    }

    @Test("the orientation is reported, and rows are given as stored", arguments: Orientation.allCases)
    func orientation(orientation: Orientation) throws {
        var maker = strips
        maker.orientation = Int(orientation.rawValue)
        let picture = try Decoded(maker.bytes)
        #expect(picture.info.orientation == orientation && picture.rows == Pattern.rows)
    }

    @Test("an invalid orientation is ignored", arguments: [0, 9, 65_535])
    func nowhere(value: Int) throws {
        var maker = strips
        maker.orientation = value
        #expect(try Decoded(maker.bytes).info.orientation == .up)
    }

    @Test("16 bits are scaled to 8")
    func deep() throws {
        let maker = TIFFMaker(
            width: 2, height: 1, bits: 16, parts: [[0, 0, 0x80, 0x80, 0xFF, 0xFF, 1, 0x20, 0xFE, 0x40, 0, 0x60]])
        #expect(
            try Decoded(maker.bytes).rows == [
                [RGBA(red: 0, green: 128, blue: 255), RGBA(red: 32, green: 65, blue: 96)]
            ])
    }

    @Test("black may be 0 or 1, at 1 and 8 bits")
    func grey() throws {
        let up = TIFFMaker(width: 2, height: 1, samples: 1, photometric: 1, parts: [[10, 200]])
        #expect(try Decoded(up.bytes).rows == [[.grey(10), .grey(200)]])
        let down = TIFFMaker(width: 2, height: 1, samples: 1, photometric: 0, parts: [[10, 200]])
        #expect(try Decoded(down.bytes).rows == [[.grey(245), .grey(55)]])
        let bits = TIFFMaker(width: 3, height: 1, bits: 1, samples: 1, photometric: 1, parts: [[0b0100_0000]])
        #expect(try Decoded(bits.bytes).rows == [[.grey(0), .grey(255), .grey(0)]])
    }

    @Test("palettes and CMYK become RGB")
    func colors() throws {
        let table = (0..<3).flatMap { channel in (0..<256).map { $0 == 7 ? [0x1000, 0x8000, 0xFF00][channel] : 0 } }
        let palette = TIFFMaker(width: 1, height: 1, samples: 1, photometric: 3, colors: table, parts: [[7]])
        #expect(try Decoded(palette.bytes).rows[0][0].isNear(RGBA(red: 16, green: 128, blue: 255)))
        let inks = TIFFMaker(width: 1, height: 1, samples: 4, photometric: 5, parts: [[0, 255, 128, 0]])
        #expect(try Decoded(inks.bytes).rows[0][0].isNear(RGBA(red: 255, green: 0, blue: 127)))
    }

    @Test("alpha isn't premultiplied, however it is stored")
    func alpha() throws {
        let plain = TIFFMaker(width: 1, height: 1, samples: 4, alpha: 2, parts: [[200, 100, 50, 128]])
        let multiplied = TIFFMaker(width: 1, height: 1, samples: 4, alpha: 1, parts: [[100, 50, 25, 128]])
        for maker in [plain, multiplied] {
            let picture = try Decoded(maker.bytes)
            let expected = RGBA(red: 200, green: 100, blue: 50, alpha: 128)
            #expect(picture.info.hasAlpha && picture.rows[0][0].isNear(expected))
        }
    }

    @Test("compressed files match their source")
    func compressed() throws {
        #expect(try Decoded(JPEGFixtures.bytes(TIFFFixtures.lzw)).rows == Pattern.rows)
        #expect(try Decoded(JPEGFixtures.bytes(TIFFFixtures.jpeg)).isNear(Pattern.slope))
        // The library premultiplies and unpremultiplies, so nearly transparent pixels lose colour.
        let deflated = try Decoded(JPEGFixtures.bytes(TIFFFixtures.deflate))
        #expect(deflated[19, 4].isNear(Pattern.clear(19, 4)) && deflated[7, 9].isNear(Pattern.clear(7, 9)))
        #expect(deflated.rows.allSatisfy { $0.count == 20 } && deflated.info.hasAlpha)
    }

    @Test("a camera's raw file isn't mistaken for its preview")
    func raw() throws {
        var maker = strips
        maker.more = [254: (4, [1]), 330: (4, [8])]
        #expect(throws: PictureFailure.unsupportedKind(.tiff, message: "camera raw data")) {
            try Decoded(maker.bytes)
        }
        maker.more = [50_706: (1, [1, 4, 0, 0])]
        #expect(throws: PictureFailure.self) { try Decoded(maker.bytes) }
    }

    @Test("32-bit samples are unsupported")
    func wide() throws {
        let maker = TIFFMaker(width: 1, height: 1, bits: 32, parts: [[UInt8](repeating: 0, count: 12)])
        let failure = #expect(throws: PictureFailure.self) { try Decoded(maker.bytes) }
        guard case .unsupportedKind(.tiff, let said) = failure else { throw try #require(failure) }
        #expect(said.contains("32"))
    }

    @Test("strips beyond the end are rejected, or shown up to the end")
    func truncated() throws {
        var maker = strips
        maker.more = [273: (4, [8, 308, 60_000])]
        let bytes = maker.bytes
        #expect(throws: PictureFailure.truncated(rows: 10, height: 12)) { try Decoded(bytes) }
        let shown = try Decoded(bytes, damage: .show)
        #expect(shown.rows == Array(Pattern.rows.prefix(10)) && shown.damage != nil)
    }

    @Test("the whole size and the strip size are limited")
    func bounds() {
        var maker = strips
        maker.more = [256: (4, [200_000]), 257: (4, [200_000])]
        #expect(throws: PictureFailure.tooManyPixels(width: 200_000, height: 200_000, limit: 300_000_000)) {
            try Decoded(maker.bytes)
        }
        maker.more = [278: (4, [12])]
        #expect(throws: PictureFailure.tooManyPixels(width: 20, height: 12, limit: 239)) {
            try Decoded(maker.bytes, limits: PictureLimits(heldPixels: 239))
        }
        maker.more = [256: (4, [0])]
        #expect(throws: PictureFailure.self) { try Decoded(maker.bytes) }
    }

    @Test("a pipe gives the same result as memory")
    func pipe() throws {
        let piped = try Pipe.lend(strips.bytes) { try Decoded(.descriptor($0)) }
        #expect(piped.rows == Pattern.rows)
    }

    @Test("a profile converts the colours to sRGB")
    func profile() throws {
        var maker = strips
        maker.more = [34_675: (7, ICCProfile(lights: ICCProfile.displayP3).bytes.map { Int($0) })]
        let picture = try Decoded(maker.bytes)
        #expect(Pattern.pixel(1, 11).red == 12 && picture[1, 11].red == 0)
        #expect(picture[0, 0] == .grey(0))
    }
}

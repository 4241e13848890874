import Domain
import PlatformPictures
import Testing

@Suite("BMP")
struct BMPTests {
    static let colors = [0xFF0000, 0x00FF00, 0x0000FF, 0x102030]
    static let red = RGBA(red: 255, green: 0, blue: 0)
    static let green = RGBA(red: 0, green: 255, blue: 0)
    static let blue = RGBA(red: 0, green: 0, blue: 255)
    static let dark = RGBA(red: 16, green: 32, blue: 48)

    @Test("24-bit rows are bottom-up, or top-down if the height is negative")
    func bytes() throws {
        let lower: [UInt8] = [0, 0, 255, 0, 255, 0, 0, 0]
        let upper: [UInt8] = [255, 0, 0, 48, 32, 16, 0, 0]
        let picture = try Decoded(BMPMaker(width: 2, height: 2, bits: 24, pixels: lower + upper).bytes)
        #expect(
            picture.info == PictureInfo(format: .bmp, width: 2, height: 2, orientation: .up, hasAlpha: false))
        #expect(picture.rows == [[Self.blue, Self.dark], [Self.red, Self.green]])
        let turned = try Decoded(BMPMaker(width: 2, height: -2, bits: 24, pixels: lower + upper).bytes)
        #expect(turned.rows == [[Self.red, Self.green], [Self.blue, Self.dark]])
    }

    @Test(
        "1, 2, 4 and 8 bits are palette indices",
        arguments: [
            (1, [0b0101_0000, 0, 0, 0]), (2, [0b00_01_10_11, 0, 0, 0]), (4, [0x01, 0x23, 0, 0]), (8, [0, 1, 2, 3]),
        ])
    func indices(bits: Int, row: [UInt8]) throws {
        let colors = bits == 1 ? [0xFF0000, 0x00FF00] : Self.colors
        let picture = try Decoded(BMPMaker(width: 4, height: 1, bits: bits, colors: colors, pixels: row).bytes)
        let few = [Self.red, Self.green, Self.red, Self.green]
        #expect(picture.rows == [bits == 1 ? few : [Self.red, Self.green, Self.blue, Self.dark]])
    }

    @Test("an index beyond the palette is black")
    func missing() throws {
        let maker = BMPMaker(width: 1, height: 1, bits: 8, colors: Self.colors, pixels: [200, 0, 0, 0])
        #expect(try Decoded(maker.bytes).rows == [[.grey(0)]])
    }

    @Test("16 bits are five per channel unless masks say otherwise")
    func fields() throws {
        let row: [UInt8] = [0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0x10, 0x42]
        let plain = try Decoded(BMPMaker(width: 4, height: 1, bits: 16, pixels: row).bytes)
        #expect(plain.rows == [[Self.red, Self.green, Self.blue, .grey(132)]])
        let masks: [UInt32] = [0xF800, 0x07E0, 0x001F]
        let masked = BMPMaker(
            width: 2, height: 1, bits: 16, compression: 3, masks: masks, pixels: [0x00, 0xF8, 0xE0, 0x07])
        #expect(try Decoded(masked.bytes).rows == [[Self.red, Self.green]])
    }

    @Test("the fourth byte of 32 bits is alpha only if a mask says so")
    func alpha() throws {
        let row: [UInt8] = [48, 32, 16, 7]
        let plain = try Decoded(BMPMaker(width: 1, height: 1, bits: 32, pixels: row).bytes)
        #expect(!plain.info.hasAlpha && plain.rows == [[Self.dark]])
        let masks: [UInt32] = [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
        let masked = try Decoded(
            BMPMaker(width: 1, height: 1, bits: 32, compression: 3, headSize: 124, masks: masks, pixels: row).bytes)
        #expect(masked.info.hasAlpha && masked.rows == [[RGBA(red: 16, green: 32, blue: 48, alpha: 7)]])
    }

    @Test("the oldest header has 16-bit sizes and three-byte colours")
    func core() throws {
        let maker = BMPMaker(width: 4, height: 1, bits: 8, headSize: 12, colors: Self.colors, pixels: [0, 1, 2, 3])
        #expect(try Decoded(maker.bytes).rows == [[Self.red, Self.green, Self.blue, Self.dark]])
    }

    @Test("8-bit RLE: repeated, literal, skipped, and ended")
    func runs() throws {
        let runs: [UInt8] = [3, 1, 0, 0, 0, 3, 2, 3, 2, 0, 0, 0, 0, 2, 1, 0, 1, 3, 0, 1]
        let maker = BMPMaker(width: 3, height: 3, bits: 8, compression: 1, colors: Self.colors, pixels: runs)
        let picture = try Decoded(maker.bytes)
        #expect(
            picture.rows == [
                [Self.red, Self.dark, Self.red], [Self.blue, Self.dark, Self.blue],
                [Self.green, Self.green, Self.green],
            ])
        #expect(picture.damage == nil)
    }

    @Test("4-bit RLE alternates two colours, and pixels beyond a row are dropped")
    func smallRuns() throws {
        let runs: [UInt8] = [5, 0x12, 0, 0, 0, 3, 0x01, 0x20, 0, 1]
        let maker = BMPMaker(width: 3, height: 2, bits: 4, compression: 2, colors: Self.colors, pixels: runs)
        #expect(
            try Decoded(maker.bytes).rows == [[Self.red, Self.green, Self.blue], [Self.green, Self.blue, Self.green]])
    }

    @Test(
        "unsupported variants are named",
        arguments: [(24, 4, "embedded JPEG data"), (24, 5, "embedded PNG data"), (24, 1, "24 bits")])
    func kinds(bits: Int, compression: Int, words: String) throws {
        let maker = BMPMaker(width: 1, height: 1, bits: bits, compression: compression, pixels: [0, 0, 0, 0])
        let failure = #expect(throws: PictureFailure.self) { try Decoded(maker.bytes) }
        guard case .unsupportedKind(.bmp, let said) = failure else { throw try #require(failure) }
        #expect(said.contains(words))
    }

    @Test("a size of zero or beyond the limits is rejected", arguments: [(0, 1), (1, 0), (-1, 1), (1, Int(Int32.min))])
    func impossible(width: Int, height: Int) {
        let maker = BMPMaker(width: width, height: height, bits: 24, pixels: [0, 0, 0, 0])
        #expect(throws: PictureFailure.corrupt("invalid picture size")) { try Decoded(maker.bytes) }
    }

    @Test("RLE pictures are held in memory, and limited as such")
    func bounds() {
        let runs = BMPMaker(width: 8001, height: 8000, bits: 8, compression: 1, colors: Self.colors, pixels: [0, 1])
        #expect(throws: PictureFailure.tooManyPixels(width: 8001, height: 8000, limit: 64_000_000)) {
            try Decoded(runs.bytes)
        }
    }

    @Test("a truncated picture shows its lower rows, the others are transparent")
    func truncated() throws {
        let row: [UInt8] = [0, 0, 255, 0]
        let bytes = BMPMaker(width: 1, height: 4, bits: 24, pixels: row + row + row + row).bytes
        let part = Array(bytes.dropLast(8))
        #expect(throws: PictureFailure.truncated(rows: 2, height: 4)) { try Decoded(part) }
        let shown = try Decoded(part, damage: .show)
        #expect(shown.damage == .truncated(rows: 2, height: 4) && shown.info.hasAlpha)
        #expect(shown.rows.map { $0[0] } == [.nothing, .nothing, Self.red, Self.red])
        // The padding of the last row carries no data.
        #expect(try Decoded(Array(bytes.dropLast(1))).damage == nil)
    }

    @Test("a pipe gives the same result as memory")
    func pipe() throws {
        let bytes = BMPMaker(width: 1, height: 2, bits: 24, pixels: [0, 0, 255, 0, 255, 0, 0, 0]).bytes
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(piped.rows == [[Self.blue], [Self.red]])
    }
}

import Domain
import PlatformPictures
import Testing

@Suite("PNG kinds")
struct PNGKindTests {
    @Test("grey becomes equal red, green and blue")
    func grey() throws {
        let header = Samples.header(width: 3, height: 1, depth: 8, color: 0)
        let decoded = try Decoded(Samples.raw(header, lines: [0, 0, 127, 255]))
        #expect(decoded.rows == [[.grey(0), .grey(127), .grey(255)]])
        #expect(!decoded.info.hasAlpha)
    }

    @Test("one bit of grey becomes black and white")
    func bits() throws {
        let header = Samples.header(width: 4, height: 1, depth: 1, color: 0)
        #expect(try Decoded(Samples.raw(header, lines: [0, 0b1010_0000])).rows[0].map(\.red) == [255, 0, 255, 0])
    }

    @Test("a palette's entries keep the transparency of tRNS")
    func palette() throws {
        let header = Samples.header(width: 4, height: 1, depth: 2, color: 3)
        let before = [
            Samples.Chunk(type: "PLTE", body: [255, 0, 0, 0, 255, 0, 0, 0, 255]),
            Samples.Chunk(type: "tRNS", body: [255, 64]),
        ]
        let decoded = try Decoded(Samples.raw(header, before: before, lines: [0, 0b00_01_10_00]))
        #expect(decoded.info.hasAlpha)
        #expect(
            decoded.rows[0] == [
                RGBA(red: 255, green: 0, blue: 0), RGBA(red: 0, green: 255, blue: 0, alpha: 64),
                RGBA(red: 0, green: 0, blue: 255), RGBA(red: 255, green: 0, blue: 0),
            ])
    }

    @Test("the tRNS colour key is transparent, its neighbours aren't")
    func key() throws {
        let header = Samples.header(width: 2, height: 1, depth: 8, color: 2)
        let before = [Samples.Chunk(type: "tRNS", body: [0, 9, 0, 8, 0, 7])]
        let decoded = try Decoded(Samples.raw(header, before: before, lines: [0, 9, 8, 7, 9, 8, 6]))
        #expect(decoded.rows[0].map(\.alpha) == [0, 255])
    }

    @Test("sixteen bits are scaled, not truncated")
    func sixteen() throws {
        let header = Samples.header(width: 2, height: 1, depth: 16, color: 4)
        let decoded = try Decoded(Samples.raw(header, lines: [0, 0x80, 0xFF, 0xFF, 0xFF, 0x12, 0x00, 0x80, 0x80]))
        #expect(decoded.rows[0][0] == RGBA(red: 0x80, green: 0x80, blue: 0x80, alpha: 255))
        #expect(decoded.rows[0][1] == RGBA(red: 0x12, green: 0x12, blue: 0x12, alpha: 0x80))
    }

    @Test("an interlaced picture is assembled from its seven passes")
    func interlaced() throws {
        // Two by two pixels: pass 1 has the corner, pass 6 the pixel beside it, pass 7 the row below.
        let header = Samples.header(width: 2, height: 2, depth: 8, color: 0, interlaced: true)
        let decoded = try Decoded(Samples.raw(header, lines: [0, 10, 0, 20, 0, 30, 40]))
        #expect(decoded.rows == [[.grey(10), .grey(20)], [.grey(30), .grey(40)]])
    }

    @Test("an interlaced picture has the limit of held pictures")
    func held() throws {
        let header = Samples.header(width: 2, height: 2, depth: 8, color: 0, interlaced: true)
        let bytes = Samples.raw(header, lines: [0, 10, 0, 20, 0, 30, 40])
        #expect(throws: PictureFailure.tooManyPixels(width: 2, height: 2, limit: 3)) {
            try Decoded(bytes, limits: PictureLimits(heldPixels: 3))
        }
    }

    @Test("linear gAMA is converted to sRGB, unless there is an sRGB chunk too")
    func gamma() throws {
        let header = Samples.header(width: 1, height: 1, depth: 8, color: 0)
        let linear = Samples.Chunk(type: "gAMA", body: Samples.bigEndian(100_000))
        let standard = Samples.Chunk(type: "sRGB", body: [0])
        let turned = try Decoded(Samples.raw(header, before: [linear], lines: [0, 55]))
        #expect(abs(Int(turned[0, 0].red) - 127) <= 3)
        #expect(try Decoded(Samples.raw(header, before: [standard, linear], lines: [0, 55]))[0, 0] == .grey(55))
    }

    @Test("eXIf sets the orientation, before or after the pixels", arguments: 1...8)
    func orientation(value: Int) throws {
        let header = Samples.header(width: 1, height: 1, depth: 8, color: 0)
        let exif = Samples.Chunk(type: "eXIf", body: Samples.exif(orientation: UInt8(value), isLittle: value % 2 == 0))
        let before = try Decoded(Samples.raw(header, before: [exif], lines: [0, 1]))
        let after = try Decoded(Samples.raw(header, lines: [0, 1], after: [exif]))
        #expect(before.info.orientation.rawValue == UInt8(value))
        #expect(after.info.orientation == before.info.orientation)
    }

    @Test("an invalid orientation or corrupt eXIf means upright", arguments: [[0x4D, 0x4D, 0, 42], []])
    func broken(body: [UInt8]) throws {
        let header = Samples.header(width: 1, height: 1, depth: 8, color: 0)
        let wild = Samples.Chunk(type: "eXIf", body: Samples.exif(orientation: 9, isLittle: false))
        let cut = Samples.Chunk(type: "eXIf", body: body)
        #expect(try Decoded(Samples.raw(header, before: [wild], lines: [0, 1])).info.orientation == .up)
        #expect(try Decoded(Samples.raw(header, before: [cut], lines: [0, 1])).info.orientation == .up)
    }
}

import Domain
import PlatformPictures
import Testing

@Suite("PNG round trip")
struct RoundTripTests {
    @Test("a picture with alpha survives a round trip")
    func alpha() throws {
        let bytes = try Samples.png(width: 31, height: 17, hasAlpha: true) { x, y in
            RGBA(red: UInt8(x * 8), green: UInt8(y * 15), blue: 77, alpha: UInt8(255 - x))
        }
        let decoded = try Decoded(bytes)
        #expect(decoded.info.hasAlpha)
        #expect(decoded.info.width == 31 && decoded.info.height == 17)
        #expect(decoded[30, 16] == RGBA(red: 240, green: 240, blue: 77, alpha: 225))
        #expect(decoded[0, 0] == RGBA(red: 0, green: 0, blue: 77, alpha: 255))
        #expect(decoded.rows.count == 17)
    }

    @Test("an opaque picture survives a round trip as opaque", arguments: [1, 2, 3, 64])
    func opaque(width: Int) throws {
        let bytes = try Samples.png(width: width, height: 3) { x, y in
            RGBA(red: UInt8(x), green: UInt8(200 + y), blue: 9, alpha: 0)
        }
        let decoded = try Decoded(bytes)
        #expect(!decoded.info.hasAlpha)
        #expect(decoded[width - 1, 2] == RGBA(red: UInt8(width - 1), green: 202, blue: 9, alpha: 255))
    }

    @Test("texts are written as tEXt in ASCII and as iTXt beyond")
    func texts() throws {
        let texts = [PNGText(key: "Software", text: "textify"), PNGText(key: "Title", text: "그림")]
        let bytes = try Samples.png(width: 2, height: 2, texts: texts) { _, _ in RGBA(red: 1, green: 2, blue: 3) }
        let chunks = Samples.chunks(bytes)
        #expect(chunks.contains { $0.type == "tEXt" && $0.body == Array("Software\0textify".utf8) })
        #expect(chunks.contains { $0.type == "iTXt" && $0.body.starts(with: Array("Title\0".utf8)) })
        #expect(chunks.contains { $0.body.suffix(6) == Array("그림".utf8)[...] })
    }

    @Test("a picture with inserted parameters is decoded to the same pixels", arguments: ["a cat\nSteps: 9", "고양이"])
    func parameters(text: String) throws {
        let bytes = try Samples.noise(width: 9, height: 7)
        let filled = try #require(PNGParameters.inserted(text, into: bytes))
        #expect(try Decoded(filled).rows == Decoded(bytes).rows && filled.count > bytes.count)
        #expect(PNGParameters.removed(from: filled) == bytes)
        let written = try Samples.png(
            width: 2, height: 2, texts: [PNGText(key: PNGParameters.keyword, text: text)]
        ) { _, _ in RGBA(red: 1, green: 2, blue: 3) }
        #expect(PNGParameters.text(in: written) == text && PNGParameters.inserted("b", into: written) == nil)
    }

    @Test("the row buffer holds the previous row, and returning false stops encoding")
    func rowBuffer() throws {
        var asked = 0
        let bytes = try PNGEncoder.encode(width: 4, height: 3) { y, pixels in
            asked += 1
            if y == 0 { pixels[0] = RGBA(red: 9, green: 9, blue: 9) }
            return true
        }
        #expect(try Decoded(bytes).rows.allSatisfy { $0[0] == RGBA(red: 9, green: 9, blue: 9) })
        #expect(asked == 3)
        #expect(try PNGEncoder.encode(width: 4, height: 3) { _, _ in false }.isEmpty)
    }

    /// Rows that repeat, rows of noise that don't compress, and rows longer than the part that is compressed at once.
    @Test("a drawing survives a round trip", arguments: [1, 63, 640, 22_000], [false, true])
    func drawing(width: Int, hasAlpha: Bool) throws {
        var rng = SplitMix64(seed: UInt64(width))
        let noise = (0..<width).map { _ in
            RGBA(
                red: .random(in: 0...255, using: &rng), green: .random(in: 0...255, using: &rng),
                blue: .random(in: 0...255, using: &rng),
                alpha: hasAlpha ? .random(in: 0...255, using: &rng) : 255)
        }
        let height = width > 1_000 ? 5 : 100
        let rows = (0..<height).map { y in
            y.isMultiple(of: 3) ? noise : (0..<width).map { noise[($0 &* 7 &+ y / 40) % width] }
        }
        let bytes = try PNGEncoder.encode(width: width, height: height, hasAlpha: hasAlpha, style: .drawing) { y, row in
            for x in 0..<width { row[x] = rows[y][x] }
            return true
        }
        let decoded = try Decoded(bytes)
        #expect(decoded.info.hasAlpha == hasAlpha && decoded.rows == rows)
        #expect(Samples.chunks(bytes).last?.type == "IEND")
    }

    @Test("a drawing that is stopped has no bytes")
    func stopped() throws {
        #expect(try PNGEncoder.encode(width: 4, height: 3, style: .drawing) { y, _ in y < 2 }.isEmpty)
    }

    @Test("a size of zero is rejected")
    func empty() {
        #expect(throws: PictureFailure.self) { try PNGEncoder.encode(width: 0, height: 3) { _, _ in true } }
    }
}

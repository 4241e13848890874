import Domain
import Testing

@Suite("Parameters in a PNG")
struct PNGParametersTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk whose checksum is zero, which is not examined.
    private static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    private static let header = signature + chunk("IHDR", [UInt8](repeating: 1, count: 13))
    private static let rest = chunk("IDAT", [1, 2, 3]) + chunk("IEND")

    private static func text(_ type: String, _ data: String) -> [UInt8] { chunk(type, Array(data.utf8)) }

    @Test("Text in ASCII becomes tEXt, other text iTXt, each directly after the header with its checksum")
    func chunks() {
        let plain: [UInt8] = [0, 0, 0, 16] + Array("tEXtparameters\0a cat".utf8) + [0xBD, 0xDE, 0xF9, 0x20]
        #expect(PNGParameters.inserted("a cat", into: Self.header + Self.rest) == Self.header + plain + Self.rest)
        let wide: [UInt8] = [0, 0, 0, 24] + Array("iTXtparameters\0\0\0\0\0고양이".utf8) + [0x3F, 0x5E, 0x0A, 0xD6]
        #expect(PNGParameters.inserted("고양이", into: Self.header + Self.rest) == Self.header + wide + Self.rest)
    }

    @Test(
        "What was inserted is read, and removing it gives the original bytes",
        arguments: [
            rest, text("tEXt", "Software\0textify") + rest, rest + Array("more after the end".utf8),
            rest + text("tEXt", "parameters\0after the end"), text("tEXt", "parametersX\0a") + rest,
            text("tEXt", "a\0parameters\0b") + rest, chunk("sRGB", [0]) + rest,
        ])
    func exact(rest: [UInt8]) throws {
        let png = Self.header + rest
        for words in ["", "a cat\nSteps: 9, Seed: 7", "등대 🐈"] {
            let filled = try #require(PNGParameters.inserted(words, into: png))
            #expect(PNGParameters.text(in: filled) == words)
            #expect(PNGParameters.removed(from: filled) == png)
            #expect(PNGParameters.inserted("again", into: filled) == nil)
        }
        #expect(PNGParameters.text(in: png) == nil && PNGParameters.removed(from: png) == nil)
    }

    @Test(
        "A picture with parameters of its own is left alone, wherever they are",
        arguments: [
            text("tEXt", "parameters\0a") + rest, text("iTXt", "parameters\0\0\0\0\0a") + rest,
            text("zTXt", "parameters\0\0abc") + rest, chunk("IDAT", [1]) + text("tEXt", "parameters\0a") + rest,
        ])
    func own(rest: [UInt8]) {
        #expect(PNGParameters.inserted("b", into: Self.header + rest) == nil)
    }

    @Test(
        "What is no whole PNG is left alone",
        arguments: [
            [], signature, header, header + chunk("IDAT", [1]), header + rest.dropLast(), signature + rest,
            signature + chunk("CgBI", [0]) + header.dropFirst(8) + rest, Array("GIF89a".utf8) + rest,
            header + [255, 255, 255, 255] + rest,
        ])
    func broken(bytes: [UInt8]) {
        #expect(PNGParameters.inserted("a", into: bytes) == nil)
        #expect(PNGParameters.removed(from: bytes) == nil && PNGParameters.text(in: bytes) == nil)
    }

    @Test("Compressed parameters can't be read, and are skipped")
    func compressed() {
        let compressed = Self.text("zTXt", "parameters\0\0abc") + Self.text("iTXt", "parameters\0\u{1}\0\0\0abc")
        #expect(PNGParameters.text(in: Self.header + compressed + Self.rest) == nil)
        let plain = Self.text("tEXt", "parameters\0a cat")
        #expect(PNGParameters.text(in: Self.header + compressed + plain + Self.rest) == "a cat")
    }
}

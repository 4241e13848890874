import Domain
import PlatformPictures
import Testing

@Suite("Every kind of PNG")
struct EveryPNGTests {
    @Test("every colour type, depth and interlace decodes exactly", arguments: RawPicture.Kind.allCases)
    func kinds(kind: RawPicture.Kind) throws {
        for depth in kind.depths {
            for isInterlaced in [false, true] {
                let picture = RawPicture(kind: kind, depth: depth, width: 32, height: 32, isInterlaced: isInterlaced)
                #expect(try Decoded(picture.bytes).rows == picture.rows, "\(kind) \(depth) \(isInterlaced)")
            }
        }
    }

    @Test("every size from 1 to 40, interlaced or not", arguments: 1...40)
    func sizes(size: Int) throws {
        for kind in [RawPicture.Kind.palette, .grey, .colorAlpha] {
            for isInterlaced in [false, true] {
                let picture = RawPicture(
                    kind: kind, depth: kind == .colorAlpha ? 8 : 1, width: size, height: 41 - size,
                    isInterlaced: isInterlaced)
                #expect(try Decoded(picture.bytes).rows == picture.rows)
            }
        }
    }

    @Test(
        "a colour key is transparent at its own depth, its neighbours aren't",
        arguments: [RawPicture.Kind.grey, .color])
    func keys(kind: RawPicture.Kind) throws {
        for depth in kind.depths {
            let plain = RawPicture(kind: kind, depth: depth, width: 19, height: 23)
            var picture = plain
            picture.key = (0..<kind.channels).map { plain.code(5, 6, $0) }
            let decoded = try Decoded(picture.bytes)
            #expect(decoded.rows == picture.rows && decoded.info.hasAlpha && decoded[5, 6].alpha == 0)
        }
    }

    @Test("tRNS gives the alphas of the first palette entries", arguments: [1, 2, 4, 8])
    func alphas(depth: Int) throws {
        var picture = RawPicture(kind: .palette, depth: depth, width: 17, height: 9)
        picture.key = [0, 128]
        #expect(try Decoded(picture.bytes).rows == picture.rows)
    }

    @Test("chunks unrelated to colour change nothing")
    func others() throws {
        var picture = RawPicture(kind: .color, depth: 8, width: 8, height: 8)
        let wanted = picture.rows
        picture.chunks = [
            Samples.Chunk(type: "bKGD", body: [0, 255, 0, 0, 0, 0]), Samples.Chunk(type: "sBIT", body: [5, 6, 5]),
            Samples.Chunk(type: "pHYs", body: [0, 0, 0, 1, 0, 0, 0, 4, 0]),
            Samples.Chunk(type: "tIME", body: [7, 208, 1, 1, 0, 0, 0]),
            Samples.Chunk(type: "tEXt", body: Array("Title\0a".utf8)), Samples.Chunk(type: "prIv", body: [1, 2, 3]),
            Samples.Chunk(type: "tRNS", body: []), Samples.Chunk(type: "gAMA", body: [0, 0, 0, 0]),
        ]
        #expect(try Decoded(picture.bytes).rows == wanted)
    }

    private static let whole = RawPicture(kind: .color, depth: 8, width: 4, height: 4)

    /// A picture with one header byte changed and the checksum corrected.
    private static func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
        var chunks = Samples.chunks(whole.bytes)
        chunks[0].body[place] = value
        return Samples.png(chunks)
    }

    private static func without(_ type: String) -> [UInt8] {
        Samples.png(Samples.chunks(whole.bytes).filter { $0.type != type })
    }

    private static func flipped(_ place: Int, _ mask: UInt8 = 0x20) -> [UInt8] {
        var bytes = whole.bytes
        bytes[place] ^= mask
        return bytes
    }

    private static let broken: [(String, [UInt8])] = [
        ("a signature's first byte", flipped(0)), ("a signature's second byte", flipped(1)),
        ("a signature's fourth byte", flipped(3)), ("a signature's last byte", flipped(7)),
        ("line ends turned to CR", whole.bytes.filter { $0 != 10 }),
        ("line ends turned to LF", whole.bytes.filter { $0 != 13 }),
        ("a colour type of 1", changed(9, 1)), ("a colour type of 5", changed(9, 5)),
        ("a colour type of 9", changed(9, 9)), ("a depth of 0", changed(8, 0)), ("a depth of 3", changed(8, 3)),
        ("a depth of 4 in colours", changed(8, 4)), ("a depth of 99", changed(8, 99)),
        ("another compression", changed(10, 1)), ("another filter", changed(11, 1)),
        ("another interlace", changed(12, 2)), ("no width", changed(3, 0)), ("no height", changed(7, 0)),
        ("no pixels", without("IDAT")), ("no header", without("IHDR")), ("no end", without("IEND")),
        ("a header's checksum", flipped(30)), ("a header's length", flipped(11, 1)),
        ("the pixels' checksum", flipped(whole.bytes.count - 13)),
        ("a length beyond the file", flipped(33, 0x40)), ("a length beyond all files", flipped(33, 0x80)),
        ("a palette that is missing", changed(9, 3)),
        (
            "Apple's own kind",
            Samples.png(
                [Samples.Chunk(type: "CgBI", body: [0x50, 0, 0x20, 6])]
                    + Samples.chunks(whole.bytes))
        ),
    ]

    @Test("corrupt files are rejected", arguments: broken)
    func refused(what: String, bytes: [UInt8]) {
        #expect(throws: PictureFailure.self, "\(what)") { try Decoded(bytes) }
    }

    @Test("Apple's variant is reported by name")
    func apple() throws {
        let bytes = try #require(Self.broken.last?.1)
        let failure = #expect(throws: PictureFailure.self) { try Decoded(bytes) }
        guard case .corrupt(let words) = failure else { throw try #require(failure) }
        #expect(words.contains("CgBI"))
    }
}

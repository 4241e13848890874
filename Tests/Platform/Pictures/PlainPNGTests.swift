import Domain
import PlatformPictures
import Testing

/// Plain pictures are decoded by our own code, which must behave exactly as libpng does.
@Suite("Plain PNG")
struct PlainPNGTests {
    private static let picture = RawPicture(kind: .color, depth: 8, width: 21, height: 17)
    private static let line = 21 * 3 + 1

    /// The picture's chunks with a changed pixel stream and correct checksums.
    private static func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var chunks = Samples.chunks(picture.bytes)
        change(&chunks[1].body)
        return Samples.png(chunks)
    }

    /// The stored block's data begins after two bytes of zlib header and five bytes of block header.
    private static func start(of row: Int) -> Int { 7 + row * line }

    private static let damaged: [(String, [UInt8], rows: Int)] = [
        ("an unknown filter", changed { $0[start(of: 5)] = 9 }, 5),
        ("another compression", changed { $0[0] = 0x79 }, 0), ("a head that doesn't add up", changed { $0[1] = 2 }, 0),
        ("a block of no kind", changed { $0[2] = 7 }, 0), ("a block whose length is wrong", changed { $0[4] ^= 1 }, 0),
        ("too few pixels", changed { $0 = Samples.stored(Array($0[7..<(7 + 6 * line)])) }, 6),
        ("no pixels at all", changed { $0 = [] }, 0),
    ]

    @Test("a corrupt picture is rejected, or shown up to the damaged row", arguments: damaged)
    func damage(what: String, bytes: [UInt8], rows: Int) throws {
        let failure = #expect(throws: PictureFailure.self, "\(what)") { try Decoded(bytes) }
        guard case .corrupt = failure else { throw try #require(failure) }
        let shown = try Decoded(bytes, damage: .show)
        #expect(shown.rows == Array(Self.picture.rows.prefix(rows)) && shown.damage == failure, "\(what)")
    }

    @Test("pixels in many chunks, some of them empty, are one stream", arguments: [1, 2, 7, 100])
    func parts(size: Int) throws {
        var chunks = Samples.chunks(Self.picture.bytes)
        let stream = chunks[1].body
        let parts = stride(from: 0, to: stream.count, by: size).flatMap { start in
            [
                Samples.Chunk(type: "IDAT", body: []),
                Samples.Chunk(type: "IDAT", body: Array(stream[start..<min(start + size, stream.count)])),
            ]
        }
        chunks.replaceSubrange(1...1, with: parts)
        #expect(try Decoded(Samples.png(chunks)).rows == Self.picture.rows)
    }

    @Test("chunks after the pixels are skipped, unless critical and unknown")
    func after() throws {
        let chunks = Samples.chunks(Self.picture.bytes)
        for (type, isFine) in [("tEXt", true), ("prIv", true), ("PrIv", false)] {
            let more = Samples.Chunk(type: type, body: Array("Title\0what".utf8))
            let bytes = Samples.png(chunks.dropLast() + [more] + chunks.suffix(1))
            #expect(((try? Decoded(bytes)) != nil) == isFine, "\(type)")
            #expect(try Decoded(bytes, damage: .show).rows == Self.picture.rows)
        }
    }

    @Test("extra data after the last row is no damage")
    func more() throws {
        let longer = Self.changed { body in body = Samples.stored(Array(body[7..<(body.count - 4)]) + [1, 2, 3]) }
        #expect(try Decoded(longer).rows == Self.picture.rows)
    }

    @Test("a picture with more rows than one batch")
    func large() throws {
        for kind in [RawPicture.Kind.grey, .color, .colorAlpha] {
            let picture = RawPicture(kind: kind, depth: 8, width: 97, height: 800)
            #expect(try Decoded(picture.bytes).rows == picture.rows)
        }
    }
}

import Domain
import PlatformPictures
import Testing

/// The classes of Willem van Schaik's PngSuite, made on the spot by a writer of our own.
@Suite("PNG by the suite's classes")
struct PNGSuiteTests {
    private typealias Chunk = Samples.Chunk

    private static let kinds: [RawPicture] = RawPicture.Kind.allCases.flatMap { kind in
        kind.depths.flatMap { depth in
            [false, true].map { RawPicture(kind: kind, depth: depth, width: 13, height: 11, isInterlaced: $0) }
        }
    }

    /// In every kind, depth and interlace: the change leaves what is seen as it was.
    private func expectSame(_ what: String, _ change: (inout RawPicture) -> Void) throws {
        for kind in Self.kinds {
            var picture = kind
            change(&picture)
            let decoded = try Decoded(picture.bytes)
            #expect(
                decoded.rows == picture.rows && decoded.damage == nil,
                "\(what): \(kind.kind) \(kind.depth) \(kind.isInterlaced)")
        }
    }

    @Test("one filter for every row, the first one too", arguments: 0...4)
    func filters(filter: Int) throws {
        try expectSame("filter") { $0.filters = [filter] }
    }

    @Test("filters in any order")
    func mixedFilters() throws {
        try expectSame("filters") { $0.filters = [4, 2, 3, 1, 1, 4, 0, 2, 3, 3, 4] }
    }

    @Test("every level of zlib", arguments: Int32(0)...9)
    func levels(level: Int32) throws {
        try expectSame("level") { $0.level = level }
        var even = RawPicture(kind: .color, depth: 8, width: 32, height: 90, filters: [0])
        even.level = level
        #expect(try Decoded(even.bytes).rows == even.rows)
    }

    @Test("pixels in chunks of any size", arguments: [1, 2, 3, 11, 1000])
    func parts(size: Int) throws {
        try expectSame("parts") { $0.part = size }
        try expectSame("packed parts") {
            $0.part = size
            $0.level = 9
        }
    }

    @Test("palettes of few entries in every size from 1 to 40", arguments: [2, 4])
    func sizes(depth: Int) throws {
        for size in 1...40 {
            for isInterlaced in [false, true] {
                let picture = RawPicture(
                    kind: .palette, depth: depth, width: size, height: size, isInterlaced: isInterlaced)
                #expect(try Decoded(picture.bytes).rows == picture.rows, "\(size)")
            }
        }
    }

    @Test("a background is no part of the picture, with transparency or without")
    func backgrounds() throws {
        for hasKey in [false, true] {
            try expectSame("background") { picture in
                let channels =
                    picture.kind == .palette ? 0 : picture.kind == .grey || picture.kind == .greyAlpha ? 1 : 3
                let color: [UInt8] = channels == 0 ? [1] : (0..<channels).flatMap { _ in [0, 1] as [UInt8] }
                picture.later = [Chunk(type: "bKGD", body: color)]
                guard hasKey, picture.kind.rawValue < 4 else { return }
                let plain = picture
                picture.key =
                    picture.kind == .palette ? [0, 128] : (0..<picture.kind.channels).map { plain.code(3, 4, $0) }
            }
        }
    }

    @Test("a palette that is only suggested changes nothing")
    func suggested() throws {
        let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
        let small = levels.flatMap { [$0, 9, 9, 255, 0, 1] as [UInt8] }
        let large = levels.flatMap { [0, $0, 0, 9, 0, 9, 1, 1, 0, 1] as [UInt8] }
        let palettes = [
            Chunk(type: "sPLT", body: Array("six\0".utf8) + [8] + small),
            Chunk(type: "sPLT", body: Array("big\0".utf8) + [16] + large),
        ]
        try expectSame("suggested") { picture in
            if picture.kind == .color || picture.kind == .colorAlpha {
                picture.chunks = [Chunk(type: "PLTE", body: (0..<216).flatMap { [UInt8($0), 7, 9] as [UInt8] })]
            }
            picture.later = palettes
        }
    }

    @Test("a histogram, sizes, dates, significant bits and texts of every kind change nothing")
    func ancillary() throws {
        let packed = Deflate.stream(Array("a long text, a long text, a long text".utf8), level: 9)
        let texts = [
            Chunk(type: "tEXt", body: Array("Title\0PngSuite".utf8)),
            Chunk(type: "tEXt", body: Array("Comment\0".utf8)),
            Chunk(type: "zTXt", body: Array("Disclaimer\0\0".utf8) + packed),
            Chunk(type: "iTXt", body: Array("Title\0\0\0ko\0제목\0그림".utf8)),
            Chunk(type: "iTXt", body: Array("Title\0\u{1}\0hi\0शीर्षक\0".utf8) + packed),
            Chunk(type: "zTXt", body: Array("Broken\0\0what".utf8)),
        ]
        let others = [
            Chunk(type: "pHYs", body: [0, 0, 0, 1, 0, 0, 0, 4, 0]),
            Chunk(type: "pHYs", body: [0, 0, 3, 232, 0, 0, 3, 232, 1]),
            Chunk(type: "tIME", body: [7, 207, 12, 31, 23, 59, 59]),
            Chunk(type: "tIME", body: [7, 178, 1, 1, 0, 0, 0]),
        ]
        for chunk in texts + others { try expectSame(chunk.type) { $0.chunks = [chunk] } }
        try expectSame("all at once, behind the palette") { picture in
            picture.later = texts + others
            if picture.kind == .palette {
                let entries = min(1 << picture.depth, 200)
                picture.later.append(Chunk(type: "hIST", body: (0..<entries).flatMap { [0, UInt8($0)] as [UInt8] }))
            }
        }
        for bits in [1, 3, 5, 8, 13] {
            try expectSame("significant bits") { picture in
                let most = picture.kind == .palette ? 8 : picture.depth
                let channels = picture.kind == .palette ? 3 : picture.kind.channels
                picture.chunks = [Chunk(type: "sBIT", body: Array(repeating: UInt8(min(bits, most)), count: channels))]
            }
        }
    }

    @Test("chunks behind the pixels, known or not, change nothing")
    func behind() throws {
        let more = [
            Chunk(type: "tEXt", body: Array("Title\0end".utf8)), Chunk(type: "tIME", body: [7, 208, 1, 1, 0, 0, 0]),
            Chunk(type: "eXIf", body: Samples.exif(orientation: 1, isLittle: true)), Chunk(type: "prIv", body: [1]),
        ]
        for picture in Self.kinds {
            let chunks = Samples.chunks(picture.bytes)
            let bytes = Samples.png(chunks.dropLast() + more + chunks.suffix(1))
            #expect(try Decoded(bytes).rows == picture.rows)
        }
    }

    @Test("sRGB's own primaries and gamma, together or alone, change nothing by more than a level")
    func standard() throws {
        let gamma = Chunk(type: "gAMA", body: Samples.bigEndian(45_455))
        let primaries = Chunk(
            type: "cHRM",
            body: [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000].flatMap { Samples.bigEndian($0) })
        for chunks in [[gamma], [primaries], [gamma, primaries]] {
            for kind in Self.kinds {
                var picture = kind
                picture.chunks = chunks
                let decoded = try Decoded(picture.bytes)
                let areNear = zip(decoded.rows, kind.rows).allSatisfy { zip($0, $1).allSatisfy(isNear) }
                #expect(areNear && decoded.rows.count == 11, "\(kind.kind) \(kind.depth)")
            }
        }
    }

    private func isNear(_ one: RGBA, _ other: RGBA) -> Bool {
        let pairs = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue), (one.alpha, other.alpha)]
        return pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    private static let damages: [(String, @Sendable (inout [UInt8], inout [Chunk]) -> Void)] = [
        ("no pixels", { _, chunks in chunks.removeAll { $0.type == "IDAT" } }),
        ("no header", { _, chunks in chunks.removeFirst() }),
        ("no end", { _, chunks in chunks.removeLast() }),
        ("another chunk in the header's place", { _, chunks in chunks[0].type = "PLTE" }),
        ("a depth of 0", { _, chunks in chunks[0].body[8] = 0 }),
        ("a depth of 3", { _, chunks in chunks[0].body[8] = 3 }),
        ("a depth of 99", { _, chunks in chunks[0].body[8] = 99 }),
        ("a colour type of 1", { _, chunks in chunks[0].body[9] = 1 }),
        ("a colour type of 9", { _, chunks in chunks[0].body[9] = 9 }),
        ("pixels that are none", { _, chunks in chunks[chunks.count - 2].body = [1, 2, 3, 4, 5, 6, 7, 8] }),
        ("pixels of half the height", { _, chunks in chunks[0].body[7] = 22 }),
    ]

    @Test("a broken file is refused in every kind, from memory and from a pipe", arguments: damages)
    func broken(what: String, damage: @Sendable (inout [UInt8], inout [Samples.Chunk]) -> Void) throws {
        for kind in Self.kinds {
            var bytes: [UInt8] = []
            var chunks = Samples.chunks(kind.bytes)
            damage(&bytes, &chunks)
            try expectRefusal(Samples.png(chunks), "\(what): \(kind.kind) \(kind.depth)")
        }
    }

    @Test("a wrong signature, checksum or length is refused in every kind, from memory and from a pipe")
    func flipped() throws {
        for kind in Self.kinds {
            let whole = kind.bytes
            // Four of the signature's bytes, the header's length, checksum and depth, and the checksum of the pixels.
            for place in [0, 1, 3, 7, 11, 24, 29, 32, whole.count - 13, whole.count - 16] {
                var bytes = whole
                bytes[place] ^= 1
                try expectRefusal(bytes, "byte \(place): \(kind.kind) \(kind.depth)")
            }
            try expectRefusal(whole.filter { $0 != 10 }, "no LF: \(kind.kind) \(kind.depth)")
            try expectRefusal(whole.filter { $0 != 13 }, "no CR: \(kind.kind) \(kind.depth)")
        }
    }

    private func expectRefusal(_ bytes: [UInt8], _ what: String) throws {
        #expect(throws: PictureFailure.self, "\(what)") { try Decoded(bytes) }
        try Pipe.lend(bytes) { end in
            _ = #expect(throws: PictureFailure.self, "\(what), piped") { try Decoded(.descriptor(end)) }
        }
    }
}

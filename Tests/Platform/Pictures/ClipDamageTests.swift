import Domain
import PlatformPictures
import TestFolders
import TestPictures
import Testing

@Suite("Damaged and hostile clips")
struct ClipDamageTests {
    private static let colors = [GIFTests.red, GIFTests.green, GIFTests.blue]

    /// Three frames of one colour each.
    private static func clip(_ format: PictureFormat, side: Int = 6) -> [UInt8] {
        switch format {
        case .gif:
            GIFMaker(
                width: side, height: side, colors: GIFTests.colors,
                frames: (0..<3).map {
                    .init(width: side, height: side, indices: [UInt8](repeating: $0, count: side * side))
                }
            ).bytes
        case .png:
            APNGMaker(
                width: side, height: side, frames: colors.map { .init(width: side, height: side, color: $0) }
            ).bytes
        default:
            WebPMaker(
                width: side, height: side, frames: colors.map { .init(width: side, height: side, color: $0) }
            ).bytes
        }
    }

    @Test("a clip truncated at any byte is refused, or shows the frames before", arguments: ClipTests.formats)
    func truncated(format: PictureFormat) throws {
        let bytes = Self.clip(format)
        let whole = try DecodedClip(bytes)
        var counts: Set<Int> = []
        for count in 1..<bytes.count {
            let part = Array(bytes.prefix(count))
            guard let shown = try? DecodedClip(part, damage: .show) else { continue }
            counts.insert(shown.frames.count)
            #expect(shown.info.delays.count >= shown.frames.count)
            // A first frame may be there in part.
            for index in shown.frames.indices.dropFirst() { #expect(shown.frames[index] == whole.frames[index]) }
            if shown.damage != nil { #expect(throws: PictureFailure.self) { try DecodedClip(part) } }
            // A GIF may lack its last byte.
            if shown.damage == nil { #expect(try format == .gif && shown.frames == DecodedClip(part).frames) }
        }
        #expect(counts.isSuperset(of: [1, 2]))
    }

    @Test("a frame with damaged pixels ends the clip", arguments: [PictureFormat.png, .gif])
    func damaged(format: PictureFormat) throws {
        var bytes = Self.clip(format)
        let whole = try DecodedClip(bytes)
        if format == .png {
            var chunks = Samples.chunks(bytes)
            let second = try #require(chunks.firstIndex { $0.type == "fdAT" })
            // The header of the zlib stream, after the sequence number.
            chunks[second].body[4] = 0
            bytes = Samples.png(chunks)
        } else {
            // The code size of the second frame: none is so large.
            let places = bytes.indices.filter { bytes[$0] == 0x2C && bytes[bytes.index($0, offsetBy: 5)] == 6 }
            bytes[places[1] + 10] = 13
        }
        #expect(throws: PictureFailure.self) { try DecodedClip(bytes) }
        let shown = try DecodedClip(bytes, damage: .show)
        #expect(shown.frames == Array(whole.frames.prefix(1)) && shown.damage != nil)
    }

    @Test("chunks of an APNG that are damaged, missing or out of order")
    func order() throws {
        let chunks = Samples.chunks(Self.clip(.png))
        let controls = chunks.indices.filter { chunks[$0].type == "fcTL" }
        var swapped = chunks
        swapped[controls[1]].body[3] = 7
        var empty = chunks
        empty.remove(at: controls[1] + 1)
        var unknown = chunks
        unknown[controls[1]].body[24] = 3
        for chunks in [swapped, empty, unknown] {
            #expect(throws: PictureFailure.self) { try DecodedClip(Samples.png(chunks)) }
            #expect(try DecodedClip(Samples.png(chunks), damage: .show).frames.count == 1)
        }
    }

    @Test("sizes beyond the limits are refused before any pixel is allocated")
    func sizes() throws {
        // 35 bytes.
        let gif =
            Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0x7F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        #expect(gif.count == 35)
        #expect(throws: PictureFailure.tooManyPixels(width: 65_535, height: 32_767, limit: 64_000_000)) {
            try DecodedClip(gif)
        }
        // The second frame sticks out of the canvas by far.
        let later = GIFMaker(
            width: 1, height: 1, colors: GIFTests.colors,
            frames: [
                .init(width: 1, height: 1, indices: [0]), .init(width: 65_535, height: 65_535, indices: [0]),
            ])
        #expect(throws: PictureFailure.tooManyPixels(width: 65_535, height: 65_535, limit: 64_000_000)) {
            try DecodedClip(later.bytes)
        }
        let wide = APNGMaker(width: 65_535, height: 1, frames: [.init(width: 65_535, height: 1, color: .nothing)])
        #expect(try DecodedClip(wide.bytes).frames.count == 1)
        let few = PictureLimits(heldPixels: 35)
        for format in ClipTests.formats {
            #expect(throws: PictureFailure.tooManyPixels(width: 6, height: 6, limit: 35)) {
                try DecodedClip(Self.clip(format), limits: few)
            }
        }
    }

    @Test("the memory is reported, and refused if it exceeds the limit", arguments: ClipTests.formats)
    func memory(format: PictureFormat) throws {
        let bytes = Self.clip(format, side: 120)
        let needed = try DecodedClip(bytes).info.picture.memory
        #expect(needed > 120 * 120 * 4)
        #expect(throws: PictureFailure.self) { try DecodedClip(bytes, limits: PictureLimits(memory: needed - 1)) }
        #expect(try DecodedClip(bytes, limits: PictureLimits(memory: needed)).frames.count == 3)
    }

    @Test("a hundred thousand tiny frames need no more memory than their delays")
    func many() throws {
        let frame = GIFMaker.Frame(
            width: 1, height: 1, colors: GIFTests.colors, delay: 1, disposal: 3, indices: [2])
        let empty = GIFMaker(width: 1, height: 1, frames: []).bytes
        let one = GIFMaker(width: 1, height: 1, frames: [frame]).bytes.dropLast().dropFirst(empty.count - 1)
        let bytes = empty.dropLast() + repeatElement(one, count: 100_000).joined()
        var decoder = try ClipDecoder(.bytes(Array(bytes)), limits: PictureLimits())
        #expect(decoder.info.delays.count == 100_000 && decoder.info.picture.memory < 4 << 20)
        var count = 0
        while try decoder.next() != nil { count += 1 }
        #expect(count == 100_000)
    }

    @Test("a file that is truncated while it is read ends in a failure", arguments: [PictureFormat.gif, .png])
    func shrinking(format: PictureFormat) throws {
        let folder = try TemporaryFolder()
        // Larger than the reader's buffer.
        let bytes = Self.clip(format, side: 250)
        try folder.write(bytes, to: "clip")
        var decoder = try ClipDecoder(.file(FileName("clip"), in: folder.path), limits: PictureLimits())
        _ = try decoder.next()
        try folder.write(Array(bytes.prefix(40)), to: "clip")
        #expect(throws: PictureFailure.self) {
            while try decoder.next() != nil {}
        }
    }
}

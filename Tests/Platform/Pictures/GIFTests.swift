import Domain
import PlatformPictures
import TestPictures
import Testing

@Suite("GIF")
struct GIFTests {
    static let colors = [0xFF0000, 0x00FF00, 0x0000FF, 0x102030]
    static let red = RGBA(red: 255, green: 0, blue: 0)
    static let green = RGBA(red: 0, green: 255, blue: 0)
    static let blue = RGBA(red: 0, green: 0, blue: 255)
    static let dark = RGBA(red: 16, green: 32, blue: 48)

    private func single(_ frame: GIFMaker.Frame, width: Int = 3, height: Int = 2) -> GIFMaker {
        GIFMaker(width: width, height: height, colors: Self.colors, frames: [frame])
    }

    @Test("a frame that fills the canvas is opaque, in the global colours")
    func plain() throws {
        let picture = try Decoded(single(.init(width: 3, height: 2, indices: [0, 1, 2, 3, 0, 1])).bytes)
        #expect(
            picture.info == PictureInfo(format: .gif, width: 3, height: 2, orientation: .up, hasAlpha: false))
        #expect(picture.rows == [[Self.red, Self.green, Self.blue], [Self.dark, Self.red, Self.green]])
    }

    @Test("local colours take precedence, and the transparent index is clear")
    func own() throws {
        let colors = [0x010203, 0x040506, 0x070809, 0x0A0B0C]
        let frame = GIFMaker.Frame(width: 2, height: 1, colors: colors, transparent: 1, indices: [0, 1])
        let picture = try Decoded(single(frame, width: 2, height: 1).bytes)
        #expect(picture.info.hasAlpha && picture.rows == [[RGBA(red: 1, green: 2, blue: 3), .nothing]])
    }

    @Test("a frame smaller than the canvas is placed correctly, and the rest is transparent")
    func small() throws {
        let frame = GIFMaker.Frame(left: 1, top: 1, width: 1, height: 2, indices: [2, 3])
        let picture = try Decoded(single(frame, width: 3, height: 4).bytes)
        let none = [RGBA](repeating: .nothing, count: 3)
        #expect(picture.info.hasAlpha)
        #expect(
            picture.rows == [none, [.nothing, Self.blue, .nothing], [.nothing, Self.dark, .nothing], none])
    }

    @Test("a canvas that is too small or zero grows to fit its frame")
    func grown() throws {
        let frame = GIFMaker.Frame(left: 1, top: 0, width: 2, height: 1, indices: [0, 1])
        let picture = try Decoded(single(frame, width: 0, height: 0).bytes)
        #expect(picture.rows == [[.nothing, Self.red, Self.green]])
    }

    @Test("interlaced rows are reordered")
    func interlaced() throws {
        // Rows 0 and 8 of ten; then 4; then 2 and 6; then the odd ones.
        let order: [UInt8] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
        let frame = GIFMaker.Frame(width: 1, height: 10, interlaced: true, indices: order)
        let picture = try Decoded(single(frame, width: 1, height: 10).bytes)
        let rows: [UInt8] = [0, 1, 3, 2, 2, 3, 0, 0, 1, 1]
        let pixels = [Self.red, Self.green, Self.blue, Self.dark]
        #expect(picture.rows.map { $0[0] } == rows.map { pixels[Int($0)] })
    }

    @Test("a compressed, interlaced file matches another decoder's output")
    func woven() throws {
        let picture = try Decoded(JPEGFixtures.bytes(GIFFixtures.woven))
        let places: [(Int, Int, RGBA)] = [
            (0, 0, RGBA(red: 18, green: 0, blue: 11)), (19, 11, RGBA(red: 216, green: 207, blue: 4)),
            (7, 5, RGBA(red: 72, green: 100, blue: 107)), (3, 1, RGBA(red: 18, green: 20, blue: 24)),
            (3, 2, RGBA(red: 18, green: 40, blue: 37)), (3, 3, RGBA(red: 18, green: 60, blue: 50)),
        ]
        #expect(picture.info.width == 20 && picture.rows.count == 12)
        for (x, y, pixel) in places { #expect(picture[x, y] == pixel) }
    }

    @Test("the first frame is shown, and the rest is never read")
    func first() throws {
        let frame = GIFMaker.Frame(width: 3, height: 2, indices: [0, 0, 0, 0, 0, 0])
        var maker = single(frame)
        let count = maker.bytes.count
        maker.frames.append(.init(width: 3, height: 2, indices: [1, 1, 1, 1, 1, 1]))
        #expect(try Decoded(maker.bytes)[0, 0] == Self.red)
        #expect(try Decoded(Array(maker.bytes.prefix(count + 4)))[0, 0] == Self.red)
    }

    @Test("extensions before the first frame are skipped")
    func extensions() throws {
        var maker = single(.init(width: 1, height: 1, transparent: 3, indices: [2]), width: 1, height: 1)
        maker.before = [0x21, 0xFE, 2, 65, 66, 1, 67, 0, 0x21, 0xFF, 3, 1, 2, 3, 0]
        #expect(try Decoded(maker.bytes).rows == [[Self.blue]])
    }

    @Test("a picture without frame, size or colours is corrupt")
    func broken() {
        let frame = GIFMaker.Frame(width: 1, height: 1, indices: [2])
        var bare = single(frame)
        bare.colors = []
        var empty = single(frame)
        empty.frames = []
        let flat = single(.init(width: 0, height: 1, indices: []))
        for maker in [bare, empty, flat] {
            let failure = #expect(throws: PictureFailure.self) { try Decoded(maker.bytes) }
            guard case .corrupt = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
    }

    @Test("a truncated frame is rejected or shown up to its end; an interlaced one is coarse")
    func truncated() throws {
        let indices = [UInt8](repeating: 1, count: 3600)
        for interlaced in [false, true] {
            let frame = GIFMaker.Frame(width: 60, height: 60, interlaced: interlaced, indices: indices)
            let bytes = single(frame, width: 60, height: 60).bytes
            let half = Array(bytes.prefix(bytes.count / 2))
            #expect(throws: PictureFailure.self) { try Decoded(half) }
            let shown = try Decoded(half, damage: .show)
            guard case .truncated(let rows, 60) = shown.damage else { throw try #require(shown.damage) }
            #expect((15..<40).contains(rows))
            #expect(shown.rows.count == (interlaced ? 60 : rows))
            #expect(shown.rows.allSatisfy { $0.allSatisfy { $0 == Self.green } })
        }
    }

    @Test("a canvas beyond the limit is rejected before any allocation")
    func bounds() {
        let frame = GIFMaker.Frame(width: 1, height: 1, indices: [0])
        #expect(throws: PictureFailure.tooManyPixels(width: 65_535, height: 65_535, limit: 300_000_000)) {
            try Decoded(single(frame, width: 65_535, height: 65_535).bytes)
        }
        let woven = GIFMaker.Frame(width: 10, height: 10, interlaced: true, indices: [0])
        #expect(throws: PictureFailure.tooManyPixels(width: 10, height: 10, limit: 99)) {
            try Decoded(single(woven, width: 10, height: 10).bytes, limits: PictureLimits(heldPixels: 99))
        }
    }

    @Test("a pipe gives the same result as memory")
    func pipe() throws {
        let bytes = try JPEGFixtures.bytes(GIFFixtures.woven)
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(try piped.rows == Decoded(bytes).rows)
    }
}

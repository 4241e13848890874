import Domain
import PlatformPictures
import Rendering
import Testing

@Suite("Thumbnails")
struct ThumbnailTests {
    private func pixels(_ png: [UInt8]) throws -> (size: PictureSize, hasAlpha: Bool, pixels: [RGBA]) {
        var (size, hasAlpha, pixels) = (PictureSize(width: 0, height: 0), false, [RGBA]())
        try PictureDecoder.decode(.bytes(png), limits: PictureLimits()) { info in
            (size, hasAlpha) = (info.shown, info.hasAlpha)
            return true
        } row: { row in
            for x in row.indices { pixels.append(row[x]) }
            return true
        }
        return (size, hasAlpha, pixels)
    }

    @Test("A tiny thumbnail is the reduced picture as PNG") func reduced() async throws {
        let png = try await PictureRenderer().thumbnail(.bytes(try Tiny.png(width: 80, height: 40)), side: 16)
        let made = try pixels(png)
        #expect(made.size == PictureSize(width: 16, height: 8) && !made.hasAlpha)
        #expect(made.pixels[0].red > 30 && made.pixels[0].blue == 0)
        #expect(made.pixels[15].blue > 30 && made.pixels[15].red == 0)
    }

    @Test("A thumbnail is a JPEG of a fraction of a PNG's bytes") func photo() async throws {
        let jpeg = try await PictureRenderer().thumbnail(.bytes(try Tiny.png(width: 600, height: 300)), side: 256)
        let made = try pixels(jpeg)
        #expect(PictureFormat(magic: jpeg) == .jpeg && made.size == PictureSize(width: 256, height: 128))
    }

    @Test("A small picture keeps its size and its pixels") func small() async throws {
        let picture = try Tiny.png()
        let png = try await PictureRenderer().thumbnail(.bytes(picture), side: 256)
        let (made, original) = (try pixels(png), try pixels(picture))
        #expect(made.size == original.size && made.pixels == original.pixels)
    }

    @Test("Transparency is kept") func transparent() async throws {
        let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
        let picture = try PNGEncoder.encode(width: 8, height: 8, hasAlpha: true) { _, pixels in
            for x in 0..<8 { pixels[x] = clear }
            return true
        }
        let made = try pixels(try await PictureRenderer().thumbnail(.bytes(picture), side: 4))
        #expect(made.hasAlpha && made.pixels == Array(repeating: clear, count: 16))
    }

    @Test("Damaged pictures and those over a limit are rejected") func refused() async throws {
        let damaged = try Tiny.truncated()
        await #expect(throws: PictureFailure.self) {
            try await PictureRenderer().thumbnail(.bytes(damaged), side: 16)
        }
        let small = PictureRenderer(limits: PictureLimits(memory: 1 << 10))
        let picture = try Tiny.png()
        let failure = await #expect(throws: PictureFailure.self) {
            try await small.thumbnail(.bytes(picture), side: 16)
        }
        guard case .tooMuchMemory(_, 1024) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}

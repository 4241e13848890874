import Domain
import TextArt
import Testing

@Suite("Thumbnails' samples")
struct ThumbnailSamplerTests {
    private func thumbnail(_ picture: Picture, side: Int) -> (size: PictureSize, pixels: [RGBA]) {
        var sampler = ThumbnailSampler(info: picture.info, side: side)
        for y in 0..<picture.height { sampler.take(row: picture.row(y).span) }
        let size = sampler.size
        return (size, (0..<size.width * size.height).map { sampler.pixel($0 % size.width, $0 / size.width) })
    }

    @Test("a small picture is unchanged, also its transparency", arguments: [false, true])
    func small(hasAlpha: Bool) {
        var picture = Picture.random(9, 5, seed: 3, hasAlpha: hasAlpha)
        // Transparent pixels have no colour of their own.
        picture.pixels = picture.pixels.map { $0.alpha > 0 ? $0 : RGBA(red: 0, green: 0, blue: 0, alpha: 0) }
        let made = thumbnail(picture, side: 9)
        #expect(made.size == PictureSize(width: 9, height: 5) && made.pixels == picture.pixels)
    }

    @Test(
        "the longer side has the size that was asked for, and the other at least a pixel",
        arguments: [(100, 50, 10, 5), (50, 100, 5, 10), (1000, 3, 10, 1), (101, 101, 10, 10), (11, 10, 10, 9)])
    func size(width: Int, height: Int, shownWidth: Int, shownHeight: Int) {
        let made = thumbnail(Picture(width, height) { _, _ in .white }, side: 10)
        #expect(made.size == PictureSize(width: shownWidth, height: shownHeight))
        #expect(made.pixels.allSatisfy { $0 == .white })
    }

    @Test("a picture is turned upright", arguments: Orientation.allCases) func upright(orientation: Orientation) {
        var picture = Picture.random(8, 6, seed: 4)
        picture.orientation = orientation
        let made = thumbnail(picture, side: 8)
        let shown = picture.info.shown
        #expect(made.size == shown)
        #expect(made.pixels.count == picture.pixels.count)
        let corner: RGBA =
            switch orientation {
            case .up, .leftMirrored: picture.pixels[0]
            case .upMirrored, .left: picture.pixels[7]
            case .down, .rightMirrored: picture.pixels[47]
            case .downMirrored, .right: picture.pixels[40]
            }
        #expect(made.pixels.first == corner)
    }

    @Test("transparent pixels add no colour to their neighbours") func transparent() {
        var picture = Picture(4, 4) { x, _ in
            x.isMultiple(of: 2) ? RGBA(red: 255, green: 0, blue: 0) : RGBA(red: 0, green: 255, blue: 0, alpha: 0)
        }
        picture.hasAlpha = true
        let made = thumbnail(picture, side: 2)
        #expect(made.pixels == Array(repeating: RGBA(red: 255, green: 0, blue: 0, alpha: 128), count: 4))
    }
}

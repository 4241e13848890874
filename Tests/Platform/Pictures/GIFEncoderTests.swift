import Domain
import PlatformPictures
import Testing

@Suite("GIF encoder")
struct GIFEncoderTests {
    private let red = RGB(red: 255, green: 0, blue: 0)
    private let green = RGB(red: 0, green: 255, blue: 0)

    @Test("Pictures stay where later ones don't cover them or are transparent")
    func pictures() throws {
        var encoder = try GIFEncoder(width: 3, height: 2, plays: .times(3), palette: [red, .black, green])
        try encoder.add([IndexedPicture(width: 3, height: 2, indices: [0, 0, 0, 1, 1, 1])], delay: 7)
        try encoder.add(
            [
                IndexedPicture(
                    left: 1, width: 2, height: 2, indices: [1, 0, 0, 1], palette: [.white, red], transparent: 1)
            ],
            delay: 1)
        encoder.finish()
        let clip = try DecodedClip(encoder.out)
        #expect(clip.info.delays == [70, 20] && clip.info.plays == .times(3))
        let (red, black, white) = (RGBA(red), RGBA(.black), RGBA(.white))
        #expect(
            clip.pixels == [[[red, red, red], [black, black, black]], [[red, red, white], [black, white, black]]])
    }

    @Test("The shortest form is written")
    func shortest() throws {
        let plain = IndexedPicture(width: 64, height: 64, indices: Array(repeating: 1, count: 64 * 64))
        let noisy = IndexedPicture(width: 64, height: 64, indices: (0..<64 * 64).map { UInt8($0 * $0 / 7 & 1) })
        var sizes: [Int] = []
        for forms in [[noisy, plain], [plain, noisy], [plain], [noisy]] {
            var encoder = try GIFEncoder(width: 64, height: 64, plays: .forever, palette: [red, green])
            try encoder.add(forms, delay: 10)
            encoder.finish()
            sizes.append(encoder.out.count)
        }
        #expect(sizes[0] == sizes[2] && sizes[1] == sizes[2] && sizes[2] < sizes[3])
    }

    @Test(
        "Indices of every palette size survive, also long streams that fill the code table",
        arguments: [1, 2, 3, 17, 256])
    func palettes(_ count: Int) throws {
        let palette = (0..<count).map { RGB(red: UInt8($0), green: UInt8(255 - $0), blue: 7) }
        var rng = SplitMix64(seed: 5)
        let indices = (0..<200 * 150).map { _ in UInt8(rng.next() % UInt64(count)) }
        var encoder = try GIFEncoder(
            width: 200, height: 150, plays: .times(1), palette: palette, comment: String(repeating: "long ", count: 99))
        try encoder.add([IndexedPicture(width: 200, height: 150, indices: indices)], delay: 2)
        encoder.finish()
        let clip = try DecodedClip(encoder.out)
        let isSame = Array(clip.pixels[0].joined()) == indices.map { RGBA(palette[Int($0)]) }
        #expect(isSame && clip.info.plays == .times(1))
    }

    @Test("Sides that don't fit are refused", arguments: [(0, 1), (1, 65_536)])
    func sides(_ width: Int, _ height: Int) {
        #expect(throws: PictureFailure.tooManyPixels(width: width, height: height, limit: 65_535)) {
            _ = try GIFEncoder(width: width, height: height, plays: .forever, palette: [.black])
        }
    }
}

extension RGBA {
    fileprivate init(_ color: RGB) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

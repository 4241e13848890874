import Domain
import PlatformPictures
import TestPictures
import Testing

@Suite("Clips")
struct ClipTests {
    private static let red = GIFTests.red
    private static let green = GIFTests.green
    private static let blue = GIFTests.blue
    /// Half transparent.
    private static let shade = RGBA(red: 200, green: 100, blue: 50, alpha: 128)

    /// What becomes of a frame's pixels before the next frame.
    enum Disposal: CaseIterable { case keeps, clears, restores }

    /// The same clip in each format: red everywhere, a green square whose disposal is tested, a blue pixel.
    private static func clip(_ format: PictureFormat, _ disposal: Disposal) -> [UInt8] {
        switch format {
        case .gif:
            let number: UInt8 = disposal == .keeps ? 1 : disposal == .clears ? 2 : 3
            return gif(
                4, 2,
                [
                    .init(width: 4, height: 2, indices: [UInt8](repeating: 0, count: 8)),
                    .init(left: 2, width: 2, height: 2, disposal: number, indices: [1, 1, 1, 1]),
                    .init(width: 1, height: 1, indices: [2]),
                ])
        case .png:
            let number: UInt8 = disposal == .keeps ? 0 : disposal == .clears ? 1 : 2
            return APNGMaker(
                width: 4, height: 2,
                frames: [
                    .init(width: 4, height: 2, color: red),
                    .init(left: 2, width: 2, height: 2, color: green, disposal: number),
                    .init(width: 1, height: 1, color: blue),
                ]
            ).bytes
        default:
            return WebPMaker(
                width: 4, height: 2,
                frames: [
                    .init(width: 4, height: 2, color: red),
                    .init(left: 2, width: 2, height: 2, color: green, clears: disposal == .clears),
                    .init(width: 1, height: 1, color: blue),
                ]
            ).bytes
        }
    }

    private static func gif(
        _ width: Int, _ height: Int, _ frames: [GIFMaker.Frame], before: [UInt8] = []
    ) -> [UInt8] {
        GIFMaker(width: width, height: height, colors: GIFTests.colors, frames: frames, before: before).bytes
    }

    private static func full(_ index: UInt8, delay: Int = 0) -> GIFMaker.Frame {
        .init(width: 2, height: 1, delay: delay, indices: [index, index])
    }

    static let formats: [PictureFormat] = [.gif, .png, .webp]

    @Test("each disposal, in each format", arguments: formats, Disposal.allCases)
    func disposal(format: PictureFormat, disposal: Disposal) throws {
        // WebP can't restore.
        if format == .webp, disposal == .restores { return }
        let clip = try DecodedClip(Self.clip(format, disposal))
        let last: [String] =
            switch disposal {
            case .keeps: ["BRGG", "RRGG"]
            case .clears: ["BR..", "RR.."]
            case .restores: ["BRRR", "RRRR"]
            }
        #expect(clip.frames == [["RRRR", "RRRR"], ["RRGG", "RRGG"], last])
        #expect(clip.info.picture.format == format)
        let changes = clip.changes
        #expect(changes.map(\.index) == [0, 1, 2])
        #expect(changes[0].columns == 0..<4 && changes[0].rows == 0..<2)
        #expect(changes[1].columns == 2..<4 && changes[1].rows == 0..<2)
        // With what the disposal changed.
        #expect(changes[2].columns == (disposal == .keeps ? 0..<1 : 0..<4))
        #expect(changes[2].rows == (disposal == .keeps ? 0..<1 : 0..<2))
    }

    @Test("pixels replace those below or are drawn over them", arguments: [PictureFormat.png, .webp], [false, true])
    func blending(format: PictureFormat, blends: Bool) throws {
        let colors = [Self.blue, Self.shade, RGBA.nothing]
        let bytes =
            format == .png
            ? APNGMaker(
                width: 1, height: 1,
                frames: colors.map { .init(width: 1, height: 1, color: $0, blends: blends) }
            ).bytes
            : WebPMaker(
                width: 1, height: 1,
                frames: colors.map { .init(width: 1, height: 1, color: $0, blends: blends) }
            ).bytes
        let pixels = try DecodedClip(bytes).pixels.map { $0[0][0] }
        // 128 of 255 parts of (200, 100, 50), the rest of (0, 0, 255).
        let over = RGBA(red: 100, green: 50, blue: 152)
        #expect(pixels == (blends ? [Self.blue, over, over] : [Self.blue, Self.shade, .nothing]))
    }

    @Test("two half transparent colours on a transparent canvas aren't darkened by it")
    func over() throws {
        let maker = APNGMaker(
            width: 1, height: 1,
            frames: [
                .init(width: 1, height: 1, color: Self.shade, blends: true),
                .init(width: 1, height: 1, color: RGBA(red: 0, green: 0, blue: 255, alpha: 128), blends: true),
            ])
        let pixels = try DecodedClip(maker.bytes).pixels.map { $0[0][0] }
        #expect(pixels[0] == Self.shade)
        // Two thirds of the upper colour, and an alpha of three quarters.
        #expect(pixels[1].isNear(RGBA(red: 66, green: 33, blue: 187, alpha: 192), within: 1))
    }

    @Test("a GIF's number is of repetitions, none means once")
    func repetitions() throws {
        let expected: [(Int?, ClipPlays)] = [(nil, .times(1)), (0, .forever), (1, .times(2)), (3, .times(4))]
        for (stored, plays) in expected {
            let before = stored.map(GIFMaker.loops) ?? []
            let clip = try DecodedClip(Self.gif(2, 1, [Self.full(0), Self.full(1)], before: before))
            #expect(clip.info.plays == plays)
        }
    }

    @Test("the number of an APNG and a WebP is of plays", arguments: [0, 1, 3])
    func plays(stored: Int) throws {
        let plays: ClipPlays = stored == 0 ? .forever : .times(stored)
        let frames = [Self.red, Self.green]
        let png = APNGMaker(
            width: 1, height: 1, plays: stored, frames: frames.map { .init(width: 1, height: 1, color: $0) })
        let webp = WebPMaker(
            width: 1, height: 1, plays: stored, frames: frames.map { .init(width: 1, height: 1, color: $0) })
        #expect(try DecodedClip(png.bytes).info.plays == plays)
        #expect(try DecodedClip(webp.bytes).info.plays == plays)
    }

    @Test("delays are reported as stored, in milliseconds")
    func delays() throws {
        let gif = Self.gif(2, 1, [0, 1, 2, 3, 10].map { Self.full(0, delay: $0) })
        #expect(try DecodedClip(gif).info.delays == [0, 10, 20, 30, 100])
        // A denominator of zero means hundredths.
        let pairs = [(0, 100), (1, 100), (5, 0), (1, 30), (1, 60), (65_535, 1)]
        let png = APNGMaker(
            width: 1, height: 1, frames: pairs.map { .init(width: 1, height: 1, color: Self.red, delay: $0) })
        #expect(try DecodedClip(png.bytes).info.delays == [0, 10, 50, 33, 17, 65_535_000])
        let webp = WebPMaker(
            width: 1, height: 1,
            frames: [0, 10, 33, 16_777_215].map { .init(width: 1, height: 1, color: Self.red, delay: $0) })
        #expect(try DecodedClip(webp.bytes).info.delays == [0, 10, 33, 16_777_215])
    }

    @Test("a delay of at most 10 ms is shown for 100 ms", arguments: [(0, 100), (10, 100), (11, 11), (20, 20)])
    func shown(stored: UInt32, shown: UInt32) {
        #expect(FrameDelay.shown(stored) == shown)
    }

    @Test("the still picture of an APNG belongs to it only after a frame control chunk")
    func still() throws {
        let frames: [APNGMaker.Frame] = [
            .init(width: 2, height: 1, color: Self.red, parts: 3),
            .init(left: 1, width: 1, height: 1, color: Self.green, parts: 2),
        ]
        var maker = APNGMaker(width: 2, height: 1, frames: frames)
        #expect(try DecodedClip(maker.bytes).frames == [["RR"], ["RG"]])
        maker.still = Self.blue
        #expect(try DecodedClip(maker.bytes).frames == [["RR"], ["RG"]])
        #expect(try Decoded(maker.bytes).rows == [[Self.blue, Self.blue]])
    }

    @Test("a GIF's canvas is enlarged for its first frame; later frames are clipped")
    func outside() throws {
        let first = Self.gif(
            2, 1,
            [.init(left: 1, top: 1, width: 2, height: 1, indices: [0, 1]), .init(width: 1, height: 1, indices: [2])])
        #expect(try DecodedClip(first).frames == [["...", ".RG"], ["B..", ".RG"]])
        let later = Self.gif(
            2, 1,
            [
                Self.full(0), .init(left: 1, width: 2, height: 2, disposal: 2, indices: [1, 2, 3, 3]),
                .init(left: 9, top: 9, width: 1, height: 1, indices: [3]), .init(width: 1, height: 1, indices: [2]),
            ])
        let clip = try DecodedClip(later)
        #expect(clip.frames == [["RR"], ["RG"], ["R."], ["B."]])
        #expect(clip.changes[2].columns == 1..<2 && clip.changes[3].columns == 0..<1)
    }

    @Test("a frame of an APNG or a WebP outside of the canvas is corrupt")
    func invalid() {
        let png = APNGMaker(
            width: 2, height: 2,
            frames: [.init(width: 2, height: 2, color: Self.red), .init(left: 1, width: 2, height: 1, color: Self.red)])
        let webp = WebPMaker(
            width: 2, height: 2,
            frames: [.init(width: 2, height: 2, color: Self.red), .init(left: 2, width: 2, height: 1, color: Self.red)])
        for bytes in [png.bytes, webp.bytes] {
            #expect(throws: PictureFailure.corrupt("the frame lies outside the canvas")) { try DecodedClip(bytes) }
            let shown = try? DecodedClip(bytes, damage: .show)
            #expect(shown?.frames == [["RR", "RR"]])
            #expect(shown?.damage == .corrupt("the frame lies outside the canvas"))
        }
    }

    @Test("interlaced frames, palettes of their own, and transparent pixels show what is below")
    func kinds() throws {
        let colors = [0x102030, 0x0000FF, 0x00FF00, 0xFF0000]
        let order: [UInt8] = [0, 1, 2, 3, 0]
        let bytes = Self.gif(
            1, 5,
            [
                .init(width: 1, height: 5, interlaced: true, indices: order),
                .init(width: 1, height: 5, colors: colors, transparent: 1, indices: [1, 3, 1, 2, 0]),
            ])
        // Rows 0, 4, 2, 1 and 3.
        #expect(
            try DecodedClip(bytes).frames == [["R", "D", "B", "R", "G"], ["R", "R", "B", "G", "D"]])
        let png = APNGMaker(
            width: 5, height: 3, frames: [Self.red, Self.green].map { .init(width: 5, height: 3, color: $0) },
            isInterlaced: true)
        #expect(try DecodedClip(png.bytes).frames.last == ["GGGGG", "GGGGG", "GGGGG"])
    }

    @Test("a clip is opaque if its first frame is and nothing is cleared")
    func opaque() throws {
        #expect(try !DecodedClip(Self.clip(.gif, .restores)).info.picture.hasAlpha)
        #expect(try DecodedClip(Self.clip(.gif, .clears)).info.picture.hasAlpha)
        #expect(try DecodedClip(Self.clip(.png, .keeps)).info.picture.hasAlpha)
    }

    @Test("more than one frame makes a clip")
    func recognised() throws {
        let limits = PictureLimits()
        for format in Self.formats {
            #expect(ClipDecoder.isClip(.bytes(Self.clip(format, .keeps)), limits: limits))
        }
        let stills = try [
            Self.gif(2, 1, [Self.full(0)]), Samples.png(width: 2, height: 1) { _, _ in Self.red },
            JPEGFixtures.bytes(WebPFixtures.lossless), JPEGFixtures.bytes(JPEGFixtures.tall), [], [1, 2, 3],
            APNGMaker(width: 1, height: 1, frames: [.init(width: 1, height: 1, color: Self.red)]).bytes,
        ]
        for bytes in stills { #expect(!ClipDecoder.isClip(.bytes(bytes), limits: limits)) }
        // A pipe isn't read.
        let gif = Self.clip(.gif, .keeps)
        try Pipe.lend(gif) { pipe in
            #expect(!ClipDecoder.isClip(.descriptor(pipe), limits: limits))
            let piped = try DecodedClip(.descriptor(pipe))
            #expect(piped.frames == [["RRRR", "RRRR"], ["RRGG", "RRGG"], ["BRGG", "RRGG"]])
        }
    }

    @Test("a picture that doesn't move is refused, except a GIF")
    func stills() throws {
        let png = try Samples.png(width: 2, height: 1) { _, _ in Self.red }
        #expect(throws: PictureFailure.unsupportedKind(.png, message: "the picture doesn't move")) {
            try DecodedClip(png)
        }
        #expect(throws: PictureFailure.self) { try DecodedClip(JPEGFixtures.bytes(JPEGFixtures.tall)) }
        #expect(throws: PictureFailure.notAPicture) { try DecodedClip([1, 2, 3]) }
        #expect(try DecodedClip(Self.gif(2, 1, [Self.full(0)])).frames == [["RR"]])
    }

    @Test("a pipe gives the same frames as memory", arguments: formats)
    func pipe(format: PictureFormat) throws {
        let bytes = Self.clip(format, .clears)
        let piped = try Pipe.lend(bytes) { try DecodedClip(.descriptor($0)) }
        #expect(try piped.pixels == DecodedClip(bytes).pixels)
    }

    @Test("the colours of a profile are converted", arguments: [PictureFormat.png, .webp])
    func profile(format: PictureFormat) throws {
        let profile = ICCProfile(lights: ICCProfile.displayP3).bytes
        let colors = [RGBA(red: 12, green: 240, blue: 3), RGBA(red: 12, green: 240, blue: 3, alpha: 100)]
        var png = APNGMaker(width: 1, height: 1, frames: colors.map { .init(width: 1, height: 1, color: $0) })
        png.before = [.init(type: "iCCP", body: [65, 0, 0] + Samples.stored(profile))]
        var webp = WebPMaker(width: 1, height: 1, frames: colors.map { .init(width: 1, height: 1, color: $0) })
        webp.profile = profile
        let pixels = try DecodedClip(format == .png ? png.bytes : webp.bytes).pixels.map { $0[0][0] }
        // The strong green of Display P3 lies outside of sRGB: its red falls to nothing.
        #expect(pixels.map(\.red) == [0, 0] && pixels.map(\.alpha) == [255, 100])
        #expect(pixels[0].green > 240 && pixels[0].green == pixels[1].green)
    }
}

import Domain
import PlatformPictures
import Rendering
import Testing

@Suite("Samples of a picture")
struct PictureSamplesTests {
    private static let picture: [UInt8] = {
        var rows: [UInt8] = []
        for y in 0..<48 {
            for x in 0..<64 { rows += [UInt8(x * 4), UInt8(y * 5), UInt8((x * y) & 255)] }
        }
        return Array("P6\n64 48\n255\n".utf8) + rows
    }()

    private static func options(_ change: (inout ArtOptions) -> Void) -> ArtOptions {
        var options = ArtOptions()
        options.columns = 20
        change(&options)
        return options
    }

    /// Options that only change what is made of the samples, each with an output.
    private static let changes: [(ArtOptions, OutputKind)] = [
        (options { $0.contrast = 1.6 }, .artJSON), (options { $0.brightness = -0.3 }, .artJSON),
        (options { $0.gamma = 0.6 }, .html), (options { $0.invert = true }, .artJSON),
        (options { $0.charset = .braille }, .artJSON), (options { $0.characters = " .:#" }, .artJSON),
        (options { $0.color = .sixteen }, .artJSON), (options { $0.palette = nil }, .svg),
    ]

    @Test("Art of kept samples is the art of the picture", arguments: changes.indices)
    func same(index: Int) async throws {
        let (options, output) = Self.changes[index]
        let renderer = PictureRenderer()
        let plain = Self.options { $0.color = options.color }
        let key = try #require(PictureSamples.Key(plain, output, isLenient: true))
        #expect(PictureSamples.Key(options, output, isLenient: true) == key)
        let samples = try #require(
            try await renderer.samples(.bytes(Self.picture), art: plain, output: output, isLenient: true))
        #expect(samples.bytes > 0)
        let kept = try await renderer.show(samples, art: options, output: output)
        #expect(kept == (try await renderer.show(.bytes(Self.picture), art: options, output: output)))
        #expect(!kept.outputs.isEmpty)
    }

    @Test("Another size, shape or kind of samples needs the picture again")
    func keys() {
        let plain = Self.options { _ in }
        let others = [
            Self.options { $0.columns = 21 }, Self.options { $0.rows = 5 }, Self.options { $0.cellAspect = 1 },
            Self.options { $0.color = .none }, Self.options { $0.background = .white },
            Self.options { $0.charset = .half }, Self.options { $0.animation.frame = .seconds(1) },
        ]
        let key = PictureSamples.Key(plain, .artJSON, isLenient: true)
        for other in others { #expect(PictureSamples.Key(other, .artJSON, isLenient: true) != key) }
        #expect(PictureSamples.Key(plain, .txt, isLenient: true) != key)
        #expect(PictureSamples.Key(plain, .artJSON, isLenient: false) != key)
        // All frames of a clip are needed.
        #expect(PictureSamples.Key(plain, .cast, isLenient: true) == nil)
    }

    @Test("A font file may change, so that nothing is kept")
    func fontFile() {
        let options = Self.options { $0.font = .file("/fonts/a.ttf") }
        #expect(PictureSamples.Key(options, .artJSON, isLenient: true) == nil)
    }

    @Test("A damaged picture shows its damage again")
    func damaged() async throws {
        let renderer = PictureRenderer()
        let half = Array(Self.picture.prefix(Self.picture.count / 2))
        let options = Self.options { _ in }
        let samples = try #require(
            try await renderer.samples(.bytes(half), art: options, output: .artJSON, isLenient: true))
        let kept = try await renderer.show(samples, art: options, output: .artJSON)
        #expect(kept.damage != nil)
        #expect(kept == (try await renderer.show(.bytes(half), art: options, output: .artJSON)))
    }
}

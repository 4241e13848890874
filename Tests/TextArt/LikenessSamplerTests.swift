import Domain
import TextArt
import Testing

@Suite("Likeness of a picture")
struct LikenessSamplerTests {
    /// Coloured blobs on a slope, different for each seed, with `grain` codes of noise.
    private static func scene(_ seed: UInt64, _ width: Int, _ height: Int, grain: Int = 0) -> Picture {
        var random = SplitMix64(seed: seed)
        let blobs = (0..<12).map { _ in
            (0..<6).map { _ in Double.random(in: 0...1, using: &random) }
        }
        return Picture(width, height) { x, y in
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            var color = [0.2 + 0.3 * u, 0.4, 0.2 + 0.4 * v]
            for blob in blobs {
                let (across, down) = (u - blob[0], v - blob[1])
                let weight = max(0, 1 - (across * across + down * down) / (0.01 + 0.05 * blob[2]))
                for channel in 0..<3 { color[channel] += weight * (blob[3 + channel] - color[channel]) }
            }
            let noise = grain == 0 ? 0 : Int.random(in: -grain...grain, using: &random)
            let codes = color.map { UInt8(clamping: Int($0 * 255) + noise) }
            return RGBA(red: codes[0], green: codes[1], blue: codes[2])
        }
    }

    private func likeness(_ picture: Picture, rows: Int? = nil) -> Likeness? {
        var sampler = LikenessSampler(info: picture.info)
        for y in 0..<(rows ?? picture.height) { sampler.take(row: picture.row(y).span) }
        return sampler.likeness
    }

    private func resemblance(_ one: Picture, _ other: Picture) throws -> Resemblance? {
        try #require(likeness(one)).distance(to: try #require(likeness(other)))?.resemblance
    }

    @Test("A picture in another size or with noise is a duplicate", arguments: 1...6 as ClosedRange<UInt64>)
    func copies(seed: UInt64) throws {
        let picture = Self.scene(seed, 300, 200)
        for (width, height) in [(150, 100), (900, 600), (97, 65), (64, 64), (301, 199)] {
            #expect(try resemblance(picture, Self.scene(seed, width, height)) == .duplicate, "\(width) x \(height)")
        }
        #expect(try resemblance(picture, Self.scene(seed, 300, 200, grain: 12)) == .duplicate)
    }

    @Test("Different pictures don't look alike")
    func different() throws {
        let looks = try (1...40).map { try #require(likeness(Self.scene(UInt64($0), 120, 80))) }
        for (place, one) in looks.enumerated() {
            for other in looks.dropFirst(place + 1) { #expect(one.distance(to: other) == nil) }
        }
    }

    @Test("A picture that is stored turned has the look that is shown", arguments: Orientation.allCases)
    func turned(orientation: Orientation) throws {
        let shown = Self.scene(2, 96, 64)
        let (width, height) = orientation.swapsAxes ? (64, 96) : (96, 64)
        var stored = Picture(width, height) { _, _ in .white }
        stored.orientation = orientation
        for y in 0..<64 {
            for x in 0..<96 {
                let (left, up) = (95 - x, 63 - y)
                let (across, down) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (left, y)
                    case .down: (left, up)
                    case .downMirrored: (x, up)
                    case .leftMirrored: (y, x)
                    case .right: (y, left)
                    case .rightMirrored: (up, left)
                    case .left: (up, x)
                    }
                stored.pixels[down * width + across] = shown.pixels[y * 96 + x]
            }
        }
        #expect(likeness(stored) == likeness(shown))
    }

    @Test("A transparent picture looks as it does on white")
    func transparent() throws {
        var clear = Self.scene(3, 80, 80)
        clear.hasAlpha = true
        var white = clear
        for index in clear.pixels.indices where index % 80 < 30 {
            clear.pixels[index].alpha = 0
            white.pixels[index] = .white
        }
        #expect(likeness(clear) == likeness(white))
    }

    @Test("A picture of one colour, even with noise, is flat; its colours are those of Oklab")
    func flat() throws {
        let red = try #require(likeness(Picture(50, 50) { _, _ in RGBA(red: 255, green: 0, blue: 0) }))
        #expect(red.isFlat)
        // Oklab of sRGB red: 0.628, 0.225, 0.126.
        #expect(Array(red.colors.prefix(3)) == [160, 185, 160])
        var random = SplitMix64(seed: 1)
        let grain = Picture(256, 256) { _, _ in .grey(UInt8.random(in: 120...136, using: &random)) }
        #expect(try #require(likeness(grain)).isFlat)
        #expect(try !#require(likeness(Self.scene(1, 64, 64))).isFlat)
    }

    @Test("A picture whose last rows are missing has none, and one of a single pixel has one")
    func rows() {
        let picture = Self.scene(4, 60, 60)
        #expect(likeness(picture, rows: 50) == nil && likeness(picture) != nil)
        #expect(likeness(Picture(1, 1) { _, _ in .white })?.isFlat == true)
    }
}

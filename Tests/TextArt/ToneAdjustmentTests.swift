import Domain
import Testing

@testable import TextArt

@Suite("Adjusted tones")
struct ToneAdjustmentTests {
    private static let sets: [Charset] = [.basic, .half, .ascii, .braille]

    private func code(_ code: Double, _ options: ArtOptions) -> Double {
        let light = LinearLight.light(of: code) / LinearLight.full
        let adjusted = ToneAdjustment(options).light(Light(red: light, green: light, blue: light))
        return LinearLight.code(of: adjusted.green * LinearLight.full)
    }

    @Test("adjustments act on sRGB codes: brightness adds, gamma is a power, contrast scales about the middle")
    func codes() {
        #expect(abs(code(100, ArtOptions(brightness: 0.2)) - 151) < 1e-9)
        #expect(abs(code(100, ArtOptions(brightness: -0.5)) - 0) < 1e-9)
        #expect(abs(code(64, ArtOptions(gamma: 2)) - 127.75) < 0.1)
        #expect(abs(code(128, ArtOptions(gamma: 0.5)) - 64.25) < 0.1)
        #expect(abs(code(100, ArtOptions(contrast: 2)) - 72.5) < 1e-9)
        for end in [0.0, 255] { #expect(code(end, ArtOptions(gamma: 3)) == end) }
    }

    @Test("gamma comes first, then brightness, then contrast")
    func order() {
        let all = code(64, ArtOptions(contrast: 0.5, brightness: 0.1, gamma: 2))
        #expect(abs(all - (127.5 + (127.75 + 25.5 - 127.5) * 0.5)) < 0.1)
        #expect(abs(code(200, ArtOptions(contrast: 0, brightness: 1)) - 127.5) < 1e-9)
    }

    @Test("powers match the mathematical function")
    func powers() {
        for base in [0, 0.001, 0.25, 0.5, 1, 1.5] {
            #expect(FractionalPower.of(base, 1) == base)
            #expect(FractionalPower.of(base, 0.5) == base.squareRoot())
            #expect(FractionalPower.of(base, 2.5) == base * base * base.squareRoot())
            #expect(abs(FractionalPower.of(base, 1.0 / 3) * FractionalPower.of(base, 2.0 / 3) - base) < 1e-6)
        }
        #expect(FractionalPower.of(0, 0) == 1)
    }

    @Test("neutral values change nothing, and others have an effect, with and without colours", arguments: sets)
    func shows(charset: Charset) {
        let picture = Picture(64, 32) { x, y in RGBA(red: UInt8(40 + 2 * x), green: UInt8(60 + 4 * y), blue: 90) }
        let plain = ArtOptions(columns: 16, charset: charset, look: .tone, levels: .none)
        for color in [ArtColor.none, .full] {
            let art = picture.art(plain, color: color)
            var neutral = plain
            (neutral.brightness, neutral.gamma, neutral.contrast) = (0, 1, 1)
            #expect(picture.art(neutral, color: color) == art)
            for change in [ArtOptions(brightness: 0.3), ArtOptions(gamma: 2.5), ArtOptions(contrast: 1.7)] {
                var options = plain
                (options.brightness, options.gamma, options.contrast) = (
                    change.brightness, change.gamma, change.contrast
                )
                #expect(picture.art(options, color: color).cells != art.cells, "\(change)")
            }
        }
    }
}

import Domain
import Testing

@testable import TextArt

@Suite("Dark ink on light paper")
struct PaperTests {
    /// The charsets with enough glyphs for all tones.
    private static let sets: [Charset] = [.extended, .blocks, .ascii, .latin, .braille, .box, .all]

    /// Sixteen greys from black to white in equal sRGB steps.
    private static let ramp = Picture(512, 128) { x, _ in .grey(UInt8(x / 32 * 17)) }

    @Test("a ramp's tones rise evenly from the fullest characters to the paper", arguments: sets)
    func ramp(charset: Charset) {
        let codes = seen(Self.ramp, charset, steps: 16)
        let range = codes[15] - codes[0]
        let shares = codes.map { ($0 - codes[0]) / range }
        // With few glyphs, none may be only slightly darker.
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $1 > $0 - 0.02 }, "\(shares)")
        let far = shares.enumerated().map { abs($1 - Double($0) / 15) }.max() ?? 1
        #expect(range > 0.1 && far < 0.16, "\(far) \(codes)")
    }

    @Test("mid-grey looks half-way between the fullest characters and the paper", arguments: sets)
    func middle(charset: Charset) {
        let codes = [UInt8(0), 128, 255].map { code in
            seen(Picture(128, 128) { _, _ in .grey(code) }, charset, steps: 1)[0]
        }
        let share = (codes[1] - codes[0]) / (codes[2] - codes[0])
        #expect(codes[2] == 1 && abs(share - 0.5) < 0.12, "\(share) \(codes)")
    }

    /// The sRGB value, from 0 to 1, of the mean light of each vertical strip of the art, from the left.
    private func seen(_ picture: Picture, _ charset: Charset, steps: Int) -> [Double] {
        let options = ArtOptions(columns: 64, charset: charset, look: .tone, levels: .none, detail: 0, invert: true)
        let shown = ScorePicture(picture.art(options))
        var sums = [Double](repeating: 0, count: steps)
        for index in 0..<shown.width * shown.height {
            sums[index % shown.width * steps / shown.width] += Double(shown.lights[index])
        }
        return sums.map { sum in
            LinearLight.code(of: sum * Double(steps) / Double(shown.width * shown.height) * LinearLight.full) / 255
        }
    }
}

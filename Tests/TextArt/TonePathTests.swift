import CTextArt
import Domain
import Testing

@Suite("Tones on every path")
struct TonePathTests {
    /// Those that this machine has.
    static let paths = (0...textart_widest().rawValue).compactMap { textart_path(rawValue: $0) }

    @Test("the first glyph of the least cost is the same on every path", arguments: [32, 96, 640], [UInt64](0..<8))
    func cheapest(count: Int, seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let samples = 32
        // Few different values, so that many glyphs cost the same.
        let most: Int16 = seed < 4 ? 4_096 : 1
        let glyphs = (0..<samples * count).map { _ in Int16.random(in: 0...most, using: &dice) }
        let costs = (0..<count).map { _ in Int32(most) * Int32.random(in: 0...16_384, using: &dice) }
        let sums = (0..<samples).map { _ in Int16.random(in: -11_468...11_468, using: &dice) }
        let all = (0..<count).map { glyph in
            (0..<samples).reduce(Int(costs[glyph])) { cost, sample in
                cost - Int(glyphs[(sample / 2 * count + glyph) * 2 + sample % 2]) * Int(sums[sample])
            }
        }
        for path in TonePathTests.paths {
            #expect(
                Int(textart_cheapest_by(path, glyphs, costs, Int32(count), sums)) == all.firstIndex(of: all.min() ?? 0))
        }
    }
}

import CTextArt
import Domain
import Testing

@testable import TextArt

@Suite("Tones on every CPU path")
struct TonePathTests {
    /// The paths that this machine supports.
    static let paths = (0...textart_widest().rawValue).compactMap { textart_path(rawValue: $0) }

    @Test("the first glyph of least cost is the same on every path", arguments: [32, 96, 640], [UInt64](0..<8))
    func cheapest(count: Int, seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        let samples = 32
        // Few distinct values, so that many glyphs have equal cost.
        let most: Int16 = seed < 4 ? 4_096 : 1
        let glyphs = (0..<samples * count).map { _ in Int16.random(in: 0...most, using: &rng) }
        let costs = (0..<count).map { _ in Int32(most) * Int32.random(in: 0...16_384, using: &rng) }
        let sums = (0..<samples).map { _ in Int16.random(in: -11_468...11_468, using: &rng) }
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

    @Test("a complete search gives the same result on every path", arguments: [UInt64](0..<4))
    func search(seed: UInt64) throws {
        var rng = SplitMix64(seed: seed)
        let metric = seed % 2 == 0 ? ToneErrorMetric.letters : .sharp
        let table = ToneTable(Charset.ascii.shapes, metric: metric, isInverted: false)
        let (columns, rows) = (9, 5)
        let target = (0..<columns * rows * ToneTable.samples).map { _ in Float(rng.unit()) * table.top }
        let even = seed < 2 ? nil : (0..<columns * rows).map { UInt8($0 % 3 == 0 ? 0 : 1) }
        let all = TonePathTests.paths.map { path in
            var field = ToneErrorField(columns: columns, rows: rows, target: target, table: table, metric: metric)
            var areas = AreaErrors(columns: columns, rows: rows, target: target)
            let match = textart_match(
                columns: Int32(columns), rows: Int32(rows), count: Int32(table.count), passes: 6, leeway: metric.leeway)
            return field.matched(match, areas: &areas, even: even, path: path)
        }
        #expect(Set(all).count == 1)
        let chosen = try #require(all.first)
        #expect(chosen.allSatisfy { table.clusters.indices.contains(Int($0)) })
    }
}

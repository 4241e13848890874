import Domain
import Testing

@testable import TextArt

@Suite("Animations of still art")
struct EffectTests {
    private static let red = RGB(red: 200, green: 10, blue: 20)

    /// Letters, blanks, wide characters, a combining mark, colours and a blank row.
    private static let art: ArtGrid = {
        let rows = ["abc 고양이 xy", "  e\u{301}f   달    ", "             ", "0123456789ABC"]
        let cells = rows.flatMap { row in
            row.flatMap { character -> [ArtCell] in
                let scalars = Array(character.unicodeScalars)
                let color = scalars[0] == "x" ? red : nil
                let cell = ArtCell(scalars[0], marks: Array(scalars.dropFirst()), background: color)
                return cell.cells == 2 ? [cell, ArtCell(nil)] : [cell]
            }
        }
        return ArtGrid(columns: 13, rows: 4, cells: cells)
    }()

    private func frames(
        _ effect: ArtEffect, of art: ArtGrid = EffectTests.art, seed: UInt64 = 7, fps: Int = 20, seconds: Double = 2
    ) -> [ArtFrame] {
        Array(EffectFrames(art, effect: effect, seed: seed, fps: fps, seconds: seconds))
    }

    @Test("effects that reveal the art begin without it, and hold all of it at the end", arguments: ArtEffect.allCases)
    func reveals(effect: ArtEffect) throws {
        let frames = frames(effect)
        #expect(frames.count > 5)
        guard effect.isReveal else { return }
        let last = try #require(frames.last)
        #expect(last.grid == Self.art && last.duration >= EffectFrames.hold)
        let first = try #require(frames.first).grid.cells.count { !$0.isInvisible }
        #expect(first <= 1, "at most a cursor")
        #expect(frames.dropLast().allSatisfy { $0.grid != Self.art })
    }

    @Test("frames differ from the ones before and have the asked time together", arguments: ArtEffect.allCases)
    func durations(effect: ArtEffect) {
        for (fps, seconds) in [(1, 3.0), (7, 1.9), (60, 1)] {
            let frames = frames(effect, fps: fps, seconds: seconds)
            #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.grid != $1.grid })
            #expect(frames.allSatisfy { $0.duration > 0 })
            let total = frames.reduce(0) { $0 + $1.duration } - (effect.isReveal ? EffectFrames.hold : 0)
            let count = (seconds * Double(fps)).rounded()
            #expect(abs(Double(total) - count * 1_000 / Double(fps)) <= 1)
        }
    }

    @Test("wide characters stay whole; marks and colours stay with their characters", arguments: ArtEffect.allCases)
    func whole(effect: ArtEffect) {
        let known = Set(Self.art.cells.map { "\($0)" } + ["\(ArtCell(" "))", "\(ArtCell("█"))"])
        for seed in 0..<20 as Range<UInt64> {
            for frame in frames(effect, seed: seed) {
                #expect(frame.grid.columns == 13 && frame.grid.rows == 4)
                for row in 0..<4 {
                    let cells = Array(frame.grid.row(row))
                    #expect(cells.allSatisfy { known.contains("\($0)") })
                    for (column, cell) in cells.enumerated() {
                        let isCovered = column > 0 && cells[column - 1].cells == 2
                        #expect((cell.scalar == nil) == isCovered, "\(effect), row \(row), column \(column)")
                        #expect(cell.cells < 2 || column < 12)
                    }
                }
            }
        }
    }

    @Test("the seed alone decides, and other seeds make other animations") func seeds() {
        for effect in ArtEffect.allCases {
            #expect(frames(effect) == frames(effect))
            #expect((frames(effect, seed: 8) != frames(effect)) == (effect != .typewriter))
        }
    }

    @Test("the typewriter shows characters in reading order and takes little time for blanks") func typewriter() {
        let frames = frames(.typewriter, fps: 60, seconds: 4)
        let order = Self.art.cells.indices.filter { !Self.art.cells[$0].isInvisible }
        for frame in frames {
            let shown = order.map { frame.grid.cells[$0] == Self.art.cells[$0] }
            #expect(shown.drop { $0 }.allSatisfy { !$0 })
        }
        let typed = frames.dropLast().map(\.duration)
        #expect(typed.max() ?? 0 < 3 * 4_000 / order.count)
    }

    @Test("falling characters stay in their columns") func rain() {
        for frame in frames(.rain) {
            for (index, cell) in frame.grid.cells.enumerated() where !cell.isInvisible {
                let column = index % 13
                #expect((0..<4).contains { Self.art.cells[$0 * 13 + column] == cell })
            }
        }
    }

    @Test("a wave starts and ends at rest, and moves rows by whole cells in between") func wave() throws {
        let art = ArtGrid(columns: 40, rows: 12, cells: Array(repeating: ArtCell("#"), count: 480))
        let frames = frames(.wave, of: art, fps: 30, seconds: 4)
        #expect(try #require(frames.first).grid == art)
        let shown = frames.map { $0.grid.cells.count { $0.scalar == "#" } }
        #expect(try #require(shown.min()) < 480 - 12)
        #expect(try #require(shown.last) > 480 - 12)
    }

    @Test("art without any character is one frame, and limits apply to wrong numbers") func edges() {
        let blank = ArtGrid(columns: 4, rows: 2, cells: Array(repeating: ArtCell(" "), count: 8))
        for effect in ArtEffect.allCases { #expect(frames(effect, of: blank).count == 1) }
        let none = ArtGrid(columns: 0, rows: 0, cells: [])
        for effect in ArtEffect.allCases { #expect(frames(effect, of: none).count == 1) }
        #expect(!frames(.wipe, fps: -1, seconds: -5).isEmpty)
        let long = frames(.rain, of: blank, fps: 1_000, seconds: 1e9)
        #expect(long.map(\.duration) == [602_000])
        // A character that claims two cells in the last column.
        let cut = ArtGrid(columns: 2, rows: 1, cells: [ArtCell("a"), ArtCell("달")])
        #expect(frames(.dissolve, of: cut).last?.grid == cut)
    }

    @Test("the sine is close enough and has its zeros") func sine() {
        #expect(Sine.of(turns: 0) == 0 && Sine.of(turns: 0.5) == 0 && Sine.of(turns: 3) == 0)
        #expect(Sine.of(turns: 0.25) == 1 && Sine.of(turns: -0.25) == -1)
        #expect(abs(Sine.of(turns: 1.0 / 12) - 0.5) < 0.002 && abs(Sine.of(turns: 1.125) - 0.70711) < 0.002)
    }
}

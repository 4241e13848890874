import Domain
import Testing

@testable import TextArt

@Suite struct MotionArtTests {
    static let settings: [(charset: Charset, color: ArtColor, dither: Dither)] = [
        (.ascii, .none, .auto), (.half, .full, .auto), (.quad, .full, .auto), (.block, .full, .auto),
        (.half, .palette, .auto), (.half, .sixteen, .floydSteinberg), (.half, .sixteen, .blueNoise),
        (.braille, .none, .floydSteinberg), (.braille, .none, .bayer), (.braille, .none, .auto),
        (.half, .none, .auto), (.sextant, .none, .auto), (.ascii, .full, .auto),
    ]

    private func options(_ setting: Int) -> ArtOptions {
        let (charset, _, dither) = Self.settings[setting]
        return ArtOptions(columns: 20, charset: charset, dither: dither)
    }

    @Test("Noise changes no cell", arguments: settings.indices, [2.0, 6.0])
    func noise(_ setting: Int, _ deviation: Double) {
        let art = Clip.noisy(deviation: deviation).art(options(setting), Self.settings[setting].color)
        #expect(art[0] != nil)
        #expect(art.dropFirst().allSatisfy { $0 == nil })
    }

    @Test("A moving square changes the cells that it touches", arguments: settings.indices)
    func sprite(_ setting: Int) throws {
        var last: ArtGrid?
        for shown in Clip.sprite().art(options(setting), Self.settings[setting].color) {
            // Without colours, the same character may show both.
            if Self.settings[setting].color != .none { #expect(shown != nil) }
            let grid = try #require(shown ?? last)
            if let last {
                let changed = grid.cells.indices.filter { grid.cells[$0] != last.cells[$0] }
                // Two cells by one, where it was and where it is.
                #expect(changed.count <= 4)
            }
            last = grid
        }
    }

    @Test("The cells that changed are those of a still of the same frame")
    func stills() throws {
        let clip = Clip.sprite()
        let art = clip.art(ArtOptions(columns: 20, charset: .half), .full)
        for (frame, grid) in zip(clip.frames, art) {
            let still = frame.art(ArtOptions(columns: 20, charset: .half), color: .full)
            let grid = try #require(grid)
            for (one, other) in zip(still.cells, grid.cells) {
                #expect(one.scalar == other.scalar)
                let pairs = [(one.foreground, other.foreground), (one.background, other.background)]
                for case (let one?, let other?) in pairs { #expect(one.distance(other) <= 1) }
            }
        }
    }

    @Test("A clip of one frame has the art of a still", arguments: settings.indices, [160, 20])
    func one(_ setting: Int, _ width: Int) throws {
        let (options, color) = (options(setting), Self.settings[setting].color)
        let clip = Clip.noisy(deviation: 4, frames: 1, width: width, height: width * 3 / 5)
        let grid = try #require(clip.art(options, color)[0])
        let still = clip.frames[0].art(options, color: color)
        // Half blocks are sampled in another way, with other rounding.
        guard options.charset == .half, color == .full else {
            #expect(grid == still)
            return
        }
        for (one, other) in zip(still.cells, grid.cells) {
            for case (let one?, let other?) in [
                (one.foreground, other.foreground), (one.background, other.background),
            ] { #expect(one.distance(other) <= 1) }
        }
    }

    @Test("A slow fade is followed in small steps")
    func fade() throws {
        let clip = Clip.fade(frames: 40)
        var shown: ArtGrid?
        for (frame, grid) in zip(clip.frames, clip.art(ArtOptions(columns: 10, charset: .half), .full)) {
            shown = grid ?? shown
            for cell in try #require(shown).cells {
                #expect(abs(Int(cell.foreground?.red ?? 0) - Int(frame.pixels[0].red)) <= 4)
            }
        }
    }

    @Test("A fade that stops short of a threshold is completed within two seconds")
    func rest() {
        let last = Picture(80, 48) { _, _ in .grey(62) }
        let clip = Clip(
            width: 80, height: 48, frames: [Clip.fade(frames: 1).frames[0]] + Array(repeating: last, count: 25))
        let grids = clip.art(ArtOptions(columns: 10, charset: .half), .full)
        let end = grids.compactMap(\.self).last
        #expect(end?.cells.allSatisfy { $0.foreground?.red == 62 } == true)
        // Not all cells at once.
        #expect(grids.compactMap(\.self).count > 3)
    }

    @Test("A wide character is never cut in half")
    func wide() {
        let art = Clip.sprite().art(ArtOptions(columns: 20, characters: "永 一川水a."), .none)
        for grid in art.compactMap(\.self) {
            for row in 0..<grid.rows {
                let cells = Array(grid.row(row))
                for (index, cell) in cells.enumerated() {
                    let left = index > 0 ? cells[index - 1].cells : 1
                    #expect((cell.scalar == nil) == (left == 2))
                }
            }
        }
    }
}

extension RGB {
    fileprivate func distance(_ other: RGB) -> Int {
        zip(channels, other.channels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}

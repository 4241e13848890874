package import Domain

/// Text art that is shown for a while.
package struct ArtFrame: Equatable, Sendable {
    package let grid: ArtGrid
    /// In milliseconds, at least 1.
    package let duration: Int

    package init(grid: ArtGrid, duration: Int) {
        self.grid = grid
        self.duration = duration
    }
}

/// The frames of an animation of still text art, made one at a time. The same arguments always make the same frames.
///
/// Successive frames differ. All have the size of the art, and none shows half of a wide character. Effects that reveal
/// the art begin without it and end with all of it.
package struct EffectFrames: Sequence, IteratorProtocol {
    /// How long the whole art is shown after it was revealed, in milliseconds.
    package static let hold = 2_000
    package static let rates = 1...60
    package static let lengths = 0.1...600

    private let art: ArtGrid
    private let effect: ArtEffect
    private let scene: any EffectScene
    private let fps: Int
    /// The number of frames before equal ones are merged, without the hold.
    private let count: Int
    private var index = 0
    private var pending: ArtFrame?

    /// `fps` and `seconds` are limited to `rates` and `lengths`; the hold is not part of `seconds`.
    package init(_ grid: ArtGrid, effect: ArtEffect, seed: UInt64, fps: Int, seconds: Double) {
        art = grid
        self.effect = effect
        self.fps = Swift.min(Swift.max(fps, Self.rates.lowerBound), Self.rates.upperBound)
        let length = Swift.min(Swift.max(seconds, Self.lengths.lowerBound), Self.lengths.upperBound)
        count = Swift.max(1, Int((length * Double(self.fps)).rounded()))
        scene =
            switch effect {
            case .typewriter: TypewriterScene(grid)
            case .wipe: OrderScene(wiping: grid, seed: seed)
            case .dissolve: OrderScene(dissolving: grid, seed: seed)
            case .rain: RainScene(grid, seed: seed)
            case .wave: WaveScene(grid, seed: seed, seconds: length)
            }
    }

    /// Whether the art stays as it is at the end, instead of beginning again.
    package var isReveal: Bool { effect.isReveal }

    /// `nil` if the options have no effect.
    package init?(_ grid: ArtGrid, _ options: AnimationOptions) {
        guard let effect = options.effect else { return nil }
        self.init(grid, effect: effect, seed: options.effectSeed, fps: options.fileRate, seconds: options.effectSeconds)
    }

    package mutating func next() -> ArtFrame? {
        guard let first = pending ?? made() else { return nil }
        pending = nil
        var duration = first.duration
        while let following = made() {
            guard following.grid == first.grid else {
                pending = following
                break
            }
            duration += following.duration
        }
        return ArtFrame(grid: first.grid, duration: duration)
    }

    /// The next frame, which may equal the one before.
    private mutating func made() -> ArtFrame? {
        defer { index += 1 }
        if index < count {
            let cells = scene.cells(at: Double(index) / Double(count))
            return ArtFrame(grid: art.with(cells), duration: time(index + 1) - time(index))
        }
        guard index == count, effect.isReveal else { return nil }
        return ArtFrame(grid: art, duration: Self.hold)
    }

    /// When a frame begins, in milliseconds. Rounded for each frame from the start, so that errors don't add up.
    private func time(_ index: Int) -> Int { (index * 1_000 + fps / 2) / fps }
}

/// The moving cells of one effect.
protocol EffectScene: Sendable {
    /// All cells at a time from 0, the start, to less than 1.
    func cells(at time: Double) -> [ArtCell]
}

/// A character of the art, in one cell or two.
struct EffectGlyph: Sendable {
    let row: Int
    let column: Int
    /// 1, or 2 for a wide character.
    let width: Int
    let cell: ArtCell

    /// Whether the glyph looks like the medium's empty paper.
    var isEmpty: Bool { cell.isInvisible && cell.background == nil }
}

/// The cells of a frame while it is composed.
struct EffectCanvas {
    let columns: Int
    let rows: Int
    private(set) var cells: [ArtCell]

    init(like art: ArtGrid) {
        (columns, rows) = (art.columns, art.rows)
        cells = Array(repeating: ArtCell(" "), count: art.cells.count)
    }

    /// Draws a glyph at a place of its own or another; leaves it out unless all of it is within the canvas. What remains
    /// of wide characters below it becomes blank.
    mutating func draw(_ glyph: EffectGlyph, row: Int, column: Int) {
        guard (0..<rows).contains(row), column >= 0, column + glyph.width <= columns else { return }
        let start = row * columns + column
        let end = start + glyph.width
        if cells[start].scalar == nil, column > 0 { cells[start - 1] = ArtCell(" ") }
        if end < (row + 1) * columns, cells[end].scalar == nil { cells[end] = ArtCell(" ") }
        cells[start] = glyph.cell
        if glyph.width == 2 {
            cells[start + 1] = ArtCell(nil, foreground: glyph.cell.foreground, background: glyph.cell.background)
        }
    }

    mutating func draw(_ glyph: EffectGlyph) { draw(glyph, row: glyph.row, column: glyph.column) }
}

extension ArtGrid {
    /// The characters in reading order, including blanks.
    var effectGlyphs: [EffectGlyph] {
        (0..<rows).flatMap { row in
            let cells = Array(self.row(row))
            return cells.indices.compactMap { column -> EffectGlyph? in
                guard cells[column].scalar != nil else { return nil }
                let isWide = column + 1 < cells.count && cells[column + 1].scalar == nil
                return EffectGlyph(row: row, column: column, width: isWide ? 2 : 1, cell: cells[column])
            }
        }
    }
}

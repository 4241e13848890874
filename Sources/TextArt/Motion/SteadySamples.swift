internal import CTextArt
internal import Domain

/// Holds the samples of every cell until they have changed visibly, so that noise doesn't make still parts flicker.
///
/// A cell takes its new samples when their mean has moved by more than a threshold, or when the samples on average have
/// moved by more than another: the first is a change of tone, the second a change of shape. Both are measured against
/// the samples that are held, not against the frame before, so that slow fades add up. A change that stays below the
/// thresholds is averaged over a second; if it is real, the cell follows it then.
struct SteadySamples {
    /// The least visible change of a cell's mean, and of its samples, in codes from 0 to 255.
    private static let (mean, spread): (Float, Float) = (3, 9)
    /// The most that a noisy clip raises them to.
    private static let (mostMean, mostSpread): (Float, Float) = (6, 20)
    /// A change of the mean over a whole second that is not noise: in codes, and as a share of what noise may change in
    /// one frame. Averaging leaves the noise of the held samples alone.
    private static let (drift, driftShare): (Float, Float) = (1, 0.75)
    /// The fewest frames that make an average.
    private static let fewest = 4
    /// The share of changed cells from which a frame is another scene.
    private static let cut = 0.6
    /// A second, which cells begin at eight different times, so that a fade doesn't step everywhere at once.
    private static let (second, phases) = (1_000, 8)

    /// What the art is made from.
    private(set) var held: SampleGrid
    private let cells: Int
    private var noise = NoiseEstimate()
    /// The sums of the mean's changes since `since`, by channel and cell.
    private var drifts: [Float]
    private var since: [Int]
    private var frames: [Int32]

    /// Starts with the first frame.
    init(_ first: SampleGrid) {
        held = first
        cells = first.columns * first.rows
        drifts = Array(repeating: 0, count: first.channels.count * cells)
        since = (0..<cells).map { -($0 % Self.phases) * Self.second / Self.phases }
        frames = Array(repeating: 0, count: cells)
    }

    /// Takes the next frame, shown `now` milliseconds after the first. Returns for each cell whether its samples were
    /// replaced.
    mutating func take(_ frame: SampleGrid, at now: Int) -> [Bool] {
        let changes = CellChanges(frame, held)
        noise.add(changes)
        let mean = min(max(Self.mean, noise.mean), Self.mostMean)
        let spread = min(max(Self.spread, noise.spread), Self.mostSpread)
        var changed = (0..<cells).map { cell in
            changes.means[cell] > mean || changes.spreads[cell] > spread || isSeenDifferently(cell, frame)
        }
        if changed.count(where: \.self) > Int(Self.cut * Double(cells)) {
            changed = Array(repeating: true, count: cells)
        } else {
            follow(changes, &changed, now)
        }
        for cell in 0..<cells where changed[cell] { hold(cell, frame, now) }
        return changed
    }

    /// Marks the cells that have drifted for a second.
    private mutating func follow(_ changes: CellChanges, _ changed: inout [Bool], _ now: Int) {
        for cell in 0..<cells where !changed[cell] {
            if changes.spreads[cell] > 0 {
                for channel in 0..<changes.channels { drifts[channel * cells + cell] += changes.mean(channel, cell) }
            }
            frames[cell] += 1
            guard now - since[cell] >= Self.second, frames[cell] >= Self.fewest else { continue }
            let most = (0..<changes.channels).map { abs(drifts[$0 * cells + cell]) }.max() ?? 0
            if most > max(Self.drift, Self.driftShare * noise.mean) * Float(frames[cell]) {
                changed[cell] = true
            } else {
                restart(cell, now)
            }
        }
    }

    private mutating func hold(_ cell: Int, _ frame: SampleGrid, _ now: Int) {
        let density = held.density
        let first = cell / held.columns * density.down * held.width + cell % held.columns * density.across
        for channel in held.channels.indices {
            textart_hold_cell(
                frame.channels[channel], Int64(first), Int64(held.width), Int32(density.across), Int32(density.down),
                &held.channels[channel])
        }
        if let seen = frame.seen {
            for y in 0..<density.down {
                let line = first + y * held.width
                for index in line..<line + density.across { held.seen?[index] = seen[index] }
            }
        }
        restart(cell, now)
    }

    private mutating func restart(_ cell: Int, _ now: Int) {
        for channel in held.channels.indices { drifts[channel * cells + cell] = 0 }
        since[cell] = now
        frames[cell] = 0
    }

    /// Whether the picture has become transparent in a cell, or no longer is.
    private func isSeenDifferently(_ cell: Int, _ frame: SampleGrid) -> Bool {
        guard held.seen != nil else { return false }
        let (column, row) = (cell % held.columns, cell / held.columns)
        return held.isHidden(column: column, row: row) != frame.isHidden(column: column, row: row)
    }
}

/// How much the samples of each cell differ between two grids.
struct CellChanges {
    let channels: Int
    /// The greatest change of a channel's mean, in codes.
    private(set) var means: [Float]
    /// The mean change of the samples, in codes.
    private(set) var spreads: [Float]
    private let sums: [Int32]
    private let scale: Float
    private let cells: Int

    init(_ now: SampleGrid, _ held: SampleGrid) {
        channels = held.channels.count
        cells = held.columns * held.rows
        scale = 1 / Float(16 * held.density.across * held.density.down)
        means = Array(repeating: 0, count: cells)
        spreads = means
        var sums = [Int32](repeating: 0, count: channels * cells)
        for channel in 0..<channels {
            var (signed, absolute) = ([Int32](repeating: 0, count: cells), [Int32](repeating: 0, count: cells))
            textart_cell_changes(
                now.channels[channel], held.channels[channel], LinearLight.fineCode, Int32(held.columns),
                Int32(held.rows), Int32(held.density.across), Int32(held.density.down), &signed, &absolute)
            for cell in 0..<cells where absolute[cell] > 0 {
                sums[channel * cells + cell] = signed[cell]
                means[cell] = max(means[cell], abs(Float(signed[cell])) * scale)
                spreads[cell] += Float(absolute[cell]) * scale / Float(channels)
            }
        }
        self.sums = sums
    }

    /// The change of a channel's mean in a cell, in codes.
    func mean(_ channel: Int, _ cell: Int) -> Float { Float(sums[channel * cells + cell]) * scale }
}

/// The noise of a clip, from the quarter of its cells that change least.
///
/// Noise moves means up and down alike, while a fade moves them all one way: the noise of the mean is how far apart the
/// changes in the middle lie, not how great they are.
struct NoiseEstimate {
    private static let frames = 9
    /// Four and a half standard deviations, in widths of the quarter in the middle of a normal distribution.
    private static let reserve: Float = 7
    /// How far the change of an unusual cell is above that of a cell in the lowest quarter.
    private static let spreadReserve: Float = 2.5

    private var means: [Float] = []
    private var spreads: [Float] = []

    /// The change of a cell's mean that noise hardly ever exceeds, in codes.
    var mean: Float { Self.median(means) * Self.reserve }
    /// The same for the change of the samples.
    var spread: Float { Self.median(spreads) * Self.spreadReserve }

    mutating func add(_ changes: CellChanges) {
        let widths = (0..<changes.channels).map { channel in
            let sorted = changes.spreads.indices.map { changes.mean(channel, $0) }.sorted()
            return sorted[sorted.count * 5 / 8] - sorted[sorted.count * 3 / 8]
        }
        Self.add(widths.reduce(0, +) / Float(widths.count), to: &means)
        Self.add(changes.spreads.sorted()[changes.spreads.count / 4], to: &spreads)
    }

    private static func add(_ value: Float, to values: inout [Float]) {
        if values.count == frames { values.removeFirst() }
        values.append(value)
    }

    private static func median(_ values: [Float]) -> Float { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}

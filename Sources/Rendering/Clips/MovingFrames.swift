package import Domain
package import TextArt

/// One frame of moving art.
package struct MovingFrame: Sendable {
    package let grid: ArtGrid
    /// Milliseconds since the first frame, at the picture's own speed.
    package let start: Int
}

/// The frames of a clip, or of a still that an effect sets in motion.
package struct MovingFrames: ~Copyable, Sendable {
    /// How often the picture wants to be played.
    package let plays: ClipPlays
    /// The height of the art, in cells.
    package let rows: Int
    /// The end of the last frame, in milliseconds since the first one's start. Known once the last one was asked for.
    package private(set) var end: Int
    private var clip: ClipFrames?
    private let effect: EffectFrames?
    private var rest: EffectFrames?

    /// `nil` if the picture doesn't move, and if the task was cancelled. Pipes don't move. `conversion` is that of the
    /// first frame.
    package static func open(
        _ picture: PictureSource, _ conversion: Conversion, mostPerSecond: Int, in budget: MemoryBudget
    ) async throws(PictureFailure) -> MovingFrames? {
        let animation = conversion.art.animation
        if ClipFrames.isClip(picture, limits: conversion.limits) {
            let clip = try await ClipFrames.open(
                picture, art: conversion.art, mostFrames: animation.maxFrames, mostPerSecond: mostPerSecond,
                limits: conversion.limits, budget: budget, extra: 0)
            guard let clip else { return nil }
            return MovingFrames(clip)
        }
        guard animation.effect != nil else { return nil }
        let still = try await conversion.cells(picture, in: budget, recentTables: nil, parallelRunner: nil)
        guard let grid = still.outputs.first?.grid, let effect = EffectFrames(grid, animation) else { return nil }
        return MovingFrames(effect, rows: grid.rows)
    }

    private init(_ clip: consuming ClipFrames) {
        (plays, rows, end) = (clip.info.plays, clip.rows, clip.plan.duration)
        (effect, rest) = (nil, nil)
        self.clip = consume clip
    }

    private init(_ effect: EffectFrames, rows: Int) {
        (plays, self.rows, end) = (effect.isReveal ? .times(1) : .forever, rows, 0)
        (self.effect, rest) = (effect, effect)
        clip = nil
    }

    /// Returns the next frame; `nil` at the end, and if the task was cancelled. Frames of a clip that are over at `time`,
    /// in milliseconds since the first one, may be left out.
    package mutating func next(at time: Int) async throws(PictureFailure) -> MovingFrame? {
        if let frame = try await clip?.next(at: time) { return frame }
        guard let frame = rest?.next() else { return nil }
        defer { end += frame.duration }
        return MovingFrame(grid: frame.grid, start: end)
    }

    /// Starts again from the first frame.
    package mutating func rewind() throws(PictureFailure) {
        try clip?.rewind()
        if let effect { (rest, end) = (effect, 0) }
    }
}

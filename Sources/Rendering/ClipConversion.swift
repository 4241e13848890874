package import Domain
internal import PlatformPictures
package import TextArt

/// Turns a clip into moving art, frame by frame.
package struct ClipConversion: Sendable {
    private let art: ArtOptions
    private let limits: PictureLimits
    private let mostFrames: Int

    /// The work after which the thread is given back, so that other pictures don't wait. The unit is the time of composing
    /// one pixel; a turn is meant to last a twentieth of a second.
    private static let workPerTurn = 8_000_000
    /// Choosing the characters of one cell, in the same unit.
    private static let workPerCell = 1_000

    package init(art: ArtOptions, limits: PictureLimits = PictureLimits(), mostFrames: Int = 600) {
        self.art = art
        self.limits = limits
        self.mostFrames = mostFrames
    }

    /// Whether a source has more than one frame. `false` for a pipe, which is left unread.
    package static func isClip(_ source: PictureSource, limits: PictureLimits) -> Bool {
        ClipDecoder.isClip(source, limits: limits)
    }

    /// Passes each frame that differs from the one before, with its start in milliseconds. Returns the length of the
    /// whole clip, even if the conversion ended early: because `pass` returned `false`, or the task was cancelled.
    @concurrent
    package func run(
        _ source: PictureSource, pass: (ArtGrid, Int) throws(PictureFailure) -> Bool
    ) async throws(PictureFailure) -> Int {
        let font = try ConversionFont(art)
        var art = font.art
        let colors = OutputColors(art.color, palette: art.palette)
        art.charset = art.charset(for: .ansi, hasColors: colors != .none)
        var decoder = try ClipDecoder(source, limits: limits)
        let plan = FramePlan(delays: decoder.info.delays, mostFrames: mostFrames)
        var motion = MotionArt(info: decoder.info.picture, options: art, colors: colors, face: font.face)
        if !motion.isSettled { try await survey(source, plan, &motion) }
        var next = plan.frames[...]
        var work = 0
        while let shown = next.first, let frame = try decoder.next() {
            work += frame.columns.count * frame.rows.count
            if frame.index == shown.index {
                next.removeFirst()
                motion.take(decoder)
                if let grid = motion.frame(at: shown.start) {
                    work += grid.cells.count * Self.workPerCell
                    guard try pass(grid, shown.start) else { break }
                }
            }
            if await Self.endsTurn(&work) { break }
        }
        return plan.duration
    }

    /// Measures the clip as a whole by some of its frames.
    private func survey(
        _ source: PictureSource, _ plan: FramePlan, _ motion: inout MotionArt
    ) async throws(PictureFailure) {
        var decoder = try ClipDecoder(source, limits: limits)
        let step = max(1, (plan.frames.count + MotionArt.surveyed - 1) / MotionArt.surveyed)
        var wanted = stride(from: 0, to: plan.frames.count, by: step).map { plan.frames[$0].index }[...]
        var work = 0
        while let index = wanted.first, let frame = try decoder.next() {
            work += frame.columns.count * frame.rows.count
            if frame.index == index {
                wanted.removeFirst()
                motion.take(decoder)
                motion.addToSurvey()
            }
            if await Self.endsTurn(&work) { break }
        }
        motion.settle()
    }

    /// Gives the thread back after enough work. Returns whether the task was cancelled.
    private static func endsTurn(_ work: inout Int) async -> Bool {
        guard work >= workPerTurn else { return false }
        work = 0
        // Work that waits for this thread goes first: coming back from the main actor means queueing behind it.
        await MainActor.run {}
        return Task.isCancelled
    }
}

extension MotionArt {
    fileprivate mutating func take(_ decoder: borrowing ClipDecoder) {
        for y in 0..<decoder.info.picture.height {
            decoder.withRow(y) { take(row: $0) }
        }
    }
}

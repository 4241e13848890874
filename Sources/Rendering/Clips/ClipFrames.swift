package import Domain
internal import PlatformPictures
internal import TextArt

/// The moving art of a clip, made frame by frame as the frames are asked for.
///
/// Memory is reserved as long as this value exists. Making a frame gives the thread back now and then, so that other
/// pictures don't wait.
package struct ClipFrames: ~Copyable, Sendable {
    package let info: ClipInfo
    /// The frames that are shown, apart from those whose art is that of the frame before.
    package let plan: FramePlan
    /// Reasons why the art may disappoint, without duplicates.
    package private(set) var warnings: [ArtWarning] = []

    private let source: PictureSource
    private let limits: PictureLimits
    private let reservation: MemoryReservation
    private let settled: MotionArt
    private var motion: MotionArt
    private var decoder: ClipDecoder
    private var upcoming: ArraySlice<FramePlan.Frame>
    private var decoded = 0
    private var work = 0

    /// The work after which the thread is given back. The unit is the time of composing one pixel; a turn is meant to last
    /// a twentieth of a second.
    private static let workPerTurn = 8_000_000
    /// Choosing the characters of one cell, in the same unit.
    private static let workPerCell = 1_000

    /// Whether a source has more than one frame. `false` for a pipe, which is left unread.
    package static func isClip(_ source: PictureSource, limits: PictureLimits) -> Bool {
        ClipDecoder.isClip(source, limits: limits)
    }

    /// Opens a clip and measures it as a whole. The source must stay readable, since it is read several times. At most
    /// `mostFrames` and `mostPerSecond` frames are kept. Waits until `budget` has the memory, and `extra` bytes for what
    /// the caller does with the frames; returns `nil` if the task was cancelled meanwhile. A damaged clip ends before the
    /// damage.
    package static func open(
        _ source: PictureSource, art: ArtOptions, mostFrames: Int, mostPerSecond: Int,
        limits: PictureLimits, budget: MemoryBudget, extra: Int64
    ) async throws(PictureFailure) -> ClipFrames? {
        let font = try ConversionFont(art)
        var art = font.art
        let colors = OutputColors(art.color, palette: art.palette)
        art.charset = art.charset(for: .cast, hasColors: colors != .none)
        let info = try ClipDecoder(source, limits: limits, damage: .show).info
        let work = MotionArt.memory(info: info.picture, options: art, colors: colors)
        let bytes = info.picture.memory + work + extra
        let most = min(budget.limit, limits.memory)
        guard bytes <= most else { throw .tooMuchMemory(bytes: bytes, limit: most) }
        guard let reservation = await MemoryReservation(bytes, of: budget) else { return nil }
        let plan = FramePlan(delays: info.delays, mostFrames: mostFrames, mostPerSecond: mostPerSecond)
        var motion = MotionArt(info: info.picture, options: art, colors: colors, face: font.face)
        if !motion.isSettled { try await survey(source, limits, plan, &motion) }
        return try ClipFrames(source, limits, info, plan, motion, reservation)
    }

    private init(
        _ source: PictureSource, _ limits: PictureLimits, _ info: ClipInfo, _ plan: FramePlan, _ motion: MotionArt,
        _ reservation: consuming MemoryReservation
    ) throws(PictureFailure) {
        decoder = try ClipDecoder(source, limits: limits, damage: .show)
        (self.source, self.limits, self.info, self.plan) = (source, limits, info, plan)
        (settled, self.motion) = (motion, motion)
        self.reservation = reservation
        upcoming = plan.frames[...]
    }

    /// Returns the next frame; `nil` at the end, and if the task was cancelled. Frames that are over at `time`, in
    /// milliseconds since the first one, are left out.
    package mutating func next(at time: Int = 0) async throws(PictureFailure) -> MovingFrame? {
        // Behind the last frame that is shown there may be others, and damage.
        while let frame = try decoder.next() {
            decoded += 1
            work += frame.columns.count * frame.rows.count
            if await Self.endsTurn(&work) { return nil }
            guard let shown = upcoming.first, frame.index == shown.index else { continue }
            upcoming.removeFirst()
            if let following = upcoming.first, following.start <= time { continue }
            motion.take(decoder)
            guard let grid = motion.frame(at: shown.start) else { continue }
            work += grid.cells.count * Self.workPerCell
            warnings += grid.warnings.filter { !warnings.contains($0) }
            return MovingFrame(grid: grid, start: shown.start)
        }
        return nil
    }

    /// The height of the art, in cells.
    package var rows: Int { settled.rows }

    /// The damage that ended the clip early; `nil` until the end is reached.
    package var damage: PictureFailure? {
        if case .truncated = decoder.damage { return .truncatedClip(frames: decoded) }
        return decoder.damage
    }

    /// Starts again from the first frame.
    package mutating func rewind() throws(PictureFailure) {
        decoder = try ClipDecoder(source, limits: limits, damage: .show)
        motion = settled
        decoded = 0
        upcoming = plan.frames[...]
    }

    /// Measures the clip as a whole by some of its frames.
    private static func survey(
        _ source: PictureSource, _ limits: PictureLimits, _ plan: FramePlan, _ motion: inout MotionArt
    ) async throws(PictureFailure) {
        var decoder = try ClipDecoder(source, limits: limits, damage: .show)
        let step = max(1, (plan.frames.count + motion.surveyed - 1) / motion.surveyed)
        var wanted = stride(from: 0, to: plan.frames.count, by: step).map { plan.frames[$0].index }[...]
        var work = 0
        while let index = wanted.first, let frame = try decoder.next() {
            work += frame.columns.count * frame.rows.count
            if frame.index == index {
                wanted.removeFirst()
                motion.take(decoder)
                motion.addToSurvey()
            }
            if await endsTurn(&work) { break }
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

/// Bytes of a budget, returned at the end of this value's lifetime.
struct MemoryReservation: ~Copyable, Sendable {
    private let bytes: Int64
    private let budget: MemoryBudget

    /// Waits for its turn. `nil` if the task was cancelled.
    /// - Precondition: `bytes` is at most the budget's limit.
    init?(_ bytes: Int64, of budget: MemoryBudget) async {
        guard await budget.take(bytes) else { return nil }
        self.bytes = bytes
        self.budget = budget
    }

    deinit { budget.unreserve(bytes) }
}

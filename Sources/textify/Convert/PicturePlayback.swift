import Domain
import PlatformSystem
import Rendering
import TextArt
import Words

/// Plays a moving picture, or a still in motion, between the lines of a shell. The last frame stays there.
struct PicturePlayback {
    let input: PictureInput
    let source: PictureSource
    /// Adapted to the terminal.
    let art: ArtOptions

    /// The most frames per second where no option says more or fewer.
    private static let rate = 60

    /// Plays until the end or until the user quits. `adapting` returns the options for a terminal that was resized.
    /// Returns `false`, without having written anything, if the picture doesn't move or there is no terminal to read keys
    /// from.
    func run(adapting: () async throws(CommandFailure) -> ArtOptions) async throws(CommandFailure) -> Bool {
        var art = art
        var progress: FramePlayer<PictureFrames>.Progress?
        while true {
            guard let moving = try await open(art) else { return false }
            let frames = PictureFrames(moving, input, art)
            let place = InlineArt(rows: frames.rows)
            switch try await show(frames, in: place, from: progress) {
            case nil: return false
            case .finished, .quit: return true
            case .aborted:
                ProcessEnd.quit()
                return true
            case .redraw(let reached):
                progress = reached
                try CommandOutput.standard(place.erasing)
                art = try await adapting()
            }
        }
    }

    /// `nil` if there is no terminal to read keys from.
    private func show(
        _ frames: PictureFrames, in place: InlineArt, from progress: FramePlayer<PictureFrames>.Progress?
    ) async throws(CommandFailure) -> FramePlayer<PictureFrames>.Ending? {
        guard let screen = try? ScreenTerminal(place.modes) else { return nil }
        var player = FramePlayer(frames, Self.options(art.animation, frames.plays))
        return try await player.run(from: progress, screen)
    }

    private func open(_ art: ArtOptions) async throws(CommandFailure) -> MovingFrames? {
        let conversion = Conversion(
            art: art, outputs: [.ansi], limits: PictureLimits(memory: input.budget.limit), isLenient: true)
        do throws(PictureFailure) {
            return try await MovingFrames.open(
                source, conversion, mostPerSecond: art.animation.fps ?? Self.rate, in: input.budget)
        } catch {
            throw input.failure(error)
        }
    }

    private static func options(
        _ animation: AnimationOptions, _ plays: ClipPlays
    ) -> FramePlayer<PictureFrames>.Options {
        var options = FramePlayer<PictureFrames>.Options(speed: animation.speed)
        // The frames bracket themselves.
        options.synchronizes = false
        options.endsOnRedraw = true
        options.plays =
            switch animation.plays(asked: plays) {
            case .forever: nil
            case .times(let times): times
            }
        return options
    }
}

/// The frames of a picture as a terminal draws them at the cursor, made as they are played.
final class PictureFrames: FrameSource {
    /// The bytes up to which the frames of one play are kept for the next ones.
    private static let mostKept = 32 << 20

    var plays: ClipPlays { frames.plays }
    var rows: Int { frames.rows }
    private var frames: MovingFrames
    private let input: PictureInput
    private var terminal: TerminalFrames
    private let codes: (colors: ArtColor, palette: ArtPalette?)
    /// Whether the end of the last frame was passed on.
    private var isEnded = false
    /// The frames of this play; `nil` once they are too many, and if some were left out.
    private var kept: [PlayedFrame]? = []
    private var keptBytes = 0
    /// What is left of frames that were kept.
    private var again: ArraySlice<PlayedFrame>?

    init(_ frames: consuming MovingFrames, _ input: PictureInput, _ art: ArtOptions) {
        self.frames = frames
        self.input = input
        codes = (art.color, art.palette)
        terminal = TerminalFrames(colors: art.color, palette: art.palette, at: .cursor)
    }

    func next(at position: Double) async throws(CommandFailure) -> FrameStep {
        if let frame = again?.popFirst() { return .frame(frame) }
        if again != nil || isEnded { return .end }
        let time = Int(position)
        do throws(PictureFailure) {
            guard let frame = try await frames.next(at: time) else {
                isEnded = true
                return .frame(keep(PlayedFrame(bytes: [], due: Double(frames.end))))
            }
            // What the frames before would have shown may be missing.
            if frame.start < time { kept = nil }
            let drawn = terminal.next(frame.grid, at: frame.start)
            return .frame(keep(PlayedFrame(bytes: drawn.bytes, due: Double(frame.start), isKey: drawn.isKey)))
        } catch {
            throw input.failure(error)
        }
    }

    private func keep(_ frame: PlayedFrame) -> PlayedFrame {
        keptBytes += frame.bytes.count
        if keptBytes > Self.mostKept { kept = nil }
        kept?.append(frame)
        return frame
    }

    func restart() throws(CommandFailure) -> Bool {
        if let kept {
            again = kept[...]
            return true
        }
        do throws(PictureFailure) { try frames.rewind() } catch { throw input.failure(error) }
        terminal = TerminalFrames(colors: codes.colors, palette: codes.palette, at: .cursor)
        isEnded = false
        return true
    }
}

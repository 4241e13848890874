import Domain
import PlatformSystem

/// What a terminal is to show from some moment on.
struct PlayedFrame: Equatable, Sendable {
    /// Text and control sequences. Empty for a frame that only keeps the time, such as the end of the last one.
    var bytes: [UInt8]
    /// Milliseconds since the start. Never less than that of the frame before.
    var due: Double
    /// Whether the frame is a complete picture, so that all frames before may be left out.
    var isKey = false
}

/// Where a player gets its frames.
protocol FrameSource {
    /// Returns the next frame. May take its time, during which the player reads no keys, but must not wait for input
    /// that may never come. `position` is the time that the player has reached: frames that are over by then may be left
    /// out, if those after them don't need them.
    mutating func next(at position: Double) async throws(CommandFailure) -> FrameStep
    /// Starts again from the first frame. Returns `false` if that is impossible.
    mutating func restart() throws(CommandFailure) -> Bool
}

enum FrameStep: Equatable, Sendable {
    case frame(PlayedFrame)
    /// The next frame needs input: `descriptor` becomes readable.
    case waiting(descriptor: Int32)
    case end
}

/// The terminal of a player.
protocol PlayerTerminal: ~Copyable {
    /// Monotonic, in milliseconds.
    var now: Double { get }
    /// Waits at most `milliseconds`, or without limit, for an event, or until `input` is readable (-1 for none).
    func next(within milliseconds: Double?, orInput input: Int32) -> TerminalScreen.Event
    func write(_ bytes: [UInt8]) throws(CommandFailure)
}

/// Shows frames at their times.
///
/// Whatever is due is shown with one write. When the terminal is slower than the frames, all that came due during the
/// last write are joined, beginning with the last complete picture among them.
struct FramePlayer<Source: FrameSource> {
    struct Options {
        var speed = 1.0
        /// `nil` to play until the user quits.
        var plays: Int? = 1
        /// Whether each write is bracketed as a synchronized update (DEC mode 2026). Terminals that don't know the mode
        /// ignore it. Not for recordings, which may contain such brackets.
        var synchronizes = true
        /// What is written before the picture is drawn again, after the terminal was resized or used by a shell; `nil`
        /// if it isn't drawn again.
        var redrawing: [UInt8]?
        /// Whether the player ends when the terminal is resized or was used by a shell.
        var endsOnRedraw = false
        /// How long the last frame stays after the last play, in milliseconds.
        var hold = 0.0
    }

    /// Why the player ended.
    enum Ending: Equatable {
        case finished, quit
        /// Ctrl-\.
        case aborted
        /// The frames have to be made again, for the terminal.
        case redraw(Progress)
    }

    /// How far a play has come.
    struct Progress: Equatable {
        /// In milliseconds, at the recording's own speed.
        var position = 0.0
        var speed: Double
        var isPaused = false
        /// The number of the current play, from 1.
        var play = 1
    }

    private(set) var source: Source
    private let options: Options
    private var clock: PlaybackClock
    /// The frame that is shown next.
    private var upcoming: PlayedFrame?
    private var plays = 1
    private var lastStart = 0.0
    private var isHeld = false
    /// The frames since the last complete picture, to draw again. Empty if they became too long.
    private var drawn: [UInt8] = []
    private var forgetsDrawn = false

    /// Clears the screen for drawing from its top left.
    static var clearing: [UInt8] { Array("\u{1B}[0m\u{1B}[r\u{1B}[H\u{1B}[2J".utf8) }

    /// Bytes that are joined into one write, or kept to draw again.
    private static var mostJoined: Int { 1 << 20 }
    /// The shortest time of one play, in milliseconds, so that an empty recording in a loop doesn't busy the machine.
    private static var shortestPlay: Double { 100 }
    /// The change of the speed by one key.
    private static var faster: Double { 1.25 }

    init(_ source: Source, _ options: Options = Options()) {
        self.source = source
        self.options = options
        clock = PlaybackClock(speed: options.speed, now: 0)
    }

    /// Plays to the end. A failure of the source is thrown after all frames before it were shown.
    mutating func run(
        from progress: Progress? = nil, _ terminal: borrowing some PlayerTerminal & ~Copyable
    ) async throws(CommandFailure) -> Ending {
        lastStart = terminal.now
        begin(progress ?? Progress(speed: options.speed))
        while true {
            var input: Int32 = -1
            var wait: Double?
            if upcoming == nil {
                switch try await source.next(at: clock.position(at: terminal.now)) {
                case .frame(let frame): upcoming = frame
                case .waiting(let descriptor): input = descriptor
                case .end:
                    if try restart(terminal.now) { continue }
                    guard options.hold > 0, !isHeld else { return .finished }
                    isHeld = true
                    let now = clock.position(at: terminal.now)
                    upcoming = PlayedFrame(bytes: [], due: now + options.hold * clock.speed)
                }
            }
            if let upcoming {
                let now = terminal.now
                wait = clock.wait(for: upcoming.due, now: now)
                // Also while paused, when what was on the screen has to be drawn again.
                if upcoming.due <= clock.position(at: now) { try await show(on: terminal) }
            }
            // Keys are read even when frames are always late.
            switch terminal.next(within: input >= 0 ? nil : wait, orInput: input) {
            case .nothing: break
            case .redraw where options.endsOnRedraw: return .redraw(reached(at: terminal.now))
            case .redraw:
                guard let start = options.redrawing, !drawn.isEmpty else { break }
                try write(start + drawn, on: terminal)
            case .ended: return .quit
            case .quit: return .aborted
            case .keys(let keys):
                for key in keys {
                    let isQuitting = try await press(key, terminal)
                    if isQuitting { return .quit }
                }
            }
        }
    }

    private mutating func begin(_ progress: Progress) {
        clock = PlaybackClock(speed: progress.speed, now: lastStart)
        clock.jump(to: progress.position, at: lastStart)
        if progress.isPaused { clock.togglePause(at: lastStart) }
        plays = progress.play
    }

    private func reached(at now: Double) -> Progress {
        Progress(position: clock.position(at: now), speed: clock.speed, isPaused: clock.isPaused, play: plays)
    }

    /// Returns whether the key quits.
    private mutating func press(
        _ key: TerminalKey, _ terminal: borrowing some PlayerTerminal & ~Copyable
    ) async throws(CommandFailure) -> Bool {
        switch key {
        case .character("q"), .interrupt, .escape: return true
        case .character(" "): clock.togglePause(at: terminal.now)
        case .character("+"), .character("="): clock.change(speed: Self.faster, at: terminal.now)
        case .character("-"): clock.change(speed: 1 / Self.faster, at: terminal.now)
        case .character(".") where clock.isPaused:
            guard let upcoming else { break }
            clock.jump(to: upcoming.due, at: terminal.now)
            try await show(on: terminal)
        default: break
        }
        return false
    }

    /// Shows the upcoming frame and all others that are due by now.
    private mutating func show(on terminal: borrowing some PlayerTerminal & ~Copyable) async throws(CommandFailure) {
        let now = clock.position(at: terminal.now)
        var joined: [UInt8] = []
        var failure: CommandFailure?
        var isFirst = true
        while let frame = upcoming, frame.due <= now || isFirst, joined.count < Self.mostJoined {
            isFirst = false
            if frame.isKey {
                joined = frame.bytes
                drawn = []
                forgetsDrawn = false
            } else {
                joined += frame.bytes
            }
            keep(frame.bytes)
            upcoming = nil
            do throws(CommandFailure) {
                if case .frame(let next) = try await source.next(at: now) { upcoming = next }
            } catch {
                failure = error
            }
        }
        try write(joined, on: terminal)
        if let failure { throw failure }
    }

    private mutating func keep(_ bytes: [UInt8]) {
        guard options.redrawing != nil, !forgetsDrawn else { return }
        drawn += bytes
        guard drawn.count > Self.mostJoined else { return }
        drawn = []
        forgetsDrawn = true
    }

    private func write(
        _ bytes: [UInt8], on terminal: borrowing some PlayerTerminal & ~Copyable
    ) throws(CommandFailure) {
        guard !bytes.isEmpty else { return }
        guard options.synchronizes else { return try terminal.write(bytes) }
        try terminal.write(Array("\u{1B}[?2026h".utf8) + bytes + "\u{1B}[?2026l".utf8)
    }

    /// Returns whether there is another play.
    private mutating func restart(_ now: Double) throws(CommandFailure) -> Bool {
        if let most = options.plays, plays >= most { return false }
        guard try source.restart() else { return false }
        plays += 1
        let early = max(0, lastStart + Self.shortestPlay - now)
        clock.jump(to: -early * clock.speed, at: now)
        lastStart = now + early
        return true
    }
}

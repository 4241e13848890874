import Domain
import PlatformSystem
import Testing

@testable import textify

/// A terminal whose clock stands still except while it waits or writes.
private final class FakeTerminal: PlayerTerminal {
    struct Write: Equatable {
        let at: Double
        let text: String
    }

    var now = 0.0
    var writes: [Write] = []
    /// Events and the times at which they happen.
    var events: [(at: Double, TerminalScreen.Event)] = []
    /// How long a write takes, by its number.
    var delays: [Int: Double] = [:]
    /// The descriptors that were waited for.
    var inputs: [Int32] = []
    var waits = 0

    func next(within milliseconds: Double?, orInput input: Int32) -> TerminalScreen.Event {
        waits += 1
        if input >= 0 { inputs.append(input) }
        let end = milliseconds.map { now + $0 } ?? .infinity
        if let event = events.first, event.at <= end {
            events.removeFirst()
            now = max(now, event.at)
            return event.1
        }
        if input >= 0 { return .nothing }
        guard end.isFinite else { return .ended }
        now = end
        return .nothing
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        writes.append(Write(at: now, text: String(decoding: bytes, as: UTF8.self)))
        now += delays[writes.count] ?? 0
    }
}

/// Frames that are known before.
private struct ListedFrames: FrameSource {
    var steps: [FrameStep]
    var index = 0
    var failure: CommandFailure?
    /// The positions at which a frame was asked for.
    var positions: [Double] = []

    init(_ frames: [PlayedFrame]) { steps = frames.map(FrameStep.frame) }

    mutating func next(at position: Double) async throws(CommandFailure) -> FrameStep {
        positions.append(position)
        guard index < steps.count else {
            if let failure { throw failure }
            return .end
        }
        defer { index += 1 }
        return steps[index]
    }

    mutating func restart() throws(CommandFailure) -> Bool {
        index = 0
        return true
    }
}

@Suite("The player of frames")
struct FramePlayerTests {
    private let terminal = FakeTerminal()

    private func frames(_ dues: [Double], keys: Set<Int> = []) -> ListedFrames {
        ListedFrames(
            dues.enumerated().map { index, due in
                PlayedFrame(bytes: Array("\(index)".utf8), due: due, isKey: keys.contains(index))
            })
    }

    private func play(
        _ source: ListedFrames, plays: Int? = 1, speed: Double = 1, synchronizes: Bool = false,
        redrawing: [UInt8]? = nil
    ) async throws -> FramePlayer<ListedFrames>.Ending {
        var player = FramePlayer(
            source,
            FramePlayer<ListedFrames>.Options(
                speed: speed, plays: plays, synchronizes: synchronizes, redrawing: redrawing))
        return try await player.run(terminal)
    }

    private var shown: [String] { terminal.writes.map { "\($0.at): \($0.text)" } }

    @Test("each frame is written once, at its time, and the speed scales the times") func times() async throws {
        #expect(try await play(frames([0, 100, 250])) == .finished)
        #expect(shown == ["0.0: 0", "100.0: 1", "250.0: 2"])
        terminal.writes = []
        terminal.now = 1_000
        #expect(try await play(frames([0, 100, 250]), speed: 2) == .finished)
        #expect(shown == ["1000.0: 0", "1050.0: 1", "1125.0: 2"])
    }

    @Test("a slow terminal gets what is due together, from the last complete picture on, and the clock doesn't drift")
    func slow() async throws {
        terminal.delays = [2: 350]
        #expect(try await play(frames([0, 100, 200, 300, 400, 500], keys: [0, 3])) == .finished)
        #expect(shown == ["0.0: 0", "100.0: 1", "450.0: 34", "500.0: 5"])
        #expect(terminal.waits < 20)
    }

    @Test("each write is bracketed as one update, if asked for") func synchronized() async throws {
        #expect(try await play(frames([0]), synchronizes: true) == .finished)
        #expect(shown == ["0.0: \u{1B}[?2026h0\u{1B}[?2026l"])
    }

    @Test("space pauses and continues, a full stop shows the next frame, plus and minus change the speed")
    func keys() async throws {
        terminal.events = [
            (at: 50, .keys([.character(" ")])), (at: 1_000, .keys([.character(".")])),
            (at: 2_000, .keys([.character(" ")])), (at: 2_050, .keys([.character("+")])),
        ]
        #expect(try await play(frames([0, 100, 200, 300])) == .finished)
        #expect(shown == ["0.0: 0", "1000.0: 1", "2090.0: 2", "2170.0: 3"])
    }

    @Test(
        "q, Ctrl-C, a signal and Ctrl-\\ end it",
        arguments: [
            (TerminalScreen.Event.keys([.character("q")]), false), (.keys([.interrupt]), false), (.ended, false),
            (.quit, true),
        ])
    func quits(event: TerminalScreen.Event, aborts: Bool) async throws {
        terminal.events = [(at: 150, event)]
        #expect(try await play(frames([0, 100, 200]), plays: nil) == (aborts ? .aborted : .quit))
        #expect(shown == ["0.0: 0", "100.0: 1"])
    }

    @Test("it plays as often as asked, and an empty recording doesn't busy the machine") func loops() async throws {
        #expect(try await play(frames([0, 150]), plays: 2) == .finished)
        #expect(shown == ["0.0: 0", "150.0: 1", "150.0: 0", "300.0: 1"])
        terminal.waits = 0
        terminal.now = 0
        terminal.events = [(at: 1_000, .keys([.character("q")]))]
        #expect(try await play(frames([0]), plays: nil) == .quit)
        #expect(terminal.waits < 40)
    }

    @Test("after the terminal was resized the frames since the last complete picture are drawn again")
    func redraws() async throws {
        terminal.events = [(at: 250, .redraw)]
        #expect(
            try await play(frames([0, 100, 200, 300], keys: [0, 1]), redrawing: Array("clear ".utf8)) == .finished)
        #expect(shown == ["0.0: 0", "100.0: 1", "200.0: 2", "250.0: clear 12", "300.0: 3"])
        terminal.events = [(at: terminal.now, .redraw)]
        terminal.writes = []
        #expect(try await play(frames([0])) == .finished)
        #expect(terminal.writes.count == 1)
    }

    @Test("a source that waits for input leaves the keys alive") func input() async throws {
        var source = frames([0, 100])
        source.steps.insert(contentsOf: [.waiting(descriptor: 7), .waiting(descriptor: 7)], at: 1)
        source.steps.append(.frame(PlayedFrame(bytes: [], due: 900)))
        #expect(try await play(source) == .finished)
        #expect(terminal.inputs == [7] && shown == ["0.0: 0", "100.0: 1"])
        // The last frame's time is kept, though it shows nothing.
        #expect(terminal.now == 900)
    }

    @Test("the last frame can stay for a while, in which keys end it") func hold() async throws {
        let options = FramePlayer<ListedFrames>.Options(speed: 4, synchronizes: false, hold: 2_000)
        var player = FramePlayer(frames([0, 100]), options)
        #expect(try await player.run(terminal) == .finished && terminal.now == 2_025)
        terminal.now = 0
        terminal.events = [(at: 500, .keys([.character("q")]))]
        player = FramePlayer(frames([0, 100]), options)
        #expect(try await player.run(terminal) == .quit && terminal.now == 500)
    }

    @Test("what a source delivered before it failed is shown") func failures() async throws {
        var source = frames([0, 100])
        source.failure = .usage("broken")
        await #expect(throws: CommandFailure.self) { _ = try await play(source) }
        #expect(shown == ["0.0: 0", "100.0: 1"])
    }

    @Test("art between the lines of a shell makes room for its rows, leaves them, and can be erased") func inline() {
        let place = InlineArt(rows: 3)
        #expect(place.modes.enter.text == "\u{1B}[?25l\r\n\r\n\r\n\u{1B}[A\u{1B}[A\u{1B}[A")
        #expect(place.modes.leave.text.hasSuffix("\u{1B}[?25h\u{1B}[B\u{1B}[B\u{1B}[B\r"))
        #expect(place.erasing.text == "\u{1B}[A\u{1B}[A\u{1B}[A\r\u{1B}[J")
    }

    @Test("after a resize, playback resumes at the same position") func resized() async throws {
        var options = FramePlayer<ListedFrames>.Options(speed: 2, plays: 2)
        options.endsOnRedraw = true
        terminal.events = [(at: 10, .keys([.character(" ")])), (at: 20, .redraw)]
        var player = FramePlayer(frames([0, 100]), options)
        let ending = try await player.run(terminal)
        let progress = FramePlayer<ListedFrames>.Progress(position: 20, speed: 2, isPaused: true, play: 1)
        #expect(ending == .redraw(progress))
        terminal.events = [(at: 50, .keys([.character(" ")]))]
        terminal.writes = []
        player = FramePlayer(frames([0, 100]), options)
        #expect(try await player.run(from: progress, terminal) == .finished)
        // Drawn again at once; the other 80 ms at double speed; another play, not before 100 ms after the start.
        #expect(terminal.writes.map(\.at) == [20, 90, 120, 170])
    }

    @Test("a source learns the position that playback has reached") func late() async throws {
        var player = FramePlayer(frames([0, 100, 200]), FramePlayer<ListedFrames>.Options(synchronizes: false))
        terminal.delays = [1: 150]
        _ = try await player.run(terminal)
        #expect(player.source.positions == [0, 0, 150, 200, 200])
    }
}

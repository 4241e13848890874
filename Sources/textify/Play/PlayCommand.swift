import Domain
import Glibc
import PlatformSystem
import Words

/// `textify play FILE`: plays a recording of a terminal.
enum PlayCommand: Command {
    static let name = "play"
    static let summary = FieldHelp(
        "Play a recorded terminal session or animation (asciicast)", "터미널 녹화나 애니메이션(asciicast)을 재생")
    static let operands = "FILE"

    static let known = [
        CommandOption(
            "speed", "FACTOR", letter: "s", "Play faster or slower, 0.1 to 20 (default: 1)", "재생 속도, 0.1–20 (기본: 1)"),
        CommandOption(
            "loop", "TIMES", letter: "l", "Repeat, without a number until q is pressed", "반복 재생; 횟수가 없으면 q를 누를 때까지"
        ).withOptionalValue,
        CommandOption(
            "idle", "SECONDS", letter: "i", "Shorten longer pauses (default: as the recording asks)",
            "더 긴 멈춤을 줄임 (기본: 녹화의 설정)"),
        CommandOption(
            "dump", "Print all text at once, as into a pipe; the terminal's keys are not used",
            "파이프로 출력할 때처럼 모든 텍스트를 한 번에 출력"),
        .help,
    ]

    private static let idles = 0.01...86_400
    /// In milliseconds.
    private static let hold = 2_000.0
    private static let plays = 1...1_000_000

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        guard let options = try parsed(words) else { return }
        let path = try file(options)
        let idle = try number("idle", idles, options).map { $0 * 1_000 }
        var playing = FramePlayer<CastSource>.Options(synchronizes: false)
        playing.speed = try number("speed", PlaybackClock.speeds, options) ?? 1
        playing.plays = try plays(options)
        if path.isStandardInput {
            return try await play(
                CastSource(0, shown: Wording.terminal.standardInput, idle: idle), playing, options)
        }
        let file: FileDescriptor
        do throws(FileFailure) { file = try path.open(O_RDONLY) } catch {
            let exit: ExitCode = error == .denied ? .noPermission : .noInput
            throw CommandFailure(exit: exit, text: Wording.terminal.sentence(error, about: path.shown))
        }
        try await play(CastSource(file.number, shown: path.shown, idle: idle), playing, options)
    }

    private static func play(
        _ source: CastSource, _ playing: FramePlayer<CastSource>.Options, _ options: ParsedOptions
    ) async throws(CommandFailure) {
        var source = source
        try source.readHeader()
        guard StandardStream.output.isTerminal, options.last("dump") == nil else { return try await dump(&source) }
        try source.chooseScreen()
        // The screen has been restored by now.
        if try await show(source, playing) == .aborted { ProcessEnd.quit() }
    }

    /// Prints all text without waiting for its time.
    private static func dump(_ source: inout CastSource) async throws(CommandFailure) {
        while true {
            switch try await source.next(at: 0) {
            case .frame(let frame): try CommandOutput.standard(art: frame.bytes)
            case .waiting(let descriptor): CastSource.wait(for: descriptor)
            case .end: return
            }
        }
    }

    private static func show(
        _ source: CastSource, _ playing: FramePlayer<CastSource>.Options
    ) async throws(CommandFailure) -> FramePlayer<CastSource>.Ending {
        var playing = playing
        if source.isFullScreen {
            playing.redrawing = FramePlayer<CastSource>.clearing
            // With the screen the last frame goes too, so there is time to read it.
            playing.hold = hold
        }
        let screen: ScreenTerminal
        do throws(TerminalFailure) {
            screen = try ScreenTerminal(source.isFullScreen ? .recording : .inlineRecording)
        } catch {
            throw .usage("\(name): " + Wording.terminal.playNeedsKeys)
        }
        var player = FramePlayer(source, playing)
        let result: Result<FramePlayer<CastSource>.Ending, CommandFailure>
        do throws(CommandFailure) { result = .success(try await player.run(screen)) } catch { result = .failure(error) }
        // A terminal that is gone can't be restored.
        try? screen.write(player.source.closing)
        return try result.get()
    }

    // MARK: Options

    private static func file(_ options: ParsedOptions) throws(CommandFailure) -> FilePath {
        guard let operand = options.positionals.first else {
            throw .usage("\(name): " + Wording.terminal.missing(.recording))
        }
        guard options.positionals.count == 1 else {
            throw .usage("\(name): " + Wording.terminal.tooMany(options.positionals.count, .recording))
        }
        return FilePath(bytes: operand)
    }

    private static func number(
        _ option: String, _ range: ClosedRange<Double>, _ options: ParsedOptions
    ) throws(CommandFailure) -> Double? {
        guard let text = options.last(option)?.text else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw .usage("\(name): " + Wording.terminal.notANumber(option, range, FileName(text).shown))
        }
        return number
    }

    /// `nil` to play until the user quits.
    private static func plays(_ options: ParsedOptions) throws(CommandFailure) -> Int? {
        guard let loop = options.last("loop") else { return 1 }
        guard let text = loop.text else { return nil }
        guard let number = Int(text), plays.contains(number) else {
            throw .usage("\(name): " + Wording.terminal.notANumber("loop", plays, FileName(text).shown))
        }
        return number
    }
}

/// The terminal of this process, in raw mode as long as this value exists.
struct ScreenTerminal: PlayerTerminal, ~Copyable {
    private let screen: TerminalScreen
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(_ modes: ScreenModes) throws(TerminalFailure) {
        screen = try TerminalScreen(modes, anyKeyboard: true)
        start = clock.now
    }

    var now: Double { (clock.now - start) / .milliseconds(1) }

    func next(within milliseconds: Double?, orInput input: Int32) -> TerminalScreen.Event {
        let limit = milliseconds.map { Int32(min($0.rounded(.up), 1e9)) } ?? -1
        return screen.next(within: limit, orInput: input)
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) { try CommandOutput.standard(art: bytes) }
}

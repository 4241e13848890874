import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// `textify convert`: shows pictures without a running service.
enum ConvertCommand: Command {
    static let name = "convert"
    static let alias: String? = "c"
    static let summary = FieldHelp("Show pictures as text art", "그림을 텍스트 아트로 표시")
    static let operands = "FILE…"
    static var known: [CommandOption] { ConvertOptions.known }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let options = try ConvertOptions(words)
        if options.wantsHelp { return try CommandOutput.standard(Usage(.help).convert()) }
        if options.wantsVersion { return try CommandOutput.standard(Usage.version) }
        let plan = try options.plan(.standard)
        let errands = ConversionTask.list(options, plan)
        guard errands.count > 1 else {
            for errand in errands { try finish(errand, try await errand.run(), options) }
            return
        }
        try await ConvertBatch(errands, isShown: options.output != nil, isQuiet: options.isQuiet).run()
    }

    private static func finish(
        _ errand: ConversionTask, _ done: ConversionTask.Done, _ options: ConvertOptions
    ) throws(CommandFailure) {
        if let warning = done.warning, !options.isQuiet { try? StandardStream.error.write(TerminalText(warning)) }
        if let bytes = done.bytes { try CommandOutput.standard(art: bytes) }
        if options.copies { try Clipboard.copy(done.art) }
        if done.exit != .ok { throw CommandFailure(exit: done.exit, text: nil) }
    }
}

/// Converts many pictures at once, on all cores. Art for standard output is written in command-line order. A picture
/// that can't be shown costs one error line, and the worst failure decides the exit code.
struct ConvertBatch {
    private typealias Answer = Result<ConversionTask.Done, CommandFailure>

    private static let clear = TerminalText(order: "\r\u{1B}[K")

    private let errands: [ConversionTask]
    /// Whether progress is shown: only when it can't mix with lines of art.
    private let isShown: Bool
    private let width = max(1, ProcessInfo.processInfo.activeProcessorCount) * 2

    /// Prints errors only.
    private let isQuiet: Bool

    /// `isShown` is set when the art is written to files.
    init(_ errands: [ConversionTask], isShown: Bool, isQuiet: Bool) {
        self.errands = errands
        self.isQuiet = isQuiet
        self.isShown = isShown && !isQuiet && StandardStream.error.isTerminal
    }

    func run() async throws(CommandFailure) {
        var worst = ExitCode.ok
        var failure: CommandFailure?
        await withTaskGroup(of: (Int, Answer).self) { group in
            var waiting: [Int: Answer] = [:]
            var next = 0
            for start in errands.indices.prefix(width) { add(start, to: &group) }
            var started = min(width, errands.count)
            while failure == nil, let (index, answer) = await group.next() {
                waiting[index] = answer
                if started < errands.count {
                    add(started, to: &group)
                    started += 1
                }
                while failure == nil, let answer = waiting.removeValue(forKey: next) {
                    do throws(CommandFailure) {
                        // sysexits.h numbers the codes so that the worse of two is the greater.
                        let exit = try tell(next, answer)
                        if exit.rawValue > worst.rawValue { worst = exit }
                    } catch {
                        failure = error
                    }
                    next += 1
                }
            }
            group.cancelAll()
        }
        if isShown { try? StandardStream.error.write(Self.clear) }
        if let failure { throw failure }
        if worst != .ok { throw CommandFailure(exit: worst, text: nil) }
    }

    private func add(_ index: Int, to group: inout TaskGroup<(Int, Answer)>) {
        let errand = errands[index]
        group.addTask { (index, await Self.work(errand)) }
    }

    @concurrent
    private static func work(_ errand: ConversionTask) async -> Answer {
        guard !Task.isCancelled else { return .failure(.readerLeft) }
        do throws(CommandFailure) { return .success(try await errand.run()) } catch { return .failure(error) }
    }

    /// Prints a picture's art and messages. Throws when standard output can't be written.
    private func tell(_ index: Int, _ answer: Answer) throws(CommandFailure) -> ExitCode {
        let clear = isShown ? Self.clear : TerminalText("")
        var exit = ExitCode.ok
        switch answer {
        case .success(let done):
            if let warning = done.warning, !isQuiet { try? StandardStream.error.write(clear + TerminalText(warning)) }
            if let bytes = done.bytes { try CommandOutput.standard(art: bytes) }
            exit = done.exit
        case .failure(let failure):
            exit = failure.exit
            if let text = failure.text { try? StandardStream.error.write(clear + TerminalText("textify: \(text)\n")) }
        }
        if isShown {
            try? StandardStream.error.write(
                clear + TerminalText(Wording.terminal.progress(index + 1, of: errands.count, errands[index].shown)))
        }
        return exit
    }
}

/// Copies to the terminal's clipboard with OSC 52, which also works over ssh.
enum Clipboard {
    /// The largest number of bytes that terminals accept in one sequence; xterm's limit.
    private static let most = 74_994

    static func copy(_ bytes: [UInt8]) throws(CommandFailure) {
        guard bytes.count <= most else {
            throw CommandFailure(
                exit: .data, text: Wording.terminal.tooLargeToCopy(bytes: bytes.count, limit: most))
        }
        let order = TerminalText.clipboard(base64: Data(bytes).base64EncodedString())
        if StandardStream.output.isTerminal { return try CommandOutput.standard(order) }
        do {
            try FilePath(bytes: Array("/dev/tty".utf8)).open(O_WRONLY).write(Array(order.text.utf8))
        } catch {
            throw CommandFailure(
                exit: .unavailable, text: Wording.terminal.clipboardUnavailable)
        }
    }
}

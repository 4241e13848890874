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

    static func help(_ usage: Usage) -> String { usage.convert() }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        guard let parsed = try parsed(words) else { return }
        let options = try ConvertOptions(parsed)
        let plan = try options.plan(await .standard())
        let tasks = ConversionTask.list(options, plan)
        guard tasks.count == 1 else {
            return try await ConvertBatch(tasks, writesFiles: options.output != nil, isQuiet: options.isQuiet).run()
        }
        let result =
            plan.playsMotion && !options.copies
            ? try await tasks[0].play { () async throws(CommandFailure) in try options.plan(await .standard()) }
            : try await tasks[0].run()
        guard let result else { return }
        if let warning = result.warning, !options.isQuiet { try? StandardStream.error.write(TerminalText(warning)) }
        if let bytes = result.bytes { try CommandOutput.standard(art: bytes) }
        if options.copies { try Clipboard.copy(result.art) }
        if result.exit != .ok { throw CommandFailure(exit: result.exit, text: nil) }
    }
}

/// Converts many pictures at once, on all cores. Art for standard output is written in command-line order. A picture
/// that can't be shown costs one error line, and the worst failure decides the exit code.
struct ConvertBatch {
    private typealias Answer = Result<ConversionTask.Outcome, CommandFailure>

    private static let clear = TerminalText(order: "\r\u{1B}[K")

    private let tasks: [ConversionTask]
    private let showsProgress: Bool
    private let width = max(1, ProcessInfo.processInfo.activeProcessorCount) * 2

    /// Prints errors only.
    private let isQuiet: Bool

    /// Progress is shown only if the art is written to files, because it would mix with art on the terminal.
    init(_ tasks: [ConversionTask], writesFiles: Bool, isQuiet: Bool) {
        self.tasks = tasks
        self.isQuiet = isQuiet
        showsProgress = writesFiles && !isQuiet && StandardStream.error.isTerminal
    }

    func run() async throws(CommandFailure) {
        var worst = ExitCode.ok
        var failure: CommandFailure?
        await withTaskGroup(of: (Int, Answer).self) { group in
            var waiting: [Int: Answer] = [:]
            var next = 0
            for start in tasks.indices.prefix(width) { add(start, to: &group) }
            var started = min(width, tasks.count)
            while failure == nil, let (index, answer) = await group.next() {
                waiting[index] = answer
                if started < tasks.count {
                    add(started, to: &group)
                    started += 1
                }
                while failure == nil, let answer = waiting.removeValue(forKey: next) {
                    do throws(CommandFailure) {
                        // sysexits.h numbers the codes so that the worse of two is the greater.
                        let exit = try finish(next, answer)
                        if exit.rawValue > worst.rawValue { worst = exit }
                    } catch {
                        failure = error
                    }
                    next += 1
                }
            }
            group.cancelAll()
        }
        if showsProgress { try? StandardStream.error.write(Self.clear) }
        if let failure { throw failure }
        if worst != .ok { throw CommandFailure(exit: worst, text: nil) }
    }

    private func add(_ index: Int, to group: inout TaskGroup<(Int, Answer)>) {
        let task = tasks[index]
        group.addTask { (index, await Self.work(task)) }
    }

    @concurrent
    private static func work(_ task: ConversionTask) async -> Answer {
        guard !Task.isCancelled else { return .failure(.readerLeft) }
        do throws(CommandFailure) { return .success(try await task.run()) } catch { return .failure(error) }
    }

    /// Prints a picture's art and messages. Throws when standard output can't be written.
    private func finish(_ index: Int, _ answer: Answer) throws(CommandFailure) -> ExitCode {
        let clear = showsProgress ? Self.clear : TerminalText("")
        var exit = ExitCode.ok
        switch answer {
        case .success(let result):
            if let warning = result.warning, !isQuiet { try? StandardStream.error.write(clear + TerminalText(warning)) }
            if let bytes = result.bytes { try CommandOutput.standard(art: bytes) }
            exit = result.exit
        case .failure(let failure):
            exit = failure.exit
            if let text = failure.text { try? StandardStream.error.write(clear + TerminalText("textify: \(text)\n")) }
        }
        if showsProgress {
            try? StandardStream.error.write(
                clear + TerminalText(Wording.terminal.progress(index + 1, of: tasks.count, tasks[index].shown)))
        }
        return exit
    }
}

/// Copies to the terminal's clipboard with OSC 52, which also works over ssh.
enum Clipboard {
    /// The largest number of bytes that terminals accept in one sequence; xterm's limit.
    private static let maxBytes = 74_994

    static func copy(_ bytes: [UInt8]) throws(CommandFailure) {
        guard bytes.count <= maxBytes else {
            throw CommandFailure(
                exit: .data, text: Wording.terminal.tooLargeToCopy(bytes: bytes.count, limit: maxBytes))
        }
        let order = TerminalText.clipboard(base64: Data(bytes).base64EncodedString())
        if StandardStream.output.isTerminal { return try CommandOutput.standard(order) }
        do {
            try FilePath(bytes: Array("/dev/tty".utf8)).open(O_WRONLY).write(Array(order.text.utf8))
        } catch {
            throw CommandFailure(exit: .unavailable, text: Wording.terminal.clipboardUnavailable)
        }
    }
}

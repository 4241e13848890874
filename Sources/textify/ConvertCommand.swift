import Domain
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
        let errands = Errand.list(options, plan)
        guard errands.count > 1 else {
            for errand in errands { try finish(errand, try await errand.run(), options) }
            return
        }
        try await ConvertBatch(errands, isShown: options.output != nil, isQuiet: options.isQuiet).run()
    }

    private static func finish(
        _ errand: Errand, _ done: Errand.Done, _ options: ConvertOptions
    ) throws(CommandFailure) {
        if let warning = done.warning, !options.isQuiet { try? StandardStream.error.write(TerminalText(warning)) }
        if let bytes = done.bytes { try CommandOutput.standard(art: bytes) }
        if options.copies { try Clipboard.copy(done.art) }
        if done.exit != .ok { throw CommandFailure(exit: done.exit, text: nil) }
    }
}

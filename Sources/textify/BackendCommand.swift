import Domain
import Glibc
import PlatformSystem
import Words

/// `textify backend test NAME`. Backends, and what they may spend, are known to `textifyd` alone: its program is run in
/// this one's place.
enum BackendCommand: Command {
    static let name = "backend"
    static let summary = "Hold a backend or a plugin of the configuration against the rules"

    private static let options = [
        CommandOption("config", "FILE", "The configuration (default: ./textifyd.toml when there is one)"),
        CommandOption("generate", "N", "Make pictures too; they may cost money, so it is asked for first"),
        CommandOption("yes", "They may be made"),
        CommandOption("help", letter: "h", "Show this"),
    ]

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let parsed: ParsedOptions
        do throws(OptionFailure) {
            parsed = try OptionParser(options.map(\.spec)).parse(words)
        } catch {
            throw .usage("backend: " + Wording.terminal.sentence(error, among: options.map(\.spec.name)))
        }
        if parsed.last("help") != nil {
            return try CommandOutput.standard(Usage.control("backend", "test NAME", summary, options))
        }
        let operands = parsed.positionals.map { String(decoding: $0, as: UTF8.self) }
        guard operands.first == "test", operands.count == 2 else {
            throw .usage("backend: say which is tested, such as textify backend test studio. See --help.")
        }
        var arguments = ["--test-backend", operands[1]]
        for option in parsed.options {
            arguments.append("--" + option.name)
            if let value = option.value { arguments.append(String(decoding: value, as: UTF8.self)) }
        }
        try become(arguments)
    }

    /// Beside this program, else in `PATH`.
    private static func become(_ arguments: [String]) throws(CommandFailure) {
        let beside = place.map { $0 + "/textifyd" }.flatMap { Programs.path(of: $0, [:]) }
        guard let program = beside ?? Programs.path(of: "textifyd", variables) else {
            throw CommandFailure(
                exit: .unavailable, text: "backend: textifyd is neither beside textify nor in PATH; it does the work.")
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        // It returns only where the program can't be run.
        words.withUnsafeMutableBufferPointer { table in
            if let first = table.baseAddress { execv(program, first) }
        }
        let code = errno
        for word in words { free(word) }
        throw CommandFailure(
            exit: .system, text: Wording.terminal.sentence(FileFailure.failed(code: code), about: program))
    }

    private static var variables: [String: String] {
        getenv("PATH").map { ["PATH": String(cString: $0)] } ?? [:]
    }

    private static var place: String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.baseAddress.map { max(0, readlink("/proc/self/exe", $0, buffer.count)) } ?? 0
        }
        return bytes.lastIndex(of: 47).map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }
}

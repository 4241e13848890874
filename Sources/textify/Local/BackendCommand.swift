import Domain
import Glibc
import PlatformSystem
import Words

/// `textify backend test NAME`. Runs `textifyd`, which alone can use backends and their budgets.
enum BackendCommand: LocalCommand {
    static let name = "backend"
    static let summary = FieldHelp(
        "Test a backend or a plugin of the configuration against the protocol",
        "설정의 백엔드나 플러그인이 프로토콜을 지키는지 시험")
    static let operands = "test NAME"

    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml when there is one)",
            "설정 파일 (기본: 있으면 ./textifyd.toml)"),
        CommandOption(
            "generate", "N", "Also generate N pictures; asks first, because they may cost money",
            "그림 N개도 생성. 비용이 들 수 있어 먼저 확인함"),
        CommandOption("yes", "Generate without asking", "확인 없이 생성"),
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let operands = session.options.positionals.map { String(decoding: $0, as: UTF8.self) }
        guard operands.first == "test", operands.count == 2 else {
            throw .usage("backend: " + Wording.terminal.whichBackend)
        }
        var arguments = ["--test-backend", operands[1]]
        for option in session.options.options {
            arguments.append("--" + option.name)
            if let value = option.value { arguments.append(String(decoding: value, as: UTF8.self)) }
        }
        try ServiceProgram.become(arguments, for: name)
    }
}

/// Replaces this process by `textifyd`, for tasks that only the service's program can do.
enum ServiceProgram {
    /// `textifyd` in this program's folder, or else in `PATH`; `nil` if it is not installed.
    static var path: String? {
        let beside = place.map { $0 + "/textifyd" }.flatMap { Programs.path(of: $0, [:]) }
        return beside ?? Programs.path(of: "textifyd", variables)
    }

    /// Executes `textifyd`. Does not return unless it throws.
    static func become(_ arguments: [String], for command: String) throws(CommandFailure) {
        guard let program = path else {
            throw CommandFailure(exit: .unavailable, text: "\(command): " + Wording.terminal.noServiceProgram)
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        // Reached only if the program could not be executed.
        words.withUnsafeMutableBufferPointer { table in
            if let first = table.baseAddress { execv(program, first) }
        }
        let code = errno
        for word in words { free(word) }
        throw CommandFailure(
            exit: .system, text: Wording.terminal.sentence(FileFailure.failed(code: Errno(code)), about: program))
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

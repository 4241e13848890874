import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// An operator's command: a POST to the path of the same name.
protocol OperatorCommand: ControlCommand {}

extension OperatorCommand {
    static var options: [CommandOption] { [.quiet] }

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.post("/v1/" + name, as: Acknowledgement.self)
        try session.report(answer) { [session.words.serviceLine(phase: $0.phase)] }
    }
}

/// `textify pause`.
enum PauseCommand: OperatorCommand {
    static let name = "pause"
    static let summary = FieldHelp("Start no new work until resume", "resume까지 새 작업을 시작하지 않음")
}

/// `textify resume`.
enum ResumeCommand: OperatorCommand {
    static let name = "resume"
    static let summary = FieldHelp("Continue after a pause", "일시 정지를 끝내고 다시 진행")
}

/// `textify reload`.
enum ReloadCommand: OperatorCommand {
    static let name = "reload"
    static let summary = FieldHelp("Reload the configuration", "설정을 다시 읽음")
}

/// `textify drain [NODE]`.
enum DrainCommand: ControlCommand {
    static let name = "drain"
    static let summary = FieldHelp(
        "Start no new work, finish running work, then stop the service, or another one that shares its database",
        "새 작업을 시작하지 않고, 실행 중인 작업을 마친 뒤 서비스 또는 데이터베이스를 함께 쓰는 다른 서비스를 종료")
    static let operands = "[NODE]"
    static let options = [CommandOption.quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        if session.operands.isEmpty {
            let answer = try await session.post("/v1/drain", as: Acknowledgement.self)
            return try session.report(answer) { [session.words.serviceLine(phase: $0.phase)] }
        }
        let node = try session.operand(.service)
        let answer = try await session.post("/v1/nodes/\(PercentEncoding.encoded(node))/drain", as: NodeList.self)
        try session.report(answer) { _ in [session.words.leaves(node)] }
    }
}

/// `textify nodes`.
enum NodesCommand: ControlCommand {
    static let name = "nodes"
    static let summary = FieldHelp(
        "List the services that share the database, with their folders and jobs",
        "데이터베이스를 함께 쓰는 서비스와 그 폴더 및 작업 목록")

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.get("/v1/nodes", as: NodeList.self)
        try session.report(answer) { list in
            list.nodes.isEmpty
                ? [session.words.noFleet] : StatusFormatter(formatter: session.formatter).nodes(list.nodes)
        }
    }
}

/// `textify scan`.
enum ScanCommand: OperatorCommand {
    static let name = "scan"
    static let summary = FieldHelp("Scan the watch folders now", "감시 폴더를 지금 확인")
}

/// `textify backup`.
enum BackupCommand: ControlCommand {
    static let name = "backup"
    static let summary = FieldHelp(
        "Copy the running service's database and print the path of the copy; restore one",
        "실행 중인 서비스의 데이터베이스를 복사하고 사본의 경로를 출력, 또는 복원")
    static let operands = "[restore FILE]"

    /// The options of `textifyd` by which it finds its state folder.
    private static let placeOptions = ["config", "state"]

    static let options = [
        CommandOption(
            "config", "FILE", "With restore: the service's configuration", "restore: 서비스의 설정 파일"),
        CommandOption("state", "PATH", "With restore: the service's state folder", "restore: 서비스의 상태 폴더"),
        .quiet,
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        if session.operands.first == "restore" { try restore(session) }
        try session.noOperands()
        for name in placeOptions where session.options.last(name) != nil {
            throw session.usageError(session.words.onlyToRestore("--" + name))
        }
        let answer = try await session.post("/v1/backup", as: BackupAnswer.self)
        try session.report(answer) { [$0.path] }
    }

    /// Goes on as `textifyd --restore`, which knows the database. Returns only by throwing.
    private static func restore(_ session: ControlSession) throws(CommandFailure) {
        guard session.operands.count == 2 else { throw session.usageError(session.words.restoreNeedsFile) }
        var arguments = ["--restore", session.operands[1]]
        for name in placeOptions {
            guard let value = session.options.last(name)?.text else { continue }
            arguments += ["--" + name, value]
        }
        try ServiceProgram.become(arguments, for: name)
    }
}

/// `textify cleanup`.
enum CleanUpCommand: ControlCommand {
    static let name = "cleanup"
    static let summary = FieldHelp(
        "Remove now what the library need not keep", "라이브러리에 남겨 둘 필요가 없는 것을 지금 지움")
    static let options = [
        CommandOption("dry-run", letter: "n", "Only show what would be removed", "지울 것만 보여 줌"), .quiet,
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let request = CleanUpRequest(isDryRun: session.options.last("dry-run") == nil ? nil : true)
        let answer = try await session.post(
            "/v1/cleanup", body: try session.json(request), limit: .seconds(600), as: CleanUpAnswer.self)
        try session.report(answer) { answer in
            let lines = answer.tasks.filter { !$0.amount.isZero }.map { line($0, answer.isDryRun, session.words) }
            return lines.isEmpty ? [session.words.nothingToCleanUp] : lines
        }
        if let failed = answer.tasks.compactMap(\.error).first {
            throw CommandFailure(exit: .tryAgain, text: session.words.cleanUpFailed(TerminalText.line(failed)))
        }
    }

    private static func line(_ entry: CleanUpEntry, _ isDryRun: Bool, _ words: Wording) -> String {
        words.cleanUpTask(
            TerminalText.line(entry.task), search: entry.search.map(TerminalText.line), entry.amount,
            isDryRun: isDryRun)
    }
}

/// `textify sync`.
enum SyncCommand: ControlCommand {
    static let name = "sync"
    static let summary = FieldHelp(
        "Wait until everything now in the watch folders has been processed",
        "지금 감시 폴더에 있는 것을 모두 처리할 때까지 기다림")
    static let options = [CommandOption.timeout(standard: "1m"), .quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let seconds = try session.timeout(1...3600) ?? 60
        let query = [QueryString.Item("timeout", "\(seconds)s")]
        let answer = try await session.post("/v1/sync", query, limit: .seconds(seconds + 30), as: SyncAnswer.self)
        try session.report(answer) { answer in
            let ends = answer.ended.sorted { $0.key < $1.key }.map { (state: $0.key, count: $0.value) }
            return [session.words.allFinished(ends)]
        }
        if let unlisted = answer.unlisted, !unlisted.isEmpty {
            throw CommandFailure(exit: .tryAgain, text: session.words.unlisted(unlisted.map(TerminalText.line)))
        }
    }
}

import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify jobs`.
enum JobsCommand: ControlCommand {
    static let name = "jobs"
    static let alias: String? = "j"
    static let summary = FieldHelp("List jobs, newest first", "작업을 최신순으로 나열")
    static let options = [
        CommandOption(
            "state", "WORD", "Only jobs in this state, or several separated by commas", "이 상태의 작업만. 여럿이면 쉼표로 구분"
        )
        .offering(.list(JobState.words)),
        CommandOption("folder", "NAME", "Only jobs of this watch folder", "이 감시 폴더의 작업만").offering(.folders),
        CommandOption("backend", "NAME", "Only jobs of this backend", "이 백엔드의 작업만")
            .offering(.backends),
        CommandOption(
            "since", "TIME", "Only jobs that entered their state at or after TIME: \(Since.examples)",
            "TIME 이후에 지금 상태가 된 작업만: \(Since.examples)"
        ).offering(.words(Since.usual)),
        CommandOption("limit", "N", letter: "n", "Show at most N jobs (default: 20)", "최대 N개 표시 (기본: 20)"),
        CommandOption("after", "ID", "Only jobs older than this one", "이 작업보다 오래된 것만").offering(.jobs),
        CommandOption("quiet", letter: "q", "Print only whole IDs, for scripts", "스크립트용으로 전체 ID만 출력"),
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var query = [QueryString.Item("limit", "\(try session.number("limit", 1...1000) ?? 20)")]
        for state in try session.states() ?? [] { query.append(QueryString.Item("state", state)) }
        for option in ["folder", "backend", "since"] {
            if let value = session.options.last(option)?.text { query.append(QueryString.Item(option, value)) }
        }
        if let after = session.options.last("after")?.text {
            query.append(QueryString.Item("after", try await session.identifier(after)))
        }
        let list = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/jobs", query, as: JobList.self)
        }
        if session.isQuiet, !session.wantsJSON {
            return try CommandOutput.standard(list.jobs.map { TerminalText.line($0.id) + "\n" }.joined())
        }
        try session.tell(list) { list in
            let more = list.next.map { ["", session.words.moreJobs(after: JobLines.short($0))] } ?? []
            return JobLines(session.sheet).table(list.jobs) + more
        }
    }
}

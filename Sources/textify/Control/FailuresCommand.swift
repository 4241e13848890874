import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify failures`: what was refused or failed and nobody has marked as read.
enum FailuresCommand: ControlCommand {
    static let name = "failures"
    static let summary = FieldHelp(
        "List refused files and failed jobs that are not marked as read", "읽음 표시가 없는 거부된 파일과 실패한 작업을 나열")
    static let operands = "[ID… | last]"
    static let options = [
        CommandOption(
            "acknowledge", "Mark all of them, or the jobs given by ID, as read", "모두, 또는 ID로 지정한 작업을 읽음으로 표시"),
        CommandOption("limit", "N", letter: "n", "Show at most N failures (default: 20)", "최대 N건 표시 (기본: 20)"),
        CommandOption("after", "ID", "Only failures older than this one", "이 작업보다 오래된 것만").offering(.jobs),
        .quiet,
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        if session.options.last("acknowledge") != nil { return try await acknowledge(session) }
        guard session.operands.isEmpty else { throw session.usageError(session.words.acknowledgeFirst) }
        var query = [QueryString.Item("limit", "\(try session.number("limit", 1...1000) ?? 20)")]
        if let after = session.options.last("after")?.text {
            query.append(QueryString.Item("after", try await session.identifier(after)))
        }
        let list = try await session.get("/v1/failures", query, as: JobList.self)
        try session.report(list) { list in
            let more = list.next.map { ["", session.words.moreJobs(after: JobFormatter.short($0))] } ?? []
            return JobFormatter(formatter: session.formatter).failures(list.jobs) + more
        }
    }

    private static func acknowledge(_ session: ControlSession) async throws(CommandFailure) {
        if session.operands.isEmpty {
            let answer = try await session.post("/v1/failures/acknowledge", as: AcknowledgeAnswer.self)
            return try session.report(answer) { [session.words.acknowledged($0.acknowledged)] }
        }
        let jobs = try await session.identifiers()
        for job in jobs {
            let _: JobDetail = try await session.post(ControlSession.path(ofJob: job) + "/acknowledge")
        }
        try session.report(AcknowledgeAnswer(acknowledged: jobs.count)) {
            [session.words.acknowledged($0.acknowledged)]
        }
    }
}

extension JobFormatter {
    /// One row per failure: when, which job, which file, and why.
    func failures(_ jobs: [JobSummary]) -> [String] {
        guard !jobs.isEmpty else { return [words.noFailures] }
        let title = [words.timeTitle, words.identifierTitle, words.fileTitle, words.codeTitle, words.reasonTitle]
        let rows = jobs.map { job in
            [
                brief(job.changed), Self.short(job.id), job.folder + "/" + job.name, job.code ?? "",
                isNarrow ? "" : job.detail ?? "",
            ]
        }
        return formatter.table([title] + rows, rigid: [0, 1])
    }
}

import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// The jobs that a command applies to: named ones, or all that match a filter.
enum JobChoice {
    case named
    case fitting(BulkRequest)

    static let options = [
        CommandOption(
            "state", "WORD", "All jobs in this state, or several separated by commas", "이 상태의 작업 모두. 여럿이면 쉼표로 구분"
        )
        .offering(.list(JobState.words)),
        CommandOption(
            "cause", "WORD", "All jobs with this cause, such as auth or budget", "이 원인의 작업 모두. 예: auth, budget"
        )
        .offering(.words(JobState.codes)),
        CommandOption("folder", "NAME", "All jobs of this watch folder", "이 감시 폴더의 작업 모두").offering(.folders),
        CommandOption("backend", "NAME", "All jobs of this backend", "이 백엔드의 작업 모두")
            .offering(.backends),
        CommandOption(
            "since", "TIME", "All jobs that entered their state at or after TIME: \(Since.examples)",
            "TIME 이후에 지금 상태가 된 작업 모두: \(Since.examples)"
        ).offering(.words(Since.usual)),
        CommandOption("dry-run", letter: "n", "Only list the jobs", "작업을 나열하기만 함"), .quiet,
    ]

    /// Throws when both IDs and a filter are given, or neither.
    init(_ session: ControlSession) throws(CommandFailure) {
        var request = BulkRequest()
        request.state = try session.states()
        request.cause = try session.cause()
        request.folder = session.options.last("folder")?.text
        request.backend = session.options.last("backend")?.text
        request.since = session.options.last("since")?.text
        let isFiltered = request != BulkRequest()
        if isFiltered, !session.operands.isEmpty { throw session.misused(session.words.idsAndFilter) }
        if !isFiltered, session.options.last("dry-run") != nil || session.operands.isEmpty {
            throw session.misused(session.words.noJobNamed)
        }
        if session.options.last("dry-run") != nil { request.isDryRun = true }
        if session.options.last("may-pay-twice") != nil { request.mayPayTwice = true }
        self = isFiltered ? .fitting(request) : .named
    }

    /// Applies the command to all chosen jobs. `one` acts on the path of a single job; `told` describes the result.
    static func act(
        _ verb: String, _ session: ControlSession,
        one: (ControlClient, String) async throws(ControlClientFailure) -> JobDetail, told: (JobSummary) -> String
    ) async throws(CommandFailure) {
        switch try JobChoice(session) {
        case .fitting(let request): try await all(request, verb, session)
        case .named:
            for id in try await session.identifiers() {
                let path = "/v1/jobs/" + QueryString.escaped(id)
                let job = try await session.asking { client throws(ControlClientFailure) in try await one(client, path)
                }
                try session.tell(job) { ["\(JobLines.short($0.summary.id)) \(told($0.summary))"] }
            }
        }
    }

    private static func all(
        _ request: BulkRequest, _ verb: String, _ session: ControlSession
    ) async throws(CommandFailure) {
        let body = try session.json(request)
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post("/v1/jobs/" + verb, body: body, limit: .seconds(600), as: BulkAnswer.self)
        }
        try session.tell(answer) { answer in
            let words = session.words
            var lines = answer.isDryRun ? answer.done : []
            lines.append(
                words.bulk(
                    verb, matched: answer.matched, done: answer.matched - answer.refused.count,
                    isDryRun: answer.isDryRun))
            if answer.refused.isEmpty { return lines }
            return lines + [words.bulkRefused(answer.refused.count)]
                + answer.refused.map { "  \(JobLines.short($0.id)): \($0.detail)" }
        }
        if !answer.refused.isEmpty { throw CommandFailure(exit: .data, text: nil) }
    }
}

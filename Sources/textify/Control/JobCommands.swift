import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformSystem
import Words

/// The jobs that a command applies to: named ones, or all that match a filter.
enum JobSelection {
    case named
    case matching(BulkRequest)

    static let options =
        JobFilter.options("All jobs", " 모두", cause: true) + [
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
        if isFiltered, !session.operands.isEmpty { throw session.usageError(session.words.idsWithFilter) }
        if !isFiltered, session.options.last("dry-run") != nil || session.operands.isEmpty {
            throw session.usageError(session.words.noJobGiven)
        }
        if session.options.last("dry-run") != nil { request.isDryRun = true }
        if session.options.last("may-pay-twice") != nil { request.mayPayTwice = true }
        self = isFiltered ? .matching(request) : .named
    }

    /// Applies the command to all chosen jobs. `act` acts on the path of a single job; `result` describes the job
    /// afterwards.
    static func apply(
        _ verb: String, _ session: ControlSession, act: (String) async throws(CommandFailure) -> JobDetail,
        result: (JobSummary) -> String
    ) async throws(CommandFailure) {
        switch try JobSelection(session) {
        case .matching(let request): try await all(request, verb, session)
        case .named:
            for id in try await session.identifiers() {
                let job = try await act(ControlSession.path(ofJob: id))
                try session.report(job) { ["\(JobFormatter.short($0.summary.id)) \(result($0.summary))"] }
            }
        }
    }

    /// Applies the command to all jobs that match. `note` is added when something was changed.
    static func all(
        _ request: BulkRequest, _ verb: String, _ session: ControlSession, note: [String] = []
    ) async throws(CommandFailure) {
        let body = try session.json(request)
        let answer = try await session.post("/v1/jobs/" + verb, body: body, limit: .seconds(600), as: BulkAnswer.self)
        try session.report(answer) { answer in
            let words = session.words
            var lines = answer.isDryRun ? answer.done : []
            lines.append(
                words.bulk(
                    verb, matched: answer.matched, done: answer.matched - answer.refused.count,
                    isDryRun: answer.isDryRun))
            if !answer.isDryRun, !answer.done.isEmpty { lines += note }
            if answer.refused.isEmpty { return lines }
            return lines + [words.bulkUnchanged(answer.refused.count)]
                + answer.refused.map { "  \(JobFormatter.short($0.id)): \($0.detail)" }
        }
        if !answer.refused.isEmpty { throw CommandFailure(exit: .data, text: nil) }
    }
}

/// `textify approve ID…`, or all jobs that match a filter.
enum ApproveCommand: ControlCommand {
    static let name = "approve"
    static let summary = FieldHelp(
        "Approve held jobs, overriding the budget",
        "예산과 관계없이 보류된 작업을 승인")
    static let operands = "ID… | last"
    static let options = JobSelection.options

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try await JobSelection.apply(name, session) { path throws(CommandFailure) in
            try await session.post(path + "/approve")
        } result: {
            session.words.now($0.state)
        }
    }
}

/// `textify cancel ID…`, or all jobs that match a filter.
enum CancelCommand: ControlCommand {
    static let name = "cancel"
    static let summary = FieldHelp("Cancel jobs", "작업 취소")
    static let operands = "ID… | last"
    static let options = JobSelection.options

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try await JobSelection.apply(name, session) { path throws(CommandFailure) in
            try await session.delete(path)
        } result: {
            session.words.cancelled($0.state)
        }
    }
}

/// `textify retry ID…`, or all jobs that match a filter.
enum RetryCommand: ControlCommand {
    static let name = "retry"
    static let summary = FieldHelp(
        "Queue failed, cancelled or unknown jobs again",
        "실패했거나 취소되었거나 결과를 알 수 없는 작업을 다시 대기열에 넣음")
    static let operands = "ID… | last"
    static let options =
        [
            CommandOption(
                "may-pay-twice",
                "Also retry unknown jobs, whose pictures may already have been paid for",
                "결과를 알 수 없는 작업도 다시 시도. 이미 결제되었을 수 있음")
        ]
        + JobSelection.options

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let body = try session.json(
            RetryRequest(mayPayTwice: session.options.last("may-pay-twice") != nil ? true : nil))
        try await JobSelection.apply(name, session) { path throws(CommandFailure) in
            try await session.post(path + "/retry", body: body)
        } result: {
            session.words.now($0.state)
        }
    }
}

/// `textify redeliver ID…`.
enum RedeliverCommand: ControlCommand {
    static let name = "redeliver"
    static let summary = FieldHelp(
        "Deliver the outputs of done jobs again, at no cost",
        "완료된 작업의 출력을 비용 없이 다시 내보냄")
    static let operands = "ID… | last"
    static let options = [CommandOption.quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        for id in try await session.identifiers() {
            let job = try await session.post(
                ControlSession.path(ofJob: id) + "/redeliver", as: JobDetail.self)
            try session.report(job) {
                ["\(JobFormatter.short($0.summary.id)) \(session.words.now($0.summary.state))"]
            }
        }
    }
}

/// `textify forget ID…`, or all jobs that match a filter.
enum ForgetCommand: ControlCommand {
    static let name = "forget"
    static let summary = FieldHelp(
        "Delete all data of finished jobs (art, pictures, prompts, archived files) except their cost",
        "끝난 작업의 데이터(텍스트 아트, 그림, 프롬프트, 보관 파일)를 삭제. 비용 기록은 남음")
    static let operands = "ID… | last"
    static let options =
        JobSelection.options + [
            CommandOption(
                "yes", letter: "y", "Don't ask before all jobs of a filter are forgotten", "필터로 삭제하기 전에 묻지 않음")
        ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        if case .matching(let request) = try JobSelection(session) {
            if request.isDryRun != true, session.options.last("yes") == nil { try await confirm(request, session) }
            return try await JobSelection.all(
                request, name, session, note: session.formatter.sentence(session.words.remainsOfForgottenJobs))
        }
        let jobs = try await session.identifiers { job throws(CommandFailure) in
            guard !job.hasEnded, let id = JobID(text: job.id) else { return }
            let failure = ControlFailure.notForgettable(id, state: job.state)
            throw CommandFailure(exit: .data, text: session.words.sentence(failure))
        }
        var answers: [ForgetAnswer] = []
        for id in jobs {
            let answer = try await session.post(ControlSession.path(ofJob: id) + "/forget", as: ForgetAnswer.self)
            try session.report(answer) { [session.words.forgotten(JobFormatter.short($0.id))] }
            answers.append(answer)
        }
        if session.isQuiet || session.wantsJSON { return }
        let left = session.words.remainsOfForgotten(
            sources: Set(answers.compactMap(\.source)).sorted(), backups: answers.map(\.backups).max() ?? 0)
        try CommandOutput.standard(left.flatMap(session.formatter.sentence).map { $0 + "\n" }.joined())
    }

    /// Asks the person at the terminal whether the jobs should be forgotten; refuses without a terminal.
    private static func confirm(_ request: BulkRequest, _ session: ControlSession) async throws(CommandFailure) {
        let words = session.words
        guard isatty(0) == 1, StandardStream.error.isTerminal else {
            throw session.usageError(words.forgettingNeedsConsent)
        }
        var preview = request
        preview.isDryRun = true
        let body = try session.json(preview)
        let answer = try await session.post(
            "/v1/jobs/" + name, body: body, limit: .seconds(600), as: BulkAnswer.self)
        let jobs = answer.matched - answer.refused.count
        guard jobs > 0 else { return }
        try? StandardStream.error.write(TerminalText(words.confirmForgetting(jobs) + " "))
        guard words.isConsent(readLine()?.lowercased() ?? "") else {
            throw CommandFailure(exit: .noInput, text: words.nothingForgotten)
        }
    }
}

import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// The options that select jobs.
enum JobFilter {
    /// `english` begins and `korean` follows the noun of each help text: all jobs, or only jobs, of the kind.
    static func options(_ english: String, _ korean: String, cause: Bool) -> [CommandOption] {
        let causes = CommandOption(
            "cause", "WORD", "\(english) with this cause, such as auth or budget", "이 원인의 작업\(korean). 예: auth, budget"
        )
        .offering(.words(JobState.codes))
        return [
            CommandOption(
                "state", "WORD", "\(english) in this state, or several separated by commas",
                "이 상태의 작업\(korean). 여럿이면 쉼표로 구분"
            )
            .offering(.list(JobState.words))
        ] + (cause ? [causes] : []) + [
            CommandOption("folder", "NAME", "\(english) of this watch folder", "이 감시 폴더의 작업\(korean)")
                .offering(.folders),
            CommandOption("backend", "NAME", "\(english) of this backend", "이 백엔드의 작업\(korean)").offering(.backends),
            CommandOption(
                "since", "TIME", "\(english) that entered their state at or after TIME: \(Since.examples)",
                "TIME 이후에 지금 상태가 된 작업\(korean): \(Since.examples)"
            )
            .offering(.examples(["1h", "2h", "1d", "3d", "today", "yesterday"])),
        ]
    }
}

/// `textify jobs`.
enum JobsCommand: ControlCommand {
    static let name = "jobs"
    static let alias: String? = "j"
    static let summary = FieldHelp("List jobs, newest first", "작업을 최신순으로 나열")
    static let options =
        JobFilter.options("Only jobs", "만", cause: false) + [
            CommandOption(
                "tag", "NAME", "Only jobs with this tag; repeated, with all of them", "이 태그가 있는 작업만. 여러 번 쓰면 모두 있는 작업만"
            )
            .offering(.tags),
            CommandOption("limit", "N", letter: "n", "Show at most N jobs (default: 20)", "최대 N개 표시 (기본: 20)"),
            CommandOption("after", "ID", "Only jobs older than this one", "이 작업보다 오래된 것만").offering(.jobs),
            CommandOption("quiet", letter: "q", "Print only whole IDs, for scripts", "스크립트용으로 전체 ID만 출력"),
        ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var query = [QueryString.Item("limit", "\(try session.number("limit", 1...1000) ?? 20)")]
        for state in try session.states() ?? [] { query.append(QueryString.Item("state", state)) }
        for option in ["folder", "backend", "since"] {
            if let value = session.options.last(option)?.text { query.append(QueryString.Item(option, value)) }
        }
        for option in session.options.options where option.name == "tag" {
            query.append(QueryString.Item("tag", option.text ?? ""))
        }
        if let after = session.options.last("after")?.text {
            query.append(QueryString.Item("after", try await session.identifier(after)))
        }
        let list = try await session.get("/v1/jobs", query, as: JobList.self)
        if session.isQuiet, !session.wantsJSON {
            return try CommandOutput.standard(list.jobs.map { TerminalText.line($0.id) + "\n" }.joined())
        }
        try session.report(list) { list in
            let more = list.next.map { ["", session.words.moreJobs(after: JobFormatter.short($0))] } ?? []
            return JobFormatter(formatter: session.formatter).table(list.jobs) + more
        }
    }
}

/// `textify show ID`.
enum ShowCommand: ControlCommand {
    static let name = "show"
    static let summary = FieldHelp("Show a job's details and history", "작업의 세부 정보와 기록을 표시")
    static let operands = "ID | last"

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.report(
            try await session.job(try await session.jobID()), JobFormatter(formatter: session.formatter).detail)
    }
}

extension JobSummary {
    var hasEnded: Bool { ["done", "failed", "cancelled"].contains(state) }
}

/// Formats jobs for people.
struct JobFormatter {
    let formatter: LineFormatter
    var words: Wording { formatter.words }

    /// The last characters of an ID, with which people name a job.
    static func short(_ id: String) -> String { String(id.suffix(8)) }

    static func local(_ time: WireTime) -> String {
        LocalTime(time.utc).description
    }

    /// The time without its zone, which is the same throughout a list; on a narrow screen without year and seconds too.
    func brief(_ time: WireTime) -> String {
        let whole = local(time).prefix(19)
        return String(isNarrow ? whole.dropFirst(5).prefix(11) : whole)
    }

    var isNarrow: Bool { formatter.width.map { $0 < 100 } ?? false }

    /// The reason for the job's state: a sentence where there is room for one, otherwise the code.
    private func reason(_ job: JobSummary) -> String { (isNarrow ? job.code ?? job.detail : job.detail) ?? "" }

    /// The name, with the place among the samples of the request: `cat-2.txt (2/4)`.
    static func name(of job: JobSummary) -> String {
        guard let number = job.sample, let count = job.samples else { return job.name }
        return "\(job.name) (\(number)/\(count))"
    }

    private func local(_ time: WireTime) -> String { formatter.time(time.utc) }

    func table(_ jobs: [JobSummary]) -> [String] {
        guard !jobs.isEmpty else { return [words.noJobs] }
        let title = [
            words.identifierTitle, words.stateTitle, words.folderTitle, words.createdTitle, words.nameTitle,
            jobs.contains { !reason($0).isEmpty } ? words.reasonTitle : "",
        ]
        let rows = jobs.map { job in
            [
                Self.short(job.id), words.state(job.state), job.folder, brief(job.created), Self.name(of: job),
                reason(job),
            ]
        }
        return formatter.table([title] + rows, rigid: [0, 1, 3])
    }

    func detail(_ job: JobDetail) -> [String] {
        let steps = job.history.map { step in
            [local(step.at), words.state(step.state) + (step.detail.map { ": " + $0 } ?? "")]
        }
        return formatter.table(facts(job) + options(job) + results(job) + steps, wraps: true)
    }

    /// The rows of the facts that are known.
    private func rows(_ facts: [(label: FieldHelp, text: String?)]) -> [[String]] {
        facts.compactMap { label, text in text.map { [label.text(in: words.language), $0] } }
    }

    private func facts(_ job: JobDetail) -> [[String]] {
        let summary = job.summary
        return rows([
            (FieldHelp("job", "작업"), summary.id), (FieldHelp("state", "상태"), words.state(summary.state)),
            (FieldHelp("progress", "진행"), summary.progress?.checked.map(words.progress)),
            (FieldHelp("sample", "그림 번호"), sample(summary)), (FieldHelp("samples", "같은 요청의 작업"), samples(job)),
            (FieldHelp("name", "이름"), summary.name), (FieldHelp("folder", "폴더"), summary.folder),
            (FieldHelp("created", "생성 시각"), local(summary.created)),
            (FieldHelp("changed", "변경 시각"), local(summary.changed)),
            (FieldHelp("prompt", "프롬프트"), summary.prompt.map { sourced("prompt", $0, job) }),
            (
                FieldHelp("input pictures", "입력 그림"),
                list(job.inputPictures.map { "\($0.digest.prefix(12)).\($0.format)" })
            ),
            (FieldHelp("backend", "백엔드"), summary.backend),
            (FieldHelp("attempts", "시도"), summary.attempts > 0 ? "\(summary.attempts)" : nil),
            (FieldHelp("tags", "태그"), list(summary.tags).map { sourced("tags", $0, job) }),
            (FieldHelp("reason", "원인"), summary.detail), (FieldHelp("until", "기한"), summary.until.map(local)),
            (FieldHelp("cost", "비용"), cost(of: job)),
        ])
    }

    private func sample(_ job: JobSummary) -> String? {
        guard let number = job.sample, let count = job.samples else { return nil }
        return words.sample(number, of: count)
    }

    /// The jobs of the same request with their states.
    private func samples(_ job: JobDetail) -> String? {
        list(job.sampleJobs.map { "\($0.sample) \(Self.short($0.id)) \(words.state($0.state))" })
    }

    /// The options set for the job, by their names in files, with their origins; options that were not set are left
    /// out.
    private func options(_ job: JobDetail) -> [[String]] {
        job.origins.keys.filter { !["prompt", "tags"].contains($0) }.sorted().compactMap { key in
            job.request?.text(of: key).map { [key, sourced(key, $0, job)] }
        }
    }

    /// A value with the places where it was set.
    private func sourced(_ key: String, _ value: String, _ job: JobDetail) -> String {
        guard let origins = job.origins[key] else { return value }
        return
            "\(value) (\(origins.map { RequestOrigin(rawValue: $0).map(words.place) ?? $0 }.joined(separator: ", ")))"
    }

    private func results(_ job: JobDetail) -> [[String]] {
        rows([
            (FieldHelp("outbox", "출력 폴더"), job.outbox), (FieldHelp("files", "파일"), list(job.outputs.map(\.name))),
        ])
    }

    private func list(_ words: [String]) -> String? {
        words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private func cost(of job: JobDetail) -> String? {
        let lost = job.lostCalls > 0 ? words.lostCalls(job.lostCalls) : ""
        let parts = [job.cost.joined(separator: " + "), lost].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Converts the state of a job that was waited for into the command's result.
    static func check(_ job: JobSummary, _ words: Wording) throws(CommandFailure) {
        let id = short(job.id)
        let why = TerminalText.line(job.detail ?? words.seeDetails(id))
        switch job.state {
        case "done": return
        case "failed", "cancelled": throw CommandFailure(exit: .data, text: words.ended(id, job.state, why))
        default: throw CommandFailure(exit: .tryAgain, text: words.unfinished(id, job.state, why))
        }
    }
}

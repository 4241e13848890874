import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// The options that say when a plan is due.
enum PlanOptions {
    static var times: [CommandOption] {
        [
            CommandOption(
                "at", "TIME", "Make the job at this time: 07:00, tomorrow 07:00, 2026-12-24 18:00 or +2h",
                "이 시각에 작업을 만듦. 예: 07:00, tomorrow 07:00, 2026-12-24 18:00, +2h"
            ).offering(.examples(["07:00", "tomorrow 07:00", "+2h"])),
            CommandOption(
                "every", "INTERVAL",
                "Make it again and again: day, weekday, week, month, hour, mon,thu or an expression of OnCalendar",
                "되풀이해서 만듦. 예: day, weekday, week, month, hour, mon,thu, OnCalendar 표현식"
            ).offering(.examples(["day", "weekday", "weekend", "week", "month", "year", "hour"])),
            CommandOption(
                "catch-up", "WORD", "After the service was off: make up for the last missed time of a day, or skip it",
                "서비스가 꺼져 있던 때: 하루 안에 놓친 마지막 것을 만들거나 건너뜀"
            ).offering(.words(PlanCatchUp.allCases.map(\.rawValue))),
        ]
    }

    /// Whether a submission is made later. Checks what can be checked without the service.
    static func arePresent(_ session: ControlSession) throws(CommandFailure) -> Bool {
        let isPlanned = session.options.last("at") != nil || session.options.last("every") != nil
        guard let word = session.options.last("catch-up")?.text else { return isPlanned }
        guard isPlanned else { throw session.usageError(session.words.catchUpWithoutTime) }
        _ = try catchUp(word, session)
        return true
    }

    static func catchUp(_ word: String, _ session: ControlSession) throws(CommandFailure) -> String {
        let words = PlanCatchUp.allCases.map(\.rawValue)
        guard words.contains(word) else { throw session.notOneOf(words, "catch-up", word) }
        return word
    }
}

/// `textify plans`, `textify plans change PLAN --at 08:00`, `textify plans cancel PLAN…`.
enum PlansCommand: ControlCommand {
    static let name = "plans"
    static let summary = FieldHelp(
        "List what is planned; change, pause, resume or cancel plans",
        "계획 목록. change, pause, resume, cancel은 계획을 바꾸거나 취소")
    static let operands = "[change PLAN | pause PLAN… | resume PLAN… | cancel PLAN…]"

    static var options: [CommandOption] {
        PlanOptions.times.map { option in
            let help =
                switch option.spec.name {
                case "at":
                    FieldHelp("With change: the new time; an empty text removes it", "change와 함께: 새 시각. 빈 텍스트는 지움")
                case "every":
                    FieldHelp("With change: the new interval; an empty text removes it", "change와 함께: 새 간격. 빈 텍스트는 지움")
                default: FieldHelp("With change: what happens to a missed time", "change와 함께: 놓친 때의 처리")
                }
            return CommandOption(option.spec.name, option.placeholder, help).offering(option.values)
        } + [CommandOption("quiet", letter: "q", "Print only whole IDs, for scripts", "스크립트용으로 전체 ID만 출력")]
    }

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let names = Array(session.operands.dropFirst())
        switch session.operands.first {
        case nil: try await list(session)
        case "change": try await change(names, session)
        case "pause": try await act(names, session, PlanChange(isPaused: true))
        case "resume": try await act(names, session, PlanChange(isPaused: false))
        case "cancel": try await act(names, session, nil)
        case let word?: throw session.usageError(session.words.notAPlanAction(word))
        }
    }

    /// Plans a submission, and prints when it is made.
    static func add(_ arguments: SubmitArguments, _ session: ControlSession) async throws(CommandFailure) {
        let isPrompt = arguments.pictures.isEmpty
        let body: ControlBody = isPrompt ? try session.json(arguments.request) : .pictures(arguments.pictures)
        let times = ["at", "every", "catch-up"].compactMap { name in
            session.options.last(name)?.text.map { QueryString.Item(name == "catch-up" ? "catch_up" : name, $0) }
        }
        let plan = try await session.post(
            "/v1/plans", times + (isPrompt ? [] : arguments.request.query), body: body,
            headers: SubmitCommand.headers(session, nil), as: PlanEntry.self)
        try session.report(plan) { [PlanFormatter(formatter: session.formatter).confirmation($0)] }
    }

    private static func list(_ session: ControlSession) async throws(CommandFailure) {
        guard PlanOptions.times.allSatisfy({ session.options.last($0.spec.name) == nil }) else {
            throw session.usageError(session.words.missing(.plan))
        }
        let list = try await session.get("/v1/plans", as: PlanList.self)
        if session.isQuiet, !session.wantsJSON {
            return try CommandOutput.standard(list.plans.map { TerminalText.line($0.id) + "\n" }.joined())
        }
        try session.report(list) { list in
            list.plans.isEmpty
                ? session.formatter.sentence(session.words.noPlans)
                : PlanFormatter(formatter: session.formatter).table(list.plans)
        }
    }

    private static func change(_ names: [String], _ session: ControlSession) async throws(CommandFailure) {
        let options = session.options
        guard let id = names.first, !id.isEmpty else { throw session.usageError(session.words.missing(.plan)) }
        if names.count > 1 { throw session.usageError(session.words.tooMany(names.count, .plan)) }
        var change = PlanChange(at: options.last("at")?.text, every: options.last("every")?.text)
        if let word = options.last("catch-up")?.text { change.catchUp = try PlanOptions.catchUp(word, session) }
        guard change != PlanChange() else { throw session.usageError(session.words.nothingToChange) }
        try report(try await session.patch(path(id), body: try session.json(change)), session)
    }

    /// Pauses, resumes or, without a change, cancels plans.
    private static func act(
        _ names: [String], _ session: ControlSession, _ change: PlanChange?
    ) async throws(CommandFailure) {
        guard !names.isEmpty, !names.contains("") else { throw session.usageError(session.words.missing(.plan)) }
        for id in names {
            if let change {
                try report(try await session.patch(path(id), body: try session.json(change)), session)
            } else {
                let plan: PlanEntry = try await session.delete(path(id))
                try session.report(plan) { ["\(JobFormatter.short($0.id)) \(session.words.planState("cancelled"))"] }
            }
        }
    }

    private static func report(_ plan: PlanEntry, _ session: ControlSession) throws(CommandFailure) {
        try session.report(plan) { [PlanFormatter(formatter: session.formatter).confirmation($0)] }
    }

    private static func path(_ id: String) -> String { "/v1/plans/" + PercentEncoding.encoded(id) }
}

/// Formats plans for people.
struct PlanFormatter {
    let formatter: LineFormatter
    private var words: Wording { formatter.words }

    /// `abcd1234  2026-03-10 07:00:00 +09:00  every day at 07:00  a lighthouse`.
    func table(_ plans: [PlanEntry]) -> [String] {
        formatter.table(
            plans.map { plan in
                [
                    JobFormatter.short(plan.id), moment(plan), words.planTimes(at: plan.at, every: plan.every),
                    plan.prompt ?? plan.name, plan.last.map(last) ?? "",
                ]
            }, rigid: [0, 1])
    }

    /// The ID and when the plan is due.
    func confirmation(_ plan: PlanEntry) -> String { "\(JobFormatter.short(plan.id)) \(moment(plan))" }

    private func moment(_ plan: PlanEntry) -> String {
        plan.next.map { formatter.time($0.utc) } ?? words.planState(plan.state)
    }

    private func last(_ run: PlanEntry.Run) -> String {
        words.planLast(String(formatter.time(run.due.utc).prefix(16)), job: run.job.map(JobFormatter.short))
    }
}

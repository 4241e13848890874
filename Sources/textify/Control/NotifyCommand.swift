import ControlAPI
import Domain
import Words

/// `textify notify`, `textify notify test NAME`, `textify notify retry NAME`, `textify notify dismiss NAME`.
enum NotifyCommand: ControlCommand {
    static let name = "notify"
    static let summary = FieldHelp(
        "List the targets of notifications; test sends one, retry and dismiss are about what did not arrive",
        "알림 대상 목록. test는 시험 알림을 보내고, retry와 dismiss는 전하지 못한 알림을 다시 보내거나 지움")
    static let operands = "[test|retry|dismiss NAME]"
    static let options = [CommandOption.quiet]

    private static let verbs = ["test", "retry", "dismiss"]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        guard let verb = session.operands.first else {
            let answer = try await session.get("/v1/notify", as: NotifyList.self)
            return try session.report(answer) { list in
                let lines = StatusFormatter(formatter: session.formatter).targets(list.targets)
                return lines.isEmpty ? [session.words.noTargets] : lines
            }
        }
        guard verbs.contains(verb) else {
            throw session.usageError(session.words.notExpected(FileName(verb).shown))
        }
        let names = session.operands.dropFirst()
        guard let name = names.first else { throw session.usageError(session.words.missing(.target)) }
        if names.count > 1 { throw session.usageError(session.words.tooMany(names.count, .target)) }
        let path = "/v1/notify/" + PercentEncoding.encoded(name) + "/" + verb
        let answer = try await session.post(path, as: NotifyAnswer.self)
        try session.report(answer) { answer in
            [verb == "test" ? session.words.testArrived(name) : session.words.handled(answer.count, verb, name)]
        }
    }
}

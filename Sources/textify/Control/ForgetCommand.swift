import ControlAPI
import ControlClient
import Domain
import Words

/// `textify forget ID…`.
enum ForgetCommand: ControlCommand {
    static let name = "forget"
    static let summary = FieldHelp(
        "Delete all data of finished jobs (art, pictures, prompts, archived files) except their cost",
        "끝난 작업의 데이터(텍스트 아트, 그림, 프롬프트, 보관 파일)를 삭제. 비용 기록은 남음")
    static let operands = "ID… | last"
    static let options = [CommandOption.quiet]

    private static let ends: Set = ["done", "failed", "cancelled"]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        guard !session.operands.isEmpty else { throw session.misused(session.words.which("job")) }
        let jobs = try await session.identifiers { job throws(CommandFailure) in
            guard !Self.ends.contains(job.state), let id = JobID(text: job.id) else { return }
            let failure = ControlFailure.notForgettable(id, state: job.state)
            throw CommandFailure(exit: .data, text: session.words.sentence(failure))
        }
        var answers: [ForgetAnswer] = []
        for id in jobs {
            let path = "/v1/jobs/\(QueryString.escaped(id))/forget"
            let answer = try await session.asking { client throws(ControlClientFailure) in
                try await client.post(path, as: ForgetAnswer.self)
            }
            try session.tell(answer) { [session.words.forgotten(JobLines.short($0.id))] }
            answers.append(answer)
        }
        if session.isQuiet || session.wantsJSON { return }
        let left = session.words.notForgotten(
            sources: Set(answers.compactMap(\.source)).sorted(), backups: answers.map(\.backups).max() ?? 0)
        try CommandOutput.standard(left.flatMap(session.sheet.sentence).map { $0 + "\n" }.joined())
    }
}

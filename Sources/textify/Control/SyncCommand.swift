import ControlAPI
import ControlClient
import Domain
import Words

/// `textify sync`.
enum SyncCommand: ControlCommand {
    static let name = "sync"
    static let summary = FieldHelp(
        "Wait until everything now in the watch folders has been processed",
        "지금 감시 폴더에 있는 것을 모두 처리할 때까지 기다림")
    static let options = [
        CommandOption(
            "timeout", "SECONDS", "Wait at most this long (default: 60)", "최대 대기 시간, 초 (기본: 60)"), .quiet,
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let seconds = try session.number("timeout", 1...3600) ?? 60
        let query = [QueryString.Item("timeout", "\(seconds)s")]
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post(
                "/v1/sync", query, limit: .seconds(seconds + 30), as: SyncAnswer.self)
        }
        try session.tell(answer) { answer in
            let ends = answer.ended.sorted { $0.key < $1.key }.map { (state: $0.key, count: $0.value) }
            return [session.words.workedOff(ends)]
        }
        if let unlisted = answer.unlisted, !unlisted.isEmpty {
            throw CommandFailure(exit: .tryAgain, text: session.words.unlisted(unlisted.map(TerminalText.line)))
        }
    }
}

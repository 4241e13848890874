import ControlAPI
import ControlClient
import Domain
import Words

/// `textify sync`.
enum SyncCommand: ControlCommand {
    static let name = "sync"
    static let summary = FieldHelp(
        "Wait until all that lies in the folders now has been worked off",
        "지금 폴더에 있는 것을 모두 처리할 때까지 기다림")
    static let options = [
        CommandOption(
            "timeout", "SECONDS", "How long to wait at most (default: 60)", "많아야 이만큼 기다림, 초 (기본: 60)"), .quiet,
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

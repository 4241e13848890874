import ControlAPI
import ControlClient

/// `textify sync`.
enum SyncCommand: ControlCommand {
    static let name = "sync"
    static let summary = "Wait until all that lies in the folders now has been worked off"
    static let options = [CommandOption("timeout", "SECONDS", "How long to wait at most (default: 60)")]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let seconds = try session.number("timeout", 1...3600) ?? 60
        let query = [QueryString.Item("timeout", "\(seconds)s")]
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post(
                "/v1/sync", query, limit: .seconds(seconds + 30), as: SyncAnswer.self)
        }
        try session.tell(answer) { answer in
            let ends = answer.ended.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            return ["worked off" + (ends.isEmpty ? "" : ": " + ends.joined(separator: ", "))]
        }
    }
}

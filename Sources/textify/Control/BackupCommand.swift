import ControlAPI
import ControlClient

/// `textify backup`.
enum BackupCommand: ControlCommand {
    static let name = "backup"
    static let summary = "Copy the service's database while it works; prints where the copy lies"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post("/v1/backup", as: BackupAnswer.self)
        }
        try session.tell(answer) { [$0.path] }
    }
}

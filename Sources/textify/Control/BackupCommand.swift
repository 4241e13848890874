import ControlAPI
import ControlClient
import Domain

/// `textify backup`.
enum BackupCommand: ControlCommand {
    static let name = "backup"
    static let summary = FieldHelp(
        "Copy the service's database while it works; prints where the copy lies",
        "일하는 동안 서비스의 데이터베이스를 복사하고 사본의 위치를 출력")

    static let options = [CommandOption.quiet]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post("/v1/backup", as: BackupAnswer.self)
        }
        try session.tell(answer) { [$0.path] }
    }
}

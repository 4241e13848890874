import ControlAPI
import ControlClient
import Domain

/// `textify backup`.
enum BackupCommand: ControlCommand {
    static let name = "backup"
    static let summary = FieldHelp(
        "Copy the running service's database and print the path of the copy",
        "실행 중인 서비스의 데이터베이스를 복사하고 사본의 경로를 출력")

    static let options = [CommandOption.quiet]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post("/v1/backup", as: BackupAnswer.self)
        }
        try session.tell(answer) { [$0.path] }
    }
}

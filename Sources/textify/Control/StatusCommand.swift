import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// `textify status`.
enum StatusCommand: ControlCommand {
    static let name = "status"
    static let alias: String? = "s"
    static let summary = FieldHelp("Show the service's status", "서비스의 상태를 표시")

    static let options = [
        CommandOption(
            "watch", letter: "w", "Refresh every two seconds, until interrupted", "중단할 때까지 2초마다 갱신"),
        CommandOption(
            "check", "Print one line for monitoring; exit status 0 well, 1 degraded, 2 stopped, 3 unreachable",
            "감시 도구용으로 한 줄 출력. 종료 코드 0 정상, 1 이상 있음, 2 멈춤, 3 연결 불가"),
        CommandOption(
            "quiet", letter: "q", "Print nothing; only set the exit status of --check", "출력 없이 --check의 종료 코드만 설정"),
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        if session.options.last("check") != nil || session.isQuiet { return try await StatusCheck.run(session) }
        guard session.options.last("watch") != nil else {
            return try session.tell(try await fetch(session)) { StatusLines(session.sheet).all($0) }
        }
        try await StatusWatch(session).run()
    }

    static func fetch(
        _ session: ControlSession, within limit: Duration = .seconds(60)
    ) async throws(CommandFailure) -> Status {
        try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/status", limit: limit, as: Status.self)
        }
    }
}

import ControlAPI
import ControlClient
import Domain

/// `textify backends`.
enum BackendsCommand: ControlCommand {
    static let name = "backends"
    static let alias: String? = "b"
    static let summary = FieldHelp(
        "List the backends with their state and load",
        "백엔드 목록과 상태, 실행 및 대기 수")

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/backends", as: BackendList.self)
        }
        try session.tell(answer) { list in
            StatusLines(session.sheet).backends(list.backends)
        }
    }
}

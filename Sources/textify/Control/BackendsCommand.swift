import ControlAPI
import ControlClient
import Domain

/// `textify backends`.
enum BackendsCommand: ControlCommand {
    static let name = "backends"
    static let alias: String? = "b"
    static let summary = FieldHelp(
        "The backends: whether they work, what runs, what waits",
        "백엔드: 쓸 수 있는지, 무엇이 실행되고 무엇이 기다리는지")

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

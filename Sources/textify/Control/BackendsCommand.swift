import ControlAPI
import ControlClient

/// `textify backends`.
enum BackendsCommand: ControlCommand {
    static let name = "backends"
    static let summary = "The backends: whether they work, what runs, what waits"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/backends", as: BackendList.self)
        }
        try session.tell(answer) { list in
            TextTable.lines(list.backends.map(StatusLines.backend)) + list.backends.compactMap(\.detail)
        }
    }
}

import ControlAPI
import ControlClient

/// `textify caches`.
enum CachesCommand: ControlCommand {
    static let name = "caches"
    static let summary = "What the caches hold, and how often that was of use"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/caches", as: CacheList.self)
        }
        try session.tell(answer) { TextTable.lines($0.caches.map(StatusLines.cache)) }
    }
}

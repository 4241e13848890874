import ControlAPI
import ControlClient
import Domain
import Words

/// `textify caches`, `textify caches clear NAME`.
enum CachesCommand: ControlCommand {
    static let name = "caches"
    static let summary = FieldHelp(
        "Show the size and hit rate of the caches; clear empties one", "캐시의 크기와 재사용 횟수를 표시. clear는 하나를 비움")
    static let operands = "[clear NAME]"
    static let options = [CommandOption.quiet]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        guard let verb = session.operands.first else {
            let answer = try await session.asking { client throws(ControlClientFailure) in
                try await client.get("/v1/caches", as: CacheList.self)
            }
            return try session.tell(answer) { StatusLines(session.sheet).caches($0.caches) }
        }
        guard verb == "clear" else { throw session.misused(session.words.notExpected(FileName(verb).shown)) }
        try await clear(Array(session.operands.dropFirst()), session)
    }

    private static func clear(_ names: [String], _ session: ControlSession) async throws(CommandFailure) {
        guard let name = names.first else { throw session.misused(session.words.which("cache")) }
        if names.count > 1 { throw session.misused(session.words.tooMany(names.count, "cache")) }
        let path = "/v1/caches/" + QueryString.escaped(name)
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.delete(path, as: CacheList.self)
        }
        try session.tell(answer) { _ in [session.words.cleared(name)] }
    }
}

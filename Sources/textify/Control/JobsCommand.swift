import ControlAPI
import ControlClient
import PlatformSystem

/// `textify jobs`.
enum JobsCommand: ControlCommand {
    static let name = "jobs"
    static let summary = "List jobs, newest first"
    static let options = [
        CommandOption("state", "WORD", "Only those in this state; more of them with commas"),
        CommandOption("folder", "NAME", "Only those of this watch folder"),
        CommandOption("limit", "N", letter: "n", "At most so many (default: 20)"),
        CommandOption("after", "ID", "Only those older than this one"),
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var query = [QueryString.Item("limit", "\(try session.number("limit", 1...1000) ?? 20)")]
        for option in ["state", "folder", "after"] {
            if let value = session.options.last(option)?.text { query.append(QueryString.Item(option, value)) }
        }
        let list = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/jobs", query, as: JobList.self)
        }
        try session.tell(list) { JobLines.table($0.jobs) }
    }
}

import ControlAPI
import ControlClient
import Domain

/// `textify show ID`.
enum ShowCommand: ControlCommand {
    static let name = "show"
    static let summary = FieldHelp("Tell a job's story", "작업에 있었던 일")
    static let operands = "ID | last"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/jobs/" + QueryString.escaped(try await session.job())
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.get(path, as: JobDetail.self)
        }
        try session.tell(job, JobLines(session.sheet).detail)
    }
}

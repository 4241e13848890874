import ControlAPI
import ControlClient

/// `textify show ID`.
enum ShowCommand: ControlCommand {
    static let name = "show"
    static let summary = "Tell a job's story"
    static let operands = "ID | last"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/jobs/" + QueryString.escaped(try await session.job())
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.get(path, as: JobDetail.self)
        }
        try session.tell(job, JobLines.detail)
    }
}

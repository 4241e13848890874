import ControlAPI
import ControlClient

/// `textify cancel ID`.
enum CancelCommand: ControlCommand {
    static let name = "cancel"
    static let summary = "Cancel a job"
    static let operands = "ID"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/jobs/" + QueryString.escaped(try session.operand("job"))
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.delete(path, as: JobDetail.self)
        }
        try session.tell(job) { ["\(JobLines.short($0.summary.id)) is \($0.summary.state)"] }
    }
}

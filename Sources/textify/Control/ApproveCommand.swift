import ControlAPI
import ControlClient

/// `textify approve ID`.
enum ApproveCommand: ControlCommand {
    static let name = "approve"
    static let summary = "Have a held job paid for, whatever the budget says"
    static let operands = "ID"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/jobs/" + QueryString.escaped(try session.operand("job")) + "/approve"
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.post(path, as: JobDetail.self)
        }
        try session.tell(job) { ["\(JobLines.short($0.summary.id)) is \($0.summary.state)"] }
    }
}

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
        try session.tell(job) { ["\(JobLines.short($0.summary.id)) \(standing($0.summary.state))"] }
    }

    /// What is in the middle of something is only marked.
    private static func standing(_ state: String) -> String {
        switch state {
        case "submitting", "submitted":
            "is cancelled as soon as the backend has answered; a picture that comes is paid for, and kept"
        case "generated", "staged": "is being delivered; it is cancelled unless that is done first"
        default: "is \(state)"
        }
    }
}

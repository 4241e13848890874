import ControlAPI
import ControlClient

/// `textify cancel ID…`, or all that fit a filter.
enum CancelCommand: ControlCommand {
    static let name = "cancel"
    static let summary = "Cancel jobs"
    static let operands = "ID… | last"
    static let options = JobChoice.options

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try await JobChoice.act(name, session) { client, path throws(ControlClientFailure) in
            try await client.delete(path, as: JobDetail.self)
        } told: {
            standing($0.state)
        }
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

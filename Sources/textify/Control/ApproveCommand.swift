import ControlAPI
import ControlClient

/// `textify approve ID…`, or all that fit a filter.
enum ApproveCommand: ControlCommand {
    static let name = "approve"
    static let summary = "Have held jobs paid for, whatever the budget says"
    static let operands = "ID… | last"
    static let options = JobChoice.options

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try await JobChoice.act(name, session) { client, path throws(ControlClientFailure) in
            try await client.post(path + "/approve", as: JobDetail.self)
        } told: {
            "is \($0.state)"
        }
    }
}

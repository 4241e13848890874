import ControlAPI
import ControlClient
import Domain
import Words

/// `textify approve ID…`, or all jobs that match a filter.
enum ApproveCommand: ControlCommand {
    static let name = "approve"
    static let summary = FieldHelp(
        "Approve held jobs, overriding the budget",
        "예산과 관계없이 보류된 작업을 승인")
    static let operands = "ID… | last"
    static let options = JobChoice.options

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try await JobChoice.act(name, session) { client, path throws(ControlClientFailure) in
            try await client.post(path + "/approve", as: JobDetail.self)
        } told: {
            session.words.now($0.state)
        }
    }
}

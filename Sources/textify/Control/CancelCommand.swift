import ControlAPI
import ControlClient
import Domain
import Words

/// `textify cancel ID…`, or all jobs that match a filter.
enum CancelCommand: ControlCommand {
    static let name = "cancel"
    static let summary = FieldHelp("Cancel jobs", "작업 취소")
    static let operands = "ID… | last"
    static let options = JobChoice.options

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try await JobChoice.act(name, session) { client, path throws(ControlClientFailure) in
            try await client.delete(path, as: JobDetail.self)
        } told: {
            session.words.cancelled($0.state)
        }
    }
}

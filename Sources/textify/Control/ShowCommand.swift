import ControlAPI
import ControlClient
import Domain

/// `textify show ID`.
enum ShowCommand: ControlCommand {
    static let name = "show"
    static let summary = FieldHelp("Show a job's details and history", "작업의 세부 정보와 기록을 표시")
    static let operands = "ID | last"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/jobs/" + QueryString.escaped(try await session.job())
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.get(path, as: JobDetail.self)
        }
        try session.tell(job, JobLines(session.sheet).detail)
    }
}

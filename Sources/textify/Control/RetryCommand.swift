import ControlAPI
import ControlClient
import PlatformSystem

/// `textify retry ID`.
enum RetryCommand: ControlCommand {
    static let name = "retry"
    static let summary = "Queue a job again that failed, was cancelled or is unknown"
    static let operands = "ID"
    static let options = [
        CommandOption("may-pay-twice", "An unknown job's picture may have been made and paid for: buy it again")
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/jobs/" + QueryString.escaped(try session.operand("job")) + "/retry"
        let order = RetryRequest(mayPayTwice: session.options.last("may-pay-twice") != nil ? true : nil)
        let body = try session.json(order)
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.post(path, body: body, as: JobDetail.self)
        }
        try session.tell(job) { ["\(JobLines.short($0.summary.id)) is \($0.summary.state)"] }
    }
}

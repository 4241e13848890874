import ControlAPI
import ControlClient
import PlatformSystem

/// `textify retry ID…`, or all that fit a filter.
enum RetryCommand: ControlCommand {
    static let name = "retry"
    static let summary = "Queue jobs again that failed, were cancelled or are unknown"
    static let operands = "ID… | last"
    static let options =
        [CommandOption("may-pay-twice", "An unknown job's picture may have been made and paid for: buy it again")]
        + JobChoice.options

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let order = RetryRequest(mayPayTwice: session.options.last("may-pay-twice") != nil ? true : nil)
        let body = try session.json(order)
        try await JobChoice.act(name, session) { client, path throws(ControlClientFailure) in
            try await client.post(path + "/retry", body: body, as: JobDetail.self)
        } told: {
            "is \($0.state)"
        }
    }
}

import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify retry ID…`, or all jobs that match a filter.
enum RetryCommand: ControlCommand {
    static let name = "retry"
    static let summary = FieldHelp(
        "Queue failed, cancelled or unknown jobs again",
        "실패했거나 취소되었거나 결과를 알 수 없는 작업을 다시 대기열에 넣음")
    static let operands = "ID… | last"
    static let options =
        [
            CommandOption(
                "may-pay-twice",
                "Also retry unknown jobs, whose pictures may already have been paid for",
                "결과를 알 수 없는 작업도 다시 시도. 이미 결제되었을 수 있음")
        ]
        + JobChoice.options

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let order = RetryRequest(mayPayTwice: session.options.last("may-pay-twice") != nil ? true : nil)
        let body = try session.json(order)
        try await JobChoice.act(name, session) { client, path throws(ControlClientFailure) in
            try await client.post(path + "/retry", body: body, as: JobDetail.self)
        } told: {
            session.words.now($0.state)
        }
    }
}

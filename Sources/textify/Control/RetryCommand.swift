import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify retry ID…`, or all that fit a filter.
enum RetryCommand: ControlCommand {
    static let name = "retry"
    static let summary = FieldHelp(
        "Queue jobs again that failed, were cancelled or are unknown",
        "실패했거나 취소되었거나 알 수 없는 작업을 다시 줄에 넣음")
    static let operands = "ID… | last"
    static let options =
        [
            CommandOption(
                "may-pay-twice",
                "An unknown job's picture may have been made and paid for: buy it again",
                "알 수 없는 작업의 그림은 이미 만들어 결제되었을 수 있음: 다시 삼")
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

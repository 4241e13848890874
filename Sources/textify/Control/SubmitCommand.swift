import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// `textify submit "PROMPT"`, `textify submit PICTURE --prompt "TEXT"`.
enum SubmitCommand: ControlCommand {
    static let name = "submit"
    static let summary = "Have a picture generated from words, and turned into text art"
    static let operands = "PROMPT | PICTURE --prompt TEXT"

    static var options: [CommandOption] {
        [
            CommandOption("prompt", "TEXT", "What to make of a picture, whose file is named before"),
            CommandOption("wait", letter: "w", "Wait until it is done, and print the text art"),
            CommandOption("timeout", "SECONDS", "How long to wait at most (default: 600)"),
            CommandOption("folder", "NAME", "The watch folder whose outbox and defaults hold (default: the first)"),
            CommandOption("name", "NAME", "What the outputs are named after"),
            CommandOption("reference", "TEXT", "Your own words, given back with the job"),
            CommandOption("key", "TEXT", "The same key is the same job, for seven days"),
        ] + SubmitOrder.fieldOptions
    }

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let seconds = try session.number("timeout", 1...86_400) ?? 600
        let waits = session.options.last("wait") != nil
        let order = try SubmitOrder(session)
        let query = order.picture == nil ? [] : order.request.query
        let body: ControlBody
        if let picture = order.picture { body = .picture(picture) } else { body = try session.json(order.request) }
        let isShown = waits && !session.wantsJSON && StandardStream.error.isTerminal
        let headers = headers(session, waits && !isShown ? seconds : nil)
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.post(
                "/v1/jobs", query, body: body, headers: headers, limit: .seconds(seconds + 30), as: JobDetail.self)
        }
        guard waits else {
            return try session.tell(job) { ["\($0.summary.id)"] }
        }
        if session.wantsJSON { try session.tell(job) { _ in [] } }
        let deadline = ContinuousClock.now + .seconds(seconds)
        let rested =
            isShown
            ? try await SubmitProgress(session: session, id: job.summary.id, deadline: deadline).run() : job.summary
        try JobLines.check(rested)
        if session.wantsJSON { return }
        try await CatCommand.print(job.summary.id, StandardStream.output.isTerminal ? "ansi" : "txt", session)
    }

    private static func headers(_ session: ControlSession, _ seconds: Int?) -> [HTTPHeader] {
        let wait = seconds.map { HTTPHeader(ControlHeader.prefer, "wait=\($0)") }
        let key = session.options.last("key")?.text.map { HTTPHeader(ControlHeader.idempotencyKey, $0) }
        return [wait, key].compactMap(\.self)
    }
}

import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// `textify submit "PROMPT"`, `textify submit PICTURE --prompt "TEXT"`.
enum SubmitCommand: ControlCommand {
    static let name = "submit"
    static let summary = FieldHelp(
        "Have a picture generated from words, and turned into text art",
        "글로 그림을 만들어 글자 그림으로 바꿈")
    static let operands = "PROMPT | PICTURE --prompt TEXT"

    static var options: [CommandOption] {
        [
            CommandOption(
                "prompt", "TEXT", "What to make of a picture, whose file is named before", "앞에 쓴 그림 파일로 무엇을 만들지"),
            CommandOption("wait", letter: "w", "Wait until it is done, and print the text art", "끝날 때까지 기다려 글자 그림을 출력"),
            CommandOption("timeout", "SECONDS", "How long to wait at most (default: 600)", "많아야 이만큼 기다림, 초 (기본: 600)"),
            CommandOption(
                "folder", "NAME", "The watch folder whose outbox and defaults hold (default: the first)",
                "보낼 폴더와 기본값을 따를 감시 폴더 (기본: 처음 것)"
            ).offering(.folders),
            CommandOption("name", "NAME", "What the outputs are named after", "결과의 이름"),
            CommandOption("reference", "TEXT", "Your own words, given back with the job", "작업과 함께 되돌려 받을 자신의 말"),
            CommandOption("tag", "NAME", "One more tag; may stand several times", "꼬리표 하나 더. 여러 번 쓸 수 있음"),
            CommandOption("key", "TEXT", "The same key is the same job", "같은 키는 같은 작업"),
            CommandOption(
                "quiet", letter: "q", "Show nothing while waiting, and no ID", "기다리는 동안 아무것도 보이지 않고 ID도 출력하지 않음"),
        ] + SubmitOrder.fieldOptions
    }

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        let seconds = try session.number("timeout", 1...86_400) ?? 600
        let waits = session.options.last("wait") != nil
        let order = try SubmitOrder(session)
        let query = order.picture == nil ? [] : order.request.query
        let body: ControlBody
        if let picture = order.picture { body = .picture(picture) } else { body = try session.json(order.request) }
        let isShown = waits && !session.wantsJSON && !session.isQuiet && StandardStream.error.isTerminal
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
        try JobLines.check(rested, session.words)
        if session.wantsJSON { return }
        try await CatCommand.print(job.summary.id, nil, session)
    }

    private static func headers(_ session: ControlSession, _ seconds: Int?) -> [HTTPHeader] {
        let wait = seconds.map { HTTPHeader(ControlHeader.prefer, "wait=\($0)") }
        let key = session.options.last("key")?.text.map { HTTPHeader(ControlHeader.idempotencyKey, $0) }
        return [wait, key].compactMap(\.self)
    }
}

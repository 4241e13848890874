import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// `textify submit "PROMPT"`, `textify submit PICTURE --prompt "TEXT"`.
enum SubmitCommand: ControlCommand {
    static let name = "submit"
    static let summary = FieldHelp(
        "Generate a picture from a prompt and convert it to text art",
        "프롬프트로 그림을 생성해 텍스트 아트로 변환")
    static let operands = "PROMPT | PICTURE --prompt TEXT"

    static var options: [CommandOption] {
        [
            CommandOption(
                "prompt", "TEXT", "The prompt for changing PICTURE", "PICTURE를 바꿀 프롬프트"),
            CommandOption(
                "wait", letter: "w", "Wait until the job is finished, and print the text art",
                "작업이 끝날 때까지 기다려 텍스트 아트를 출력"),
            CommandOption("timeout", "SECONDS", "Wait at most this long (default: 600)", "최대 대기 시간, 초 (기본: 600)"),
            CommandOption(
                "folder", "NAME", "Use the outbox and defaults of this watch folder (default: the first)",
                "이 감시 폴더의 출력 폴더와 기본값을 사용 (기본: 첫 번째)"
            ).offering(.folders),
            CommandOption("name", "NAME", "Name the outputs after NAME", "결과 파일의 이름"),
            CommandOption("reference", "TEXT", "Your own reference, returned with the job", "작업과 함께 돌려받을 참조 텍스트"),
            CommandOption("tag", "NAME", "Add a tag; may be repeated", "태그 추가. 여러 번 쓸 수 있음"),
            CommandOption(
                "key", "TEXT", "Idempotency key: the same key always yields the same job", "멱등 키: 같은 키는 항상 같은 작업"),
            CommandOption(
                "quiet", letter: "q", "Show no progress and print no ID", "진행 상황도 ID도 출력하지 않음"),
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

import ControlAPI
import ControlClient
import Domain
import Words

/// `textify calendar`, `textify calendar renew`, `textify calendar revoke`.
enum CalendarCommand: ControlCommand {
    static let name = "calendar"
    static let summary = FieldHelp(
        "Print an address for calendar programs; renew makes another, revoke ends it",
        "달력 프로그램용 주소 출력. renew는 새 주소를 만들고, revoke는 주소를 없앰")
    static let operands = "[renew|revoke]"

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let verbs = session.operands
        if verbs.count > 1 { throw session.usageError(session.words.notExpected(FileName(verbs[1]).shown)) }
        switch verbs.first {
        case nil: try await subscribe(session, "/v1/calendar")
        case "renew": try await subscribe(session, "/v1/calendar?renew=true")
        case "revoke":
            let answer = try await session.delete("/v1/calendar", as: CalendarRevocation.self)
            try session.report(answer) { [session.words.calendarRevoked($0.revoked)] }
        case let other?: throw session.usageError(session.words.notExpected(FileName(other).shown))
        }
    }

    private static func subscribe(_ session: ControlSession, _ path: String) async throws(CommandFailure) {
        let answer = try await session.post(path, as: CalendarSubscription.self)
        try session.report(answer) { answer in
            answer.url.map { [$0, session.words.calendarAddress] } ?? [session.words.calendarExists]
        }
    }
}

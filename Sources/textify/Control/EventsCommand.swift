import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify events`.
enum EventsCommand: ControlCommand {
    static let name = "events"
    static let alias: String? = "e"
    static let summary = FieldHelp(
        "Show events as they happen, until interrupted",
        "중단할 때까지 이벤트를 실시간으로 표시")
    static let options = [
        CommandOption(
            "after", "ID", "Start with the events after this ID, which --json shows",
            "이 ID 다음 이벤트부터 표시. ID는 --json으로 확인"
        )
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let after = session.options.last("after")?.text.map { [HTTPHeader("Last-Event-ID", $0)] } ?? []
        let stream = try EventStream(socket: try session.socket(), headers: after, words: session.words)
        while let event = try stream.next() { try tell(event, session) }
        throw CommandFailure(exit: .unavailable, text: session.words.eventsEnded)
    }

    private static func tell(_ event: EventReader.Event, _ session: ControlSession) throws(CommandFailure) {
        if session.wantsJSON {
            let id = event.id.map { #""id":"\#($0)","# } ?? ""
            let rest = event.data.dropFirst()
            let line = "{\(id)\"event\":\"\(event.name)\"\(rest == "}" ? "" : ",")\(rest)"
            return try CommandOutput.standard(json: TerminalText.json(Array(line.utf8)))
        }
        let bytes = Array(event.data.utf8)
        if ["reset", "dropped"].contains(event.name) {
            let gap = try? ControlJSON.decode(EventGap.self, from: bytes)
            return try CommandOutput.standard(session.words.eventsMissed(gap?.missed) + "\n")
        }
        guard let told = try? ControlJSON.decode(ServiceEvent.self, from: bytes) else { return }
        let job = told.job.map { " " + JobLines.short($0) } ?? ""
        try CommandOutput.standard(
            TerminalText.line("\(JobLines.local(told.at)) \(told.level)\(job) \(told.detail)") + "\n")
    }
}

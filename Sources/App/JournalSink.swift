import Configuration
import Domain
import PlatformSystemd

/// An entry an event in the system's journal, with a field for all that the event is about:
/// `journalctl JOB_ID=…` tells a job's life.
struct JournalSink: LogSink {
    static let identifier = "textifyd"

    let courier: Courier

    func write(_ entry: LogEntry) {
        courier.carry { [courier] in
            let lost = courier.takeDropped()
            if lost > 0 { Self.tell(of: lost, courier) }
            if !Self.send(entry) { courier.drop() }
        }
    }

    /// `false`: the journal did not take it. It may block.
    static func send(_ entry: LogEntry) -> Bool {
        let fields = [JournalField("TEXTIFYD_CODE", entry.code)] + entry.fields.map(JournalField.init)
        return Journal.send(entry.sentence, JournalPriority(entry.level), identifier: identifier, fields)
    }

    private static func tell(of lost: Int, _ courier: Courier) {
        if !send(.dropped(lost)) { courier.drop(lost) }
    }
}

extension JournalField {
    fileprivate init(_ field: LogField) {
        switch field {
        case .job(let id): self.init("JOB_ID", id.text)
        case .state(let word): self.init("JOB_STATE", word)
        case .until(let moment): self.init("JOB_UNTIL", LogTime.text(moment))
        case .drop(let id): self.init("DROP_ID", id.text)
        case .backend(let name): self.init("BACKEND", name)
        case .folder(let name): self.init("FOLDER", name)
        case .file(let name): self.init("FILE_NAME", name.bytes)
        }
    }
}

extension JournalPriority {
    fileprivate init(_ level: LogLevel) {
        self =
            switch level {
            case .error: .error
            case .warning: .warning
            case .info: .info
            case .debug: .debug
            }
    }
}

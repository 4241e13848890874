import Configuration
import Domain
import Words

/// Tells people and machines what happens.
struct EventLog: Sendable {
    let level: LogLevel
    let sink: any LogSink
    /// Logs are English, whatever the service speaks.
    let words = Wording(.english)

    func error(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        write(LogEntry(.error, code, sentence, fields))
    }

    func warning(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        write(LogEntry(.warning, code, sentence, fields))
    }

    func info(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        write(LogEntry(.info, code, sentence, fields))
    }

    private func write(_ entry: LogEntry) {
        if entry.level <= level { sink.write(entry) }
    }
}

import Configuration
import Domain
import Words

/// Tells people and machines what happens.
struct EventLog: Sendable {
    private let level: LogLevel
    private let sink: any LogSink
    /// Logs are English, whatever the service speaks.
    let words = Wording(.english)

    init(level: LogLevel, sink: any LogSink = LineSink.standardError) {
        self.level = level
        self.sink = sink
    }

    func error(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        tell(LogEntry(.error, code, sentence, fields))
    }

    func warning(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        tell(LogEntry(.warning, code, sentence, fields))
    }

    func info(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        tell(LogEntry(.info, code, sentence, fields))
    }

    func debug(_ code: String, _ sentence: String, _ fields: [LogField] = []) {
        tell(LogEntry(.debug, code, sentence, fields))
    }

    private func tell(_ entry: LogEntry) {
        if entry.level <= level { sink.write(entry) }
    }
}

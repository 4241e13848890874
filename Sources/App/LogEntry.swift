import Configuration
import Domain

/// One event for people and machines that read logs.
struct LogEntry: Equatable, Sendable {
    let level: LogLevel
    /// A stable word.
    let code: String
    /// English, one line.
    let sentence: String
    let fields: [LogField]

    init(_ level: LogLevel, _ code: String, _ sentence: String, _ fields: [LogField] = []) {
        self.level = level
        self.code = code
        // Several mistakes of one file come as several lines; an event is one. Whatever a sentence quotes, nothing in it
        // begins another line or moves the terminal's cursor.
        self.sentence = FileName(sentence.split(separator: "\n").joined(separator: " ")).shown
        self.fields = fields
    }

    /// That so many events never came to the log.
    static func dropped(_ count: Int) -> LogEntry {
        LogEntry(.warning, "log_dropped", "\(count) events before this one were lost: the log did not take them.")
    }
}

import Configuration

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
        // Several mistakes of one file come as several lines; an event is one.
        self.sentence = sentence.split(separator: "\n").joined(separator: " ")
        self.fields = fields
    }
}

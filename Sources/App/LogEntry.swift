import Configuration
import Domain
import Words

/// One event for people and machines that read logs.
struct LogEntry: Equatable, Sendable {
    let level: LogLevel
    /// A stable word.
    let code: String
    /// English, one line.
    let sentence: String
    /// The same in Korean, of what the status repeats.
    private let korean: String?
    let fields: [LogField]

    init(_ level: LogLevel, _ code: String, _ sentence: String, _ fields: [LogField] = [], korean: String? = nil) {
        self.level = level
        self.code = code
        self.sentence = Self.line(sentence)
        self.korean = korean.map(Self.line)
        self.fields = fields
    }

    func sentence(in language: Language) -> String {
        switch language {
        case .english: sentence
        case .korean: korean ?? sentence
        }
    }

    /// That so many events never came to the log.
    static func dropped(_ count: Int) -> LogEntry {
        LogEntry(
            .warning, "log_dropped", Wording(.english).eventsLost(count), korean: Wording(.korean).eventsLost(count))
    }

    /// Several mistakes of one file come as several lines; an event is one. Whatever a sentence quotes, nothing in it
    /// begins another line or moves the terminal's cursor.
    private static func line(_ sentence: String) -> String {
        FileName(sentence.split(separator: "\n").joined(separator: " ")).shown
    }
}

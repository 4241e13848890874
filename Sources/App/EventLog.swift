import Configuration
import Domain
import PlatformSystem
import Words

/// A line an event on standard error: time in UTC, level, a stable code, a sentence, and what it is about.
struct EventLog: Sendable {
    private let level: LogLevel
    private let write: @Sendable (String) -> Void
    /// Logs are English, whatever the service speaks.
    let words = Wording(.english)

    /// `write` gets each line without its end. A log that can't be written must not stop the work.
    init(
        level: LogLevel,
        _ write: @escaping @Sendable (String) -> Void = { try? StandardStream.error.write($0 + "\n") }
    ) {
        self.level = level
        self.write = write
    }

    func error(_ code: String, _ sentence: String, _ fields: [(String, String)] = []) {
        tell(.error, code, sentence, fields)
    }

    func warning(_ code: String, _ sentence: String, _ fields: [(String, String)] = []) {
        tell(.warning, code, sentence, fields)
    }

    func info(_ code: String, _ sentence: String, _ fields: [(String, String)] = []) {
        tell(.info, code, sentence, fields)
    }

    private func tell(_ level: LogLevel, _ code: String, _ sentence: String, _ fields: [(String, String)]) {
        guard level <= self.level else { return }
        // Several mistakes of one file come as several lines; an event is one.
        let whole = sentence.split(separator: "\n").joined(separator: " ")
        let about = fields.map { " \($0)=\($1)" }.joined()
        // Whatever a sentence quotes, nothing in it begins another line or moves the terminal's cursor.
        write("\(LogTime.text(wallClockMilliseconds())) \(level.rawValue) \(code): \(FileName(whole + about).shown)")
    }
}

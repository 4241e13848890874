import Configuration
import Domain
import PlatformSystem
import Words

/// A line an event on standard error: time in UTC, level, a stable code, a sentence, and what it is about.
struct EventLog: Sendable {
    let level: LogLevel
    /// Logs are English, whatever the service speaks.
    let words = Wording(.english)

    func error(_ code: String, _ sentence: String, _ fields: [(String, String)] = []) {
        write(.error, code, sentence, fields)
    }

    func warning(_ code: String, _ sentence: String, _ fields: [(String, String)] = []) {
        write(.warning, code, sentence, fields)
    }

    func info(_ code: String, _ sentence: String, _ fields: [(String, String)] = []) {
        write(.info, code, sentence, fields)
    }

    private func write(_ level: LogLevel, _ code: String, _ sentence: String, _ fields: [(String, String)]) {
        guard level <= self.level else { return }
        // Several mistakes of one file come as several lines; an event is one.
        let whole = sentence.split(separator: "\n").joined(separator: " ")
        var line = "\(LogTime.text(wallClockMilliseconds())) \(level.rawValue) \(code): \(whole)"
        for (name, value) in fields { line += " \(name)=\(value)" }
        // A log that can't be written must not stop the work.
        try? StandardStream.error.write(line + "\n")
    }
}

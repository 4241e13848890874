import Configuration
import Domain
import PlatformSystem

/// A line an event on standard error: time in UTC, level, a stable code, a sentence, and what it is about.
struct StandardErrorSink: LogSink {
    func write(_ entry: LogEntry) {
        var line = "\(LogTime.text(wallClockMilliseconds())) \(entry.level.rawValue) \(entry.code): \(entry.sentence)"
        for field in entry.fields { line += Self.text(field) }
        // A log that can't be written must not stop the work.
        try? StandardStream.error.write(line + "\n")
    }

    /// The sentence names files, folders and backends already.
    private static func text(_ field: LogField) -> String {
        switch field {
        case .job(let id): " job=\(id.text)"
        case .drop(let id): " drop=\(id.text)"
        case .backend, .folder, .file: ""
        }
    }
}

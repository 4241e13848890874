import Configuration
import Domain
import PlatformSystem

/// A line an event: time in UTC, level, a stable code, a sentence, and what it is about.
struct LineSink: LogSink {
    /// A log that can't be written must not stop the work.
    static let standardError = LineSink { try? StandardStream.error.write($0 + "\n") }

    /// Gets each line without its end.
    let put: @Sendable (String) -> Void

    func write(_ entry: LogEntry) {
        let about = entry.fields.map(Self.text).joined()
        put("\(LogTime.text(wallClockMilliseconds())) \(entry.level.rawValue) \(entry.code): \(entry.sentence)\(about)")
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

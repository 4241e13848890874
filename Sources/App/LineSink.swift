import Configuration
import Domain
import PlatformSystem

/// A line an event: time in UTC, level, a stable code, a sentence, and what it is about.
struct LineSink: LogSink {
    /// A log that can't be written must not stop the work. It may block.
    static let standardError = LineSink { try? StandardStream.error.write(TerminalText($0 + "\n")) }

    /// The same, and nobody waits: a terminal that was stopped, or a reader that stands still, holds only the courier up.
    static func standardError(by courier: Courier) -> LineSink {
        LineSink { line in
            courier.carry {
                let lost = courier.takeDropped()
                if lost > 0 { standardError.write(.dropped(lost)) }
                standardError.put(line)
            }
        }
    }

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
        case .state, .until, .backend, .folder, .file: ""
        }
    }
}

import Configuration
import Domain
import FoundationEssentials
import Words

/// Writes the log and informs a listener.
package struct EventLog: Sendable {
    private let level: LogLevel
    /// `nil` writes nothing.
    private let sink: (any LogSink)?
    private let listener: (any LogSink)?
    /// The log is English, whatever the service's language.
    let words = Wording(.english)

    /// A log without sinks.
    package static var silent: EventLog { EventLog(level: .error, sink: nil) }

    /// `listener` receives every relevant entry, whatever the log level.
    init(level: LogLevel, sink: (any LogSink)? = LineSink.standardError, listener: (any LogSink)? = nil) {
        self.level = level
        self.sink = sink
        self.listener = listener
    }

    func error(_ code: some StableCode, _ fields: [LogField] = [], _ sentence: (Wording) -> String) {
        trouble(.error, code.rawValue, fields, sentence)
    }

    func warning(_ code: some StableCode, _ fields: [LogField] = [], _ sentence: (Wording) -> String) {
        trouble(.warning, code.rawValue, fields, sentence)
    }

    func info(
        _ code: some StableCode, _ sentence: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []
    ) {
        record(.info, code.rawValue, sentence, fields)
    }

    func debug(
        _ code: some StableCode, _ sentence: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []
    ) {
        record(.debug, code.rawValue, sentence, fields)
    }

    /// Reports an intermediate step. Listeners receive it whatever the log level; it is written at level `debug`. It
    /// happens several times per job and is rarely read, so `entry` is called only when needed. Its captures live as
    /// long as the event and have to be small.
    func step(_ entry: @escaping @Sendable () -> LogEntry) {
        if .debug <= level { sink?.write(entry()) }
        listener?.write(later: entry)
    }

    /// Builds both languages: the log is English, but the status repeats problems in either.
    private func trouble(_ level: LogLevel, _ code: String, _ fields: [LogField], _ sentence: (Wording) -> String) {
        guard level <= self.level || listener != nil else { return }
        let entry = LogEntry(level, code, sentence(words), fields, korean: sentence(Wording(.korean)))
        if level <= self.level { sink?.write(entry) }
        listener?.write(entry)
    }

    /// Builds the sentence only if there is a receiver.
    private func record(_ level: LogLevel, _ code: String, _ sentence: () -> String, _ fields: () -> [LogField]) {
        let sink = level <= self.level ? sink : nil
        let listener = level <= .info ? listener : nil
        guard sink != nil || listener != nil else { return }
        let entry = LogEntry(level, code, sentence(), fields())
        sink?.write(entry)
        listener?.write(entry)
    }
}

/// An event in the log, for people and programs.
struct LogEntry: Equatable, Sendable {
    let level: LogLevel
    /// A stable code.
    let code: String
    /// English, one line.
    let sentence: String
    /// The sentence in Korean, for entries that the status repeats.
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

    /// An entry that reports the number of lost log entries.
    static func dropped(_ count: Int) -> LogEntry {
        LogEntry(
            .warning, EventCode.logDropped.rawValue, Wording(.english).eventsLost(count),
            korean: Wording(.korean).eventsLost(count))
    }

    /// Joins several lines to one, because an entry is a single line, and escapes control characters in quoted text,
    /// so that they can't start another line or move the terminal's cursor.
    private static func line(_ sentence: String) -> String {
        FileName(sentence.split(separator: "\n").joined(separator: " ")).shown
    }
}

/// A field of a log entry that says what it is about. Never a secret.
enum LogField: Equatable, Sendable {
    case job(JobID)
    /// The job's current state.
    case state(String)
    /// The end of that state.
    case until(UTCMillis)
    case drop(DropID)
    case backend(String)
    case folder(String)
    /// The name on disk, which may hold any bytes.
    case file(FileName)
    /// How far the backend is with the job's picture.
    case progress(GenerationProgress)
}

/// A destination of log entries.
protocol LogSink: Sendable {
    func write(_ entry: LogEntry)
    /// Writes an entry that is built only when it is read, if ever.
    func write(later entry: @escaping @Sendable () -> LogEntry)
}

extension LogSink {
    func write(later entry: @escaping @Sendable () -> LogEntry) { write(entry()) }
}

/// Formats times as RFC 3339 in UTC with whole seconds.
enum LogTime {
    static func text(_ utc: UTCMillis) -> String {
        Date(timeIntervalSince1970: Double(utc.milliseconds / 1_000)).formatted(.iso8601)
    }
}

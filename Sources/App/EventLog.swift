import Configuration
import Domain
import Words

/// Tells people and machines what happens.
package struct EventLog: Sendable {
    private let level: LogLevel
    /// `nil`: nobody is told.
    private let sink: (any LogSink)?
    private let listener: (any LogSink)?
    /// Logs are English, whatever the service speaks.
    let words = Wording(.english)

    /// Tells nobody.
    package static var silent: EventLog { EventLog(level: .error, sink: nil) }

    /// `listener` hears all that matters, whatever is written.
    init(level: LogLevel, sink: (any LogSink)? = LineSink.standardError, listener: (any LogSink)? = nil) {
        self.level = level
        self.sink = sink
        self.listener = listener
    }

    func error(_ code: String, _ fields: [LogField] = [], _ sentence: (Wording) -> String) {
        trouble(.error, code, fields, sentence)
    }

    func warning(_ code: String, _ fields: [LogField] = [], _ sentence: (Wording) -> String) {
        trouble(.warning, code, fields, sentence)
    }

    func info(_ code: String, _ sentence: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        tell(.info, code, sentence, fields)
    }

    func debug(_ code: String, _ sentence: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        tell(.debug, code, sentence, fields)
    }

    /// A routine step on the way: those who listen hear it whatever is written, and it is written where everything is. It
    /// happens several times a job and is mostly read by nobody, so `entry` is only made when it is; what it holds is kept
    /// as long as the event, and has to be small.
    func step(_ entry: @escaping @Sendable () -> LogEntry) {
        if .debug <= level { sink?.write(entry()) }
        listener?.write(later: entry)
    }

    /// The log is English; the status repeats troubles to people of both languages.
    private func trouble(_ level: LogLevel, _ code: String, _ fields: [LogField], _ sentence: (Wording) -> String) {
        guard level <= self.level || listener != nil else { return }
        let entry = LogEntry(level, code, sentence(words), fields, korean: sentence(Wording(.korean)))
        if level <= self.level { sink?.write(entry) }
        listener?.write(entry)
    }

    /// Words are only made where somebody hears them.
    private func tell(_ level: LogLevel, _ code: String, _ sentence: () -> String, _ fields: () -> [LogField]) {
        let sink = level <= self.level ? sink : nil
        let listener = level <= .info ? listener : nil
        guard sink != nil || listener != nil else { return }
        let entry = LogEntry(level, code, sentence(), fields())
        sink?.write(entry)
        listener?.write(entry)
    }
}

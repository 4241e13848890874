import Configuration
import ControlAPI
import ControlServer
import Domain
import PlatformConcurrency
import PlatformSystem
import PlatformSystemd
import ServiceFeature
import Synchronization
import Words

/// Writes entries to the systemd journal, with their fields: `journalctl JOB_ID=…` shows a job's history.
struct JournalSink: LogSink {
    static let identifier = "textifyd"

    let queue: LogQueue

    func write(_ entry: LogEntry) {
        queue.enqueue { [queue] in
            let lost = queue.takeDroppedCount()
            if lost > 0, !Self.send(.dropped(lost)) { queue.drop(lost) }
            if !Self.send(entry) { queue.drop() }
        }
    }

    /// Sends an entry and may block. `false` when the journal did not accept it.
    static func send(_ entry: LogEntry) -> Bool {
        let explanation = JournalExplanation.id(of: entry.code).map { [JournalField("MESSAGE_ID", $0)] } ?? []
        let fields = [JournalField("TEXTIFYD_CODE", entry.code)] + explanation + entry.fields.map(JournalField.init)
        return Journal.send(entry.sentence, JournalPriority(entry.level), identifier: identifier, fields)
    }
}

extension JournalField {
    fileprivate init(_ field: LogField) {
        switch field {
        case .job(let id): self.init("JOB_ID", id.text)
        case .state(let word): self.init("JOB_STATE", word)
        case .until(let moment): self.init("JOB_UNTIL", LogTime.text(moment))
        case .drop(let id): self.init("DROP_ID", id.text)
        case .backend(let name): self.init("BACKEND", name)
        case .folder(let name): self.init("FOLDER", name)
        case .file(let name): self.init("FILE_NAME", name.bytes)
        case .progress(let progress): self.init("JOB_PROGRESS", Wording(.english).progress(progress))
        }
    }
}

extension JournalPriority {
    fileprivate init(_ level: LogLevel) {
        self =
            switch level {
            case .error: .error
            case .warning: .warning
            case .info: .info
            case .debug: .debug
            }
    }
}

/// Writes one line per entry: time in UTC, level, stable code, sentence and fields.
struct LineSink: LogSink {
    /// Writes to standard error. May block. Errors are ignored, because a log that can't be written must not stop the
    /// service.
    static let standardError = LineSink { try? StandardStream.error.write(TerminalText($0 + "\n")) }

    /// Writes to standard error without making callers wait: a stopped terminal or a stalled reader delays only the
    /// queue's thread.
    static func standardError(through queue: LogQueue) -> LineSink {
        LineSink { line in
            queue.enqueue {
                let lost = queue.takeDroppedCount()
                if lost > 0 { standardError.write(.dropped(lost)) }
                standardError.put(line)
            }
        }
    }

    /// Receives each line without its line end.
    let put: @Sendable (String) -> Void

    func write(_ entry: LogEntry) {
        let about = entry.fields.map(Self.text).joined()
        put("\(LogTime.text(UTCMillis.now())) \(entry.level.rawValue) \(entry.code): \(entry.sentence)\(about)")
    }

    /// The sentence already names files, folders and backends.
    private static func text(_ field: LogField) -> String {
        switch field {
        case .job(let id): " job=\(id.text)"
        case .drop(let id): " drop=\(id.text)"
        case .state, .until, .backend, .folder, .file, .progress: ""
        }
    }
}

/// Forwards entries to subscribers of the control socket.
struct EventStreamSink: LogSink {
    let events: EventRing

    func write(_ entry: LogEntry) {
        write(later: { entry })
    }

    func write(later entry: @escaping @Sendable () -> LogEntry) {
        let now = UTCMillis.now()
        events.add { Self.event(entry(), at: now) }
    }

    private static func event(_ entry: LogEntry, at now: UTCMillis) -> ServiceEvent {
        var event = ServiceEvent(
            at: WireTime(now), code: entry.code, level: entry.level.rawValue, detail: entry.sentence)
        for field in entry.fields {
            switch field {
            case .job(let id): event.job = id.text
            case .state(let word): event.state = word
            case .until(let moment): event.until = WireTime(moment)
            case .folder(let name): event.folder = name
            case .backend(let name): event.backend = name
            case .file(let name): event.file = name.shown
            case .progress(let progress): event.progress = JobProgress(progress)
            case .drop: break
            }
        }
        return event
    }
}

/// Passes warnings and errors on to the service's status, and all entries to the next sink.
struct ProblemSink: LogSink {
    private let problems: AsyncStream<Service.Problem>.Continuation
    private let next: any LogSink

    /// Returns the sink and the stream of problems, which keeps the newest until they are read.
    static func make(next: any LogSink) -> (sink: ProblemSink, problems: AsyncStream<Service.Problem>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Service.Problem.self, bufferingPolicy: .bufferingNewest(10))
        return (ProblemSink(problems: continuation, next: next), stream)
    }

    func write(_ entry: LogEntry) {
        if entry.level <= .warning { problems.yield(Service.Problem(entry, at: UTCMillis.now())) }
        next.write(entry)
    }
}

extension Service.Problem {
    fileprivate init(_ entry: LogEntry, at utc: UTCMillis) {
        self.init(
            at: utc, code: entry.code, english: entry.sentence(in: .english), korean: entry.sentence(in: .korean),
            job: entry.fields.lazy.compactMap { if case .job(let id) = $0 { id } else { nil } }.first,
            folder: entry.fields.lazy.compactMap { if case .folder(let name) = $0 { name } else { nil } }.first)
    }
}

/// Runs deliveries to slow receivers, in order, on its own thread. Callers never wait: when the queue is full the
/// delivery is dropped and counted, because a stalled journal must not stall the service.
final class LogQueue: Sendable {
    private let thread = ThreadExecutor(name: "log")
    private let capacity: Int
    private let pending = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    init(capacity: Int = 1024) {
        self.capacity = capacity
    }

    /// Enqueues `work`, or counts it as dropped when the queue is full.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        guard pending.load(ordering: .relaxed) < capacity else { return drop() }
        enqueueAlways(work)
    }

    /// Enqueues `work` even when the queue is full. For rare deliveries that must not be lost.
    func enqueueAlways(_ work: @escaping @Sendable () -> Void) {
        pending.add(1, ordering: .relaxed)
        thread.post { [self] in
            work()
            pending.subtract(1, ordering: .relaxed)
        }
    }

    /// Adds to the count of dropped deliveries.
    func drop(_ count: Int = 1) {
        dropped.add(count, ordering: .relaxed)
    }

    /// Returns and resets the count of dropped deliveries.
    func takeDroppedCount() -> Int {
        dropped.exchange(0, ordering: .relaxed)
    }

    /// Waits until everything in the queue has been delivered.
    func close() async {
        await thread.shutdown()
    }
}

import BackendKit
import BackendsFeature
import Configuration
import Domain
import GatesFeature
import IntakeFeature
import JobsFeature
import MVICore
import Synchronization
import Testing
import Words

@testable import App

@Suite("Event log")
struct EventLogTests {
    private final class Lines: Sendable {
        private let kept = Mutex<[String]>([])

        var all: [String] { kept.withLock { $0 } }

        func add(_ line: String) {
            kept.withLock { $0.append(line) }
        }
    }

    /// Lines written by a log of this level.
    private func lines(_ level: LogLevel = .info, _ body: (EventLog) -> Void) -> [String] {
        let lines = Lines()
        body(EventLog(level: level, sink: LineSink { lines.add($0) }))
        return lines.all
    }

    /// A name that tries to forge a log line and to clear the screen, and ends with invalid UTF-8.
    private static let evil = FileName(
        bytes: Array("a\n2026-01-01T00:00:00Z error forged: \u{1B}[2J\r\u{85}".utf8) + [0xFF])
    private static let failure = JobFailure.backend(
        "stu\ndio", .invalid(parameter: "size\u{1B}", message: "no\r\nway\u{7}"))

    private static let intakeEvents: [(Intake.Event, String?)] = [
        (.accepted([.named(evil)]), "info job_accepted"), (.accepted([]), nil),
        (.failed(.named(evil), .empty), "warning drop_empty"),
        (
            .settlingLong(folder: "in\nbox", .named(evil), waited: .seconds(61), needs: .seconds(5)),
            "warning still_growing"
        ),
        (.stuck(.named(evil), .denied), "error source_stuck"), (.folderChanged(folder: "in\rbox", .unknown), nil),
        (.folderChanged(folder: "in\rbox", .fine), "info folder_fine"),
        (.folderChanged(folder: "in\rbox", .missing), "error folder_missing"),
        (.folderChanged(folder: "inbox", .unmounted), "error folder_unmounted"),
        (.folderChanged(folder: "in\rbox", .unreadable(.denied)), "error folder_unreadable"),
        (.waiting(nil), "info intake_goes_on"),
        (.waiting(.lowDisk(DiskSpace(free: 1 << 20, total: 1 << 40))), "error disk_low"),
        (.waiting(.repository(.corrupt("x\ny"))), "error database_corrupt"),
        (.waiting(.storage(.full)), "error file_full"),
    ]

    @Test(
        "An event of Intake is one line with its level and stable code, whatever the names", arguments: intakeEvents
    )
    func intake(event: Intake.Event, head: String?) {
        expect(lines { $0.record(event) }, head)
    }

    private static let jobEvents: [(Jobs.Event, String?)] = [
        (.remainingCapacity(3), nil), (.needsPictures([.sample]), nil), (.pictureUnneeded(Job.sample.id), nil),
        (.dropEnded(Drop.sample.id, nil), nil), (.resumedJobs(0), nil),
        (.resumedJobs(2), "info jobs_resumed"), (.stepped(.sample), nil), (.done(.named(evil)), "info job_done"),
        (.failed(.named(evil), failure), "warning backend_invalid"),
        (.waits(.named(evil), .delivery(.full), until: 0), "warning file_full"),
        (.waits(.named(evil), failure, until: 0), nil), (.retried(.named(evil)), "info job_retried"),
        (.answered(Ticket(1), .cancelRefused(.busy)), nil),
        (.cancelled(.named(evil)), "info job_cancelled"), (.unknown(.named(evil)), "error job_unknown"),
        (.lost(.named(evil)), "warning job_lost"), (.submitted([.named(evil)], .sample), "info job_accepted"),
        (.storageFailed(.failed(code: 5, "a\nb")), "error database_failed"),
    ]

    @Test("An event of Jobs is one line with its level and stable code, whatever the names", arguments: jobEvents)
    func jobs(event: Jobs.Event, head: String?) {
        expect(lines { $0.record(event) }, head)
    }

    private static let backendEvents: [(Backends.Event, String?)] = [
        (.answered(Job.sample.id, .cancelled), nil), (.wentDown("stu\ndio", .auth, until: 0), "error backend_auth"),
        (.begun(.sample, on: "stu\ndio"), nil), (.submitted(.sample, to: "stu\ndio"), nil),
        (.slowedDown("stu\ndio", until: 0), "warning backend_rate_limited"),
        (.recovered("stu\ndio"), "info backend_recovered"), (.freed("stu\ndio"), nil),
    ]

    @Test(
        "An event of Backends is one line with its level and stable code, whatever the names", arguments: backendEvents)
    func backends(event: Backends.Event, head: String?) {
        expect(lines { $0.record(event, jobs: .initial()) }, head)
    }

    @Test("A failing backend is one line for all its jobs, with the number waiting and the next step")
    func outage() {
        var state = Jobs.State.initial()
        _ = Jobs.reduce(&state, .accepted([.sample, .sample(2)]), Stamp(now: .zero))
        let told = lines { $0.record(Backends.Event.wentDown("sketch", .auth, until: 1_795_000_000_999), jobs: state) }
        let said = " 2 jobs are waiting; nothing is lost. Next check "
        #expect(told.first?.contains(said + "at 2026-11-18T11:06:40Z, or immediately after a reload.") == true)
    }

    @Test("A job waiting for its backend is logged at debug level only")
    func closely() {
        #expect(lines(.debug) { $0.record(Jobs.Event.waits(.sample, Self.failure, until: 0)) }.count == 1)
    }

    /// Records events as the control socket's listeners do. Counts deferred entries without making them.
    private struct Ear: LogSink {
        let entries = Lines()
        let later = Lines()

        func write(_ entry: LogEntry) { entries.add("\(entry.level.rawValue) \(entry.code)") }
        func write(later entry: @escaping @Sendable () -> LogEntry) { later.add("") }
    }

    private static func state(_ state: JobState) -> Job {
        var job = Job.named(evil)
        job.state = state
        return job
    }

    private static let ways: [(@Sendable (EventLog) -> Void, String)] = [
        ({ $0.record(Jobs.Event.stepped(state(.generated))) }, "job_generated"),
        ({ $0.record(Jobs.Event.stepped(state(.staged))) }, "job_staged"),
        ({ $0.record(Jobs.Event.stepped(state(.unknown))) }, "job_unknown"),
        ({ $0.record(Jobs.Event.waits(state(.waiting(until: 9, failure)), failure, until: 9)) }, "backend_invalid"),
        ({ $0.record(Jobs.Event.stepped(state(.queued))) }, "job_queued"),
        (
            { $0.record(Jobs.Event.waits(state(.behind(closure, at: 9)), .gate(closure), until: 9)) }, "behind_gate"
        ),
        ({ $0.record(Backends.Event.begun(.named(evil), on: "stu\ndio"), jobs: .initial()) }, "job_submitting"),
        ({ $0.record(Backends.Event.submitted(.named(evil), to: "stu\ndio"), jobs: .initial()) }, "job_submitted"),
        ({ $0.record(Backends.Event.progressed(.named(evil), progress), jobs: .initial()) }, "job_progress"),
    ]
    private static let closure = GateClosure(gate: "ni\nght", until: nil)
    private static let progress: GenerationProgress = {
        guard let progress = GenerationProgress(fraction: 0.4) else { preconditionFailure() }
        return progress
    }()

    @Test(
        "A job's step is logged at debug level; listeners receive it at every level, made only when read",
        arguments: ways)
    func steps(tell: @Sendable (EventLog) -> Void, code: String) {
        expect(lines(.debug, tell), "debug " + code)
        for level in [LogLevel.error, .info, .debug] {
            let ear = Ear()
            tell(EventLog(level: level, sink: nil, listener: ear))
            #expect(ear.later.all.count == 1 && ear.entries.all.isEmpty)
        }
    }

    private static let gate = ConfiguredGate(name: "ni\nght", condition: .power(.onMains), unknown: .closed)
    private static let gateEvents: [(Gates.Event, String?)] = [
        (.changed(.none), nil), (.opened(gate), "info gate_opened"), (.closed(gate, until: 9), "info gate_closed"),
        (.uncertain(gate, .gpsd(.unreachable(Errno(111)))), "warning gate_uncertain"),
    ]

    @Test("An event of Gates is one line with its level and stable code", arguments: gateEvents)
    func gates(event: Gates.Event, head: String?) {
        expect(lines { $0.record(event) }, head)
    }

    @Test("A backend's debug output is not an event")
    func chatter() {
        let ear = Ear()
        EventLog(level: .debug, sink: nil, listener: ear).debug(EventCode.backendSays, "Words.")
        #expect(ear.later.all.isEmpty && ear.entries.all.isEmpty)
    }

    private func expect(_ lines: [String], _ head: String?) {
        guard let head else {
            #expect(lines.isEmpty)
            return
        }
        #expect(lines.count == 1)
        let line = lines.first ?? ""
        let control = line.unicodeScalars.first { $0.properties.generalCategory == .control }
        #expect(control == nil, "\(line.debugDescription)")
        let time = line.prefix { $0 != " " }
        #expect(time.count == 20 && time.hasPrefix("20") && time.hasSuffix("Z"), "\(line)")
        #expect(line.dropFirst(21).hasPrefix(head + ": "), "\(line)")
    }

    @Test("Each job of a batch has its own line with its identifier")
    func batch() {
        let told = lines { $0.record(Intake.Event.accepted([.sample, .sample])) }
        #expect(told.count == 2)
        #expect(told.allSatisfy { $0.hasSuffix("a.png is job \(Job.sample.id). job=\(Job.sample.id.text)") })
    }

    @Test("The names of delivered files are logged")
    func outputs() {
        let output = OutputFile(kind: .txt, name: FileName("a (2).txt"), part: FileName(".x.txt.part"))
        let told = lines { $0.record(Jobs.Event.done(.named(FileName("a.png"), outputs: [output]))) }
        #expect(told.first?.contains("a.png became a (2).txt.") == true)
    }

    @Test("A waiting job's next attempt is logged in UTC")
    func waits() {
        let told = lines { $0.record(Jobs.Event.waits(.sample, .pictureLost, until: 1_795_000_000_999)) }
        #expect(told.first?.contains("Next attempt at 2026-11-18T11:06:40Z.") == true, "\(told)")
    }

    @Test(
        "Only entries at or above the log's level are written",
        arguments: [(LogLevel.error, 1), (.warning, 2), (.info, 3), (.debug, 3)])
    func levels(level: LogLevel, count: Int) {
        let told = lines(level) { log in
            log.error(EventCode.diskLow) { _ in "One." }
            log.warning(EventCode.stillGrowing) { _ in "Two." }
            log.info(EventCode.started, "Three.")
        }
        #expect(told.count == count)
    }

    private final class Book: LogSink {
        let entries = Mutex<[LogEntry]>([])

        func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
    }

    @Test("Warnings and errors also have a Korean sentence on one line")
    func korean() throws {
        let book = Book()
        let log = EventLog(level: .debug, sink: book)
        for (event, _) in Self.intakeEvents { log.record(event) }
        for (event, _) in Self.jobEvents { log.record(event) }
        for (event, _) in Self.backendEvents { log.record(event, jobs: .initial()) }
        log.record(.leavesOut(parameter: "size", backend: "studio"))
        book.write(.dropped(3))
        let troubles = book.entries.withLock { $0 }.filter { $0.level <= .warning }
        #expect(troubles.count == 18)
        for trouble in troubles {
            let korean = trouble.sentence(in: .korean)
            #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(korean)")
            #expect(!korean.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(trouble.sentence(in: .english) == trouble.sentence)
        }
    }

    @Test("Several errors of one file are joined into one line, and none can forge another line")
    func several() {
        let told = lines { $0.error(EventCode.reloadFailed, [.file(FileName("a\nb"))]) { _ in "One.\nTwo\u{1B}.\n" } }
        #expect(told.count == 1)
        #expect(told.first?.hasSuffix("error reload_failed: One. Two\\x1b.") == true, "\(told)")
    }
}

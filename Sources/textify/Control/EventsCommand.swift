import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformSystem
import Words

/// `textify events`.
enum EventsCommand: ControlCommand {
    static let name = "events"
    static let alias: String? = "e"
    static let summary = FieldHelp(
        "Show events as they happen, until interrupted",
        "중단할 때까지 이벤트를 실시간으로 표시")
    static let options = [
        CommandOption(
            "after", "ID", "Start with the events after this ID, which --json shows",
            "이 ID 다음 이벤트부터 표시. ID는 --json으로 확인"
        ),
        CommandOption("verbose", letter: "v", "Show debug events too", "디버그 이벤트도 표시"),
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let after = session.options.last("after")?.text.map { [HTTPHeader("Last-Event-ID", $0)] } ?? []
        let stream = try EventStream(socket: try session.socket(), headers: after, words: session.words)
        while let event = try stream.next() { try show(event, session) }
        throw CommandFailure(exit: .unavailable, text: session.words.eventsEnded)
    }

    private static func show(_ event: EventStreamParser.Event, _ session: ControlSession) throws(CommandFailure) {
        if session.wantsJSON {
            let id = event.id.map { #""id":"\#($0)","# } ?? ""
            let rest = event.data.dropFirst()
            let line = "{\(id)\"event\":\"\(event.name)\"\(rest == "}" ? "" : ",")\(rest)"
            return try CommandOutput.standard(json: TerminalText.json(Array(line.utf8)))
        }
        let bytes = Array(event.data.utf8)
        if ["reset", "dropped"].contains(event.name) {
            let gap = try? ControlJSON.decode(EventGap.self, from: bytes)
            return try CommandOutput.standard(session.words.eventsMissed(gap?.missed) + "\n")
        }
        guard let event = try? ControlJSON.decode(ServiceEvent.self, from: bytes) else { return }
        if event.level == "debug", session.options.last("verbose") == nil { return }
        let job = event.job.map { " " + JobFormatter.short($0) } ?? ""
        try CommandOutput.standard(
            TerminalText.line("\(JobFormatter.local(event.at)) \(event.level)\(job) \(event.detail)") + "\n")
    }
}

/// Reads the service's events as they arrive. The HTTP client delivers only complete answers, and this one never ends.
/// Over HTTP/1.0 the body ends with the connection, so that only the head needs parsing.
final class EventStream {
    private let connection: FileDescriptor
    private var reader = EventStreamParser()
    private var ready: [EventStreamParser.Event] = []

    /// Sends the request and returns when the answer's head has arrived.
    init(socket path: String, headers: [HTTPHeader] = [], words: Wording) throws(CommandFailure) {
        connection = try Self.connect(path, words)
        let lines = headers.map { "\($0.name): \($0.value.filter { !$0.isNewline })\r\n" }.joined()
        let head =
            "GET /v1/events HTTP/1.0\r\nHost: \(ControlHeader.host)\r\nAccept-Language: \(words.language.rawValue)\r\n"
        do { try connection.write(Array((head + lines + "\r\n").utf8)) } catch {
            throw Self.failure(path, words)
        }
        try readHead(path, words)
    }

    /// The next event; `nil` when the service closed the stream or the deadline passed.
    func next(until deadline: ContinuousClock.Instant? = nil) throws(CommandFailure) -> EventStreamParser.Event? {
        while ready.isEmpty {
            if let deadline, !waitForData(until: deadline) { return nil }
            let bytes = read()
            if bytes.isEmpty { return nil }
            ready = reader.read(bytes)
        }
        return ready.removeFirst()
    }

    private func readHead(_ path: String, _ words: Wording) throws(CommandFailure) {
        var head: [UInt8] = []
        while true {
            let bytes = read()
            head += bytes
            if let end = head.firstRange(of: Array("\r\n\r\n".utf8)) {
                let status = Int(String(decoding: head.dropFirst(9).prefix(3), as: UTF8.self)) ?? 0
                let body = Array(head[end.upperBound...])
                guard status == 200 else { throw refusal(path, status, body, words) }
                ready = reader.read(body)
                return
            }
            if bytes.isEmpty { throw Self.failure(path, words) }
        }
    }

    private func refusal(_ path: String, _ status: Int, _ start: [UInt8], _ words: Wording) -> CommandFailure {
        var body = start
        while true {
            let bytes = read()
            if bytes.isEmpty { break }
            body += bytes
        }
        guard let problem = try? ControlJSON.decode(Problem.self, from: body) else {
            return CommandFailure(.garbled(socket: path, status: status), words)
        }
        return CommandFailure(.refused(problem), words)
    }

    /// Waits until something can be read; `false` when the deadline passed.
    private func waitForData(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline).components.seconds
            guard left >= 0 else { return false }
            var wanted = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
            let answer = poll(&wanted, 1, Int32(clamping: left * 1000 + 1000))
            if answer > 0 { return true }
            if answer < 0, errno != EINTR { return false }
        }
    }

    /// Reads what has arrived; empty at the end of the stream.
    private func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var count: Int
        repeat { count = Glibc.read(connection.number, &buffer, buffer.count) } while count < 0 && errno == EINTR
        return Array(buffer.prefix(max(0, count)))
    }

    private static func connect(_ path: String, _ words: Wording) throws(CommandFailure) -> FileDescriptor {
        let descriptor = FileDescriptor(
            adopting: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw failure(path, words) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let answer = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Glibc.connect(descriptor.number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard answer == 0 else { throw failure(path, words) }
        return descriptor
    }

    private static func failure(_ path: String, _ words: Wording) -> CommandFailure {
        CommandFailure(.unreachable(socket: path, .notSent(host: "", HTTPFault(.connect))), words)
    }
}

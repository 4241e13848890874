import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformPictures
import PlatformSystem
import Synchronization

/// Runs the service next to this program against a loopback server that takes one second per call, with many calls in
/// flight. Reports the throughput as a share of what the server allows, and how responsive the service stays. Only
/// pictures are delivered: art is measured elsewhere and would occupy every core.
enum BackendsBenchmark: Benchmark {
    static let name = "backends"
    static let usage = "[N=1024] [IN-FLIGHT=256]"

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(arguments, atLeast: [1, 1])
        let (count, width) = (numbers.at(0, usually: 1_024), numbers.at(1, usually: 256))
        let home = FolderPath.ofBenchmark("backends")
        defer { try? FileManager.default.removeItem(atPath: home.shown) }
        let easel = try SlowImageServer(picture: picture())
        try lay(home, count, width, easel.url)
        let service = try ChildService(["--config", home.appending("textifyd.toml").shown])
        let watch = ProcessProbe(service.identifier)
        let socket = home.appending("state/control.sock").shown
        try StatusPoll(socket: socket) { _ in true }.run()
        let floor = try watch.memory()
        try drop(count, into: home)
        let poll = try StatusPoll(socket: socket, until: count, pause: .milliseconds(20))
        try poll.run()
        let whole = easel.sinceFirst
        let threads = try watch.threads(named: "http")
        service.stop()
        let end = try service.end()
        report(easel, whole, count: count, width: width)
        report(poll)
        Report.line("network threads \(threads)")
        Report.line("memory          \(end.peak) KiB peak, \(end.peak - floor) KiB above an idle service")
        Report.line("processor       \(Report.number(1_000 * (end.processor / .seconds(count)))) ms per picture")
    }

    /// Prints three shares of what the server allows. Steady: how quickly a free slot is filled while more calls are
    /// waiting. Calls: from the first call to the last answer, including the ramp-up. Whole: from the first call until
    /// the last picture is durably delivered.
    private static func report(_ easel: SlowImageServer, _ whole: Duration, count: Int, width: Int) {
        let ideal = Duration.seconds((count + width - 1) / width)
        Report.line("\(count) pictures, \(width) in flight, a server that takes 1 s per call")
        let steady = Duration.seconds(1) * (Double(count - width) / Double(width))
        Report.line("steady          \(share(steady, of: easel.steadySpan(width))), while every slot was busy")
        Report.line("calls           \(share(ideal, of: easel.span)), from the first call to the last answer")
        Report.line("whole           \(share(ideal, of: whole)), from the first call to the last delivery")
        Report.line("peak            \(easel.most) in flight")
        Report.line("connections     \(easel.connections) opened for \(easel.answered) calls")
    }

    private static func share(_ ideal: Duration, of took: Duration) -> String {
        guard took > .zero else { return "no measurement" }
        return "\(Report.number(100 * (ideal / took))) % of the ideal (\(Report.number(took / .seconds(1))) s)"
    }

    private static func report(_ poll: StatusPoll) {
        let times = poll.times.map { $0 / .milliseconds(1) }
        guard !times.isEmpty else { return Report.line("status          no answer") }
        Report.line("status, median  \(Report.number(times[times.count / 2])) ms")
        Report.line("status, p99     \(Report.number(times[times.count * 99 / 100])) ms")
    }

    private static func lay(_ home: FolderPath, _ count: Int, _ width: Int, _ url: String) throws {
        try home.makeFolders("inbox", "outbox", "state", "making")
        try home.configure(
            """
            [backends.easel]
            type = "openai"
            base_url = "\(url)/v1"
            model = "painter-1"
            concurrency = \(width)

            [[watch]]
            path = "inbox"
            outbox = "outbox"
            backend = "easel"
            outputs = ["picture"]
            settle = { prompt = "100ms" }
            """)
    }

    /// Writes the prompts next to the watch folder and moves them in, so that each appears complete.
    private static func drop(_ count: Int, into home: FolderPath) throws {
        let making = try FileDescriptor.folder(home.appending("making"))
        let inbox = try FileDescriptor.folder(home.appending("inbox"))
        for number in 0..<count {
            let name = FileName("prompt-\(number).txt")
            try making.write(Array("boat \(number)".utf8), to: name)
            try making.rename(name, to: name, in: inbox)
        }
    }

    private static func picture() throws -> [UInt8] {
        try PNGEncoder.encode(width: 64, height: 64) { y, pixels in
            for x in 0..<64 { pixels[x] = RGBA(red: UInt8(x * 4), green: UInt8(y * 4), blue: 99) }
            return true
        }
    }
}

/// A server for OpenAI's image API that takes one second per picture. Like a real provider's, no two of its pictures
/// have the same bytes.
final class SlowImageServer: Sendable {
    private struct Tally {
        /// The arrival time of each call, in order.
        var begun: [ContinuousClock.Instant] = []
        var last: ContinuousClock.Instant?
        var running = 0
        var most = 0
        var answered = 0
    }

    private final class Counter: Sendable {
        private let tally = Mutex(Tally())

        var value: Tally { tally.withLock { $0 } }

        /// Records a new call and returns its number, counted from 1.
        func begin() -> Int {
            tally.withLock { tally in
                tally.begun.append(.now)
                tally.running += 1
                tally.most = max(tally.most, tally.running)
                return tally.begun.count
            }
        }

        func end() {
            tally.withLock { tally in
                tally.last = .now
                tally.running -= 1
                tally.answered += 1
            }
        }
    }

    private let server: Server
    private let counter: Counter

    init(picture: [UInt8]) throws {
        let counter = Counter()
        // Bytes after the end of a picture change its digest but not what is shown. Three bytes are four base64 digits,
        // so only the digits of the call's number are encoded for each answer.
        let whole = picture + [UInt8](repeating: 0, count: (3 - picture.count % 3) % 3)
        let start = "{\"data\":[{\"b64_json\":\"\(Data(whole).base64EncodedString())"
        server = try Server { request in
            guard request.method == "POST" else { return .json(#"{"data":[{"id":"painter-1"}]}"#) }
            let number = counter.begin()
            // Throughput is measured against one second per picture, so real time has to pass. Only this connection's
            // own thread sleeps.
            usleep(1_000_000)
            counter.end()
            let tail = withUnsafeBytes(of: number) { Data($0).base64EncodedString() }
            return .json("\(start)\(tail)\"}]}")
        }
        self.counter = counter
    }

    var url: String { server.url }
    var connections: Int { server.connections }
    var answered: Int { counter.value.answered }
    /// The largest number of calls in flight at the same time.
    var most: Int { counter.value.most }

    /// The time from the first call to the last answer.
    var span: Duration {
        let tally = counter.value
        guard let first = tally.begun.first, let last = tally.last else { return .zero }
        return last - first
    }

    /// The time from the `width`-th call to the last one: the period in which every slot had a call.
    func steadySpan(_ width: Int) -> Duration {
        let begun = counter.value.begun
        guard begun.count > width, let last = begun.last else { return .zero }
        return last - begun[width - 1]
    }

    /// The time since the first call.
    var sinceFirst: Duration {
        counter.value.begun.first.map { .now - $0 } ?? .zero
    }
}

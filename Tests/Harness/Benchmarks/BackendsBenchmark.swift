import Domain
import FoundationEssentials
import PlatformPictures
import PlatformSystem

/// Many calls in flight at once against a server on the loopback that takes a second for each, made by the service that
/// lies beside this program: the throughput as a share of what the server allows, and how the service is meanwhile. The
/// pictures are delivered as they come: making art of them is measured elsewhere, and would take all the cores.
enum BackendsBenchmark: Benchmark {
    static let name = "backends"
    static let usage = "[N=1024] [IN-FLIGHT=256]"

    static func run(_ arguments: [String]) throws {
        let numbers = try WholeNumbers(arguments, atLeast: [1, 1])
        let (count, width) = (numbers.at(0, usually: 1_024), numbers.at(1, usually: 256))
        let home = FolderPath.ofBenchmark("backends")
        defer { try? FileManager.default.removeItem(atPath: home.shown) }
        let easel = try SlowEasel(picture: picture())
        try lay(home, count, width, easel.url)
        let service = try ChildService(["--config", home.appending("textifyd.toml").shown])
        let watch = ProcessWatch(service.identifier)
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
        Report.line("memory          \(end.peak) KiB at its peak, \(end.peak - floor) KiB above an idle service")
        Report.line("processor       \(Report.number(1_000 * (end.processor / .seconds(count)))) ms a picture")
    }

    /// Three shares of what the server allows. Steady: how quickly a place that becomes free is taken again, while there
    /// are calls for all places. Calls: from the first call to the last answer, with the time in which the places fill.
    /// Whole: from the first call until the last picture was delivered, durably.
    private static func report(_ easel: SlowEasel, _ whole: Duration, count: Int, width: Int) {
        let ideal = Duration.seconds((count + width - 1) / width)
        Report.line("\(count) pictures, \(width) in flight, a server that takes 1 s for each")
        let steady = Duration.seconds(1) * (Double(count - width) / Double(width))
        Report.line("steady          \(share(steady, of: easel.steadySpan(width))), while all places had calls")
        Report.line("calls           \(share(ideal, of: easel.span)), from the first call to the last answer")
        Report.line("whole           \(share(ideal, of: whole)), from the first call to the last delivery")
        Report.line("at most         \(easel.most) in flight")
        Report.line("connections     \(easel.connections) new ones for \(easel.answered) calls")
    }

    private static func share(_ ideal: Duration, of took: Duration) -> String {
        guard took > .zero else { return "nothing" }
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

    /// Laid beside and moved in, so that each is whole when it comes.
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

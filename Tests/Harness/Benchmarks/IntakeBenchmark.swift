import Domain
import FoundationEssentials
import PlatformSystem

/// Lets the service next to this program process a folder full of small pictures, against as many durable writes of a
/// small file. Then measures the latency of status requests while it does the same again.
enum IntakeBenchmark: Benchmark {
    static let name = "intake"
    static let usage = "[N=1000]"

    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 1_000
        let home = FolderPath.ofBenchmark("intake")
        defer { try? FileManager.default.removeItem(atPath: home.shown) }
        let clock = ContinuousClock()
        let once = try Self.folders(home.appending("once"), count)
        let floor = try clock.measure { try write(count, into: home) }
        let start = clock.now
        let end = try ChildService(["--once"] + options(once)).end()
        let work = clock.now - start
        try check(once, count)
        Report.line("\(count) pictures of 24 x 24 in one folder, once, including the settling time")
        Report.line("durable writes  \(rate(count, floor)) a second")
        Report.line("intake          \(rate(count, work)) a second, to the last result")
        Report.line("ratio           \(Report.number(work / floor))")
        Report.line("peak memory     \(end.peak) KiB")
        Report.line("processor       \(Report.number(1_000 * (end.processor / .seconds(count)))) ms per picture")
        try poll(try Self.folders(home.appending("served"), count), count)
    }

    /// Repeats the run while status is requested continuously.
    private static func poll(_ home: FolderPath, _ count: Int) throws {
        let service = try ChildService(options(home))
        let poll = try StatusPoll(socket: home.appending("state/control.sock").shown, until: count)
        let work = try ContinuousClock().measure { try poll.run() }
        service.stop()
        let peak = try service.end().peak
        try check(home, count)
        let times = poll.times.map { $0 / .milliseconds(1) }
        guard let longest = times.last else { throw FileFailure.missing }
        Report.line("with continuous status requests over the socket from another process")
        Report.line("intake          \(rate(count, work)) a second")
        Report.line("answers         \(times.count)")
        Report.line("median          \(Report.number(times[times.count / 2])) ms")
        Report.line("p99             \(Report.number(times[times.count * 99 / 100])) ms")
        Report.line("longest         \(Report.number(longest)) ms")
        Report.line("peak memory     \(peak) KiB")
    }

    private static func folders(_ home: FolderPath, _ count: Int) throws -> FolderPath {
        try home.makeFolders("inbox", "outbox", "state")
        try drop(count, into: home.appending("inbox"))
        return home
    }

    private static func options(_ home: FolderPath) -> [String] {
        ["watch": "inbox", "outbox": "outbox", "state": "state", "socket": "state/control.sock"].flatMap { name, path in
            ["--" + name, home.appending(path).shown]
        }
    }

    private static func check(_ home: FolderPath, _ count: Int) throws {
        let done = try FileDescriptor.folder(home.appending("outbox")).list()
            .count { $0.name.bytes.suffix(5) == Array(".json".utf8) }
        guard done == count else { throw FileFailure.missing }
    }

    private static func rate(_ count: Int, _ duration: Duration) -> String {
        Report.number(Double(count) / (duration / .seconds(1)))
    }

    private static func drop(_ count: Int, into folder: FolderPath) throws {
        let inbox = try FileDescriptor.folder(folder)
        for number in 0..<count {
            try inbox.write(NumberedPicture.png(24, number), to: FileName("picture-\(number).png"))
        }
    }

    /// The baseline: files written, synced and renamed one after another.
    private static func write(_ count: Int, into path: FolderPath) throws {
        try FileManager.default.createDirectory(
            atPath: path.appending("floor").shown, withIntermediateDirectories: true)
        let folder = try FileDescriptor.folder(path.appending("floor"))
        let bytes = [UInt8](repeating: 7, count: 1_024)
        for number in 0..<count { try folder.replace(FileName("\(number)"), with: bytes) }
    }
}

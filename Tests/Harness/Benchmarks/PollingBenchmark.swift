import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// Measures the CPU cost of listing an idle folder every 2 s: once with many files that are ignored, once with many
/// observed files that were already processed. For comparison, as many `lstat` calls.
enum PollingBenchmark: Benchmark {
    static let name = "polling"
    static let usage = "[N=10000] [SECONDS=20]"

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(arguments, atLeast: [1, 1])
        let (count, seconds) = (numbers.at(0, usually: 10_000), numbers.at(1, usually: 20))
        Report.line("\(count) files, listed every 2 s for \(seconds) s")
        try measure("ignored         ", "existing = \"ignore\"", count, seconds)
        try measure("observed        ", "source = \"observe\"\naccept = [\"pictures\"]", count, seconds)
    }

    private static func measure(_ what: String, _ rule: String, _ count: Int, _ seconds: Int) throws {
        let home = FolderPath.ofBenchmark("polling")
        defer { try? FileManager.default.removeItem(atPath: home.shown) }
        try home.makeFolders("inbox", "outbox", "state")
        try home.configure(
            """
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            interval = "2s"
            settle = { prompt = "0s" }
            \(rule)
            """)
        let inbox = try FileDescriptor.folder(home.appending("inbox"))
        for number in 0..<count { _ = try inbox.create(FileName("file-\(number).txt")) }
        // A file's modification time may lag by a clock tick.
        sleep(1)
        let options = ["--config", home.appending("textifyd.toml").shown]
        // One run first, so that nothing is left to process: observed files are all rejected.
        _ = try ChildService(["--once"] + options).ending(within: .seconds(600))
        let service = try ChildService(options)
        let watch = ProcessProbe(service.identifier)
        try StatusPoll(socket: home.appending("state/control.sock").shown) { _ in true }.run()
        sleep(3)
        let before = try watch.processor()
        sleep(UInt32(seconds))
        let used = try watch.processor() - before
        service.stop()
        let peak = try service.end().peak
        let floor = try ContinuousClock().measure { _ = try inbox.list() }
        Report.line("\(what)\(Report.number(100 * (used / .seconds(seconds)))) % of a core, \(peak) KiB peak")
        Report.line("lstat           \(Report.number(100 * (floor / .seconds(2)))) %")
    }
}

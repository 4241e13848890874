import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformHTTP
import Synchronization

/// Measures `/v1/status` requests of many clients against the service next to this program while it renders pictures.
/// The baseline is the same load on an idle service.
enum ControlBenchmark: Benchmark {
    static let name = "control"
    static let usage = "[REQUESTS=10000] [CONNECTIONS=50] [JOBS=200]"

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(arguments, atLeast: [1, 1, 0])
        let (requests, width) = (numbers.at(0, usually: 10_000), numbers.at(1, usually: 50))
        let installation = try DropsInstallation.laid([.txt])
        defer { installation.remove() }
        let service = try ChildService(installation.options)
        let watch = ProcessProbe(service.identifier)
        try StatusPoll(socket: installation.socket) { _ in true }.run()
        Report.line("\(requests) status requests over \(width) connections")
        // The thread sleeps meanwhile: one that polled for completion would take a CPU from the clients and the
        // service.
        try show("idle", measure(requests, width, installation, watch) { usleep(1_000) })
        var work = DropsStream(keeping: numbers.at(2, usually: 200))
        try show("busy", measure(requests, width, installation, watch) { try work.feed(installation) })
        Report.line("pictures        \(work.count) dropped while busy")
        service.stop()
        Report.line("memory          \(try service.end().peak) KiB peak")
    }

    private struct Measured {
        let times: [Duration]
        let failures: [String]
        /// Resident memory in KiB, before and after.
        let memory: (Int, Int)
    }

    /// Sends the requests, and calls `meanwhile` in a loop until all have been answered.
    private static func measure(
        _ requests: Int, _ width: Int, _ installation: borrowing DropsInstallation, _ watch: ProcessProbe,
        _ meanwhile: () throws -> Void
    ) throws -> Measured {
        let crowd = try StatusLoad(socket: installation.socket, requests: requests, width: width)
        try meanwhile()
        let before = try watch.memory()
        crowd.start()
        while !crowd.isDone { try meanwhile() }
        let result = crowd.result
        return Measured(
            times: result.times.sorted(), failures: result.failures, memory: (before, try watch.memory()))
    }

    private static func show(_ when: String, _ measured: Measured) {
        let times = measured.times.map { $0 / .milliseconds(1) }
        guard let most = times.last else { return Report.line("\(when): no answer") }
        let (median, late) = (times[times.count / 2], times[times.count * 99 / 100])
        Report.line(
            "\(when): p50 \(Report.number(median)) ms  p99 \(Report.number(late)) ms  longest \(Report.number(most)) ms"
        )
        Report.line("\(when): \(measured.failures.count) errors" + (measured.failures.first.map { ", \($0)" } ?? ""))
        Report.line("\(when): memory \(measured.memory.0) KiB before, \(measured.memory.1) KiB after")
    }
}

/// Concurrent clients that request `/v1/status`, each as soon as its previous request is answered.
final class StatusLoad: Sendable {
    struct Tally {
        var times: [Duration] = []
        var failures: [String] = []
    }

    private let client: ControlClient
    private let width: Int
    private let tally = Mutex(Tally())
    private let left: Atomic<Int>

    /// Prepares `requests` requests in total over `width` persistent connections.
    init(socket: String, requests: Int, width: Int) throws {
        var settings = HTTPClientSettings(userAgent: "textify-bench")
        settings.connectionsPerHost = width
        settings.idleConnections = width
        let transport = try HTTPClient(settings)
        client = ControlClient(socket: socket) { request throws(HTTPFailure) in try await transport.perform(request) }
        self.width = width
        left = Atomic(requests)
    }

    var isDone: Bool { left.load(ordering: .relaxed) <= -width }
    var result: Tally { tally.withLock { $0 } }

    func start() {
        for _ in 0..<width { Task.detached { await self.ask() } }
    }

    private func ask() async {
        let clock = ContinuousClock()
        while left.subtract(1, ordering: .relaxed).oldValue > 0 {
            let start = clock.now
            do {
                let _: Status = try await client.get("/v1/status")
                tally.withLock { $0.times.append(clock.now - start) }
            } catch {
                tally.withLock { $0.failures.append("\(error)") }
            }
        }
    }
}

/// Keeps a constant number of pictures in a watch folder: each processed picture is replaced by a new one.
struct DropsStream {
    /// The number of pictures dropped so far.
    private(set) var count = 0
    private let width: Int
    private var open: [FileName] = []

    init(keeping width: Int) {
        self.width = width
    }

    mutating func feed(_ installation: borrowing DropsInstallation) throws {
        open = try open.filter { try !installation.hasEnded($0) }
        for _ in open.count..<max(width, open.count) {
            let name = FileName("picture-\(count).png")
            try installation.lay(name, count)
            try installation.drop(name)
            open.append(name)
            count += 1
        }
        // There is no notification when a source is moved away, and polling without a pause would take a CPU from the
        // service.
        usleep(5_000)
    }
}

import Domain
import Glibc

/// Many clients that ask the service, which lies beside this program, for its status while it has so many pictures to
/// make art of. The floor is what the same clients get of it while it has nothing to do.
enum ControlBenchmark: Benchmark {
    static let name = "control"
    static let usage = "[REQUESTS=10000] [CONNECTIONS=50] [JOBS=200]"

    static func run(_ arguments: [String]) throws {
        let numbers = try WholeNumbers(arguments, atLeast: [1, 1, 0])
        let (requests, width) = (numbers.at(0, usually: 10_000), numbers.at(1, usually: 50))
        let ground = try DropsGround.laid()
        defer { ground.remove() }
        let service = try ChildService(ground.options)
        let watch = ProcessWatch(service.identifier)
        try StatusPoll(socket: ground.socket) { _ in true }.run()
        Report.line("\(requests) status requests over \(width) connections")
        // Nothing is done meanwhile: this thread stands still, as one that looked all the time whether the clients are done
        // would take a processor from them and from the service.
        try show("idle", measure(requests, width, ground, watch) { usleep(1_000) })
        var work = DropsStream(keeping: numbers.at(2, usually: 200))
        try show("at work", measure(requests, width, ground, watch) { try work.feed(ground) })
        Report.line("pictures        \(work.count) dropped meanwhile")
        service.stop()
        Report.line("memory          \(try service.end().peak) KiB at its peak")
    }

    private struct Measured {
        let times: [Duration]
        let failures: [String]
        /// In KiB, before and after.
        let memory: (Int, Int)
    }

    /// `meanwhile` is called again and again until all have been answered.
    private static func measure(
        _ requests: Int, _ width: Int, _ ground: borrowing DropsGround, _ watch: ProcessWatch,
        _ meanwhile: () throws -> Void
    ) throws -> Measured {
        let crowd = try StatusCrowd(socket: ground.socket, requests: requests, width: width)
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

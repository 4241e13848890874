import ControlAPI
import Domain
import Glibc

/// How long the service takes from its start until it is ready, with all that an earlier run left taken up: after an
/// empty history and after a long one, in turns; and after a kill in the middle of the work. And how long it takes to say
/// how it stands.
enum StartBenchmark: Benchmark {
    static let name = "start"
    static let usage = "[JOBS=100000]"
    private static let rounds = 9
    private static let left = 400

    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 100_000
        let short = try HistoryGround("start-short")
        defer { short.remove() }
        let long = try HistoryGround("start-long")
        defer { long.remove() }
        try long.multiply(by: count)
        var times: [String: [Duration]] = [:]
        for _ in 0..<rounds {
            for (word, ground) in [("short", short), ("long", long)] {
                let (ready, status) = try start(ground)
                times[word, default: []].append(ready)
                times[word + " status", default: []].append(status)
            }
        }
        Report.line("ready after a start, \(rounds) starts of each in turns")
        show("1 job in the database", times["short"])
        show("\(count) jobs", times["long"])
        Report.line("a status when nothing goes on")
        show("1 job in the database", times["short status"])
        show("\(count) jobs", times["long status"])
        try afterKill(long, count)
    }

    /// From the start until it says that it is ready, and the median time of a status after that.
    private static func start(_ ground: HistoryGround) throws -> (ready: Duration, status: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let service = try ChildService(ground.options)
        try StatusPoll(socket: ground.socket) { $0.phase == .running }.run()
        let ready = clock.now - start
        let status = try (0..<21).map { _ in
            let poll = try StatusPoll(socket: ground.socket) { _ in true }
            try poll.run()
            return poll.times.first ?? .zero
        }.sorted()[10]
        service.stop()
        _ = try service.end()
        return (ready, status)
    }

    private static func afterKill(_ ground: HistoryGround, _ count: Int) throws {
        let clock = ContinuousClock()
        let killed = try ChildService(ground.options)
        try StatusPoll(socket: ground.socket) { $0.phase == .running }.run()
        try ground.drop(left)
        try StatusPoll(socket: ground.socket) { $0.jobs["done", default: 0] > count + left / 4 }.run()
        killed.send(SIGKILL)
        _ = killed.ending(within: .seconds(10))
        let start = clock.now
        let service = try ChildService(ground.options)
        try StatusPoll(socket: ground.socket) { $0.phase == .running }.run()
        let ready = clock.now - start
        try StatusPoll(socket: ground.socket, until: count + left + 1).run()
        let done = clock.now - start
        service.stop()
        _ = try service.end()
        Report.line("after kill -9 in the middle of \(left) pictures, beside \(count) jobs")
        show("all taken up", [ready])
        show("all done", [done])
    }

    private static func show(_ what: String, _ times: [Duration]?) {
        let sorted = (times ?? []).sorted().map { $0 / .milliseconds(1) }
        guard let first = sorted.first, let last = sorted.last else { return }
        let middle = Report.number(sorted[sorted.count / 2])
        let name = what + String(repeating: " ", count: max(1, 24 - what.count))
        Report.line(
            sorted.count == 1
                ? "  \(name)\(middle) ms" : "  \(name)\(middle) ms  (\(Report.number(first)) to \(Report.number(last)))"
        )
    }
}

import ControlAPI
import Domain
import FoundationEssentials
import Glibc
import PlatformSQL
import PlatformSQLite
import PlatformSystem

/// Times the service's start until it is ready, with all leftovers of the previous run resumed: after an empty and
/// after a long history, alternately, and after a kill in the middle of work. Also times status requests.
enum StartBenchmark: Benchmark {
    static let name = "start"
    static let usage = "[JOBS=100000]"
    private static let rounds = 9
    private static let left = 400

    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 100_000
        let short = try HistoryInstallation("start-short")
        defer { short.remove() }
        let long = try HistoryInstallation("start-long")
        defer { long.remove() }
        try long.multiply(by: count)
        var times: [String: [Duration]] = [:]
        for _ in 0..<rounds {
            for (word, installation) in [("short", short), ("long", long)] {
                let (ready, status) = try start(installation)
                times[word, default: []].append(ready)
                times[word + " status", default: []].append(status)
            }
        }
        Report.line("time to ready, \(rounds) alternating starts of each")
        show("1 job in the database", times["short"])
        show("\(count) jobs", times["long"])
        Report.line("status request while idle")
        show("1 job in the database", times["short status"])
        show("\(count) jobs", times["long status"])
        try afterKill(long, count)
    }

    /// Returns the time from the start until the service is ready, and the median time of a status request after that.
    private static func start(_ installation: HistoryInstallation) throws -> (ready: Duration, status: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let service = try ChildService(installation.options)
        try StatusPoll(socket: installation.socket) { $0.phase == .running }.run()
        let ready = clock.now - start
        let status = try (0..<21).map { _ in
            let poll = try StatusPoll(socket: installation.socket) { _ in true }
            try poll.run()
            return poll.times.first ?? .zero
        }.sorted()[10]
        service.stop()
        _ = try service.end()
        return (ready, status)
    }

    private static func afterKill(_ installation: HistoryInstallation, _ count: Int) throws {
        let clock = ContinuousClock()
        let killed = try ChildService(installation.options)
        try StatusPoll(socket: installation.socket) { $0.phase == .running }.run()
        try installation.drop(left)
        try StatusPoll(socket: installation.socket) { $0.jobs["done", default: 0] > count + left / 4 }.run()
        killed.send(SIGKILL)
        _ = killed.ending(within: .seconds(10))
        let start = clock.now
        let service = try ChildService(installation.options)
        try StatusPoll(socket: installation.socket) { $0.phase == .running }.run()
        let ready = clock.now - start
        try StatusPoll(socket: installation.socket, until: count + left + 1).run()
        let done = clock.now - start
        service.stop()
        _ = try service.end()
        Report.line("after kill -9 in the middle of \(left) pictures, with \(count) jobs in the database")
        show("all resumed", [ready])
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

/// An installation whose database can be filled with many finished jobs.
struct HistoryInstallation {
    private let home: FolderPath
    var options: [String] { ["--config", home.appending("textifyd.toml").shown] }
    var socket: String { home.appending("state/control.sock").shown }

    /// Creates an installation and lets the service process one job.
    init(_ name: String) throws {
        home = FolderPath.ofBenchmark(name)
        try home.makeFolders("inbox", "outbox", "state", "making")
        try home.configure(
            """
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            settle = { picture = "0s", prompt = "0s" }
            outputs = ["txt"]
            art.columns = 40
            """)
        try drop(1)
        _ = try ChildService(options + ["--once"]).end()
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: home.shown)
    }

    /// Drops `count` pictures with distinct contents.
    func drop(_ count: Int) throws {
        let making = try FileDescriptor.folder(home.appending("making"))
        let inbox = try FileDescriptor.folder(home.appending("inbox"))
        for number in 0..<count {
            let name = FileName("picture-\(number).png")
            try making.write(NumberedPicture.png(24, number), to: name)
            try making.rename(name, to: name, in: inbox)
        }
    }

    /// Copies the rows of the finished job `count` times.
    func multiply(by count: Int) throws {
        let connection = try Connection(path: home.appending("state/textifyd.db").bytes, .write)
        let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
        try connection.script("PRAGMA foreign_keys = OFF; BEGIN")
        for table in ["drops", "jobs", "job_history", "outputs"] {
            let columns = try connection.select("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
            let values = columns.map { Self.value(of: $0, in: table) }
            try connection.script(
                """
                INSERT INTO \(table) (\(columns.joined(separator: ", "))) \(numbers)
                SELECT \(values.joined(separator: ", ")) FROM n, (SELECT * FROM \(table)) AS old
                """)
        }
        try connection.script("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The SQL expression for a copied column: identifiers and names get the row's number, the rest stays the same.
    private static func value(of column: String, in table: String) -> String {
        switch (table, column) {
        case ("job_history", "sequence"): "NULL"
        case (_, "id"), (_, "job_id"), (_, "drop_id"): "substr(old.\(column), 1, 18) || printf('%08d', n.i)"
        case ("outputs", "folded_name"), ("outputs", "folded_stem"): "n.i || old.\(column)"
        default: "old.\(column)"
        }
    }
}

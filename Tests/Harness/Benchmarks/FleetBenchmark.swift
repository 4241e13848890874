import Domain
import FoundationEssentials
import PlatformPostgreSQL
import PlatformSQL
import Repositories
import Synchronization

/// Measures services that share a PostgreSQL database whose schema is empty: how long a claim takes, how many jobs four
/// nodes claim and end, and when a node has a job that another one has inserted. The floor is a durable write of one row.
enum FleetBenchmark: Benchmark {
    static let name = "fleet"
    static let usage = "ADDRESS [ENDED=1000000] [READY=100000] [ROUNDS=300]"

    static func run(_ arguments: [String]) throws {
        guard let address = arguments.first else { throw InvalidArgument(word: "") }
        let numbers = try IntegerArguments(Array(arguments.dropFirst()), atLeast: [0, 10_000, 100])
        let size = (ended: numbers.at(0, usually: 1_000_000), ready: numbers.at(1, usually: 100_000))
        let rounds = numbers.at(2, usually: 300)
        let failure = Mutex<(any Error)?>(nil)
        try AsyncRunner.run {
            do { try await measure(address, size, rounds) } catch { failure.withLock { $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private static func measure(_ address: String, _ size: (ended: Int, ready: Int), _ rounds: Int) async throws {
        let settings = PostgreSQLSettings(address: address)
        var nodes: [FleetDatabase] = []
        for number in 1...4 {
            let node = try FleetDatabase(settings)
            try await node.join(
                Node(id: NodeID("n\(number)"), name: "n\(number)", machine: "m\(number)", version: "1"))
            nodes.append(node)
        }
        try await FleetJobs.fill(nodes[0], settings, size)
        Report.line("\(size.ended) ended and \(size.ready) ready jobs, 4 nodes")
        let floor = try writes(rounds, settings)
        show("one row written", floor, floor: nil)
        show("a job claimed", try await claims(rounds, nodes[0]), floor: floor)
        show("inserted on one node, claimed on another", try await handOver(rounds, nodes[0], nodes[1]), floor: floor)
        try await cycle(nodes)
        for node in nodes { await node.close() }
    }

    /// Durable writes of one row.
    private static func writes(_ rounds: Int, _ settings: PostgreSQLSettings) throws -> [Duration] {
        let connection = try PostgreSQLConnection(settings)
        try connection.execute("INSERT INTO refusals (code, drops) VALUES ('floor', 0)")
        return try (0..<rounds).map { _ in
            try ContinuousClock().measure { try connection.execute("UPDATE refusals SET drops = drops + 1") }
        }
    }

    private static func claims(_ rounds: Int, _ node: FleetDatabase) async throws -> [Duration] {
        guard let fleet = node.fleet else { return [] }
        var times: [Duration] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            let jobs = try await fleet.claim(limit: 1, FleetJobs.reach, token: 1, at: 1)
            times.append(.now - start)
            guard jobs.count == 1 else { throw RepositoryFailure.busy }
        }
        return times
    }

    /// From before the insertion until the other node, which listens, has the job.
    private static func handOver(_ rounds: Int, _ one: FleetDatabase, _ other: FleetDatabase) async throws -> [Duration]
    {
        guard let here = one.fleet, let there = other.fleet else { return [] }
        let heard = AsyncStream.makeStream(of: Void.self)
        let listening = Task { await there.listen { heard.continuation.yield() } }
        var announcements = heard.stream.makeAsyncIterator()
        // Until it listens.
        let speaking = Task { while !Task.isCancelled { try await here.announce() } }
        _ = await announcements.next()
        speaking.cancel()
        _ = try? await speaking.value
        var times: [Duration] = []
        for round in 0..<rounds {
            let start = ContinuousClock.now
            try await FleetJobs.insert(round, into: one.repositories)
            try await here.announce()
            // An announcement from before may be heard first.
            var jobs: [Job] = []
            while jobs.isEmpty {
                _ = await announcements.next()
                jobs = try await there.claim(limit: 1, FleetJobs.handedReach, token: 1, at: 1)
            }
            times.append(.now - start)
        }
        listening.cancel()
        return times
    }

    /// Each node claims as many jobs as it has room for, and ends each of them by itself.
    private static func cycle(_ nodes: [FleetDatabase]) async throws {
        let duration = Duration.seconds(10)
        let end = ContinuousClock.now + duration
        let ended = try await withThrowingTaskGroup(of: Int.self) { group in
            for node in nodes { group.addTask { try await endJobs(of: node, until: end) } }
            return try await group.reduce(0, +)
        }
        Report.line("claimed and ended by 4 nodes: \(Int(Double(ended) / (duration / .seconds(1)))) jobs a second")
    }

    private static func endJobs(of node: FleetDatabase, until end: ContinuousClock.Instant) async throws -> Int {
        guard let fleet = node.fleet else { return 0 }
        let jobs = node.repositories.jobs
        var count = 0
        while ContinuousClock.now < end {
            let claimed = try await fleet.claim(limit: 16, FleetJobs.reach, token: 1, at: 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for job in claimed {
                    group.addTask {
                        _ = try await jobs.move(job, to: .failed(.pictureLost), token: job.token, at: 2)
                    }
                }
                try await group.waitForAll()
            }
            count += claimed.count
        }
        return count
    }

    private static func show(_ what: String, _ times: [Duration], floor: [Duration]?) {
        let sorted = times.sorted()
        let (half, high) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        let ratio = floor.map { floor in
            let base = floor.sorted()[floor.count / 2]
            return ", \(Report.number(half / base)) of a written row"
        }
        Report.line(
            "\(what): p50 \(Report.number(half / .milliseconds(1))) ms, p99 \(Report.number(high / .milliseconds(1))) ms"
                + (ratio ?? ""))
    }
}

/// Jobs of four folders.
private enum FleetJobs {
    static let reach = NodeReach(folders: (0..<4).map { "f\($0)" }, backends: [backend])
    static let handedReach = NodeReach(folders: ["handed"], backends: [backend])
    private static let request = Request(source: .prompt("a cat"))
    private static var backend: String { request.generation.backend }

    private static func drop(_ number: Int, in folder: String) -> (drop: Drop, job: Job) {
        let drop = Drop(
            id: DropID(utc: UTCMillis(Int64(number + 1)), seed: 1), folder: folder,
            identity: FileIdentity(
                name: FileName("\(number).txt"), inode: UInt64(number + 1), size: 1, modified: UTCNanos(1)))
        let job = Job(
            id: JobID(utc: UTCMillis(Int64(number + 1)), seed: 2), drop: drop.id, line: 0, folder: folder,
            name: drop.identity.name, outbox: FolderPath("/out"), request: request,
            created: 1)
        return (drop, job)
    }

    static func insert(_ number: Int, into spool: SpoolRepositories, folder: String = "handed") async throws {
        let (drop, job) = drop(number, in: folder)
        _ = try await spool.drops.claim([drop], at: 1)
        _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1)
    }

    /// Copies one job in the server.
    static func fill(
        _ node: FleetDatabase, _ settings: PostgreSQLSettings, _ size: (ended: Int, ready: Int)
    ) async throws {
        try await insert(1_000_000, into: node.repositories, folder: "model")
        var patient = settings
        patient.answering = .seconds(600)
        let connection = try PostgreSQLConnection(patient)
        let columns = """
            drop_id, sample, samples, name, naming, outbox, request, backend, created, outputs, priority, attempts, retries, token, \
            approved, cancel_requested, changed
            """
        // Counting each row would take most of the time.
        try connection.script("ALTER TABLE jobs DISABLE TRIGGER USER")
        for (state, first, count) in [("done", 1, size.ended), ("queued", size.ended + 1, size.ready)] {
            try connection.script(
                """
                INSERT INTO jobs (id, line, folder, state, \(columns))
                SELECT substr(id, 1, 16) || lpad(n::text, 10, '0'), n, 'f' || n % 4, '\(state)', \(columns)
                FROM (SELECT * FROM jobs WHERE folder = 'model') AS model, generate_series(\(first), \(first + count - 1)) AS n
                """)
        }
        try connection.script("ALTER TABLE jobs ENABLE TRIGGER USER; ANALYZE jobs")
    }
}

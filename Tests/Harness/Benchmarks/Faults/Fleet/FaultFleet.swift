import Domain
import FoundationEssentials
import Glibc
import PlatformPostgreSQL
import PlatformSQL
import PlatformSystem
import TestPostgreSQL

/// What rows about several services need: a durable server, and the results and the counts of an undisturbed run.
final class FleetBench {
    let server: DurableServer
    private let runner: FaultRunner
    private let home: FolderPath
    private var number = 0
    /// The number of network namespaces so far.
    var networks = 0
    /// The text art of an undisturbed run, by file stem; `nil` until it has ended.
    private(set) var reference: [String: [UInt8]]?
    /// The calls of the first node in the undisturbed run, by kind.
    private(set) var calls: [String: Int] = [:]
    /// The statements and commits of both nodes from the drops to the end of the last one.
    private(set) var statements: [WireProxy.Unit: Int] = [:]
    /// The kinds of statements in the undisturbed run, in a fixed order.
    private(set) var kinds: [String] = []

    init(_ runner: FaultRunner, in home: FolderPath) throws {
        guard PostgreSQLServer.isInstalled else { throw FleetFailure(text: "PostgreSQL is not installed") }
        self.runner = runner
        self.home = home
        server = try DurableServer(in: home.appending("server").shown)
        let fleet = try self.fleet()
        defer { fleet.end() }
        try fleet.begin()
        guard fleet.settle(within: .seconds(60)) != nil else {
            throw FaultsError.undisturbed("not settled", fleet.logs)
        }
        statements = fleet.statements
        kinds = fleet.proxies.reduce(into: Set<String>()) { $0.formUnion($1.kinds) }.sorted()
        let wrongs = try fleet.finish()
        guard wrongs.isEmpty else { throw FaultsError.undisturbed(wrongs.joined(separator: "; "), fleet.logs) }
        var art: [String: [UInt8]] = [:]
        for job in fleet.site.drops.flatMap(\.jobs) {
            let file = fleet.site.delivered.appending(job.stem + ".txt").shown
            art[job.stem] = FileManager.default.contents(atPath: file).map { Array($0) }
        }
        reference = art
        calls = try fleet.site.counted()
    }

    /// Creates services with a fresh database, in a tablespace if one is given. `edit` changes how they reach it.
    func fleet(
        nodes: Int = 2, tablespace: String? = nil, _ edit: (inout FaultSharedDatabase) throws -> Void = { _ in }
    ) throws -> FaultFleet {
        number += 1
        let name = "f\(number)"
        let connection = try server.connect()
        try connection.script("CREATE DATABASE \(name)" + (tablespace.map { " TABLESPACE " + $0 } ?? ""))
        let proxies = try (1...nodes).map { node in
            try WireProxy(in: home.appending("wire-\(number)-\(node)").shown, to: server.socket)
        }
        var shared = FaultSharedDatabase(
            urls: (1...nodes).map { server.address(of: name, through: home.appending("wire-\(number)-\($0)").shown) },
            direct: server.address(of: name))
        try edit(&shared)
        return FaultFleet(try runner.site(shared: shared), proxies, reference)
    }

    /// The fleets whose work is to be decided.
    private var watched: [FaultFleet] = []

    /// Notes from now on when a fleet's work has been decided.
    func watch(_ fleet: FaultFleet) { watched.append(fleet) }

    /// Looks at all fleets whose work has not been decided.
    func look() {
        watched.removeAll { fleet in
            if fleet.settled == nil, fleet.isSettled() { fleet.settled = .now }
            return fleet.settled != nil
        }
    }

    /// Forgets fleets that have ended.
    func forget() { watched = [] }

    /// The path of a folder for this run.
    func folder(_ name: String) -> String { home.appending(name).shown }

    /// Numbers spread evenly over what was counted, at most `most` of them, or what `--points` allows.
    func numbers(upTo count: Int, most: Int) -> [Int] {
        let points = min(runner.most ?? most, max(1, count))
        return (0..<points).map { 1 + ($0 * count / points + runner.seed) % max(1, count) }
    }
}

struct FleetFailure: Error {
    let text: String
}

/// Services that share a database, an inbox and an outbox, each with a proxy between it and the server.
final class FaultFleet {
    let site: FaultInstallation
    let proxies: [WireProxy]
    private let reference: [String: [UInt8]]?
    private var nodes: [ChildService?]
    private let witness: FleetWitness
    /// The network of the first service, if it has one of its own.
    var network: FleetNetwork?
    /// The time at which everything was seen to be decided.
    var settled: ContinuousClock.Instant?

    init(_ site: FaultInstallation, _ proxies: [WireProxy], _ reference: [String: [UInt8]]?) {
        self.site = site
        self.proxies = proxies
        self.reference = reference
        nodes = proxies.map { _ in nil }
        witness = FleetWitness(site.shared?.direct ?? "")
    }

    var count: Int { nodes.count }

    /// Twelve prompts, two of them for two samples, six pictures and a file that is refused.
    static let sample: [FaultDrop] = {
        let prompts = (0..<12).map { number in
            FaultDrop(
                name: "boat-\(number).txt", kind: .prompt("boat \(number)"), samples: number % 6 == 5 ? 2 : 1)
        }
        let pictures = (0..<6).map { FaultDrop(name: "tree-\($0).png", kind: .picture) }
        return [FaultDrop(name: "blank.txt", kind: .refused)] + prompts + pictures
    }()

    /// Starts the services, each with its fault and variables, and drops the sample once they are ready.
    func begin(_ faults: [Int: FaultInjection] = [:], variables: [Int: [String]] = [:]) throws {
        for node in 1...count {
            var fault = faults[node]
            // Other calls aren't counted.
            fault?.condition = site.asked
            try start(node, fault, variables: variables[node] ?? [])
        }
        for node in 1...count { try site.ready(node: node) }
        try ask()
        try site.drop(Self.sample)
    }

    /// Lets the faults begin to count.
    func ask() throws {
        for proxy in proxies { proxy.arm(nil) }
        try FileDescriptor.folder(site.root).replace(site.asked.name, with: [])
    }

    func start(_ node: Int, _ fault: FaultInjection? = nil, variables: [String] = []) throws {
        // Without a condition it counts from the start.
        let condition = fault == nil ? ["TEXTIFY_FAULT_WHILE=" + site.asked.shown] : []
        nodes[node - 1] = try site.start(
            [], fault, node: node, variables: variables + condition,
            through: node == 1 ? network?.tracer ?? [] : [])
    }

    func send(_ signal: Int32, to node: Int) { nodes[node - 1]?.send(signal) }

    /// Waits for a service that a fault or a signal has killed.
    func bury(_ node: Int) -> ChildService.Ending? {
        defer { nodes[node - 1] = nil }
        return nodes[node - 1]?.ending(within: .seconds(10))
    }

    var statements: [WireProxy.Unit: Int] {
        [
            .statement: proxies.reduce(0) { $0 + $1.count(.statement) },
            .commit: proxies.reduce(0) { $0 + $1.count(.commit) },
        ]
    }

    /// Takes results away and returns whether everything has been decided: done, refused, or unknown to a person.
    func isSettled() -> Bool {
        try? site.take()
        guard let sight = witness.look() else { return false }
        return sight.jobs == site.drops.reduce(0) { $0 + max($1.jobs.count, 1) } && sight.open == 0 && sight.drops == 0
    }

    /// The time until everything has been decided; `nil` if that doesn't happen within `limit`.
    func settle(within limit: Duration) -> Duration? {
        let start = ContinuousClock.now
        return site.wait(limit) { isSettled() } ? ContinuousClock.now - start : nil
    }

    /// What has been achieved so far.
    var progress: [Int] {
        try? site.take()
        let results = (try? FileManager.default.contentsOfDirectory(atPath: site.delivered.shown))?.count ?? 0
        let sight = witness.look()
        return [results, site.easel.sold.values.reduce(0, +), sight?.jobs ?? -1, sight?.open ?? -1, sight?.drops ?? -1]
    }

    /// The nodes that the database counts as alive.
    var members: Int { witness.look()?.nodes ?? 0 }

    /// The number of calls that may or may not have been paid.
    func unknown() throws -> Int { try FaultDatabase(site).unknown }

    /// Stops the services that run, and returns what is wrong.
    func finish() throws -> [String] {
        var wrongs: [String] = []
        for case let service? in nodes { service.stop() }
        for (index, service) in nodes.enumerated() {
            guard let service else { continue }
            let ending = service.ending(within: .seconds(60))
            if ending != .code(0) { wrongs.append("node \(index + 1) exited with \(String(describing: ending))") }
            nodes[index] = nil
        }
        try site.take()
        wrongs += try FaultFindings(site, .whole, against: reference).wrongs
        if !site.easel.repeatedKeys.isEmpty { wrongs.append("ordered again: \(site.easel.repeatedKeys)") }
        return wrongs
    }

    /// The end of each node's log.
    var logs: [String] {
        (1...count).flatMap { node in
            let text = (try? String(contentsOfFile: site.log(of: node).shown, encoding: .utf8)) ?? ""
            return ["log of node \(node):"] + text.split(separator: "\n").suffix(25).map(String.init)
        }
    }

    /// Ends everything that is left. The folder is removed with the runner's.
    func end() {
        for case let service? in nodes {
            service.send(SIGKILL)
            _ = service.ending(within: .seconds(10))
        }
        for proxy in proxies { proxy.stop() }
        site.remove()
    }
}

/// Looks into the database of several services, past all faults but the server's own.
private final class FleetWitness {
    struct Sight {
        let jobs: Int
        /// Jobs that have not ended and wait for no person.
        let open: Int
        /// Drops that could end.
        let drops: Int
        let nodes: Int
    }

    private let settings: PostgreSQLSettings
    private var connection: PostgreSQLConnection?

    init(_ address: String) {
        var settings = PostgreSQLSettings(address: address)
        settings.answering = .seconds(5)
        self.settings = settings
    }

    /// `nil` without a server.
    func look() -> Sight? {
        do throws(SQLFailure) {
            if connection == nil { connection = try PostgreSQLConnection(settings) }
            return try connection?.select(
                """
                SELECT (SELECT count(*) FROM jobs),
                    (SELECT count(*) FROM jobs WHERE state NOT IN ('done', 'failed', 'cancelled', 'unknown')),
                    (SELECT count(*) FROM drops WHERE phase <> 'gone'
                        AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = drops.id AND state = 'unknown')),
                    (SELECT count(*) FROM nodes)
                """
            ) {
                Sight(
                    jobs: Int($0.integer(0)), open: Int($0.integer(1)), drops: Int($0.integer(2)),
                    nodes: Int($0.integer(3)))
            }.first
        } catch {
            connection = nil
            return nil
        }
    }
}

extension FaultInstallation {
    /// The number of calls of each kind in the last run of the first service.
    func counted() throws -> [String: Int] {
        var calls: [String: Int] = [:]
        for line in try String(contentsOfFile: counts.shown, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { calls[String(words[0])] = Int(words[1]) }
        }
        return calls
    }
}

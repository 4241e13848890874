import Domain
import MVISimulation
import PlatformPostgreSQL
import PlatformSQL
import Repositories
import Synchronization
import TestPostgreSQL
import Testing

/// The databases that services share, which are tested by the same suite.
enum FleetKind: CaseIterable {
    /// The model used in simulations.
    case model
    /// Only where a server is installed.
    case postgreSQL

    static var allCases: [Self] { PostgreSQLServer.isInstalled ? [.model, .postgreSQL] : [.model] }
}

/// A node and its view of the database.
struct FleetMember: Sendable {
    let node: Node
    let spool: SpoolRepositories
    let fleet: any FleetRepository
    /// Makes the service a node.
    let join: @Sendable (Node) async throws -> Void
    let leave: @Sendable () async throws -> Void
    /// Lets the server believe that the node was silent for that many seconds.
    let fallSilent: @Sendable (_ seconds: Int) throws -> Void

    func claim(_ limit: Int = 10, token: Int64 = 5) async throws -> [JobID] {
        try await fleet.claim(limit: limit, FleetTests.inbox, token: token, at: 7).map(\.id)
    }

    private static func node(_ name: String) -> Node {
        Node(id: NodeID(name + "-1"), name: name, machine: "machine of \(name)", version: "1")
    }
}

extension FleetMember {
    /// A node on a model database.
    init(_ name: String, sharing model: ModelSpoolRepository) async throws {
        let (node, store) = (Self.node(name), ModelSpoolRepository(sharing: model) { 1_790_000_000_000 })
        let fleet = try #require(ModelFleetRepository(store))
        self.init(
            node: node, spool: SpoolRepositories(store, ModelLibrary(store), fleet: fleet), fleet: fleet,
            join: { try store.join($0) }, leave: { try store.leave() },
            fallSilent: { store.fallSilent(node.id, milliseconds: Int64($0) * 1_000) })
        try await join(node)
    }

    init(_ name: String, _ database: FleetDatabase, _ schema: TemporarySchema) async throws {
        let node = Self.node(name)
        self.init(
            node: node, spool: database.repositories, fleet: try #require(database.fleet),
            join: { try await database.join($0) }, leave: { try await database.leave() }
        ) { seconds in
            let other = try PostgreSQLConnection(schema.settings)
            try other.execute(
                "UPDATE nodes SET seen = (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ? WHERE id = ?",
                [.integer(Int64(seconds) * 1_000), .text(node.id.text)])
        }
        try await join(node)
    }
}

@Suite("Services that share a database")
struct FleetTests {
    /// Lends two nodes on one database.
    func withNodes(_ kind: FleetKind, _ body: (FleetMember, FleetMember) async throws -> Void) async throws {
        guard kind == .postgreSQL else {
            let model = ModelSpoolRepository()
            return try await body(
                try await FleetMember("one", sharing: model), try await FleetMember("two", sharing: model))
        }
        await ServerShare.shared.take()
        do {
            let schema = try TemporarySchema()
            let databases = [
                try FleetDatabase(schema.settings, readers: 1), try FleetDatabase(schema.settings, readers: 1),
            ]
            try await body(
                try await FleetMember("one", databases[0], schema), try await FleetMember("two", databases[1], schema))
            for database in databases { await database.close() }
        } catch {
            await ServerShare.shared.give()
            throw error
        }
        await ServerShare.shared.give()
    }

    @Test("A job is claimed by one node, which alone can write it", arguments: FleetKind.allCases)
    func claimed(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            for number in 1...4 { _ = try await one.spool.accepted(number) }
            let jobs = try await one.fleet.claim(
                limit: 3, NodeReach(folders: ["inbox", "other"], backends: ["sketch"]), token: 5, at: 7)
            #expect(jobs.map(\.id) == [1, 2, 3].map(Samples.jobID))
            #expect(jobs.allSatisfy { $0.token == 5 })
            #expect(try await two.claim() == [Samples.jobID(4)])
            #expect(try await two.claim() == [])
            let lost = try await two.spool.jobs.move(jobs[0], to: .generated, token: 4, at: 8)
            #expect(!lost)
            #expect(try await one.spool.jobs.move(jobs[0], to: .generated, token: 5, at: 8))
            let entries = try await two.fleet.nodes()
            #expect(entries.map(\.node) == [one.node, two.node])
            #expect(entries.map(\.jobs) == [3, 1])
        }
    }

    @Test("The node that takes drops from a folder knows its jobs that wait elsewhere", arguments: FleetKind.allCases)
    func resting(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            #expect(try await one.fleet.hold(SharedFolder(name: "inbox", marker: "m", outbox: "o")) == .held)
            for number in 1...3 { _ = try await one.spool.accepted(number) }
            let own = try #require(try await one.fleet.claim(limit: 1, Self.inbox, token: 5, at: 7).first)
            let others = try await two.fleet.claim(limit: 2, Self.inbox, token: 5, at: 7)
            #expect(try await one.spool.jobs.move(own, to: .unknown, token: 5, at: 8))
            for job in others { #expect(try await two.spool.jobs.move(job, to: .held(.approval), token: 5, at: 8)) }
            #expect(try await one.fleet.restingElsewhere().map(\.id) == others.map(\.id))
            #expect(try await two.fleet.restingElsewhere() == [], "another node writes the notes")
            try await two.fleet.release()
            #expect(try await one.fleet.restingElsewhere().map(\.id) == others.map(\.id), "in nobody's hand")
        }
    }

    @Test("The most urgent job is claimed first, then one of each folder in turn", arguments: FleetKind.allCases)
    func order(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            var drops: [DropID: (Drop, [Job])] = [:]
            for (number, folder, priority) in [
                (1, "a", JobPriority.normal), (2, "a", .normal), (3, "a", .normal), (4, "b", .normal), (5, "b", .high),
            ] {
                let plain = Samples.drop(number, name: "\(number)")
                let drop = Drop(id: plain.id, folder: folder, identity: plain.identity)
                let job = Job(
                    id: Samples.jobID(number), drop: drop.id, line: 0, folder: folder, name: drop.identity.name,
                    outbox: Samples.outbox, request: Request(source: .prompt("x"), priority: priority), created: 1)
                drops[drop.id] = (drop, [job])
            }
            for (drop, jobs) in drops.values {
                _ = try await one.spool.drops.claim([drop], at: 1)
                _ = try await one.spool.drops.accept(drop.id, content: nil, jobs: jobs, at: 1)
            }
            let jobs = try await two.fleet.claim(
                limit: 4, NodeReach(folders: ["a", "b"], backends: ["sketch"]), token: 1, at: 1)
            #expect(jobs.map(\.id) == [5, 1, 2, 4].map(Samples.jobID))
            #expect(
                try await one.fleet.claim(limit: 4, NodeReach(folders: ["b"], backends: ["sketch"]), token: 1, at: 1)
                    .isEmpty)
        }
    }

    @Test("A job behind a gate is no node's, and claimed by one whose gate is open", arguments: FleetKind.allCases)
    func gated(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            let open = NodeReach(folders: ["inbox"], backends: ["sketch"])
            let closed = NodeReach(folders: ["inbox"], backends: ["sketch"], closedGates: ["night", "mains"])
            _ = try await one.spool.accepted(1)
            let job = try #require(try await one.fleet.claim(limit: 1, open, token: 5, at: 7).first)
            let behind = JobState.behind(GateClosure(gate: "night", until: nil), at: 7)
            #expect(try await one.spool.jobs.move(job, to: behind, token: job.token, at: 7))
            #expect(try await one.fleet.beat(closed).ready == 0)
            #expect(try await one.fleet.claim(limit: 1, closed, token: 8, at: 8).isEmpty)
            #expect(try await two.fleet.beat(open).ready == 1)
            let claimed = try await two.fleet.claim(limit: 1, open, token: 9, at: 9)
            #expect(claimed.map(\.id) == [job.id] && claimed.first?.state.gate?.gate == "night")
            // The first one has lost it.
            #expect(try await one.spool.jobs.move(job, to: .cancelled, token: job.token, at: 10) == false)
        }
    }

    @Test(
        "A silent node is declared dead: its jobs and folders are free, and none of its writes takes effect",
        arguments: FleetKind.allCases)
    func expelled(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            let folder = SharedFolder(name: "inbox", marker: "m", outbox: "o")
            #expect(try await one.fleet.hold(folder) == .held)
            _ = try await one.spool.accepted(1)
            let job = try #require(
                try await one.fleet.claim(
                    limit: 1, NodeReach(folders: ["inbox"], backends: ["sketch"]), token: 5, at: 7
                ).first)
            #expect(try await two.fleet.hold(folder) == .elsewhere("one"))
            #expect(try await two.fleet.beat(Self.inbox) == Beat())
            try one.fallSilent(8)
            #expect(try await two.fleet.beat(Self.inbox) == Beat())
            #expect(try await two.fleet.expelSilent().isEmpty)
            try one.fallSilent(25)
            #expect(try await two.fleet.beat(Self.inbox) == Beat(hasSilentNodes: true))
            #expect(try await two.fleet.expelSilent() == [one.node])
            #expect(try await two.fleet.beat(Self.inbox) == Beat(ready: 1, hasFreeFolders: true))
            await #expect(throws: RepositoryFailure.expelled) {
                try await one.spool.jobs.move(job, to: .generated, token: 5, at: 8)
            }
            await #expect(throws: RepositoryFailure.expelled) { try await one.fleet.beat(Self.inbox) }
            #expect(try await two.fleet.hold(folder) == .held)
            let taken = try await two.fleet.claim(
                limit: 1, NodeReach(folders: ["inbox"], backends: ["sketch"]), token: 3, at: 7)
            #expect(taken.map(\.token) == [6])
            // It starts again under another identity, and finds its folder with another node.
            try await one.join(Node(id: NodeID("one-2"), name: "one", machine: "m", version: "1"))
            #expect(try await one.fleet.hold(folder) == .elsewhere("two"))
        }
    }

    @Test(
        "After an interruption of the server, a node that was silent itself declares nobody dead",
        arguments: FleetKind.allCases)
    func interruption(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            try one.fallSilent(60)
            try two.fallSilent(60)
            #expect(try await two.fleet.beat(NodeReach(folders: [])) == Beat())
            #expect(try await one.fleet.beat(NodeReach(folders: [])) == Beat())
            #expect(try await two.fleet.beat(NodeReach(folders: [])) == Beat())
        }
    }

    @Test(
        "A node finds the unfinished jobs that it owns, with the tokens that they have", arguments: FleetKind.allCases)
    func owned(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            for number in 1...3 { _ = try await one.spool.accepted(number) }
            let mine = try await one.fleet.claim(
                limit: 2, NodeReach(folders: ["inbox"], backends: ["sketch"]), token: 5, at: 7)
            #expect(try await two.claim().count == 1)
            #expect(try await one.fleet.owned() == mine)
            #expect(try await one.spool.jobs.move(mine[0], to: .failed(.pictureLost), token: 5, at: 8))
            #expect(try await one.fleet.owned() == [mine[1]])
        }
    }

    @Test("A node that leaves gives up everything at once", arguments: FleetKind.allCases)
    func leaving(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            let folder = SharedFolder(name: "inbox", marker: "m", outbox: "o")
            #expect(try await one.fleet.hold(folder) == .held)
            _ = try await one.spool.accepted(1)
            #expect(try await one.claim().count == 1)
            try await one.leave()
            #expect(try await two.fleet.hold(folder) == .held)
            #expect(try await two.claim() == [Samples.jobID(1)])
            #expect(try await two.fleet.nodes().map(\.node) == [two.node])
        }
    }

    @Test(
        "A node that starts again on the same machine frees what its earlier run has left",
        arguments: FleetKind.allCases)
    func restart(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            _ = try await one.spool.accepted(1)
            #expect(try await one.claim().count == 1)
            let again = Node(id: NodeID("one-2"), name: "one", machine: one.node.machine, version: "1")
            try await one.join(again)
            #expect(try await two.fleet.nodes().map(\.node) == [again, two.node])
            #expect(try await two.claim() == [Samples.jobID(1)])
        }
    }

    @Test(
        "Another folder of the same name has to wait until no drop of the first is unfinished",
        arguments: FleetKind.allCases)
    func names(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            #expect(try await one.fleet.hold(SharedFolder(name: "inbox", marker: "m", outbox: "o")) == .held)
            let other = SharedFolder(name: "inbox", marker: "another", outbox: "o")
            #expect(try await two.fleet.hold(other) == .otherFolder)
            let drop = Samples.drop(1)
            _ = try await one.spool.drops.claim([drop], at: 1)
            try await one.fleet.release()
            #expect(try await two.fleet.hold(other) == .otherFolder)
            try await one.spool.drops.advance(drop.id, to: .gone, failure: nil, at: 2)
            #expect(try await two.fleet.hold(other) == .held)
        }
    }

    @Test(
        "A drop whose last job ended at another node is ended by the one that has its folder",
        arguments: FleetKind.allCases)
    func ended(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            #expect(try await one.fleet.hold(SharedFolder(name: "inbox", marker: "m", outbox: "o")) == .held)
            let job = try await one.spool.accepted(1)
            #expect(try await two.claim() == [job.id])
            #expect(try await one.fleet.endedDrops().isEmpty)
            let taken = try #require(try await two.spool.jobs.job(job.id))
            #expect(try await two.spool.jobs.move(taken, to: .failed(.pictureLost), token: 5, at: 8))
            #expect(try await one.fleet.beat(Self.inbox).hasEndedDrops)
            #expect(try await one.fleet.endedDrops().map(\.failure) == [.job(.pictureLost)])
            #expect(try await two.fleet.endedDrops().isEmpty)
        }
    }

    @Test(
        "A waiting job is claimed once its time has come, one that needs a person never", arguments: FleetKind.allCases)
    func waiting(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            let states: [JobState] = [
                .waiting(until: 1, .pictureLost), .waiting(until: UTCMillis(.max / 2), .pictureLost), .unknown,
                .held(.approval),
            ]
            for (index, state) in states.enumerated() {
                let job = try await one.spool.accepted(index + 1)
                #expect(try await one.spool.jobs.move(job, to: state, token: 0, at: 2))
            }
            #expect(try await two.claim() == [Samples.jobID(1)])
            // What a person decides is worked on by the node that was told.
            let approved = try #require(try await one.spool.jobs.approve(Samples.jobID(4), token: 9, at: 3))
            #expect(approved.token == 9)
            #expect(try await two.claim() == [])
            #expect(try await two.fleet.nodes().map(\.jobs) == [1, 1])
        }
    }

    @Test(
        "A wait that a wrong clock has put into the future ends as long after its node as it was meant to last",
        arguments: FleetKind.allCases)
    func wrongClock(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            let wrong = UTCMillis(9_000_000_000_000)
            for (number, length) in [(1, Int64(0)), (2, 3_600_000)] {
                let job = try await one.spool.accepted(number)
                _ = try await one.claim()
                let state = JobState.waiting(until: wrong + length, .pictureLost)
                #expect(try await one.spool.jobs.move(job, to: state, token: 5, at: wrong))
            }
            // The clock was set back before the state was stored.
            let third = try await one.spool.accepted(3)
            _ = try await one.claim()
            #expect(try await one.spool.jobs.move(third, to: .waiting(until: wrong, .pictureLost), token: 5, at: 5))
            #expect(try await two.claim().isEmpty)
            try await one.leave()
            #expect(Set(try await two.claim()) == [Samples.jobID(1), Samples.jobID(3)])
        }
    }

    @Test("What a released job waited for is tried again at once", arguments: FleetKind.allCases)
    func releasedWait(kind: FleetKind) async throws {
        try await withNodes(kind) { one, two in
            _ = try await one.spool.accepted(1)
            #expect(try await one.claim() == [Samples.jobID(1)])
            let job = try #require(try await one.spool.jobs.job(Samples.jobID(1)))
            let wait = JobState.waiting(until: UTCMillis(.max / 2), .pictureLost)
            #expect(try await one.spool.jobs.move(job, to: wait, token: 9, at: 2))
            #expect(try await two.claim() == [])
            try await one.fleet.release()
            #expect(try await two.claim() == [Samples.jobID(1)])
        }
    }

    @Test("An announcement reaches the other node", .enabled(if: PostgreSQLServer.isInstalled))
    func announced() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let heard = AsyncStream.makeStream(of: Void.self)
            let listening = Task { await two.fleet.listen { heard.continuation.yield() } }
            // It may be made before the other one listens; then it is lost.
            let speaking = Task {
                while !Task.isCancelled {
                    try await one.fleet.announce()
                }
            }
            var announcements = heard.stream.makeAsyncIterator()
            #expect(await announcements.next() != nil)
            speaking.cancel()
            listening.cancel()
            _ = await listening.value
        }
    }
}

@Suite("The lease of a node")
struct NodeLeaseTests {
    @Test("It ends its length after the moment before the last beat, whatever happens in between")
    func end() {
        let time = Clock()
        let lease = NodeLease(clock: { time.now })
        #expect(!lease.isValid)
        lease.renew(since: .seconds(3))
        for (second, isValid) in [(0, true), (22, true), (23, false), (90, false)] {
            time.now = .seconds(second)
            #expect(lease.isValid == isValid, "\(second)")
        }
        lease.renew(since: .seconds(89))
        #expect(lease.isValid)
    }

    private final class Clock: Sendable {
        private let current = Mutex(Duration.zero)

        var now: Duration {
            get { current.withLock { $0 } }
            set { current.withLock { $0 = newValue } }
        }
    }
}

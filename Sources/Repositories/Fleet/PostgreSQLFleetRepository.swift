internal import Domain
internal import PlatformSQL

/// The services that share a database on a server.
struct PostgreSQLFleetRepository: FleetRepository {
    let database: FleetDatabase

    var machine: String { database.machine }
    var node: NodeID? { database.node }

    /// One statement, so that a quiet node costs the server next to nothing.
    func beat(_ reach: NodeReach) async throws(RepositoryFailure) -> Beat {
        let begun = database.lease.now()
        guard let node = database.node else { throw .expelled }
        let values: [SQLValue] = [
            .text(node.text), .integer(Lease.milliseconds), .text(try JSONText.of(reach.folders)),
            .integer(Int64(Beat.mostReady)), .text(try JSONText.of(reach.backends)),
            .text(try JSONText.of(reach.sharedBackends)), .text(try JSONText.of(reach.closedGates)),
        ]
        let beats = try await database.pulse { connection throws(RepositoryFailure) in
            try connection.rows(Self.beat, values) { row throws(RepositoryFailure) in
                Beat(
                    ready: Int(row.integer(0)), hasEndedDrops: row.integer(1) != 0,
                    hasSilentNodes: row.integer(2) != 0, hasFreeFolders: row.integer(3) != 0,
                    outages: try SharedBackends.outages(row.text(4)), isLeaving: row.integer(5) != 0)
            }
        }
        guard let beat = beats.first else { throw .expelled }
        database.lease.renew(since: begun)
        return beat
    }

    /// Whether others are silent is only asked by a node that was not silent itself: after an interruption of the server
    /// all nodes are, until each has had its turn.
    private static let beat = """
        UPDATE nodes SET seen = mine.now
        FROM (SELECT id, seen, \(FleetSchema.now) AS now FROM nodes WHERE id = ?1) AS mine
        WHERE nodes.id = mine.id
        RETURNING
            (SELECT count(*) FROM (
                SELECT 1 FROM jobs WHERE (\(FleetSchema.isReady) OR \(FleetSchema.isDue(closed: "?7")))
                    AND \(FleetSchema.isWithinReach(folders: "?3", backends: "?5", shared: "?6")) LIMIT ?4) AS found),
            (EXISTS (SELECT 1 FROM (\(endedDrops)) AS ended))::int,
            (mine.now - mine.seen < ?2 / 2
                AND EXISTS (SELECT 1 FROM nodes AS other WHERE other.seen < mine.now - ?2))::int,
            (EXISTS (SELECT 1 FROM held_folders
                WHERE node IS NULL AND name IN (SELECT value FROM json_each(?3))))::int,
            \(SharedBackends.outages),
            is_leaving::int
        """

    private static let endedDrops = """
        SELECT \(DropRecord.columns) FROM drops
        WHERE phase = 'read' AND folder IN (SELECT name FROM held_folders WHERE node = ?1)
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = drops.id AND \(JobRecord.isUnfinished))
        """

    func expelSilent() async throws(RepositoryFailure) -> [Node] {
        try await database.write { connection throws(RepositoryFailure) in
            let silent = try connection.rows(
                "SELECT id, name, machine, version FROM nodes WHERE seen < \(FleetSchema.now) - ?",
                [.integer(Lease.milliseconds)]
            ) { Node(id: NodeID($0.text(0)), name: $0.text(1), machine: $0.text(2), version: $0.text(3)) }
            for node in silent {
                try Self.remove(node.id, on: connection)
            }
            return silent
        }
    }

    /// Removes a node and frees its work.
    static func remove(_ node: NodeID, on connection: any SQLConnection) throws(RepositoryFailure) {
        try free(node, on: connection)
        try connection.run("DELETE FROM nodes WHERE id = ?", [.text(node.text)])
    }

    /// Frees a node's jobs, messages and folders. The times of waits are the node's: one that its wrong clock has put far into the
    /// future ends as long from now as the wait was meant to last, or at once where that can't be told.
    static func free(_ node: NodeID, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            """
            UPDATE jobs SET owner = NULL, wait_until = CASE
                WHEN state <> 'waiting' THEN wait_until
                WHEN wait_until - changed > ?2 THEN \(FleetSchema.now)
                ELSE least(wait_until, \(FleetSchema.now) + greatest(0, wait_until - changed)) END
            WHERE owner = ?1 AND \(JobRecord.isUnfinished)
            """, [.text(node.text), .integer(JobState.longestWait)])
        try connection.run("UPDATE notifications SET node = NULL WHERE node = ?", [.text(node.text)])
        try connection.run("UPDATE held_folders SET node = NULL WHERE node = ?", [.text(node.text)])
    }

    /// A name belongs to one folder as long as one of its drops is unfinished.
    func hold(_ folder: SharedFolder) async throws(RepositoryFailure) -> FolderHold {
        let owner = database.owner
        let values: [SQLValue] = [.text(folder.name), .text(folder.marker), .text(folder.outbox)]
        let isOpen = SQLValue.integer(folder.isOpen ? 1 : 0)
        return try await database.write { connection throws(RepositoryFailure) in
            let taken = try connection.run(
                """
                INSERT INTO held_folders (name, marker, outbox, node, is_open) VALUES (?1, ?2, ?3, ?4, ?5 = 1)
                ON CONFLICT (name) DO UPDATE SET marker = ?2, outbox = ?3, node = ?4, is_open = ?5 = 1
                WHERE (held_folders.node IS NULL OR held_folders.node = ?4)
                    AND (held_folders.marker = ?2 AND held_folders.outbox = ?3
                        OR NOT EXISTS (SELECT 1 FROM drops WHERE folder = ?1 AND phase <> 'gone'))
                """, values + [owner, isOpen])
            if taken == 1 { return .held }
            let holders = try connection.rows(
                """
                SELECT nodes.name, (marker = ?2 AND outbox = ?3)::int FROM held_folders
                LEFT JOIN nodes ON nodes.id = node WHERE held_folders.name = ?1
                """, values
            ) { (name: $0.textIfAny(0), isSame: $0.integer(1) != 0) }
            guard let holder = holders.first, holder.isSame, let name = holder.name else { return .otherFolder }
            return .elsewhere(name)
        }
    }

    func claim(
        limit: Int, _ reach: NodeReach, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        let owner = database.owner
        let values: [SQLValue] = [
            .text(try JSONText.of(reach.folders)), .integer(Int64(limit)), .text(try JSONText.of(reach.backends)),
            .text(try JSONText.of(reach.sharedBackends)),
        ]
        return try await database.write { connection throws(RepositoryFailure) in
            var ids = try connection.rows("SELECT ready_jobs(?, ?, ?, ?)", values) { $0.text(0) }
            if ids.count < limit {
                let values = values + [.text(try JSONText.of(reach.closedGates))]
                ids += try connection.rows(Self.due, values) { $0.text(0) }.prefix(limit - ids.count)
            }
            if ids.isEmpty { return [] }
            let jobs = try connection.rows(
                """
                UPDATE jobs SET owner = ?, token = max(token + 1, ?), changed = ?
                WHERE id IN (SELECT value FROM json_each(?)) RETURNING \(JobRecord.columns)
                """, [owner, .integer(token), .time(utc), .text(try JSONText.of(ids))], JobRecord.read)
            let places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
            return jobs.sorted { places[$0.id.text, default: 0] < places[$1.id.text, default: 0] }
        }
    }

    private static let due = """
        SELECT id FROM jobs WHERE \(FleetSchema.isDue(closed: "?5")) AND \(isWithinReach)
        ORDER BY wait_until, id LIMIT ?2
        """

    private static let isWithinReach = FleetSchema.isWithinReach(folders: "?1", backends: "?3", shared: "?4")

    func handOver(_ job: Job) async throws(RepositoryFailure) {
        let owner = database.owner
        _ = try await database.write { connection throws(RepositoryFailure) in
            try connection.run(
                "UPDATE jobs SET owner = NULL WHERE id = ? AND owner = ? AND token = ?",
                [.text(job.id.text), owner, .integer(job.token)])
        }
    }

    func restingElsewhere() async throws(RepositoryFailure) -> [Job] {
        let owner = database.owner
        return try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT \(JobRecord.columns) FROM jobs
                WHERE state IN ('waiting', 'held', 'unknown') AND (owner IS NULL OR owner <> ?1)
                    AND folder IN (SELECT name FROM held_folders WHERE node = ?1)
                ORDER BY id LIMIT 4096
                """, [owner], JobRecord.read)
        }
    }

    func owned() async throws(RepositoryFailure) -> [Job] {
        guard let node = database.node else { throw .expelled }
        return try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT \(JobRecord.columns) FROM jobs WHERE owner = ? AND \(JobRecord.isUnfinished) ORDER BY id",
                [.text(node.text)], JobRecord.read)
        }
    }

    func endedDrops() async throws(RepositoryFailure) -> [EndedDrop] {
        guard let node = database.node else { throw .expelled }
        let drops = try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(Self.endedDrops, [.text(node.text)], DropRecord.read)
        }
        let progress = SQLDropRepository(database: database)
        var ended: [EndedDrop] = []
        for drop in drops {
            guard case .ended(let failure) = try await progress.tally(drop.id) else { continue }
            ended.append(EndedDrop(drop, failure: failure))
        }
        return ended
    }

    /// What waited for a backend is tried at once by the next node, as after a reload of a single service.
    func release() async throws(RepositoryFailure) {
        guard let node = database.node else { return }
        try await database.write { connection throws(RepositoryFailure) in
            try connection.run(
                "UPDATE jobs SET wait_until = min(wait_until, \(FleetSchema.now)) WHERE owner = ? AND state = 'waiting'",
                [.text(node.text)])
            try Self.free(node, on: connection)
        }
    }

    func announce() async throws(RepositoryFailure) { try await database.announce() }

    func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd {
        await database.listen(report)
    }

    func report(_ outage: SharedOutage?, of backend: String) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            try SharedBackends.report(outage, of: backend, on: connection)
        }
    }

    func askToLeave(_ node: NodeID) async throws(RepositoryFailure) -> Bool {
        try await database.write { connection throws(RepositoryFailure) in
            try connection.run("UPDATE nodes SET is_leaving = TRUE WHERE id = ?", [.text(node.text)]) == 1
        }
    }

    func nodes() async throws(RepositoryFailure) -> [NodeEntry] {
        try await database.read { connection throws(RepositoryFailure) in
            let folders = try connection.rows(
                "SELECT node, name FROM held_folders WHERE node IS NOT NULL ORDER BY name"
            ) { (node: $0.text(0), name: $0.text(1)) }
            return try connection.rows(
                """
                SELECT id, name, machine, version, started, \(FleetSchema.now) - seen,
                    (SELECT count(*) FROM jobs WHERE owner = nodes.id AND \(JobRecord.isUnfinished)),
                    is_leaving::int
                FROM nodes ORDER BY name, started, id
                """
            ) { row in
                let id = row.text(0)
                return NodeEntry(
                    node: Node(id: NodeID(id), name: row.text(1), machine: row.text(2), version: row.text(3)),
                    started: row.time(4), silence: row.integer(5),
                    folders: folders.filter { $0.node == id }.map(\.name), jobs: Int(row.integer(6)),
                    isLeaving: row.integer(7) != 0)
            }
        }
    }

    func health() async throws(RepositoryFailure) -> DatabaseHealth {
        let found = try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(Self.health) { row in
                DatabaseHealth(
                    bytes: row.integer(0), liveRows: row.integer(1), deadRows: row.integer(2),
                    oldestTransaction: row.integer(3), now: row.time(4))
            }
        }
        guard let health = found.first else { throw .absent("the server's statistics") }
        return health
    }

    /// Of other roles' transactions the server may show nothing.
    private static let health = """
        SELECT pg_database_size(current_database()), coalesce(sum(n_live_tup), 0)::bigint,
            coalesce(sum(n_dead_tup), 0)::bigint,
            coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start) * 1000)::bigint
                FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()), 0),
            \(FleetSchema.now)
        FROM pg_stat_user_tables WHERE schemaname = current_schema()
        """
}

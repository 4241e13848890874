internal import Domain
internal import PlatformSQL

/// How the services of a fleet share what a backend permits: its concurrent calls, its rate, and what they know of its
/// outages. The calls themselves tell how many are running, so that a place is free at the moment in which a call's end is
/// stored or its node is declared dead.
struct SharedBackends {
    let node: NodeID
    /// Of the call's backend, for all nodes.
    let limits: SharedLimits

    /// A node that waits for a place asks again at shorter intervals than this, in milliseconds. One that doesn't has
    /// given up.
    private static let patience: Int64 = 2_000

    /// Why the call can't begin now. Then the node waits for a place, and those that came first are served first.
    func obstacle(to call: Call, on connection: any SQLConnection) throws(RepositoryFailure) -> SharedObstacle? {
        let use = try use(of: call, on: connection)
        if let outage = use.outage, outage.remaining > 0 { return .closed(outage) }
        let places = use.outage == nil ? limits.concurrency : 1
        if places - use.running <= use.waiting {
            try wait(for: call.backend, on: connection)
            return .busy
        }
        if let rate = limits.rate {
            let pause = use.full - rate.step.microseconds * Int64(max(1, limits.burst) - 1)
            if pause > 0 { return .paced(.microseconds(pause)) }
        }
        return nil
    }

    /// Counts a call that begins in the same transaction.
    func count(_ call: Call, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            "DELETE FROM waiting_nodes WHERE backend = ? AND node = ?", [.text(call.backend), .text(node.text)])
        guard let rate = limits.rate else { return }
        try connection.run(
            """
            INSERT INTO shared_backends (name, full_at) VALUES (?1, \(Self.now) + ?2)
            ON CONFLICT (name) DO UPDATE SET full_at = greatest(shared_backends.full_at, \(Self.now)) + ?2
            """, [.text(call.backend), .integer(rate.step.microseconds)])
    }

    /// Tells the other nodes about an outage, or with `nil` that the backend works again.
    static func report(
        _ outage: SharedOutage?, of backend: String, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        guard let outage else {
            try connection.run(
                "UPDATE shared_backends SET closed_until = NULL, failure = NULL WHERE name = ?", [.text(backend)])
            return
        }
        try connection.run(
            """
            INSERT INTO shared_backends (name, closed_until, failure) VALUES (?1, \(FleetSchema.now) + ?2, ?3)
            ON CONFLICT (name) DO UPDATE SET closed_until = excluded.closed_until, failure = excluded.failure
            """, [.text(backend), .integer(outage.remaining), .text(try JSONText.of(outage.failure))])
    }

    /// The outages that `rows` lists, as the beat does.
    static func outages(_ rows: String) throws(RepositoryFailure) -> [SharedOutage] {
        let values = try JSONText.read(rows, as: [OutageRow].self)
        var outages: [SharedOutage] = []
        for value in values {
            let failure = try JSONText.read(value.failure, as: BackendFailure.self)
            outages.append(SharedOutage(backend: value.name, failure: failure, remaining: value.remaining))
        }
        return outages
    }

    /// An SQL expression: the outages as JSON.
    static let outages = """
        (SELECT coalesce(json_agg(json_build_object('name', name, 'failure', failure,
            'remaining', closed_until - \(FleetSchema.now)) ORDER BY name), '[]')::text
            FROM shared_backends WHERE closed_until IS NOT NULL)
        """

    private struct OutageRow: Decodable {
        let name: String
        let failure: String
        let remaining: Int64
    }

    /// The server's clock in microseconds, which rate limits need: a thousand calls a second are a millisecond each.
    private static let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

    /// What the nodes do with a backend at the moment.
    private struct Use {
        let outage: SharedOutage?
        /// The time until the rate limit's bucket is full again, in microseconds.
        let full: Int64
        /// The number of running calls.
        let running: Int
        /// The number of nodes that have waited for longer than this one.
        let waiting: Int
    }

    private func use(of call: Call, on connection: any SQLConnection) throws(RepositoryFailure) -> Use {
        let values: [SQLValue] = [
            .text(call.backend), .text(node.text), .text(call.job.text), .integer(Self.patience),
        ]
        let rows = try connection.rows(Self.use, values) { row throws(RepositoryFailure) in
            let failure: BackendFailure? = try row.jsonIfAny(1)
            return Use(
                outage: failure.map {
                    SharedOutage(backend: call.backend, failure: $0, remaining: row.integer(0))
                },
                full: row.integer(2), running: Int(row.integer(3)), waiting: Int(row.integer(4)))
        }
        return rows.first ?? Use(outage: nil, full: 0, running: 0, waiting: 0)
    }

    private static let use = """
        SELECT coalesce(closed_until - \(FleetSchema.now), 0), failure, coalesce(full_at - \(now), 0),
            (SELECT count(*) FROM jobs JOIN calls ON calls.job_id = jobs.id
                WHERE jobs.owner IS NOT NULL AND jobs.state IN ('submitting', 'submitted') AND jobs.id <> ?3
                    AND calls.backend = ?1 AND calls.phase IN ('submitting', 'submitted')),
            (SELECT count(*) FROM waiting_nodes
                WHERE backend = ?1 AND node <> ?2 AND seen > \(FleetSchema.now) - ?4
                    AND since < coalesce(
                        (SELECT since FROM waiting_nodes WHERE backend = ?1 AND node = ?2), \(FleetSchema.now)))
        FROM (SELECT 1) AS one LEFT JOIN shared_backends ON name = ?1
        """

    private func wait(for backend: String, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            """
            INSERT INTO waiting_nodes (backend, node, since, seen) VALUES (?1, ?2, \(FleetSchema.now), \(FleetSchema.now))
            ON CONFLICT (backend, node) DO UPDATE SET seen = excluded.seen,
                since = CASE WHEN waiting_nodes.seen > excluded.seen - ?3 THEN waiting_nodes.since ELSE excluded.since END
            """, [.text(backend), .text(node.text), .integer(Self.patience)])
    }
}

extension Duration {
    /// Whole microseconds, rounded up.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + (attoseconds + 999_999_999_999) / 1_000_000_000_000
    }
}

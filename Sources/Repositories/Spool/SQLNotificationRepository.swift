internal import Domain
internal import PlatformSQL

/// What is to be told to whom.
struct SQLNotificationRepository: NotificationRepository {
    let database: any SQLStore

    /// For how long a message is one node's to send, in milliseconds: longer than any attempt takes.
    private static let lease: Int64 = 120_000

    func follow(_ rules: NotificationRules) {
        database.notificationRules.current = rules
    }

    func record(_ events: [NewNotification]) async throws(RepositoryFailure) {
        if events.isEmpty { return }
        try await database.write { connection throws(RepositoryFailure) in
            for event in events { try NotificationRecord.insert(event, on: connection) }
        }
    }

    func outlook(at utc: UTCMillis) async throws(RepositoryFailure) -> [NotificationOutlook] {
        let node = database.owner
        return try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT target, sum(free), min(CASE WHEN free = 1 THEN due END),
                    min(CASE WHEN free = 1 AND message IS NULL THEN at END),
                    max(CASE WHEN free = 1 AND message IS NULL THEN at END),
                    sum(CASE WHEN free = 1 AND message IS NOT NULL AND \(Self.isDue) THEN 1 ELSE 0 END),
                    sum(CASE WHEN phase = 'dead' THEN 1 ELSE 0 END),
                    (SELECT failure FROM notifications AS failed WHERE failed.target = n.target
                        AND failed.phase <> 'told' AND failed.failure IS NOT NULL ORDER BY failed.number DESC LIMIT 1)
                FROM (SELECT *, CASE WHEN \(Self.isFree(connection)) THEN 1 ELSE 0 END AS free FROM notifications
                    WHERE phase <> 'told') AS n
                GROUP BY target ORDER BY target
                """, Self.due(utc) + [node]
            ) { row throws(RepositoryFailure) in
                NotificationOutlook(
                    target: row.text(0), waiting: Int(row.integer(1)), due: row.isNull(2) ? nil : row.time(2),
                    oldest: row.isNull(3) ? nil : row.time(3), newest: row.isNull(4) ? nil : row.time(4),
                    hasRepeats: row.integer(5) > 0, dead: Int(row.integer(6)), failure: try row.jsonIfAny(7))
            }
        }
    }

    func next(
        for target: String, digests: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> NotificationDelivery? {
        let node = database.owner
        return try await database.write { connection throws(RepositoryFailure) in
            let isOpen = "target = ? AND \(Self.isDue) AND \(Self.isFree(connection))"
            let values = [.text(target)] + Self.due(utc) + [node]
            let first = try connection.rows(
                "SELECT number, message FROM notifications WHERE \(isOpen) ORDER BY attempts, number LIMIT 1", values
            ) { (number: $0.integer(0), message: $0.isNull(1) ? nil : $0.integer(1)) }.first
            guard let first else { return nil }
            let message = first.message ?? first.number
            if first.message == nil {
                let fresh =
                    "SELECT number FROM notifications WHERE \(isOpen) AND message IS NULL ORDER BY number LIMIT ?"
                let members = try connection.rows(
                    fresh, values + [.integer(Int64(digests ? NotificationDelivery.mostMembers : 1))]
                ) { $0.integer(0) }
                let taken = members.count < NotificationDelivery.digestSize ? [first.number] : members
                for number in taken {
                    try connection.run(
                        "UPDATE notifications SET message = ? WHERE number = ?", [.integer(message), .integer(number)])
                }
            }
            try connection.run(
                """
                UPDATE notifications SET attempts = attempts + 1, first_tried = coalesce(first_tried, ?), node = ?,
                leased = \(connection.now) + ? WHERE message = ?
                """, [.time(utc), node, .integer(Self.lease), .integer(message)])
            return try Self.delivery(message, to: target, on: connection)
        }
    }

    func delivered(_ delivery: NotificationDelivery) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            let message = SQLValue.integer(delivery.number)
            try connection.run("DELETE FROM notifications WHERE message = ? AND job_id IS NOT NULL", [message])
            // The keys of events stay, so that the same event is not reported again.
            try connection.run(
                "UPDATE notifications SET phase = 'told', message = NULL, failure = NULL WHERE message = ?", [message])
        }
    }

    func postpone(
        _ delivery: NotificationDelivery, to due: UTCMillis, _ failure: NotificationFailure
    ) async throws(RepositoryFailure) {
        try await close(delivery, as: "waiting", due: due, failure)
    }

    func giveUp(
        _ delivery: NotificationDelivery, _ failure: NotificationFailure, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try await close(delivery, as: "dead", due: utc, failure)
    }

    /// Ends an attempt that failed.
    private func close(
        _ delivery: NotificationDelivery, as phase: String, due: UTCMillis, _ failure: NotificationFailure
    ) async throws(RepositoryFailure) {
        let failure = SQLValue.text(try JSONText.of(failure))
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                "UPDATE notifications SET phase = ?, due = ?, failure = ?, node = NULL, leased = 0 WHERE message = ?",
                [.text(phase), .time(due), failure, .integer(delivery.number)])
        }
    }

    func revive(target: String, at utc: UTCMillis) async throws(RepositoryFailure) -> Int {
        try await database.write { connection throws(RepositoryFailure) in
            try connection.run(
                """
                UPDATE notifications SET phase = 'waiting', due = ?, attempts = 0, first_tried = NULL
                WHERE target = ? AND phase = 'dead'
                """, [.time(utc), .text(target)])
        }
    }

    func dismiss(target: String) async throws(RepositoryFailure) -> Int {
        try await database.write { connection throws(RepositoryFailure) in
            let values = [SQLValue.text(target)]
            let jobs = try connection.run(
                "DELETE FROM notifications WHERE target = ? AND phase = 'dead' AND job_id IS NOT NULL", values)
            let events = try connection.run(
                """
                UPDATE notifications SET phase = 'told', message = NULL, failure = NULL WHERE target = ? AND phase = 'dead'
                """, values)
            return jobs + events
        }
    }

    func tidy(
        configured: [String], since utc: UTCMillis, past: UTCMillis
    ) async throws(RepositoryFailure) {
        let failure = SQLValue.text(try JSONText.of(NotificationFailure.noTarget))
        try await database.write { connection throws(RepositoryFailure) in
            let targets = try connection.rows(
                "SELECT DISTINCT target FROM notifications WHERE phase = 'waiting'", []
            ) { $0.text(0) }
            for target in targets where !configured.contains(target) {
                try connection.run(
                    """
                    UPDATE notifications SET phase = 'dead', failure = ?, message = coalesce(message, number)
                    WHERE target = ? AND phase = 'waiting' AND at < ?
                    """, [failure, .text(target), .time(utc)])
            }
            try connection.run("DELETE FROM notifications WHERE phase <> 'waiting' AND at < ?", [.time(past)])
        }
    }
}

extension SQLNotificationRepository {
    /// A time so far ahead was computed by a clock that has been set back since.
    private static let isDue = "phase = 'waiting' AND (due <= ? OR due > ?)"

    private static func due(_ utc: UTCMillis) -> [SQLValue] {
        [.time(utc), .time(utc + 2 * NotificationRetry.span)]
    }

    /// Whether no other node is sending it. The parameter is this node.
    private static func isFree(_ connection: any SQLConnection) -> String {
        "phase = 'waiting' AND (node IS NULL OR node = ? OR leased < \(connection.now))"
    }

    private static func delivery(
        _ message: Int64, to target: String, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> NotificationDelivery? {
        let number = SQLValue.integer(message)
        let head = try connection.rows(
            "SELECT job_id, step, kind, at, attempts, first_tried FROM notifications WHERE number = ?", [number]
        ) { row throws(RepositoryFailure) in
            (
                name: row.isNull(0)
                    ? "\(row.text(2))-\(row.integer(3))-\(message)" : "\(row.text(0))-\(row.integer(1))",
                attempts: Int(row.integer(4)), firstTried: row.isNull(5) ? nil : row.time(5)
            )
        }.first
        let kinds: [(NotificationKind, Int)] = try connection.rows(
            "SELECT kind, count(*) FROM notifications WHERE message = ? GROUP BY kind", [number]
        ) { row throws(RepositoryFailure) in (try row.word(0), Int(row.integer(1))) }
        let members = try connection.rows(
            """
            SELECT \(NotificationRecord.columns) FROM notifications AS n LEFT JOIN job_history AS h ON h.sequence = n.step
            WHERE n.message = ? ORDER BY n.number LIMIT ?
            """, [number, .integer(Int64(NotificationDelivery.mostListed))], NotificationRecord.read)
        guard let head else { return nil }
        let count = kinds.reduce(0) { $0 + $1.1 }
        return NotificationDelivery(
            id: count > 1 ? "digest-" + head.name : head.name, target: target, number: message, count: count,
            members: members, kinds: Dictionary(uniqueKeysWithValues: kinds), attempts: head.attempts,
            firstTried: head.firstTried)
    }
}

internal import Domain
internal import PlatformSQL

/// Rows of notifications.
enum NotificationRecord {
    /// Records a notification of a job's state for each target that wants it. `step`: of the job's history.
    static func insert(
        _ kind: NotificationKind, of job: JobID, step: Int64, at utc: UTCMillis, _ rules: NotificationRules,
        on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        guard let found = try JobRecord.find(job, on: connection) else { return }
        for target in rules.targets(for: kind, NotificationPlace(found)) {
            try insert(target, "\(job.text) \(step)", kind, job: job, step: step, event: .null, at: utc, on: connection)
        }
    }

    static func insert(_ new: NewNotification, on connection: any SQLConnection) throws(RepositoryFailure) {
        let event = SQLValue.text(try JSONText.of(new.event))
        for target in new.targets {
            try insert(target, new.key, new.event.kind, event: event, at: new.at, on: connection)
        }
    }

    private static func insert(
        _ target: String, _ key: String, _ kind: NotificationKind, job: JobID? = nil, step: Int64? = nil,
        event: SQLValue, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        try connection.run(
            """
            INSERT INTO notifications (target, key, kind, job_id, step, event, at, phase, due, attempts, leased)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0, 0) ON CONFLICT (target, key) DO NOTHING
            """,
            [
                .text(target), .text(key), .text(kind.rawValue), SQLValue(job?.text),
                step.map { .integer($0) } ?? .null,
                event, .time(utc),
            ])
    }

    /// What the notification tells, joined with the history.
    static let columns = "n.kind, n.at, n.job_id, n.event, h.state, h.wait_until, h.hold, h.failure"

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Notification {
        guard let kind = NotificationKind(rawValue: row.text(0)) else {
            throw .corrupt("NotificationKind \(row.text(0))")
        }
        if row.isNull(2) { return Notification(kind, at: row.time(1), .event(try row.json(3))) }
        return Notification(kind, at: row.time(1), .job(try row.identifier(2), try StateRecord.read(row, from: 4)))
    }
}

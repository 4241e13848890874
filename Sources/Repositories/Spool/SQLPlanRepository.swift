internal import Domain
internal import PlatformSQL

/// Plans and the moments that are settled.
struct SQLPlanRepository: PlanRepository {
    let database: any SQLStore

    /// The number of settled moments that are remembered for each plan.
    static let mostRuns = 10_000

    func add(
        _ plan: Plan, key: SubmissionKey?, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanAddition {
        try await database.write { connection throws(RepositoryFailure) in
            if let key, let known = try Self.known(key, on: connection) { return known }
            let open = try connection.rows("SELECT count(*) FROM plans WHERE state <> 'ended'") { $0.integer(0) }
            guard open.first ?? 0 < Int64(Plan.most) else { return .full }
            try PlanRecord.insert(plan, key: key, content: content, at: utc, on: connection)
            return .added
        }
    }

    private static func known(
        _ key: SubmissionKey, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> PlanAddition? {
        try connection.rows(
            "SELECT \(PlanRecord.columns), content FROM plans WHERE submitter = ? AND key = ?",
            [.integer(Int64(key.user)), .text(key.text)]
        ) { row throws(RepositoryFailure) in
            PlanAddition.known(try PlanRecord.read(row), content: try row.digest(20))
        }.first
    }

    func plan(_ id: PlanID) async throws(RepositoryFailure) -> Plan? {
        try await database.read { connection throws(RepositoryFailure) in try PlanRecord.find(id, on: connection) }
    }

    func plans() async throws(RepositoryFailure) -> [Plan] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows("SELECT \(PlanRecord.columns) FROM plans ORDER BY id", [], PlanRecord.read)
        }
    }

    func schedules() async throws(RepositoryFailure) -> [PlanSchedule] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT id, revision, calendar, catch_up, due, found FROM plans WHERE state = 'active' ORDER BY id"
            ) { row throws(RepositoryFailure) in
                PlanSchedule(
                    id: try row.identifier(0), revision: row.integer(1), calendar: try PlanRecord.calendar(row, 2),
                    catchUp: try row.word(3), due: row.isNull(4) ? nil : row.time(4), found: row.time(5))
            }
        }
    }

    func change(_ plan: Plan, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try await database.write { connection throws(RepositoryFailure) in
            let changed = try connection.run(
                """
                UPDATE plans SET given_at = ?, given_every = ?, calendar = ?, catch_up = ?, state = ?, due = ?,
                found = ?, revision = ?, changed = ? WHERE id = ? AND revision = ? AND state <> 'ended'
                """,
                PlanRecord.times(plan) + [
                    .text(plan.state.rawValue), SQLValue(plan.due?.milliseconds), .time(plan.found),
                    .integer(plan.revision), .time(utc), .text(plan.id.text), .integer(plan.revision - 1),
                ])
            return changed == 1
        }
    }

    func cancel(_ id: PlanID) async throws(RepositoryFailure) -> Bool {
        try await database.write { connection throws(RepositoryFailure) in
            try PlanRecord.erase("id = ?", [.text(id.text)], on: connection) > 0
        }
    }

    func settle(
        _ run: PlanRun, _ submission: (jobs: SubmittedJobs, drop: Drop)?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanRunOutcome {
        let rules = database.notificationRules.current
        return try await database.write { connection throws(RepositoryFailure) in
            if let earlier = try Self.settled(run, submission?.drop, on: connection) { return earlier }
            let ends = run.next == nil
            let changed = try connection.run(
                """
                UPDATE plans SET due = ?, found = ?, state = ?, last_due = ?, last_job = ?, changed = ?
                WHERE id = ? AND revision = ? AND state = 'active'
                """,
                [
                    SQLValue(run.next?.milliseconds), .time(run.utc),
                    .text((ends ? Plan.State.ended : .active).rawValue), .time(run.due),
                    SQLValue(submission?.jobs.first.id.text), .time(utc), .text(run.plan.text),
                    .integer(run.revision),
                ])
            guard changed == 1 else { return .changed }
            try connection.run(
                "INSERT INTO plan_runs (plan_id, due, drop_id, settled) VALUES (?, ?, ?, ?)",
                [.text(run.plan.text), .time(run.due), SQLValue(submission?.drop.id.text), .time(utc)])
            try PlanRecord.forgetRuns(of: run.plan, on: connection)
            if let submission {
                try SQLSubmissionRepository.insert(
                    submission.jobs, of: submission.drop, at: utc, on: connection, telling: rules)
            }
            if ends { try PlanRecord.end(run.plan, on: connection) }
            return submission.map { .fired($0.jobs, $0.drop) } ?? .missed
        }
    }

    /// The outcome if the moment was settled before; the plan then goes on with the next moment.
    private static func settled(
        _ run: PlanRun, _ drop: Drop?, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> PlanRunOutcome? {
        let earlier = try connection.rows(
            "SELECT drop_id FROM plan_runs WHERE plan_id = ? AND due = ?", [.text(run.plan.text), .time(run.due)]
        ) { $0.textIfAny(0) }.first
        guard let earlier else { return nil }
        if let drop, earlier == drop.id.text {
            let jobs = try SQLSubmissionRepository.jobs(of: drop.id.text, on: connection)
            if let first = jobs.first {
                return .fired(SubmittedJobs(first, Array(jobs.dropFirst()), content: nil), drop)
            }
        }
        let changed = try connection.run(
            """
            UPDATE plans SET due = ?, found = ?, state = ? WHERE id = ? AND revision = ? AND state = 'active'
            AND (due IS NULL OR due <= ?)
            """,
            [
                SQLValue(run.next?.milliseconds), .time(run.utc),
                .text((run.next == nil ? Plan.State.ended : .active).rawValue),
                .text(run.plan.text), .integer(run.revision), .time(run.due),
            ])
        if changed == 1, run.next == nil { try PlanRecord.end(run.plan, on: connection) }
        return .settled
    }
}

/// The row of a plan.
enum PlanRecord {
    static let columns = """
        id, request, folder, outbox, on_conflict, name, size, reference, submitter, given_at, given_every, calendar, \
        catch_up, state, due, last_due, last_job, created, revision, found
        """

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Plan {
        let order = PlannedOrder(
            request: try row.json(1), folder: row.text(2), outbox: FolderPath(bytes: row.blob(3)),
            onConflict: try row.word(4), name: FileName(bytes: row.blob(5)), size: row.integer(6),
            reference: row.textIfAny(7), submitter: UInt32(truncatingIfNeeded: row.integer(8)))
        var last: Plan.Run?
        if !row.isNull(15) { last = Plan.Run(due: row.time(15), job: row.isNull(16) ? nil : try row.identifier(16)) }
        return Plan(
            id: try row.identifier(0), order: order,
            timing: PlanTiming(
                at: row.textIfAny(9), every: row.textIfAny(10), calendar: try calendar(row, 11),
                catchUp: try row.word(12)),
            state: try row.word(13), due: row.isNull(14) ? nil : row.time(14), found: row.time(19),
            last: last, created: row.time(17),
            revision: row.integer(18))
    }

    static func calendar(_ row: borrowing Row, _ column: Int32) throws(RepositoryFailure) -> CalendarExpression? {
        guard let text = row.textIfAny(column) else { return nil }
        do throws(CalendarProblem) {
            return try CalendarExpression(text: text)
        } catch { throw .corrupt("CalendarExpression \(text)") }
    }

    static func find(_ id: PlanID, on connection: any SQLConnection) throws(RepositoryFailure) -> Plan? {
        try connection.rows("SELECT \(columns) FROM plans WHERE id = ?", [.text(id.text)], read).first
    }

    /// The values of the columns of its timing.
    static func times(_ plan: Plan) -> [SQLValue] {
        [
            SQLValue(plan.timing.at), SQLValue(plan.timing.every), SQLValue(plan.timing.calendar?.description),
            .text(plan.timing.catchUp.rawValue),
        ]
    }

    static func insert(
        _ plan: Plan, key: SubmissionKey?, content: Digest, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let order = plan.order
        let values: [SQLValue] = [
            .text(plan.id.text), .text(try JSONText.of(order.request)), .text(order.folder),
            .blob(order.outbox.bytes), .text(order.onConflict.rawValue), .blob(order.name.bytes), .integer(order.size),
            SQLValue(order.reference), .integer(Int64(order.submitter)),
        ]
        let rest: [SQLValue] = [
            .text(plan.state.rawValue), SQLValue(plan.due?.milliseconds), SQLValue(plan.last?.due.milliseconds),
            SQLValue(plan.last?.job?.text), .time(plan.created), .integer(plan.revision), .time(plan.found),
            SQLValue(key?.text), .blob(content.bytes), .time(utc),
        ]
        try connection.run(
            """
            INSERT INTO plans (\(columns), key, content, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, values + times(plan) + rest)
        for picture in Set(order.pictures) {
            try connection.run(
                "INSERT INTO plan_pictures (digest, plan_id) VALUES (?, ?)",
                [.blob(picture.bytes), .text(plan.id.text)])
        }
    }

    /// Keeps the newest runs of a plan.
    static func forgetRuns(of plan: PlanID, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            """
            DELETE FROM plan_runs WHERE plan_id = ?1 AND due < (
                SELECT due FROM plan_runs WHERE plan_id = ?1 ORDER BY due DESC LIMIT 1 OFFSET \(SQLPlanRepository.mostRuns - 1))
            """, [.text(plan.text)])
    }

    /// Frees the pictures of a plan that has ended, and erases those that ended long before it.
    static func end(_ plan: PlanID, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run("DELETE FROM plan_pictures WHERE plan_id = ?", [.text(plan.text)])
        try erase(
            """
            state = 'ended' AND id <> ? AND id NOT IN (
                SELECT id FROM plans WHERE state = 'ended' ORDER BY changed DESC, id DESC LIMIT \(Plan.mostEnded))
            """, [.text(plan.text)], on: connection)
    }

    /// Erases a plan that has ended and made this drop: its request is the jobs'.
    static func eraseEnded(
        withJobsOf drop: DropID, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let plans = try connection.rows(
            "SELECT id FROM plans WHERE state = 'ended' AND id IN (SELECT plan_id FROM plan_runs WHERE drop_id = ?)",
            [.text(drop.text)]
        ) { $0.text(0) }
        for plan in plans { try erase("id = ?", [.text(plan)], on: connection) }
    }

    /// Erases the plans that meet a condition, which must not depend on their runs, and returns their number.
    @discardableResult
    static func erase(
        _ condition: String, _ values: [SQLValue], on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Int {
        for table in ["plan_pictures", "plan_runs"] {
            try connection.run(
                "DELETE FROM \(table) WHERE plan_id IN (SELECT id FROM plans WHERE \(condition))", values)
        }
        return try connection.run("DELETE FROM plans WHERE \(condition)", values)
    }
}

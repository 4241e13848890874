internal import Domain
internal import PlatformSQL

/// The ledger: a line for each call that may cost something, kept permanently.
///
/// `LedgerRepository` defines the days for which a line counts; the SQL here implements its rules.
enum Ledger {
    static func reserve(
        _ reservation: BudgetReservation, for call: Call, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        try reserve(reservation, for: call.id, on: call.backend, at: utc, connection)
    }

    static func reserve(
        _ reservation: BudgetReservation, for call: CallID, on backend: String, at utc: UTCMillis,
        _ connection: any SQLConnection
    ) throws(RepositoryFailure) {
        try connection.run(
            """
            INSERT INTO ledger (call_id, backend, folder, submitter, day, charge, micros, currency, created, changed)
            VALUES (?, ?, ?, ?, ?, 'reserved', ?, ?, ?, ?)
            """,
            [
                .text(call.text), .text(backend), .text(reservation.folder),
                SQLValue(reservation.submitter.map(Int64.init)), .text(reservation.moment.day.text),
                .integer(reservation.estimate?.micros ?? 0), SQLValue(reservation.estimate?.currency),
                .time(utc), .time(utc),
            ])
    }

    /// Settles a call's line. A call that reuses an earlier picture has none and gets none.
    static func settle(
        _ call: CallID, _ settlement: Settlement, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        try connection.run(
            """
            UPDATE ledger SET charge = ?, micros = coalesce(?, micros), currency = coalesce(?, currency), changed = ?
            WHERE call_id = ?
            """,
            [
                .text(settlement.charge.rawValue), SQLValue(settlement.amount?.micros),
                SQLValue(settlement.amount?.currency), .time(utc), .text(call.text),
            ])
    }

    /// The charge of a call's line, and `true` if the line has an amount; `nil` if there is no line.
    static func line(
        of call: CallID, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> (charge: Charge, isPriced: Bool)? {
        try connection.rows("SELECT charge, micros FROM ledger WHERE call_id = ?", [.text(call.text)]) { row in
            (Charge(rawValue: row.text(0)) ?? .unknown, row.integer(1) > 0)
        }.first
    }

    /// Records that lines are dated later than `today`. Costs an index lookup, because hardly any line ever is.
    static func notice(_ today: LocalDay, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            """
            UPDATE ledger SET counted_on = ?1
            WHERE charge <> 'unspent' AND day > ?1 AND (counted_on IS NULL OR counted_on > ?1)
            """, [.text(today.text)])
    }

    static func later(
        than today: LocalDay, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> FutureAmounts? {
        try connection.rows(
            """
            SELECT count(*), coalesce(max(day), ''), coalesce(max(min(coalesce(counted_on, ?1), ?1)), '')
            FROM ledger WHERE charge <> 'unspent' AND day > ?1
            """, [.text(today.text)]
        ) { row -> FutureAmounts? in
            guard let latest = LocalDay(text: row.text(1)), let counted = LocalDay(text: row.text(2)) else {
                return nil
            }
            return FutureAmounts(lines: row.integer(0), latest: latest, countedOn: counted)
        }.first ?? nil
    }

    static func standing(
        of cap: BudgetCap, at moment: BudgetMoment, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> CapUsage {
        let (condition, value) = scope(cap.scope)
        let currency = if case .money(let most) = cap.limit { most.currency } else { "" }
        let spent = try connection.rows(
            """
            SELECT coalesce(sum(CASE WHEN currency = ?1 THEN micros END), 0), count(*) FROM ledger
            WHERE charge <> 'unspent' AND day >= ?2 AND (day <= ?3 OR coalesce(counted_on, ?3) >= ?2) \(condition)
            """,
            [.text(currency), .text(moment.start(of: cap.period).text), .text(moment.day.text)] + value
        ) { Spending(micros: $0.integer(0), pictures: $0.integer(1)) }
        return CapUsage(
            cap: cap, spent: spent.first ?? Spending(micros: 0, pictures: 0), resetsAt: moment.end(of: cap.period))
    }

    static func spend(_ query: SpendQuery, on connection: any SQLConnection) throws(RepositoryFailure) -> [SpendLine] {
        let groups = query.groups.map(column)
        let keys = (1...(groups.count + 1)).map(String.init).joined(separator: ", ")
        let columns = (groups + ["charge = 'unknown'"]).joined(separator: ", ")
        let count = Int32(groups.count)
        return try connection.rows(
            """
            SELECT \(columns), count(*), sum(micros), currency FROM (
                SELECT backend, folder, submitter, charge, micros, currency, CASE
                    WHEN day <= ?3 AND day BETWEEN ?1 AND ?2 THEN day
                    WHEN day > ?3 THEN min(coalesce(counted_on, ?3), ?3)
                    ELSE counted_on END AS day
                FROM ledger WHERE charge <> 'unspent' AND day >= ?1) AS lines
            WHERE day BETWEEN ?1 AND ?2
            GROUP BY \(keys), currency ORDER BY \(keys), currency NULLS FIRST
            """,
            [.text(query.days.lowerBound.text), .text(query.days.upperBound.text), .text(query.today.text)]
        ) { row in
            SpendLine(
                keys: (0..<count).map { row.text($0) }, isUnknown: row.integer(count) != 0,
                pictures: row.integer(count + 1),
                amount: row.textIfAny(count + 3).map { Money(micros: row.integer(count + 2), currency: $0) })
        }
    }

    static func cost(of job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> JobCost {
        let lines = try connection.rows(
            """
            SELECT currency, sum(micros), count(CASE WHEN charge = 'unknown' THEN 1 END)
            FROM calls JOIN ledger ON ledger.call_id = calls.id
            WHERE calls.job_id = ? AND charge <> 'unspent' GROUP BY currency ORDER BY currency NULLS FIRST
            """, [.text(job.text)]
        ) { row in
            (sum: row.textIfAny(0).map { Money(micros: row.integer(1), currency: $0) }, lost: Int(row.integer(2)))
        }
        return JobCost(sums: lines.compactMap(\.sum), lostCalls: lines.reduce(0) { $0 + $1.lost })
    }

    private static func scope(_ scope: BudgetCap.Scope) -> (String, [SQLValue]) {
        switch scope {
        case .everything: ("", [])
        case .backend(let name): ("AND backend = ?4", [.text(name)])
        case .folder(let name): ("AND folder = ?4", [.text(name)])
        case .user(let number): ("AND submitter = ?4", [.integer(Int64(number))])
        }
    }

    /// The SQL expression for a group; its value is text.
    private static func column(_ group: SpendQuery.Group) -> String {
        switch group {
        case .folder: "folder"
        case .backend: "backend"
        case .user: "coalesce(CAST(submitter AS TEXT), '')"
        case .day: "day"
        case .month: "substr(day, 1, 7)"
        }
    }
}

/// Totals of the ledger.
struct SQLLedgerRepository: LedgerRepository {
    let database: any SQLStore

    func standing(
        of caps: [BudgetCap], at moment: BudgetMoment
    ) async throws(RepositoryFailure) -> [CapUsage] {
        try await database.read { connection throws(RepositoryFailure) in
            try caps.map { cap throws(RepositoryFailure) in
                try Ledger.standing(of: cap, at: moment, on: connection)
            }
        }
    }

    func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine] {
        try await database.read { connection throws(RepositoryFailure) in
            try Ledger.spend(query, on: connection)
        }
    }

    func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> FutureAmounts? {
        try await database.read { connection throws(RepositoryFailure) in
            try Ledger.later(than: today, on: connection)
        }
    }
}

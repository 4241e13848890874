internal import Domain
internal import PlatformPostgreSQL
internal import PlatformSQL

/// Copies all tables of the state from one database to another and compares them. The target is in a transaction, so that
/// a failure leaves it as it was.
///
/// Triggers don't run: what they count is copied too.
struct RowTransfer {
    let source: any SQLConnection
    let target: any SQLConnection
    let report: MigrationProgress.Report

    func run() throws(MigrationFailure) -> MigrationReport {
        let tables = try commonTables()
        let triggers = try at(.target) { () throws(RepositoryFailure) in try Triggers.disable(of: tables, in: target) }
        try at(.target) { () throws(RepositoryFailure) in try clear(tables) }
        var (moved, summaries): ([MovedTable], [TableSummary]) = ([], [])
        for table in tables {
            let start = ContinuousClock.now
            summaries.append(try copy(table))
            let copied = MovedTable(name: table.name, rows: summaries.last?.rows ?? 0, time: .now - start)
            moved.append(copied)
            try at(.target) { () throws(RepositoryFailure) in try report(.copied(copied)) }
        }
        try at(.target) { () throws(RepositoryFailure) in try triggers.enable(in: target) }
        for (table, summary) in zip(tables, summaries) {
            let written = try at(.target) { () throws(RepositoryFailure) in
                try TableReader.summary(of: table, on: target)
            }
            guard written == summary else { throw .rowsDiffer(table.name) }
            try at(.target) { () throws(RepositoryFailure) in try report(.compared(table: table.name)) }
        }
        return MigrationReport(tables: moved, ledger: try comparedLedger())
    }

    private func commonTables() throws(MigrationFailure) -> [StateTable] {
        let known = try at(.source) { () throws(RepositoryFailure) in try StateTable.all(in: source) }
        let wanted = try at(.target) { () throws(RepositoryFailure) in try StateTable.all(in: target) }
        for table in known + wanted where !known.contains(table) || !wanted.contains(table) {
            throw .tableDiffers(table.name)
        }
        return known
    }

    /// Leaves the target without rows, also of the index of words, which is then written again. Marks of pictures that an
    /// earlier state has left would be wrong.
    private func clear(_ tables: [StateTable]) throws(RepositoryFailure) {
        for table in ["artwork_words_version", "blob_marks"] { try target.run("DELETE FROM \(table)") }
        switch target.dialect {
        case .sqlite:
            for table in tables.reversed() { try target.run("DELETE FROM \(table.quoted)") }
        case .postgreSQL:
            try target.run("TRUNCATE " + tables.map(\.quoted).joined(separator: ", "))
        }
    }

    private func copy(_ table: StateTable) throws(MigrationFailure) -> TableSummary {
        var reader = TableReader(table)
        var count = 0
        let insertion =
            "INSERT INTO \(table.quoted) (\(table.columnList)) VALUES ("
            + table.columns.map { _ in "?" }.joined(separator: ", ") + ")"
        while true {
            let page: EncodedRows?
            do throws(RepositoryFailure) { page = try reader.next(on: source) } catch {
                throw .database(.source, error)
            }
            guard let page else { break }
            count += page.count
            try at(.target) { () throws(RepositoryFailure) in
                if let server = target as? PostgreSQLConnection {
                    do throws(SQLFailure) {
                        try server.copy(page.bytes, into: table.name, table.columns.map(\.name))
                    } catch { throw RepositoryFailure(error) }
                } else {
                    try page.each(of: table) { values throws(RepositoryFailure) in try target.run(insertion, values) }
                }
                try report(.rows(table: table.name, count: count))
            }
        }
        let last = try at(.source) { () throws(RepositoryFailure) in try table.lastNumber(in: source) }
        try at(.target) { () throws(RepositoryFailure) in
            try table.countOn(from: last, in: target)
            // Otherwise the server would not know soon enough how large the table is.
            if target.dialect == .postgreSQL { try target.run("ANALYZE \(table.quoted)") }
        }
        return reader.summary()
    }

    private func comparedLedger() throws(MigrationFailure) -> [LedgerSum] {
        let kept = try at(.source) { () throws(RepositoryFailure) in try Self.ledger(in: source) }
        let copied = try at(.target) { () throws(RepositoryFailure) in try Self.ledger(in: target) }
        guard kept == copied else { throw .rowsDiffer("ledger") }
        return kept
    }

    private static func ledger(in connection: any SQLConnection) throws(RepositoryFailure) -> [LedgerSum] {
        try connection.rows(
            """
            SELECT currency, charge, count(*), sum(micros) FROM ledger GROUP BY currency, charge
            ORDER BY coalesce(currency, ''), charge
            """
        ) { LedgerSum(currency: $0.textIfAny(0), charge: $0.text(1), calls: $0.integer(2), micros: $0.integer(3)) }
    }
}

/// Triggers that don't run while rows are copied.
private struct Triggers {
    /// What lets them run again.
    private let statements: [String]

    /// SQLite can't disable triggers, so they are dropped.
    static func disable(
        of tables: [StateTable], in connection: any SQLConnection
    ) throws(RepositoryFailure) -> Triggers {
        switch connection.dialect {
        case .sqlite:
            let triggers = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
                (name: $0.text(0), sql: $0.text(1))
            }
            for trigger in triggers { try connection.run("DROP TRIGGER \(StateTable.quoted(trigger.name))") }
            return Triggers(statements: triggers.map(\.sql))
        case .postgreSQL:
            for table in tables { try connection.run("ALTER TABLE \(table.quoted) DISABLE TRIGGER USER") }
            return Triggers(statements: tables.map { "ALTER TABLE \($0.quoted) ENABLE TRIGGER USER" })
        }
    }

    func enable(in connection: any SQLConnection) throws(RepositoryFailure) {
        for statement in statements { try connection.run(statement) }
    }
}

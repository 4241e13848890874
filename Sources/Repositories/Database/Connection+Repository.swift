internal import Domain
internal import PlatformSQL
internal import PlatformSQLite

extension SQLConnection {
    /// Runs a statement and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws(RepositoryFailure) -> Int {
        do { return try execute(sql, values) } catch { throw RepositoryFailure(error) }
    }

    /// Reads all rows of a result. Fails with the first row that can't be read.
    func rows<T>(
        _ sql: String, _ values: [SQLValue] = [], _ read: (borrowing Row) throws(RepositoryFailure) -> T
    ) throws(RepositoryFailure) -> [T] {
        let results: [Result<T, RepositoryFailure>]
        do {
            results = try select(sql, values) { row in
                do throws(RepositoryFailure) { return .success(try read(row)) } catch { return .failure(error) }
            }
        } catch {
            throw RepositoryFailure(error)
        }
        var rows: [T] = []
        rows.reserveCapacity(results.count)
        for result in results { rows.append(try result.get()) }
        return rows
    }

    /// Reads rows one by one, so that a large result needs no memory.
    func readEach(
        _ sql: String, _ values: [SQLValue] = [], _ read: (borrowing Row) -> Void
    ) throws(RepositoryFailure) {
        do throws(SQLFailure) { try each(sql, values, read) } catch { throw RepositoryFailure(error) }
    }

    /// Begins a transaction that writes.
    func beginWriting() throws(RepositoryFailure) {
        do throws(SQLFailure) { try begin() } catch { throw RepositoryFailure(error) }
    }

    func beginSnapshot() throws(RepositoryFailure) {
        do throws(SQLFailure) { try beginReading() } catch { throw RepositoryFailure(error) }
    }

    func commitAll() throws(RepositoryFailure) {
        do throws(SQLFailure) { try commit() } catch { throw RepositoryFailure(error) }
    }

    /// `true` if the query has a result. Stops at the first row.
    func finds(_ sql: String, _ values: [SQLValue]) throws(RepositoryFailure) -> Bool {
        try rows("SELECT EXISTS (\(sql))", values) { $0.integer(0) != 0 }.first == true
    }

    /// Rolls back a transaction that a failure has left open. It would otherwise keep showing the same snapshot and
    /// prevent new ones.
    func endTransaction() {
        if isInTransaction { _ = try? run("ROLLBACK") }
    }

    /// Runs reads that see one snapshot: that of the open transaction, or one of their own.
    func inSnapshot<T>(
        _ work: (any SQLConnection) throws(RepositoryFailure) -> T
    ) -> Result<T, RepositoryFailure> {
        guard !isInTransaction else { return inSavepoint(work) }
        return inTransaction(work) { () throws(SQLFailure) in try beginReading() }
    }

    /// Runs statements that commit one by one, on a connection that is made again if it was lost.
    func outsideTransaction<T>(
        _ work: (any SQLConnection) throws(RepositoryFailure) -> T
    ) -> Result<T, RepositoryFailure> {
        Result { () throws(RepositoryFailure) in
            do throws(SQLFailure) { try reconnect() } catch { throw RepositoryFailure(error) }
            return try work(self)
        }
    }

    /// Runs work in a transaction that `begin` begins.
    func inTransaction<T>(
        _ work: (any SQLConnection) throws(RepositoryFailure) -> T, begin: () throws(SQLFailure) -> Void
    ) -> Result<T, RepositoryFailure> {
        do throws(RepositoryFailure) {
            do throws(SQLFailure) { try begin() } catch { throw RepositoryFailure(error) }
            let answer = try work(self)
            try commitAll()
            return .success(answer)
        } catch {
            endTransaction()
            return .failure(error)
        }
    }

    /// Runs reads whose failure leaves the open transaction usable. If the database has ended it there is nothing left to
    /// end.
    private func inSavepoint<T>(
        _ work: (any SQLConnection) throws(RepositoryFailure) -> T
    ) -> Result<T, RepositoryFailure> {
        do throws(RepositoryFailure) {
            try run("SAVEPOINT piece")
            let answer = try work(self)
            try run("RELEASE piece")
            return .success(answer)
        } catch {
            _ = try? run("ROLLBACK TO piece")
            _ = try? run("RELEASE piece")
            return .failure(error)
        }
    }
}

extension RepositoryFailure {
    init(_ failure: SQLFailure) {
        self = failure.code == 0 ? Self(server: failure) : Self(file: failure)
    }

    /// By the classes of PostgreSQL's states. Without a state the server was not asked.
    private init(server failure: SQLFailure) {
        self =
            switch failure.state {
            case "": .unreachable(failure.message)
            case "25006": .onServer(.readOnly)
            case "42501": .onServer(.denied(failure.message))
            case "53100": .onServer(.full)
            case "40001", "40P01", "55P03", "57014": .onServer(.interrupted(failure.message))
            case "XX001", "XX002": .onServer(.corrupt(failure.message))
            case let state where ["08", "28", "3D", "53", "57"].contains(state.prefix(2)): .unreachable(failure.message)
            case let state: .onServer(.failed("\(state): \(failure.message)"))
            }
    }

    private init(file failure: SQLFailure) {
        self =
            switch failure.primary {
            case 13: .full
            case 3, 8, 23: .denied
            case 14 where [1, 13, 30].contains(failure.system): .denied
            case 5, 6: .busy
            case 11, 26: .corrupt(failure.message)
            default: .failed(code: failure.code, failure.message)
            }
    }

    init(_ failure: SchemaFailure) {
        self =
            switch failure {
            case .newer(let found, let known): .newer(found: found, known: known)
            case .foreign(let application): .foreign(application: application)
            case .sqlite(let failure): Self(failure)
            }
    }

    /// The failure of requests after `close` (SQLITE_MISUSE).
    static var closed: Self { .failed(code: 21, "closed") }

    /// The failure for a missing row (SQLITE_NOTFOUND).
    static func absent(_ what: String) -> Self { .failed(code: 12, what) }
}

extension SQLConnection {
    /// The database's clock, in milliseconds since 1970.
    var now: String {
        switch dialect {
        case .sqlite: "(CAST(strftime('%s', 'now') AS INTEGER) * 1000)"
        case .postgreSQL: FleetSchema.now
        }
    }
}

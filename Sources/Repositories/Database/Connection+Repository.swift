internal import Domain
internal import PlatformSQLite

extension Connection {
    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(RepositoryFailure) -> Int {
        do { return try execute(sql, values) } catch { throw RepositoryFailure(error) }
    }

    /// Reads every row of a result; the first that can't be read fails all.
    func rows<T>(
        _ sql: String, _ values: [SQLiteValue] = [], _ read: (borrowing Row) throws(RepositoryFailure) -> T
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

    /// Whether a query finds anything. It ends with the first that it finds.
    func finds(_ sql: String, _ values: [SQLiteValue]) throws(RepositoryFailure) -> Bool {
        try rows("SELECT EXISTS (\(sql))", values) { $0.integer(0) != 0 }.first == true
    }

    /// Ends what a failure has left open. A transaction that nobody ends would show the same snapshot for ever, and let
    /// no other begin.
    func endTransaction() {
        if isInTransaction { _ = try? run("ROLLBACK") }
    }

    /// What fails is undone by itself, without the rest of the transaction. When SQLite has ended the transaction
    /// there is nothing left to undo.
    func inSavepoint<T>(
        _ work: (Connection) throws(RepositoryFailure) -> T
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

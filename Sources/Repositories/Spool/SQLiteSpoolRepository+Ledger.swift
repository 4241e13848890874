public import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    public func standing(
        of caps: [BudgetCap], at moment: BudgetMoment
    ) async throws(RepositoryFailure) -> [CapStanding] {
        try await reader.read { connection throws(RepositoryFailure) in
            try caps.map { cap throws(RepositoryFailure) in
                try Ledger.standing(of: cap, at: moment, on: connection)
            }
        }
    }

    public func lostCalls(of job: JobID) async throws(RepositoryFailure) -> Int {
        try await reader.read { connection throws(RepositoryFailure) in
            let counts = try connection.rows(
                """
                SELECT count(*) FROM calls JOIN ledger ON ledger.call_id = calls.id
                WHERE calls.job_id = ? AND ledger.charge = 'unknown'
                """, [.text(job.text)]
            ) { Int($0.integer(0)) }
            return counts.first ?? 0
        }
    }

    public func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine] {
        try await reader.read { connection throws(RepositoryFailure) in
            try Ledger.spend(query, on: connection)
        }
    }
}

package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    package func standing(
        of caps: [BudgetCap], at moment: BudgetMoment
    ) async throws(RepositoryFailure) -> [CapStanding] {
        try await reader.read { connection throws(RepositoryFailure) in
            try caps.map { cap throws(RepositoryFailure) in
                try Ledger.standing(of: cap, at: moment, on: connection)
            }
        }
    }

    package func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost {
        try await reader.read { connection throws(RepositoryFailure) in try Ledger.cost(of: job, on: connection) }
    }

    package func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine] {
        try await reader.read { connection throws(RepositoryFailure) in
            try Ledger.spend(query, on: connection)
        }
    }

    package func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> LaterAmounts? {
        try await reader.read { connection throws(RepositoryFailure) in
            try Ledger.later(than: today, on: connection)
        }
    }
}

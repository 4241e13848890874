package import Domain

extension SpoolRepository {
    /// Begins a call that no cap bounds and that has no price. `false`: the job was lost.
    package func begin(_ call: Call, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool {
        let day = LocalDay(year: 1970, month: 1, day: 1)
        let reservation = BudgetReservation(
            folder: "inbox", submitter: nil, estimate: nil, moment: BudgetMoment(day: day, dayEnds: 0, monthEnds: 0),
            caps: [])
        return try await begin(call, reserving: reservation, token: token, at: utc) == .begun(warnings: [])
    }

    package func keep(_ call: Call, at utc: Int64) async throws(RepositoryFailure) {
        try await keep(call, settling: nil, at: utc)
    }
}

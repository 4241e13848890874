package import Domain

/// Requests with several samples, before their first call.
extension BackendsSideEffectImpl {
    /// Holds the samples that exceed a cap although others of the same request fit. Pictures that are reused cost
    /// nothing. If the database can't say what was spent, nothing is held: each call has to fit anyway.
    package func fitting(_ jobs: [Job], in ledger: any LedgerRepository) async -> [Job] {
        guard jobs.contains(where: { $0.sample.isOneOfMany && $0.state == .queued }) else { return jobs }
        let needy = jobs.filter { $0.state == .queued && $0.activeRequest.source.task != nil }
        do throws(RepositoryFailure) {
            let caps = Set(needy.flatMap { reservation(for: $0).caps })
            var forecast = BudgetForecast(try await ledger.standing(of: Array(caps), at: moment(utc())))
            var exceeded: [JobID: BudgetExceeded] = [:]
            for job in needy {
                if try await isReused(job) { continue }
                let reservation = reservation(for: job)
                exceeded[job.id] = forecast.plan(reservation.estimate, under: reservation.caps)
            }
            return jobs.holding(exceeded, maxRelease: budget.maxRelease)
        } catch {
            return jobs
        }
    }

    private func reservation(for job: Job) -> BudgetReservation {
        reservation(for: job, on: job.activeRequest.generation.backend)
    }

    private func isReused(_ job: Job) async throws(RepositoryFailure) -> Bool {
        guard job.activeRequest.generation.isReusable else { return false }
        return try await calls.purchase(purchase(of: job, by: job.activeRequest.generation.backend)) != nil
    }
}

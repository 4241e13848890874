package import Domain
import Synchronization

extension SimulatedSpool {
    package func begin(
        _ call: Call, reserving: BudgetReservation, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> CallStart {
        let write: @Sendable () async -> Void = { [base, bug, life] in
            // It may come before anybody else has taken the job up.
            let isLawful = (try? await base.job(call.job)).map { $0.token <= token } == true
            let token = await Self.token(token, call.job, base, bug)
            let start = try? await base.begin(call, reserving: reserving, token: token, at: utc)
            if isLawful, case .begun = start { life.noteBegun(call.job) }
        }
        if bug == .claimAfterActing {
            unwritten.withLock { $0[call.id] = write }
            return .begun(warnings: [])
        }
        let counted = BudgetReservation(
            folder: reserving.folder, submitter: reserving.submitter, estimate: reserving.estimate,
            moment: reserving.moment, caps: bug == .noCap ? [] : reserving.caps)
        return try await change("begin call", "\(call.id) of job \(call.job)", late: write) {
            [base, life, counted] () throws(RepositoryFailure) in
            let start = try await base.begin(call, reserving: counted, token: token, at: utc)
            if case .begun = start { life.noteBegun(call.job) }
            return start
        }
    }

    package func adopt(_ call: Call, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool {
        try await change("adopt call", "\(call.id)") { [base] () throws(RepositoryFailure) in
            try await base.adopt(call, token: token, at: utc)
        }
    }

    package func purchase(of request: Digest) async throws(RepositoryFailure) -> Call? {
        try await act("ask for purchase") { () throws(RepositoryFailure) in try await base.purchase(of: request) }
    }

    package func keep(_ call: Call, settling: Settlement?, at utc: Int64) async throws(RepositoryFailure) {
        try await change("keep call", "\(call.id) as \(call.phase), \(call.failure.map { "\($0)" } ?? "well")") {
            [base, self] () throws(RepositoryFailure) in
            await unwritten.withLock { $0.removeValue(forKey: call.id) }?()
            try await base.keep(call, settling: bug == .unspent ? Settlement(.unspent) : settling, at: utc)
        }
    }

    package func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call? {
        try await act("ask for call", "\(job)") { () throws(RepositoryFailure) in try await base.lastCall(of: job) }
    }

    package func standing(
        of caps: [BudgetCap], at moment: BudgetMoment
    ) async throws(RepositoryFailure) -> [CapStanding] {
        try await base.standing(of: caps, at: moment)
    }

    package func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost {
        try await act("ask for cost", "\(job)") { () throws(RepositoryFailure) in try await base.cost(of: job) }
    }

    package func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine] {
        try await base.spend(query)
    }

    package func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> LaterAmounts? {
        try await base.amounts(laterThan: today)
    }
}

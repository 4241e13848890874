package import Domain

/// The model database's questions to vision models as used by one run of the service: any transaction may fail, and the
/// service may crash before or after it.
package struct SimulatedTagCalls: TagCallRepository {
    private let spool: SimulatedSpool
    private var base: ModelLibrary { ModelLibrary(spool.base) }

    package init(spool: SimulatedSpool) { self.spool = spool }

    package func resume(folders: [String], at utc: UTCMillis) async throws(RepositoryFailure) {
        try await spool.change("resume questions") { [base] () throws(RepositoryFailure) in
            try await base.resume(folders: folders, at: utc)
        }
    }

    package func nextUntagged() async throws(RepositoryFailure) -> JobID? {
        try await spool.act("find an untagged artwork") { () throws(RepositoryFailure) in
            try await base.nextUntagged()
        }
    }

    package func pass(_ job: JobID) async throws(RepositoryFailure) {
        try await spool.change("pass", "\(job)") { [base] () throws(RepositoryFailure) in try await base.pass(job) }
    }

    package func begin(
        _ call: TagCall, reserving reservation: BudgetReservation, mayRepeat: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> TagCallStart {
        let mayRepeat = mayRepeat || spool.bug == .questionRepeated
        return try await spool.change("begin question", "\(call.job)") { [base] () throws(RepositoryFailure) in
            try await base.begin(call, reserving: reservation, mayRepeat: mayRepeat, at: utc)
        }
    }

    package func keep(_ call: TagCall, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await spool.change("keep answer", "\(call.job)") { [base] () throws(RepositoryFailure) in
            try await base.keep(call, settling: settling, at: utc)
        }
    }

    package func suggestions(for job: JobID) async throws(RepositoryFailure) -> [Tag] {
        try await base.suggestions(for: job)
    }
}

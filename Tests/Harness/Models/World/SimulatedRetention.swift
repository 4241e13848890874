package import Domain

/// Removes from the model's library within a run that may end at any time.
package struct SimulatedRetention: RetentionRepository {
    private let spool: SimulatedSpool
    private let base: ModelLibrary

    package init(spool: SimulatedSpool) {
        self.spool = spool
        base = ModelLibrary(spool.base)
    }

    package func emptyTrash(
        to newest: UTCMillis, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp {
        try await spool.change("empty the trash") { [base] () throws(RepositoryFailure) in
            try await base.emptyTrash(to: newest, limit: limit, at: utc)
        }
    }

    package func eraseJobs(
        _ old: OldJobs, after job: JobID?, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> ErasedJobs {
        try await spool.change("erase old jobs") { [base] () throws(RepositoryFailure) in
            try await base.eraseJobs(old, after: job, limit: limit, at: utc)
        }
    }

    package func erasable(_ old: OldJobs) async throws(RepositoryFailure) -> CleanUpAmount {
        try await spool.act("ask for old jobs") { () throws(RepositoryFailure) in try await base.erasable(old) }
    }

    package func refused(to newest: UTCMillis, limit: Int) async throws(RepositoryFailure) -> [Drop] {
        try await spool.act("ask for refused files") { () throws(RepositoryFailure) in
            try await base.refused(to: newest, limit: limit)
        }
    }

    package func releaseRefused(
        to newest: UTCMillis, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Drop] {
        try await spool.change("release refused files") { [base] () throws(RepositoryFailure) in
            try await base.releaseRefused(to: newest, limit: limit, at: utc)
        }
    }

    package func giveUpPictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp {
        try await spool.change("give up pictures", source.rawValue) { [base] () throws(RepositoryFailure) in
            try await base.giveUpPictures(source, beyond: bounds, limit: limit, at: utc)
        }
    }

    package func trashed(to newest: UTCMillis) async throws(RepositoryFailure) -> CleanUpAmount {
        try await spool.act("ask for the trash") { () throws(RepositoryFailure) in
            try await base.trashed(to: newest)
        }
    }

    package func pictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CleanUpAmount {
        try await spool.act("ask for pictures to give up") { () throws(RepositoryFailure) in
            try await base.pictures(source, beyond: bounds, at: utc)
        }
    }

    package func mergeIndex() async throws(RepositoryFailure) -> Bool { try await base.mergeIndex() }
}

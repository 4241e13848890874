internal import Domain
internal import PlatformSQLite

/// One piece of work for a connection, and whoever waits for it.
struct Piece: Sendable {
    /// What a piece has come to; nobody was told yet.
    struct Done: Sendable {
        let failure: RepositoryFailure?
        /// Tells the one who waits: the piece's own result, or the failure of all.
        let tell: @Sendable (RepositoryFailure?) -> Void
    }

    let run: @Sendable (Connection) -> Done
    /// Tells the one who waits that it was never run.
    let refuse: @Sendable (RepositoryFailure) -> Void

    init<T: Sendable>(
        _ waiting: CheckedContinuation<Result<T, RepositoryFailure>, Never>,
        _ work: @escaping @Sendable (Connection) -> Result<T, RepositoryFailure>
    ) {
        run = { connection in
            let result = work(connection)
            return Done(failure: result.failure) { failure in
                waiting.resume(returning: failure.map { .failure($0) } ?? result)
            }
        }
        refuse = { waiting.resume(returning: .failure($0)) }
    }
}

extension Result where Failure == RepositoryFailure {
    fileprivate var failure: RepositoryFailure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}

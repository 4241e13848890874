/// Stores questions for tags, each with its line in the ledger.
package protocol TagCallRepository: Sendable {
    /// At a start: records the cost of questions whose answer an earlier run lost as unknown. From now on the artworks
    /// that are made in `folders` are tagged automatically; a folder that is new begins with its next artwork.
    func resume(folders: [String], at utc: UTCMillis) async throws(RepositoryFailure)

    /// Returns the job of the oldest artwork that is to be tagged automatically; `nil` if there is none.
    func nextUntagged() async throws(RepositoryFailure) -> JobID?

    /// Records that this artwork, and those before it in its folder, are no longer to be tagged automatically.
    func pass(_ job: JobID) async throws(RepositoryFailure)

    /// Reserves the money and stores the question as `submitting`, in one transaction, unless it was asked before. An
    /// earlier answer becomes the artwork's too. `mayRepeat`: it may be asked again although it may have been paid for.
    func begin(
        _ call: TagCall, reserving: BudgetReservation, mayRepeat: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> TagCallStart

    /// Stores a question's phase, tags and failure, and the change to its ledger line, in one transaction.
    func keep(_ call: TagCall, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure)

    /// Returns the tags of the newest answer about the job's artwork.
    func suggestions(for job: JobID) async throws(RepositoryFailure) -> [Tag]
}

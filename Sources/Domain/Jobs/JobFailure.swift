/// Why a job failed or has to wait.
package enum JobFailure: Error, Equatable, Sendable, Codable {
    case picture(PictureFailure)
    case backend(String, BackendFailure)
    /// Its picture is made and could not be fetched yet. Nothing is ordered again.
    case unfetched(ResultFetch)
    /// The request names a backend that is not configured.
    case noSuchBackend(String, nearest: String?)
    /// A cap is used up: nothing was sent.
    case overBudget(BudgetStop)
    /// The outbox or the state folder can't be written.
    case delivery(FileFailure)
    case storage(RepositoryFailure)
    /// The blob is not there any more.
    case pictureLost
    /// A line of a batch that asks for nothing that can be done: it was never begun.
    case request(PromptFailure)
}

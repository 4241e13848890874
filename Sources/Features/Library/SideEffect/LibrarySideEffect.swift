package import Domain
package import LibraryFeature
package import MVIEffects

/// The side effects of `Library`.
package protocol LibrarySideEffect: Sendable {
    /// Does a small part of a task.
    func step(_ task: CleanUpTask, after progress: CleanUpProgress) async -> Result<CleanUpStep, RepositoryFailure>

    /// Records what an earlier run left of its questions for tags.
    func resumeSuggestions() async -> Result<Void, RepositoryFailure>

    /// Asks the vision model about an artwork.
    func suggest(_ request: Library.Suggestions.Request, _ call: CallID) async -> TagOutcome

    /// Asks about the oldest artwork that is to be tagged automatically; `nil` if there is none. Records it as done with
    /// unless a later try could help.
    func suggestNext(_ call: CallID) async -> Result<(job: JobID, outcome: TagOutcome)?, RepositoryFailure>

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Library {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any LibrarySideEffect) -> Perform<Library> {
        { effect, _ in
            switch effect {
            case .step(let task, let progress):
                switch await sideEffect.step(task, after: progress) {
                case .success(let step): return .stepped(task, step)
                case .failure(let failure): return .failed(task, failure)
                }
            case .sleep(let duration): return await sideEffect.wait(duration) ? .woke : nil
            case .resumeSuggestions:
                switch await sideEffect.resumeSuggestions() {
                case .success: return .suggestion(.resumed)
                case .failure(let failure): return .suggestion(.failed(failure))
                }
            case .suggest(let request, let call):
                return .suggestion(.answered(request.job, await sideEffect.suggest(request, call)))
            case .suggestNext(let call):
                switch await sideEffect.suggestNext(call) {
                case .success(let tagged?): return .suggestion(.tagged(tagged.job, tagged.outcome))
                case .success(nil): return .suggestion(.noneUntagged)
                case .failure(let failure): return .suggestion(.failed(failure))
                }
            case .sleepBeforeSuggestion(let duration):
                return await sideEffect.wait(duration) ? .suggestion(.waited) : nil
            }
        }
    }
}

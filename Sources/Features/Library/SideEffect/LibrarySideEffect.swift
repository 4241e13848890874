package import Domain
package import LibraryFeature
package import MVIEffects

/// The side effects of `Library`.
package protocol LibrarySideEffect: Sendable {
    /// Does a small part of a task.
    func step(_ task: CleanUpTask, after progress: CleanUpProgress) async -> Result<CleanUpStep, RepositoryFailure>

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
            }
        }
    }
}

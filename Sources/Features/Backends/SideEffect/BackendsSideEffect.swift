public import Domain

/// The world as Backends sees it.
public protocol BackendsSideEffect: Sendable {
    /// Has one picture generated and stored: resumes a call that can be resumed, never repeats one that was paid for.
    func generate(
        _ job: Job, call: CallID, seed: UInt64, utc: Int64
    ) async -> Result<StoredPicture, JobFailure>
}

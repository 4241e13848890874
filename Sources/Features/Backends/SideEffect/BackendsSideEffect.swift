public import Domain

/// The world as Backends sees it.
public protocol BackendsSideEffect: Sendable {
    /// Has one picture generated and stored: resumes a call that can be resumed, never repeats one that was paid for.
    /// `mayRepeat`: one that may have been sent may be sent again. `handedOver` is called once the backend's handle is
    /// stored, by which the work can be cancelled.
    func generate(
        _ job: Job, call: CallID, seed: UInt64, mayRepeat: Bool, utc: Int64,
        handedOver: @escaping @Sendable () async -> Void
    ) async -> Result<StoredPicture, JobFailure>

    /// Asks the backend to stop what it was handed over for a job, if it was.
    func cancel(_ job: JobID) async

    /// Whether a backend would take work now, `nil` when it would. Never costs money.
    func probe(_ name: String) async -> BackendFailure?

    /// `false` when it was cancelled before the time was over.
    func sleep(_ duration: Duration) async -> Bool
}

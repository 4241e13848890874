package import Domain

/// A plugin that generates pictures. It knows one service's wire format and nothing of jobs, stores or money.
package protocol ImageBackend: Sendable {
    /// What it can do and what it costs. Constant.
    var descriptor: BackendDescriptor { get }

    /// Asks for the pictures. Once this was called the work may have been done, whatever comes back.
    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission

    /// The handle of the work that was, or would be, asked for under this key, where the asker chooses the work's name:
    /// a call whose answer was lost can be looked up by it. `nil` where the service alone names its work.
    func handle(of key: String) -> JobHandle?

    /// Asks how work stands that was handed over before.
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer

    /// Gets a picture's bytes, at most `limit` of them.
    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8]

    /// Tries to stop work.
    func cancel(_ handle: JobHandle) async -> CancelOutcome

    /// Tries to stop work that is being asked for under this key, where the answer itself is waited for and there is no
    /// handle. Nothing else may be stopped by it.
    func stop(key: String) async -> CancelOutcome

    /// Looks whether the service would take work now. Never costs money.
    func probe() async -> BackendHealth

    /// Looks for settings of the service that work against paying once, without asking for a picture. Never costs money.
    func inspect() async -> [TrialFinding]

    /// Ends what it keeps running, such as a process. It is not asked for anything after that.
    func close() async
}

extension ImageBackend {
    package func handle(of key: String) -> JobHandle? { nil }

    package func close() async {}

    package func inspect() async -> [TrialFinding] { [] }

    package func stop(key: String) async -> CancelOutcome { .unsupported }
}

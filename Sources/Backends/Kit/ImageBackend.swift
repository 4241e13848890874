public import Domain

/// A plugin that generates pictures. It knows one service's wire format and nothing of jobs, stores or money.
public protocol ImageBackend: Sendable {
    /// What it can do and what it costs. Constant.
    var descriptor: BackendDescriptor { get }

    /// Asks for the pictures. Once this was called the work may have been done, whatever comes back.
    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission

    /// Asks how work stands that was handed over before.
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer

    /// Gets a picture's bytes, at most `limit` of them.
    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8]

    /// Tries to stop work.
    func cancel(_ handle: JobHandle) async -> CancelOutcome

    /// Looks whether the service would take work now. Never costs money.
    func probe() async -> BackendHealth
}

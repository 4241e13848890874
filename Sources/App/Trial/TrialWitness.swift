import BackendKit
import Domain
import Synchronization

/// Passes everything on, and remembers by what the last work is found again, and what came of it.
final class TrialWitness: ImageBackend {
    private struct State {
        var handle: JobHandle?
        var bytes: [UInt8] = []
    }

    let backend: any ImageBackend
    private let state = Mutex(State())

    init(_ backend: any ImageBackend) {
        self.backend = backend
    }

    var descriptor: BackendDescriptor { backend.descriptor }
    /// `nil` when the last work was done at once.
    var handle: JobHandle? { state.withLock { $0.handle } }
    var bytes: [UInt8] { state.withLock { $0.bytes } }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let submission = try await backend.submit(request, key: key)
        let handle: JobHandle? = if case .pending(let handle, _) = submission { handle } else { nil }
        state.withLock { $0.handle = handle }
        return submission
    }

    func handle(of key: String) -> JobHandle? { backend.handle(of: key) }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        let answer = try await backend.poll(handle)
        if case .moved(let next) = answer { state.withLock { $0.handle = next } }
        return answer
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let bytes = try await backend.fetch(source, limit: limit)
        state.withLock { $0.bytes = bytes }
        return bytes
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { await backend.cancel(handle) }
    func probe() async -> BackendHealth { await backend.probe() }
    func close() async { await backend.close() }
}

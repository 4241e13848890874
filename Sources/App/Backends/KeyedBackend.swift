import BackendKit
import Domain
import Synchronization

/// A backend whose key comes from a command. It is created again with each new key.
final class KeyedBackend: ImageBackend {
    private struct Made {
        let key: Secret
        let backend: any ImageBackend
    }

    let descriptor: BackendDescriptor
    private let key: CommandKey
    private let make: @Sendable (Secret?) -> any ImageBackend
    /// Created without a key, for calls that need none.
    private let bare: any ImageBackend
    private let made = Mutex<Made?>(nil)

    init(_ key: CommandKey, make: @escaping @Sendable (Secret?) -> any ImageBackend) {
        let bare = make(nil)
        descriptor = bare.descriptor
        self.key = key
        self.make = make
        self.bare = bare
    }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        try await call { backend throws(BackendFailure) in try await backend.submit(request, key: key) }
    }

    func handle(of key: String) -> JobHandle? { bare.handle(of: key) }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await call { backend throws(BackendFailure) in try await backend.poll(handle) }
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        try await call { backend throws(BackendFailure) in try await backend.fetch(source, limit: limit) }
    }

    func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply {
        try await call { backend throws(BackendFailure) in try await backend.suggestTags(request, key: key) }
    }

    func progress(of work: String) async -> GenerationProgress? {
        await made.withLock { $0 }?.backend.progress(of: work)
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let made = try? await current() else { return .unsupported }
        return await made.backend.cancel(handle)
    }

    func stop(key work: String) async -> CancelOutcome {
        guard let made = try? await current() else { return .unsupported }
        return await made.backend.stop(key: work)
    }

    func inspect() async -> [ConformanceFinding] {
        guard let made = try? await current() else { return [] }
        return await made.backend.inspect()
    }

    func close() async {
        await made.withLock { $0 }?.backend.close()
    }

    func probe() async -> BackendHealth {
        let made: Made
        do throws(BackendFailure) { made = try await current() } catch { return .down(error) }
        let health = await made.backend.probe()
        if health == .down(.auth) { await key.forget(made.key) }
        return health
    }

    private func current() async throws(BackendFailure) -> Made {
        let secret = try await key.backendKey()
        let known = made.withLock { $0 }
        if let known, known.key == secret { return known }
        let fresh = Made(key: secret, backend: make(secret))
        made.withLock { $0 = fresh }
        return fresh
    }

    /// Makes a call with the current key, and discards the key if the call was rejected because of it.
    private func call<Answer>(
        _ work: (any ImageBackend) async throws(BackendFailure) -> Answer
    ) async throws(BackendFailure) -> Answer {
        let made = try await current()
        do throws(BackendFailure) { return try await work(made.backend) } catch {
            if error == .auth { await key.forget(made.key) }
            throw error
        }
    }
}

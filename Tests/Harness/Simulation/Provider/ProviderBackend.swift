import BackendKit
import Domain
import MVISimulation

/// The provider as one life of the service knows him.
struct ProviderBackend: ImageBackend {
    let provider: Provider
    let manner: Provider.Manner
    let onUnknown: UnknownPolicy
    let life: Life
    let clock: ManualClock
    let bug: Bug?

    var descriptor: BackendDescriptor {
        BackendDescriptor(
            name: manner.rawValue, kind: "simulated", credit: "simulated", isFree: manner == .lookedUp,
            isDeterministic: false, sides: 1...4096, concurrency: 2, onUnknown: onUnknown,
            abilities: BackendAbilities(options: [.seed: .any]))
    }

    func submit(
        _ request: ImageRequest, key: String
    ) async throws(BackendFailure) -> BackendKit.Submission {
        let reply = try await life.act("submit", "\(request.prompt) by \(key)", dead: .unknown) {
            () throws(BackendFailure) in
            life.noteSent(key)
            return provider.receive(request.prompt, key: key, manner)
        }
        // Whoever hangs up here does not know what becomes of it.
        do { try await clock.sleep(for: reply.delay) } catch { throw .unknown }
        guard life.isAlive else { throw .unknown }
        return try reply.answer.get()
    }

    func handle(of key: String) -> JobHandle? {
        manner == .lookedUp ? JobHandle("key:\(key)") : nil
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await life.act("poll", handle.text, dead: .timeout) { () throws(BackendFailure) in
            try provider.poll(handle).get()
        }
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): bytes
        case .url(let address):
            try await life.act("fetch", address, dead: .timeout) { () throws(BackendFailure) -> [UInt8] in
                let bytes = provider.fetch(address)
                if case .failure = bytes, bug == .fetchBuysAgain { return provider.orderAgain(address, manner) }
                return try bytes.get()
            }
        }
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { .unsupported }

    func probe() async -> BackendHealth {
        await Schedule.giveWay()
        return provider.probe()
    }
}

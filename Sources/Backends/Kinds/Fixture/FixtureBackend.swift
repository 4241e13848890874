package import BackendKit
package import Domain
import Synchronization

/// A backend for tests and dry runs: pictures that depend only on prompt and seed, and faults on demand. It contacts no
/// server.
package struct FixtureBackend: SynchronousBackend {
    package static let kind = "fixture"
    package static let credit = "fixture, no AI"
    /// The address of a picture that no longer exists.
    private static let expiredAddress = "fixture:gone"

    package let descriptor: BackendDescriptor
    private let settings: FixtureSettings
    private let charged: Receipt.Charged
    private let generator: any ImageBackend
    private let faults: FaultSchedule
    private let sleep: @Sendable (Duration) async -> Void

    /// `generator` makes the pictures, immediately and reproducibly; `sleep` returns early when the task is cancelled.
    package init(
        _ settings: FixtureSettings, _ context: BackendContext, generator: any ImageBackend,
        sleep: @escaping @Sendable (Duration) async -> Void
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: Self.credit,
            isDeterministic: true, sides: generator.descriptor.sides, abilities: generator.descriptor.abilities)
        self.settings = settings
        charged = context.isFree ? .no : .yes
        self.generator = generator
        faults = FaultSchedule(settings)
        self.sleep = sleep
    }

    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        let fault = faults.next()
        if settings.delay > .zero { await sleep(settings.delay) }
        if Task.isCancelled { throw .transient(message: "stopped before the request was sent") }
        switch fault {
        case nil: return try await generated(request, key)
        case .expired: return .finished([.url(Self.expiredAddress)], Receipt(charged: charged))
        case let fault?: throw fault.failure
        }
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        if source == .url(Self.expiredAddress) { throw .expired }
        return try await generator.fetch(source, limit: limit)
    }

    package func probe() async -> BackendHealth {
        faults.nextAffectingHealth().map { .down($0.failure) } ?? .ready
    }

    private func generated(_ request: ImageRequest, _ key: String) async throws(BackendFailure) -> Submission {
        guard case .finished(let sources, let receipt) = try await generator.submit(request, key: key) else {
            throw .failed(message: "the wrapped backend did not finish immediately")
        }
        return .finished(sources, Receipt(charged: charged, seed: receipt.seed))
    }
}

/// Decides which calls fail, in the order of the calls.
final class FaultSchedule: Sendable {
    private let settings: FixtureSettings
    private let count = Mutex((calls: 0, faults: 0))

    init(_ settings: FixtureSettings) {
        self.settings = settings
    }

    /// Counts the next call and returns its fault, if any.
    func next() -> FixtureFault? {
        count.withLock { count in
            count.calls += 1
            return fault(ofCall: count.calls, &count)
        }
    }

    /// Returns the fault of a health check, if any: only faults that keep the whole backend down, and only while the
    /// next call would fail. It counts against `times`, since no call arrives while the backend is down.
    func nextAffectingHealth() -> FixtureFault? {
        guard settings.fault?.affectsHealth == true else { return nil }
        return count.withLock { count in fault(ofCall: count.calls + 1, &count) }
    }

    private func fault(ofCall call: Int, _ count: inout (calls: Int, faults: Int)) -> FixtureFault? {
        guard let fault = settings.fault, call > settings.after else { return nil }
        guard (call - settings.after) % settings.every == 0, count.faults < settings.times ?? .max else { return nil }
        count.faults += 1
        return fault
    }
}

extension FixtureFault {
    /// Whether the fault affects the whole backend, so that no work is sent while it lasts.
    var affectsHealth: Bool {
        switch self {
        case .auth, .quota, .gone, .loading: true
        case .rateLimited, .moderated, .invalid, .transient, .timeout, .drop, .empty, .badResponse, .expired, .failed:
            false
        }
    }

    var failure: BackendFailure {
        switch self {
        case .auth: .auth
        case .quota: .quota
        case .rateLimited: .rateLimited(after: nil)
        case .moderated: .moderated(stage: "prompt", charged: false)
        case .invalid: .invalid(parameter: nil, message: "a simulated fault")
        case .gone: .gone
        case .loading: .loading(eta: nil)
        case .transient: .transient(message: "a simulated fault")
        case .timeout: .timeout
        case .drop: .unknown
        case .empty: .empty
        case .badResponse: .badResponse(message: "a simulated fault")
        case .expired: .expired
        case .failed: .failed(message: "a simulated fault")
        }
    }
}

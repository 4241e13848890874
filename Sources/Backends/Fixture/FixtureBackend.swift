package import BackendKit
package import Domain

/// For tests and dry runs: pictures that hang on prompt and seed alone, and faults on demand. It asks nobody.
package struct FixtureBackend: ImageBackend {
    package static let kind = "fixture"
    package static let credit = "fixture, no AI"
    /// Stands for a picture that is there no more.
    private static let lostPlace = "fixture:gone"

    package let descriptor: BackendDescriptor
    private let options: FixtureOptions
    private let painter: any ImageBackend
    private let plan: FaultPlan
    private let sleep: @Sendable (Duration) async -> Void

    /// `painter` makes the pictures, at once and always the same; `sleep` returns early when the task is cancelled.
    package init(
        _ options: FixtureOptions, painter: any ImageBackend, sleep: @escaping @Sendable (Duration) async -> Void
    ) {
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind, credit: Self.credit, isFree: options.isFree, isDeterministic: true,
            sides: painter.descriptor.sides, concurrency: options.concurrency, onUnknown: options.onUnknown,
            probeInterval: options.probeInterval, abilities: painter.descriptor.abilities)
        self.options = options
        self.painter = painter
        plan = FaultPlan(options)
        self.sleep = sleep
    }

    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let fault = plan.next()
        if options.delay > .zero { await sleep(options.delay) }
        if Task.isCancelled { throw .transient(said: "stopped before the request was sent") }
        switch fault {
        case nil: return try await painted(request, key)
        case .expired: return .finished([.url(Self.lostPlace)], Receipt(charged: charged))
        case let fault?: throw fault.failure
        }
    }

    /// Nothing is ever pending here.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        throw .lost
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        if source == .url(Self.lostPlace) { throw .expired }
        return try await painter.fetch(source, limit: limit)
    }

    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        .notRunning
    }

    package func probe() async -> BackendHealth {
        plan.look().map { .down($0.failure) } ?? .ready
    }

    private func painted(_ request: ImageRequest, _ key: String) async throws(BackendFailure) -> BackendKit.Submission {
        guard case .finished(let sources, let receipt) = try await painter.submit(request, key: key) else {
            throw .failed(said: "the painter is not at once ready")
        }
        return .finished(sources, Receipt(charged: charged, seed: receipt.seed))
    }

    private var charged: Receipt.Charged { options.isFree ? .no : .yes }
}

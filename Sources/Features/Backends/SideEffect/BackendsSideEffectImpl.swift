package import BackendKit
package import BackendsFeature
package import Domain

/// Walks one call through its phases, each of them stored before the next begins.
package struct BackendsSideEffectImpl<C: Clock<Duration>>: BackendsSideEffect {
    let backends: [String: any ImageBackend]
    let spool: any SpoolRepository
    let blobs: any BlobRepository
    let clock: C
    let utc: @Sendable () -> Int64
    let digest: @Sendable ([UInt8]) -> Digest
    let budget: BudgetRules
    /// How budgets see a moment, given in milliseconds since 1970.
    let moment: @Sendable (Int64) -> BudgetMoment
    /// What each backend's pictures depend on beside the request, such as its model.
    let services: [String: String]
    /// Where `nil`, no part of a picture can be painted anew.
    let masks: (any MaskPainter)?
    /// The most bytes of an answer.
    let limit: Int64

    package init(
        backends: [any ImageBackend], spool: any SpoolRepository, blobs: any BlobRepository, clock: C,
        utc: @escaping @Sendable () -> Int64, digest: @escaping @Sendable ([UInt8]) -> Digest,
        budget: BudgetRules = BudgetRules(), moment: @escaping @Sendable (Int64) -> BudgetMoment,
        services: [String: String] = [:], masks: (any MaskPainter)? = nil, limit: Int64 = 64 << 20
    ) {
        self.backends = Dictionary(backends.map { ($0.descriptor.name, $0) }) { first, _ in first }
        self.spool = spool
        self.blobs = blobs
        self.clock = clock
        self.utc = utc
        self.digest = digest
        self.budget = budget
        self.moment = moment
        self.services = services
        self.masks = masks
        self.limit = limit
    }

    package func generate(
        _ job: Job, on name: String, call id: CallID, seed: UInt64, mayRepeat: Bool, utc: Int64,
        tell: @escaping Tell
    ) async -> Result<Backends.Made, JobFailure> {
        do throws(JobFailure) {
            let earlier = try await lastCall(of: job.id)
            if let earlier, earlier.isOpen {
                let backend = try backend(earlier.backend)
                if let resumed = try await resume(earlier, of: job, backend, mayRepeat: mayRepeat, tell) {
                    return .success(resumed)
                }
            }
            if let earlier, let verdict = verdict(of: earlier, for: job) { throw verdict }
            let order = try await order(job, by: try backend(name), id, seed, after: earlier)
            if let reused = try await reused(order) { return .success(reused) }
            return .success(try await buy(order, tell))
        } catch {
            return .failure(error)
        }
    }

    package func fetch(_ job: Job, tell: @escaping Tell) async -> Result<Backends.Made, JobFailure> {
        do throws(JobFailure) {
            let name = job.state.fetch?.backend ?? job.request.generation.backend
            guard let call = try await lastCall(of: job.id), call.isOpen else { throw .backend(name, .lost) }
            let backend = try backend(call.backend)
            // Only a call that may be repeated ends with nothing.
            guard let made = try await resume(call, of: job, backend, mayRepeat: false, tell) else {
                throw .backend(call.backend, .lost)
            }
            return .success(made)
        } catch {
            return .failure(error)
        }
    }

    /// How a call ended that cost something and ended its job too, when a crash came before the job's row said so:
    /// asking again would buy again. A person's retry is another purchase.
    private func verdict(of call: Call, for job: Job) -> JobFailure? {
        guard call.phase == .settled, let failure = call.failure, failure.endsWork,
            backends[call.backend]?.descriptor.isFree != true,
            call.idempotencyKey == Self.key(of: job, after: call)
        else { return nil }
        return .backend(call.backend, failure)
    }

    private func backend(_ name: String) throws(JobFailure) -> any ImageBackend {
        if let backend = backends[name] { return backend }
        throw .noSuchBackend(name, nearest: NearestName.of(name, among: backends.keys.sorted()))
    }

    private func order(
        _ job: Job, by backend: any ImageBackend, _ id: CallID, _ seed: UInt64, after earlier: Call?
    ) async throws(JobFailure) -> PictureOrder {
        let name = backend.descriptor.name
        let key = Self.key(of: job, after: earlier)
        // The same key is the same work, so it has the same seed; a person's retry may have another.
        let kept = earlier?.idempotencyKey == key ? earlier?.seed : nil
        let request = try await request(job, seed: kept ?? seed, backend)
        let call = Call(
            id: id, job: job.id, backend: name, request: purchase(of: job, by: name), idempotencyKey: key,
            seed: request.seed, phase: .submitting)
        return PictureOrder(job: job, backend: backend, request: request, call: call)
    }

    package func cancel(_ job: JobID) async {
        let call = try? await spool.lastCall(of: job)
        guard let call, let backend = backends[call.backend] else { return }
        // Whatever comes of it, the call that waits for the work hears how that ended.
        if call.phase == .submitting {
            _ = await backend.stop(key: call.idempotencyKey)
        } else if call.phase == .submitted, let handle = call.handle.flatMap({ JobHandle($0) }) {
            _ = await backend.cancel(handle)
        }
    }

    package func probe(_ name: String) async -> BackendFailure? {
        switch await backends[name]?.probe() {
        case .ready: nil
        case .down(let failure): failure
        case nil: .config(said: "it is not configured")
        }
    }

    package func sleep(_ duration: Duration) async -> Bool {
        do {
            try await clock.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }

    /// Kept over automatic retries; another one for each time that a person has the job tried again.
    private static func key(of job: Job, after earlier: Call?) -> String {
        job.retries == 0 ? earlier?.idempotencyKey ?? job.id.text : "\(job.id.text)-\(job.retries)"
    }
}

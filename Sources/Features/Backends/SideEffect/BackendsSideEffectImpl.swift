public import BackendKit
public import Domain

/// Walks one call through its phases, each of them stored before the next begins.
public struct BackendsSideEffectImpl<C: Clock<Duration>>: BackendsSideEffect {
    let backends: [String: any ImageBackend]
    let spool: any SpoolRepository
    let blobs: any BlobRepository
    let clock: C
    let utc: @Sendable () -> Int64
    private let digest: @Sendable ([UInt8]) -> Digest
    /// The most bytes of an answer.
    let limit: Int64

    public init(
        backends: [any ImageBackend], spool: any SpoolRepository, blobs: any BlobRepository, clock: C,
        utc: @escaping @Sendable () -> Int64, digest: @escaping @Sendable ([UInt8]) -> Digest, limit: Int64 = 64 << 20
    ) {
        self.backends = Dictionary(backends.map { ($0.descriptor.name, $0) }) { first, _ in first }
        self.spool = spool
        self.blobs = blobs
        self.clock = clock
        self.utc = utc
        self.digest = digest
        self.limit = limit
    }

    public func generate(
        _ job: Job, call id: CallID, seed: UInt64, mayRepeat: Bool, utc: Int64,
        handedOver: @escaping @Sendable () async -> Void
    ) async -> Result<StoredPicture, JobFailure> {
        let name = job.request.generation.backend
        guard let backend = backends[name], case .prompt(let prompt) = job.request.source else {
            return .failure(.noSuchBackend(name, nearest: NearestName.of(name, among: backends.keys.sorted())))
        }
        do throws(JobFailure) {
            let earlier = try await lastCall(of: job.id)
            if let earlier, let resumed = try await resume(earlier, backend, mayRepeat: mayRepeat, handedOver) {
                return .success(resumed)
            }
            let key = Self.key(of: job, after: earlier)
            // The same key is the same work, so it has the same seed; a person's retry may have another.
            let kept = earlier?.idempotencyKey == key ? earlier?.seed : nil
            let request = try Self.request(job, prompt, seed: kept ?? seed, backend)
            let call = Call(
                id: id, job: job.id, backend: name, request: digest(Array("\(request)".utf8)), idempotencyKey: key,
                seed: request.seed, phase: .submitting)
            return .success(try await buy(request, call, job, backend, handedOver))
        } catch {
            return .failure(error)
        }
    }

    public func cancel(_ job: JobID) async {
        let call = try? await spool.lastCall(of: job)
        guard let call, call.phase == .submitted, let handle = call.handle.flatMap({ JobHandle($0) }) else { return }
        // Whatever comes of it, the call that waits for the work hears how that ended.
        _ = await backends[call.backend]?.cancel(handle)
    }

    public func probe(_ name: String) async -> BackendFailure? {
        switch await backends[name]?.probe() {
        case .ready: nil
        case .down(let failure): failure
        case nil: .config(said: "it is not configured")
        }
    }

    public func sleep(_ duration: Duration) async -> Bool {
        do {
            try await clock.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }

    /// What the backend can't honour fails here, before anything is paid for, or is left out where the request says so.
    private static func request(
        _ job: Job, _ prompt: String, seed: UInt64, _ backend: any ImageBackend
    ) throws(JobFailure) -> ImageRequest {
        let abilities = backend.descriptor.abilities
        var generation = job.request.generation
        let misfits = abilities.misfits(generation)
        if generation.isLenient {
            for option in misfits.compactMap({ GenerationOption(rawValue: $0.key) }) { generation.clear(option) }
        }
        let faults = abilities.faults(job.request) + (generation.isLenient ? [] : misfits)
        if let fault = faults.first { throw .backend(backend.descriptor.name, BackendFailure(misfit: fault)) }
        return ImageRequest(prompt: prompt, size: generation.size, seed: seed, details: generation.details)
    }

    /// Kept over automatic retries; another one for each time that a person has the job tried again.
    private static func key(of job: Job, after earlier: Call?) -> String {
        job.retries == 0 ? earlier?.idempotencyKey ?? job.id.text : "\(job.id.text)-\(job.retries)"
    }
}

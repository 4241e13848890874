public import BackendKit
public import Domain

/// Walks one call through its phases, each of them stored before the next begins.
public struct BackendsSideEffectImpl<C: Clock<Duration>>: BackendsSideEffect {
    private let backends: [String: any ImageBackend]
    private let spool: any SpoolRepository
    private let blobs: any BlobRepository
    private let clock: C
    private let utc: @Sendable () -> Int64
    private let digest: @Sendable ([UInt8]) -> Digest
    /// The most bytes of an answer.
    private let limit: Int64

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
        _ job: Job, call id: CallID, seed: UInt64, utc: Int64
    ) async -> Result<StoredPicture, JobFailure> {
        let name = job.request.generation.backend
        guard let backend = backends[name], case .prompt(let prompt) = job.request.source else {
            return .failure(.noSuchBackend(name, nearest: NearestName.of(name, among: backends.keys.sorted())))
        }
        do throws(JobFailure) {
            let earlier = try await stored { () throws(RepositoryFailure) in try await spool.lastCall(of: job.id) }
            if let earlier, let resumed = try await resume(earlier, job, backend) { return .success(resumed) }
            let request = ImageRequest(
                prompt: prompt, size: job.request.generation.size, seed: earlier?.seed ?? seed)
            let call = Call(
                id: id, job: job.id, backend: name, request: digest(Array("\(request)".utf8)),
                idempotencyKey: earlier?.idempotencyKey ?? job.id.text, seed: request.seed, phase: .submitting)
            return .success(try await buy(request, call, job, backend))
        } catch {
            return .failure(error)
        }
    }

    /// Goes on with a call that an earlier run left open. `nil`: there is nothing to go on with, and a new call is safe.
    private func resume(
        _ call: Call, _ job: Job, _ backend: any ImageBackend
    ) async throws(JobFailure) -> StoredPicture? {
        switch call.phase {
        case .reserved, .settled: return nil
        case .fetched:
            guard let picture = call.handle.flatMap(Self.fetched) else { throw .backend(call.backend, .lost) }
            return picture
        case .finished:
            guard let address = call.handle else { throw .backend(call.backend, .lost) }
            return try await collect([.url(address)], call, backend)
        case .submitting:
            if backend.descriptor.isFree { return nil }
            if try await policy(for: call, backend) == .retry { return nil }
            throw try await settle(call, .unknown, backend)
        case .submitted:
            guard let handle = call.handle.flatMap({ JobHandle($0) }) else { throw .backend(call.backend, .lost) }
            return try await wait(for: handle, call, backend)
        }
    }

    private func buy(
        _ request: ImageRequest, _ call: Call, _ job: Job, _ backend: any ImageBackend
    ) async throws(JobFailure) -> StoredPicture {
        let began = try await stored { () throws(RepositoryFailure) in
            try await spool.begin(call, token: job.token, at: utc())
        }
        guard began else { throw .backend(call.backend, .cancelled) }
        let submission: BackendKit.Submission
        do throws(BackendFailure) {
            submission = try await backend.submit(request, key: call.idempotencyKey)
        } catch {
            throw try await settle(call, error, backend)
        }
        switch submission {
        case .finished(let sources, _): return try await collect(sources, call, backend)
        case .pending(let handle, _):
            var pending = call
            pending.phase = .submitted
            pending.handle = handle.text
            try await keep(pending)
            return try await wait(for: handle, pending, backend)
        }
    }

    private func wait(
        for handle: JobHandle, _ call: Call, _ backend: any ImageBackend
    ) async throws(JobFailure) -> StoredPicture {
        while true {
            let answer: PollAnswer
            do throws(BackendFailure) { answer = try await backend.poll(handle) } catch {
                throw try await settle(call, error, backend)
            }
            switch answer {
            case .finished(let sources, _): return try await collect(sources, call, backend)
            case .running(_, let eta):
                let pause = Duration.milliseconds(min(10_000, max(1_000, eta ?? 2_000)))
                do { try await clock.sleep(for: pause) } catch { throw .backend(call.backend, .timeout) }
            }
        }
    }

    private func collect(
        _ sources: [ImageSource], _ call: Call, _ backend: any ImageBackend
    ) async throws(JobFailure) -> StoredPicture {
        guard let source = sources.first else { throw try await settle(call, .empty, backend) }
        let call = try await finished(call, source)
        let bytes: [UInt8]
        do throws(BackendFailure) { bytes = try await backend.fetch(source, limit: limit) } catch {
            throw try await settle(call, error, backend)
        }
        guard let format = PictureFormat(magic: bytes), format.isReadable else {
            throw try await settle(call, .badResponse(said: "the answer is no PNG or JPEG"), backend)
        }
        do throws(FileFailure) {
            let digest = try await blobs.store(bytes)
            var done = call
            done.phase = .fetched
            done.handle = "\(format.rawValue) \(digest.hex)"
            await keepQuietly(done)
            await blobs.release(digest)
            return StoredPicture(digest: digest, format: format)
        } catch {
            throw .delivery(error)
        }
    }
}

extension BackendsSideEffectImpl {
    /// A picture that waits at an address is paid for: the address is stored before it is fetched.
    private func finished(_ call: Call, _ source: ImageSource) async throws(JobFailure) -> Call {
        guard case .url(let address) = source, call.phase == .submitting else { return call }
        var finished = call
        finished.phase = .finished
        finished.handle = address
        try await keep(finished)
        return finished
    }

    /// Writes down how a call stands after a failure, and gives that back as the job's. Work that was handed over is
    /// asked for again where asking again can help; only a settled call makes room for a new one, which costs again.
    private func settle(
        _ call: Call, _ failure: BackendFailure, _ backend: any ImageBackend
    ) async throws(JobFailure) -> JobFailure {
        var settled = call
        let isHandedOver = call.phase == .submitted || call.phase == .finished
        let policy = failure == .unknown ? try await policy(for: call, backend) : nil
        let goesOn = policy == .hold || isHandedOver && failure.isPassing
        settled.phase = goesOn ? call.phase : .settled
        settled.failure = failure
        try await keep(settled)
        return .backend(call.backend, policy.map(Self.unknown) ?? failure)
    }

    /// Paying twice is what was configured; paying without end is not: then a person decides.
    private func policy(for call: Call, _ backend: any ImageBackend) async throws(JobFailure) -> UnknownPolicy {
        guard backend.descriptor.onUnknown == .retry else { return backend.descriptor.onUnknown }
        let job = try await stored { () throws(RepositoryFailure) in try await spool.job(call.job) }
        return (job?.attempts ?? 0) < mostAttempts ? .retry : .hold
    }

    /// What a lost answer means to the job.
    private static func unknown(_ policy: UnknownPolicy) -> BackendFailure {
        switch policy {
        case .hold: .unknown
        case .retry: .transient(said: "its answer was lost, so the picture may be paid for twice")
        case .fail: .failed(said: "its answer was lost, and the picture may have been paid for")
        }
    }

    private func keep(_ call: Call) async throws(JobFailure) {
        try await stored { () throws(RepositoryFailure) in try await spool.keep(call, at: utc()) }
    }

    /// What a fetched call's handle says of its picture.
    private static func fetched(_ handle: String) -> StoredPicture? {
        let words = handle.split(separator: " ")
        guard words.count == 2, let format = PictureFormat(rawValue: String(words[0])),
            let digest = Digest(hex: words[1])
        else { return nil }
        return StoredPicture(digest: digest, format: format)
    }

    /// The picture is safe already: that the call's end can't be written must not lose it.
    private func keepQuietly(_ call: Call) async {
        do throws(RepositoryFailure) { try await spool.keep(call, at: utc()) } catch { return }
    }

    private func stored<T>(
        _ work: () async throws(RepositoryFailure) -> T
    ) async throws(JobFailure) -> T {
        do throws(RepositoryFailure) { return try await work() } catch { throw .storage(error) }
    }
}

/// How often a job is tried by itself where each try may cost.
private let mostAttempts = 5

extension BackendFailure {
    /// Whether it says nothing of the work itself, so that asking for the same work later can succeed.
    fileprivate var isPassing: Bool {
        switch self {
        case .auth, .quota, .rateLimited, .gone, .loading, .transient, .timeout, .config: true
        case .moderated, .invalid, .unknown, .empty, .badResponse, .expired, .lost, .tooLarge, .cancelled, .failed,
            .unsupported:
            false
        }
    }
}

package import BackendKit
package import BackendsFeature
package import Domain
import MVIEffects

/// Performs the effects of `Backends`: takes each call through its phases and stores each phase before the next begins.
package struct BackendsSideEffectImpl<C: Clock<Duration>>: BackendsSideEffect {
    let backends: [String: any ImageBackend]
    let calls: any CallRepository
    let blobs: any BlobRepository
    let clock: C
    let utc: @Sendable () -> UTCMillis
    let digest: @Sendable ([UInt8]) -> Digest
    let budget: BudgetRules
    /// Converts a moment to the periods that budgets use.
    let moment: @Sendable (UTCMillis) -> BudgetMoment
    /// For each backend, everything that its pictures depend on in addition to the request, such as its model.
    let services: [String: CanonicalFields]
    /// Makes masks for edits of a part of a picture; `nil`: not supported.
    let masks: (any MaskRenderer)?
    /// What services that share the database may together ask of a backend; empty if there can be no others.
    let shared: [String: SharedLimits]
    /// The services that share the database; `nil` if there can be no others.
    let fleet: (any FleetRepository)?
    /// The maximum size of a response, in bytes.
    let limit: Int64
    let unsent = UnsentCalls()

    package init(
        backends: [any ImageBackend], calls: any CallRepository, blobs: any BlobRepository, clock: C,
        utc: @escaping @Sendable () -> UTCMillis, digest: @escaping @Sendable ([UInt8]) -> Digest,
        budget: BudgetRules = BudgetRules(), moment: @escaping @Sendable (UTCMillis) -> BudgetMoment,
        services: [String: CanonicalFields] = [:], masks: (any MaskRenderer)? = nil,
        shared: [String: SharedLimits] = [:], fleet: (any FleetRepository)? = nil, limit: Int64 = 64 << 20
    ) {
        self.backends = Dictionary(backends.map { ($0.descriptor.name, $0) }) { first, _ in first }
        self.calls = calls
        self.blobs = blobs
        self.clock = clock
        self.utc = utc
        self.digest = digest
        self.budget = budget
        self.moment = moment
        self.services = services
        self.masks = masks
        self.shared = shared
        self.fleet = fleet
        self.limit = limit
    }

    package func generate(
        _ job: Job, on name: String, call id: CallID, seed: UInt64, mayRepeat: Bool, report: @escaping ReportProgress
    ) async -> GenerationResult {
        do throws(JobFailure) {
            let earlier = try await lastCall(of: job.id)
            if let earlier, earlier.isOpen {
                let context = CallContext(backend: try backend(earlier.backend), report: report)
                if let resumed = try await resume(earlier, of: job, context, mayRepeat: mayRepeat) {
                    return .ended(.success(resumed))
                }
            }
            if let earlier, let verdict = verdict(of: earlier, for: job) { throw verdict }
            let context = CallContext(backend: try backend(name), report: report)
            let order = try await order(job, by: context.backend, id, seed, after: earlier)
            if let reused = try await reused(order) { return .ended(.success(reused)) }
            return try await buy(order, context)
        } catch {
            return .ended(.failure(error))
        }
    }

    package func fetch(_ job: Job, report: @escaping ReportProgress) async -> Result<GeneratedPicture, JobFailure> {
        await result { () throws(JobFailure) in
            let name = job.state.fetch?.backend ?? job.activeRequest.generation.backend
            guard let call = try await lastCall(of: job.id), call.isOpen else { throw .backend(name, .lost) }
            let context = CallContext(backend: try backend(call.backend), report: report)
            // Only a call that may be repeated can return nothing.
            guard let resumed = try await resume(call, of: job, context, mayRepeat: false) else {
                throw .backend(call.backend, .lost)
            }
            return resumed
        }
    }

    /// The failure of a paid call that ended its job, if a crash came before the job's row was updated: another request
    /// would buy again. A user's retry is a separate purchase.
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
        // The same key means the same work and therefore the same seed. A user's retry may have another.
        let kept = earlier?.idempotencyKey == key ? earlier?.seed : nil
        let request = try await request(job, seed: kept ?? seed, backend)
        let call = Call(
            id: id, job: job.id, backend: name, purchase: purchase(of: job, by: name), idempotencyKey: key,
            seed: request.seed, phase: .submitting)
        return PictureOrder(job: job, request: request, call: call)
    }

    package func cancel(_ job: JobID) async {
        let call = try? await calls.lastCall(of: job)
        guard let call, let backend = backends[call.backend] else { return }
        // The result is ignored: the call that waits for the work learns the outcome.
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
        case nil: .config(message: "the backend is not configured")
        }
    }

    package func report(_ outage: SharedOutage?, of backend: String) async -> Bool {
        guard let fleet else { return false }
        return (try? await fleet.report(outage, of: backend)) != nil
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }

    /// The idempotency key: constant across automatic retries, different for each retry by a user.
    private static func key(of job: Job, after earlier: Call?) -> String {
        job.retries == 0 ? earlier?.idempotencyKey ?? job.id.text : "\(job.id.text)-\(job.retries)"
    }
}

/// A picture to be bought.
struct PictureOrder: Sendable {
    let job: Job
    let request: ImageRequest
    let call: Call
}

extension Call {
    /// `true` if the call may be resumed.
    var isOpen: Bool { phase != .settled && phase != .reserved }
}

/// Conversion of jobs to backend requests.
extension BackendsSideEffectImpl {
    /// Rejects options that the backend doesn't support before anything is paid for, or omits them if the request
    /// permits it.
    func request(_ job: Job, seed: UInt64, _ backend: any ImageBackend) async throws(JobFailure) -> ImageRequest {
        let abilities = backend.descriptor.abilities
        let name = backend.descriptor.name
        let generation = job.activeRequest.generation.droppingUnsupported(by: abilities)
        let faults = abilities.faults(job.activeRequest) + abilities.optionFailures(generation)
        if let fault = faults.first { throw .backend(name, BackendFailure(misfit: fault)) }
        var pictures = try await inputs(of: job.activeRequest.source)
        if let fault = abilities.fault(pictureBytes: pictures.map(\.bytes.count), backend: name) {
            throw .backend(name, BackendFailure(misfit: fault))
        }
        if let whole = pictures.first, generation.details.mask != nil {
            pictures[0] = try await masked(whole, for: backend)
        }
        return ImageRequest(
            prompt: job.activeRequest.prompt ?? "", size: generation.size, seed: seed, details: generation.details,
            picture: pictures.first, references: Array(pictures.dropFirst()))
    }

    private func masked(
        _ picture: InputPicture, for backend: any ImageBackend
    ) async throws(JobFailure) -> InputPicture {
        let name = backend.descriptor.name
        guard let masks else { throw .backend(name, .unsupported(feature: GenerationOption.mask.rawValue)) }
        do throws(BackendFailure) {
            let mask = try await masks.mask(of: picture, backend.descriptor.maskStyle)
            return InputPicture(picture.bytes, picture.format, digest: picture.digest, mask: mask)
        } catch {
            throw .backend(name, error)
        }
    }

    /// Reads the input pictures, which may together have as many bytes as one alone.
    private func inputs(of source: RequestSource) async throws(JobFailure) -> [InputPicture] {
        var pictures: [InputPicture] = []
        var rest = Int(BackendCapabilities.mostPictureBytes)
        for stored in source.inputs {
            do throws(FileFailure) {
                let bytes = try await blobs.read(stored.digest, limit: Int64(rest))
                rest -= bytes.count
                pictures.append(InputPicture(bytes, stored.format, digest: stored.digest))
            } catch {
                throw [.missing, .damaged].contains(error) ? .pictureLost : .delivery(error)
            }
        }
        return pictures
    }
}

/// Reuse of earlier purchases.
extension BackendsSideEffectImpl {
    /// The digest of the purchase key: the same request to the same service.
    func purchase(of job: Job, by name: String) -> Digest {
        let service = services[name] ?? CanonicalFields(version: "service/1")
        return digest(PurchaseKey(job.activeRequest, sample: job.sample, by: name, service: service).bytes)
    }

    /// The picture of an earlier identical purchase, if the request permits reuse. The bytes are checked against their
    /// digest; a damaged picture is bought again.
    func reused(_ order: PictureOrder) async throws(JobFailure) -> GeneratedPicture? {
        guard order.job.activeRequest.generation.isReusable else { return nil }
        let found = try await stored { () throws(RepositoryFailure) in
            try await calls.purchase(order.call.purchase)
        }
        guard let found, let picture = found.picture, await isWhole(picture.digest) else {
            return nil
        }
        let call = Call(
            id: order.call.id, job: order.job.id, backend: found.backend, purchase: found.purchase,
            idempotencyKey: order.call.idempotencyKey, seed: found.seed, phase: .fetched, picture: picture,
            reference: found.reference)
        let isOurs = try await stored { () throws(RepositoryFailure) in
            try await calls.adopt(call, token: order.job.token, at: utc())
        }
        guard isOurs else { throw .backend(found.backend, .cancelled) }
        return GeneratedPicture(picture, by: found.backend, isReused: true)
    }

    private func isWhole(_ name: Digest) async -> Bool {
        (try? await blobs.isWhole(name)) == true
    }
}

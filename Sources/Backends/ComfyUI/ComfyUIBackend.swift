package import BackendKit
package import Domain

/// A ComfyUI server, asked by a workflow of one's own. It keeps no work: what was handed over is known to the server by a
/// name that is made from the key, and found again by it.
///
/// Source of the wire format: ComfyUI's `server.py` and `execution.py` (routes `/prompt`, `/history`, `/queue`, `/view`,
/// `/interrupt`, `/system_stats`), and a server's own answers.
package struct ComfyUIBackend: ImageBackend {
    package static let kind = "comfyui"

    package let descriptor: BackendDescriptor
    let options: ComfyUIOptions
    let base: String
    let transport: any HTTPTransport
    let quoting: Quoting
    private let sightings = Sightings()
    let stopped = StoppedWork()
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64

    package init(_ options: ComfyUIOptions, transport: any HTTPTransport, utc: @escaping @Sendable () -> Int64) {
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind, credit: "ComfyUI, " + options.workflowName,
            isFree: options.isFree, isDeterministic: false, sides: 16...16_384, concurrency: options.concurrency,
            onUnknown: options.onUnknown, probeInterval: options.probeInterval,
            abilities: Self.abilities(options.workflow))
        self.options = options
        base = BaseAddress.trimmed(options.baseURL)
        self.transport = transport
        quoting = Quoting(hiding: [options.key])
        self.utc = utc
    }

    /// What the workflow has a place for. Whether a name is known, the server checks before it paints.
    private static func abilities(_ workflow: Workflow) -> BackendAbilities {
        var known: [GenerationOption: OptionBounds] = [:]
        for option in workflow.placeholders.compactMap(\.option) {
            known[option] = option == .seed ? .integers(0...Int64.max) : .any
        }
        // A node that loads a picture fails without one.
        let task = workflow.placeholders.contains(.image) ? GenerationTask.imageToImage : .textToImage
        return BackendAbilities(tasks: [task], options: known)
    }

    /// The handle of the work that was, or would be, asked for under this key.
    package func handle(of key: String) -> JobHandle? {
        WorkHandle(id: WorkID.text(of: key))?.handle
    }

    /// Hands the graph over. Where the answer is lost, or a gateway answered instead, the server is asked whether it has
    /// the work; `.unknown` when it does not say so.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let id = WorkID.text(of: key)
        _ = stopped.remove(id)
        guard request.seed <= UInt64(Int64.max) else { throw .unsupported(feature: "a seed of \(request.seed)") }
        let image = try await uploaded(request.picture)
        guard let body = JSONBody.bytes(order(request, id, image)) else {
            throw .config(said: "the workflow holds a number that can't be written")
        }
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await send("/prompt", body, Self.patience) } catch {
            guard error.wasSent else { throw BackendFailure(paid: error) }
            return try await found(id, request)
        }
        if response.status == 200 { return try await taken(response, id, request) }
        // Where the answer doesn't prove that the server has turned the work away, the server is asked for it.
        guard PurchaseProof.strength(ofStatus: response.status) == .refusal else { return try await found(id, request) }
        throw rejection(response, isOfGraph: true)
    }

    /// When neither the history nor the queue has the work: `.cancelled` where it was stopped here, else `.lost`, as after
    /// a restart of the server.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let work = WorkHandle(handle) else { throw .lost }
        switch try await look(for: work.id) {
        case .ended(let outcome):
            sightings.forget(work.id)
            _ = stopped.remove(work.id)
            let files = try outcome.pictures()
            return .finished(
                files.map { .url(base + $0.target) }, Receipt(reference: work.id, charged: options.isFree ? .no : .yes))
        case .queued(.running):
            try await expectInTime(work.id)
            return .running(fraction: nil, eta: 1_000)
        case .queued: return .running(fraction: nil, eta: nil)
        case .unheard:
            sightings.forget(work.id)
            throw stopped.remove(work.id) ? .cancelled : .lost
        }
    }

    /// The picture's bytes, from this server alone. `.expired` when it has been removed there.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .url(let place) = source, place.hasPrefix(base + StoredFile.path) else {
            throw .badResponse(said: "a picture that is not on its server")
        }
        let limits = HTTPLimits(total: .seconds(120), bodyBytes: Int(clamping: limit))
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await ask(String(place.dropFirst(base.count)), limits) } catch {
            throw BackendFailure(free: error)
        }
        if [404, 410].contains(response.status) { throw .expired }
        guard response.status == 200 else { throw rejection(response) }
        return try ReceivedPicture.checked(response.body, limit: limit)
    }
}

extension ComfyUIBackend {
    private func order(_ request: ImageRequest, _ id: String, _ image: String?) -> JSONValue {
        var values: [Placeholder: JSONValue] = [
            .prompt: .text(request.prompt),
            .negativePrompt: .text(request.details.negativePrompt ?? options.negativePrompt),
            .seed: .integer(Int64(request.seed)), .width: .integer(Self.side(request.size.width)),
            .height: .integer(Self.side(request.size.height)), .id: .text(id),
        ]
        values[.image] = image.map { .text($0) }
        for placeholder in Placeholder.allCases where placeholder.needsDefault {
            values[placeholder] = placeholder.option.flatMap { request.value(of: $0) }
        }
        return .object(["prompt": options.workflow.graph(values), "prompt_id": .text(id), "client_id": .text(id)])
    }

    /// Models paint blocks of eight: up to the next whole one, so that the wish is covered.
    private static func side(_ side: Int) -> Int64 { Int64((side + 7) / 8 * 8) }

    /// The work goes by the name that the server says: older ones choose their own.
    private func taken(
        _ response: HTTPResponse, _ id: String, _ request: ImageRequest
    ) async throws(BackendFailure) -> BackendKit.Submission {
        let body = JSONBody.value(response.body)
        if let said = body?["prompt_id"]?.text { return try pending(said, request) }
        guard body?["error"] == nil else {
            throw rejection(HTTPResponse(status: 400, body: response.body), isOfGraph: true)
        }
        return try await found(id, request)
    }

    private func pending(_ id: String, _ request: ImageRequest) throws(BackendFailure) -> BackendKit.Submission {
        // A name that holds the key would be stored.
        guard let handle = WorkHandle(id: id)?.handle, quoting.quoted(id) == id else {
            throw .badResponse(said: "a prompt_id that can't be asked for: " + quoting.quoted(id, limit: 40))
        }
        let seed = options.workflow.placeholders.contains(.seed) ? request.seed : nil
        return .pending(handle, Receipt(reference: id, charged: options.isFree ? .no : .yes, seed: seed))
    }

    /// Looks work up whose acceptance is uncertain. Throws `.unknown` when the server doesn't know it.
    private func found(_ id: String, _ request: ImageRequest) async throws(BackendFailure) -> BackendKit.Submission {
        let knowledge: Knowledge
        do throws(BackendFailure) { knowledge = try await look(for: id) } catch { throw .unknown }
        if case .unheard = knowledge { throw .unknown }
        return try pending(id, request)
    }

    /// Work that runs for too long is stopped, so that what waits behind it gets its turn.
    private func expectInTime(_ id: String) async throws(BackendFailure) {
        let seconds = options.timeout.components.seconds
        guard sightings.age(of: id, now: utc()) > seconds * 1000 else { return }
        sightings.forget(id)
        _ = try? await stop(id)
        throw .failed(said: "not done after \(seconds) seconds, and stopped")
    }
}

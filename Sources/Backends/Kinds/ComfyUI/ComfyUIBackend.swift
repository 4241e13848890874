package import BackendKit
package import Domain
import Synchronization

/// A ComfyUI server that runs a configured workflow. This type stores no work: the prompt's ID at the server is derived
/// from the key, so work can always be found again.
///
/// Source of the wire format: ComfyUI's `server.py` and `execution.py` (routes `/prompt`, `/history`, `/queue`,
/// `/view`, `/interrupt`, `/system_stats`), and a real server's responses.
package struct ComfyUIBackend: ImageBackend {
    package static let kind = "comfyui"

    package let descriptor: BackendDescriptor
    let settings: ComfyUISettings
    let workflow: Workflow
    let context: BackendContext
    let base: String
    let transport: any HTTPTransport
    let quoting: Quoting
    private let sightings = FirstSeenTimes()
    let stopped = CancelledPrompts()
    let utc: @Sendable () -> UTCMillis

    package init(
        _ settings: ComfyUISettings, _ workflow: Workflow, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: "ComfyUI, " + settings.workflowName,
            sides: 16...16_384, abilities: Self.abilities(workflow))
        self.settings = settings
        self.workflow = workflow
        self.context = context
        base = BaseURL.trimmed(settings.baseURL)
        self.transport = transport
        quoting = Quoting(hiding: [context.key])
        self.utc = utc
    }

    /// The options that the workflow has placeholders for. Names of models and the like are checked by the server
    /// before it starts.
    private static func abilities(_ workflow: Workflow) -> BackendCapabilities {
        var known: [GenerationOption: OptionBounds] = [:]
        for option in workflow.placeholders.compactMap(\.option) {
            known[option] = option == .seed ? .integers(0...Int64.max) : .any
        }
        // A node that loads a picture fails without one.
        let task = workflow.placeholders.contains(.image) ? GenerationTask.imageToImage : .textToImage
        return BackendCapabilities(tasks: [task], options: known)
    }

    /// The handle of the work requested, or to be requested, under this key.
    package func handle(of key: String) -> JobHandle? {
        ComfyUIWorkHandle(id: PromptID.text(of: key))?.handle
    }

    /// Submits the graph. If the response is lost, or came from a gateway instead, the server is queried for the work;
    /// throws `.unknown` when the server doesn't confirm that it has it.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let id = PromptID.text(of: key)
        _ = stopped.remove(id)
        guard request.seed <= UInt64(Int64.max) else { throw .unsupported(feature: "a seed of \(request.seed)") }
        let image = try await uploaded(request.picture)
        guard let body = JSONBody.bytes(order(request, id, image)) else {
            throw .config(said: "the workflow contains a number that JSON cannot represent")
        }
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await send("/prompt", body, Self.patience) } catch {
            guard error.wasSent else { throw BackendFailure(paid: error) }
            return try await found(id, request)
        }
        if response.status == 200 { return try await taken(response, id, request) }
        // Unless the response proves that the server rejected the work, the server's queue is searched for it.
        guard PurchaseProof.strength(ofStatus: response.status) == .refusal else { return try await found(id, request) }
        throw rejection(response, isOfGraph: true)
    }

    /// Returns the state of the work. If neither the history nor the queue has it, throws `.cancelled` if it was
    /// cancelled here, else `.lost`, for instance after a restart of the server.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let work = ComfyUIWorkHandle(handle) else { throw .lost }
        switch try await look(for: work.id) {
        case .ended(let outcome):
            sightings.forget(work.id)
            _ = stopped.remove(work.id)
            let files = try outcome.pictures()
            return .finished(
                files.map { .url(base + $0.target) }, Receipt(reference: work.id, charged: context.isFree ? .no : .yes))
        case .queued(.running):
            try await enforceTimeLimit(work.id)
            return .running(fraction: nil, eta: 1_000)
        case .queued: return .running(fraction: nil, eta: nil)
        case .notFound:
            sightings.forget(work.id)
            throw stopped.remove(work.id) ? .cancelled : .lost
        }
    }

    /// Downloads a picture, only from this server. Throws `.expired` when it no longer exists there.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .url(let place) = source, place.hasPrefix(base + StoredFile.path) else {
            throw .badResponse(said: "a picture on another server")
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
            .negativePrompt: .text(request.details.negativePrompt ?? settings.negativePrompt),
            .seed: .integer(Int64(request.seed)), .width: .integer(Self.side(request.size.width)),
            .height: .integer(Self.side(request.size.height)), .id: .text(id),
        ]
        values[.image] = image.map { .text($0) }
        for placeholder in Placeholder.allCases where placeholder.requiresDefault {
            values[placeholder] = placeholder.option.flatMap { request.value(of: $0) }
        }
        return .object(["prompt": workflow.graph(values), "prompt_id": .text(id), "client_id": .text(id)])
    }

    /// Rounds up to a multiple of eight, as models require, so that the requested size is covered.
    private static func side(_ side: Int) -> Int64 { Int64((side + 7) / 8 * 8) }

    /// Uses the ID in the response: older servers choose their own.
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
        // The ID is stored, so one that repeats the API key is rejected.
        guard let handle = ComfyUIWorkHandle(id: id)?.handle, quoting.quoted(id) == id else {
            throw .badResponse(said: "an unusable prompt_id: " + quoting.quoted(id, limit: 40))
        }
        let seed = workflow.placeholders.contains(.seed) ? request.seed : nil
        return .pending(handle, Receipt(reference: id, charged: context.isFree ? .no : .yes, seed: seed))
    }

    /// Looks up work whose acceptance is uncertain. Throws `.unknown` when the server doesn't know it.
    private func found(_ id: String, _ request: ImageRequest) async throws(BackendFailure) -> BackendKit.Submission {
        let knowledge: WorkStatus
        do throws(BackendFailure) { knowledge = try await look(for: id) } catch { throw .unknown }
        if case .notFound = knowledge { throw .unknown }
        return try pending(id, request)
    }

    /// Cancels work that has exceeded its time limit, so that the next one in the queue can start.
    private func enforceTimeLimit(_ id: String) async throws(BackendFailure) {
        let seconds = context.limits.timeout.components.seconds
        guard sightings.age(of: id, now: utc()) > seconds * 1000 else { return }
        sightings.forget(id)
        _ = try? await stop(id)
        throw .failed(said: "not finished after \(seconds) seconds; stopped")
    }
}

extension ComfyUIBackend {
    /// Removes waiting work from the queue, or interrupts it while it runs. No other work is affected.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let work = ComfyUIWorkHandle(handle) else { return .notRunning }
        // Recorded before the request, because a poll may come first, and also when nothing is found: the work may have
        // been removed before a restart.
        stopped.add(work.id)
        do throws(BackendFailure) { return try await stop(work.id) } catch { return .unsupported }
    }

    /// Removes the work from the queue, or interrupts it if it has started in the meantime.
    func stop(_ id: String) async throws(BackendFailure) -> CancelOutcome {
        var place = try await place(of: id)
        if place == .pending {
            try await order("/queue", .object(["delete": .list([.text(id)])]))
            place = try await self.place(of: id)
            if place != .running { return .cancelled }
        }
        guard place == .running else { return .notRunning }
        try await order("/interrupt", .object(["prompt_id": .text(id)]))
        return .requested
    }

    private func order(_ path: String, _ body: JSONValue) async throws(BackendFailure) {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await send(path, JSONBody.bytes(body) ?? [], Self.patience)
        } catch {
            throw BackendFailure(free: error)
        }
        guard 200..<300 ~= response.status else { throw rejection(response) }
    }
}

extension ComfyUIBackend {
    /// Requests the server's statistics. Missing models and nodes only show when a graph is submitted.
    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let stats = try await json("/system_stats")
            let isComfyUI = stats["system"] != nil || stats["devices"] != nil
            return isComfyUI ? .ready : .down(.config(said: "the server at base_url is not ComfyUI"))
        } catch .badResponse {
            return .down(.config(said: "the server at base_url is not ComfyUI"))
        } catch {
            return .down(error)
        }
    }
}

/// Records when each prompt was first seen running, since the server doesn't report it.
final class FirstSeenTimes: Sendable {
    private let times = Mutex<[String: UTCMillis]>([:])

    /// Returns how long the work has been seen running, in milliseconds.
    func age(of id: String, now: UTCMillis) -> Int64 {
        times.withLock { times in
            let first = times[id] ?? now
            times[id] = first
            return now.milliseconds(since: first)
        }
    }

    func forget(_ id: String) {
        _ = times.withLock { $0.removeValue(forKey: id) }
    }
}

/// Work that was cancelled here. A prompt removed from the queue leaves no trace at the server, so only this record
/// distinguishes it from work that the server lost.
final class CancelledPrompts: Sendable {
    private let names = Mutex<Set<String>>([])

    func add(_ id: String) {
        _ = names.withLock { $0.insert(id) }
    }

    /// Removes a prompt. Returns whether it was present.
    func remove(_ id: String) -> Bool {
        names.withLock { $0.remove(id) != nil }
    }
}

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
    private let settings: ComfyUISettings
    let workflow: Workflow
    let context: BackendContext
    let service: HTTPService
    private let history = PromptHistory()

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
        service = HTTPService(
            settings.baseURL, transport: transport, quoting: Quoting(hiding: [context.key]), utc: utc)
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
        return BackendCapabilities(tasks: [task], options: known, pictures: workflow.pictures)
    }

    /// The handle of the work requested, or to be requested, under this key.
    package func handle(of key: String) -> JobHandle? {
        ComfyUIWorkHandle(id: PromptID.text(of: key))?.handle
    }

    /// Submits the graph. If the response is lost, or came from a gateway instead, the server is queried for the work;
    /// throws `.unknown` when the server doesn't confirm that it has it.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        let id = PromptID.text(of: key)
        history.forget(id)
        guard request.seed <= UInt64(Int64.max) else { throw .unsupported(feature: "a seed of \(request.seed)") }
        var images: [String] = []
        for picture in request.pictures { images.append(try await uploaded(picture)) }
        let body = try JSONBody.bytes(order(request, id, images), from: "the workflow")
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await service.transport.perform(post("/prompt", body)) } catch {
            guard error.wasSent else { throw BackendFailure(paid: error) }
            return try await lookedUp(id, request)
        }
        if response.status == 200 { return try await accepted(response, id, request) }
        // Unless the response proves that the server rejected the work, the server's queue is searched for it.
        guard PurchaseProof.strength(ofStatus: response.status) == .refusal else {
            return try await lookedUp(id, request)
        }
        throw failure(response, isOfGraph: true)
    }

    /// Returns the state of the work. If neither the history nor the queue has it, throws `.cancelled` if it was
    /// cancelled here, else `.lost`, for instance after a restart of the server.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let work = ComfyUIWorkHandle(handle) else { throw .lost }
        switch try await status(of: work.id) {
        case .ended(let entry):
            history.forget(work.id)
            let files = try entry.pictures()
            return .finished(
                files.map { .url(service.base + $0.target) }, Receipt(reference: work.id, charged: charged))
        case .queued(.running):
            try await enforceTimeLimit(work.id)
            return .running(nil, next: 1_000)
        case .queued(let position): return .running(position.progress, next: nil)
        case .notFound: throw history.forget(work.id) ? .cancelled : .lost
        }
    }

    /// Downloads a picture, only from this server. Throws `.expired` when it no longer exists there.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .url(let url) = source, url.hasPrefix(service.base + StoredFile.path) else {
            throw .badResponse(message: "a picture on another server")
        }
        let limits = HTTPLimits(total: .seconds(120), bodyBytes: Int(clamping: limit))
        let request = HTTPRequest(.get, url, headers: authorization, limits: limits)
        let response = try await service.performFree(request)
        if [404, 410].contains(response.status) { throw .expired }
        guard response.status == 200 else { throw failure(response) }
        return try ReceivedPicture.checked(response.body, limit: limit)
    }
}

extension ComfyUIBackend {
    private func order(_ request: ImageRequest, _ id: String, _ images: [String]) -> JSONValue {
        var values: [Placeholder: JSONValue] = [
            .prompt: .text(request.prompt),
            .negativePrompt: .text(request.details.negativePrompt ?? settings.negativePrompt),
            .seed: .integer(Int64(request.seed)), .width: .integer(Self.side(request.size.width)),
            .height: .integer(Self.side(request.size.height)), .id: .text(id),
        ]
        for placeholder in Placeholder.allCases where placeholder.requiresDefault {
            values[placeholder] = placeholder.option.flatMap { request.value(of: $0) }
        }
        for (placeholder, image) in zip(Placeholder.images, images) { values[placeholder] = .text(image) }
        return .object(["prompt": workflow.graph(values), "prompt_id": .text(id), "client_id": .text(id)])
    }

    /// Rounds up to a multiple of eight, as models require, so that the requested size is covered.
    private static func side(_ side: Int) -> Int64 { Int64((side + 7) / 8 * 8) }

    /// Uses the ID in the response: older servers choose their own.
    private func accepted(
        _ response: HTTPResponse, _ id: String, _ request: ImageRequest
    ) async throws(BackendFailure) -> Submission {
        let body = JSONBody.value(response.body)
        if let chosen = body?["prompt_id"]?.text { return try pending(chosen, request) }
        guard body?["error"] == nil else {
            throw failure(HTTPResponse(status: 400, body: response.body), isOfGraph: true)
        }
        return try await lookedUp(id, request)
    }

    private func pending(_ id: String, _ request: ImageRequest) throws(BackendFailure) -> Submission {
        // The ID is stored, so one that repeats the API key is rejected.
        guard let handle = ComfyUIWorkHandle(id: id)?.handle, service.quoting.quoted(id) == id else {
            throw .badResponse(message: "an unusable prompt_id: " + service.quoting.quoted(id, limit: 40))
        }
        let seed = workflow.placeholders.contains(.seed) ? request.seed : nil
        return .pending(handle, Receipt(reference: id, charged: charged, seed: seed))
    }

    /// Looks up work whose acceptance is uncertain. Throws `.unknown` when the server doesn't know it.
    private func lookedUp(_ id: String, _ request: ImageRequest) async throws(BackendFailure) -> Submission {
        guard let status = try? await status(of: id) else { throw .unknown }
        if case .notFound = status { throw .unknown }
        return try pending(id, request)
    }

    private var charged: Receipt.Charged { context.isFree ? .no : .yes }

    /// Cancels work that has exceeded its time limit, so that the next one in the queue can start.
    private func enforceTimeLimit(_ id: String) async throws(BackendFailure) {
        let seconds = context.limits.timeout.components.seconds
        guard history.runningTime(of: id, now: service.utc()) > seconds * 1000 else { return }
        history.forget(id)
        _ = try? await stop(id)
        throw .failed(message: "not finished after \(seconds) seconds; stopped")
    }
}

extension ComfyUIBackend {
    /// Removes waiting work from the queue, or interrupts it while it runs. No other work is affected.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let work = ComfyUIWorkHandle(handle) else { return .notRunning }
        // Recorded before the request, because a poll may come first, and also when nothing is found: the work may have
        // been removed before a restart.
        history.recordCancellation(of: work.id)
        do throws(BackendFailure) { return try await stop(work.id) } catch { return .unsupported }
    }

    /// Removes the work from the queue, or interrupts it if it has started in the meantime.
    private func stop(_ id: String) async throws(BackendFailure) -> CancelOutcome {
        var position = try await queuePosition(of: id)
        if case .pending = position {
            try await command("/queue", .object(["delete": .list([.text(id)])]))
            position = try await queuePosition(of: id)
            if position != .running { return .cancelled }
        }
        guard position == .running else { return .notRunning }
        try await command("/interrupt", .object(["prompt_id": .text(id)]))
        return .requested
    }

    private func command(_ path: String, _ body: JSONValue) async throws(BackendFailure) {
        let response = try await service.performFree(post(path, JSONBody.bytes(body) ?? []))
        guard response.isSuccess else { throw failure(response) }
    }
}

extension ComfyUIBackend {
    /// Requests the server's statistics. Missing models and nodes only show when a graph is submitted.
    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let stats = try await json("/system_stats")
            let isComfyUI = stats["system"] != nil || stats["devices"] != nil
            return isComfyUI ? .ready : .down(.config(message: "the server at base_url is not ComfyUI"))
        } catch .badResponse {
            return .down(.config(message: "the server at base_url is not ComfyUI"))
        } catch {
            return .down(error)
        }
    }
}

/// What is known about prompts besides the server's own records.
final class PromptHistory: Sendable {
    private struct State {
        /// The times at which prompts were first seen running, which the server doesn't report.
        var runningSince: [String: UTCMillis] = [:]
        /// The prompts that were cancelled here. A prompt removed from the queue leaves no trace at the server, so only
        /// this record distinguishes it from work that the server lost.
        var cancelled: Set<String> = []
    }

    private let state = Mutex(State())

    /// Returns how long the prompt has been seen running, in milliseconds.
    func runningTime(of id: String, now: UTCMillis) -> Int64 {
        state.withLock { state in
            let first = state.runningSince[id] ?? now
            state.runningSince[id] = first
            return now.milliseconds(since: first)
        }
    }

    func recordCancellation(of id: String) {
        state.withLock { _ = $0.cancelled.insert(id) }
    }

    /// Forgets a prompt. Returns whether it was cancelled here.
    @discardableResult
    func forget(_ id: String) -> Bool {
        state.withLock { state in
            state.runningSince[id] = nil
            return state.cancelled.remove(id) != nil
        }
    }
}

package import BackendKit
package import Domain
import FoundationEssentials
import Synchronization

/// A server with the API of AUTOMATIC1111's web UI (`POST /sdapi/v1/txt2img`, `…/img2img`): the web UI itself, Forge,
/// SD.Next, stable-diffusion.cpp. The response is the picture, so nothing is ever pending. It stores no work and
/// repeats nothing.
///
/// Source of the wire format: `modules/api/api.py` and `modules/api/models.py` of the web UI.
package struct A1111Backend: SynchronousBackend {
    package static let kind = "a1111"

    /// The server checks the names of models, samplers and schedulers.
    private static let abilities = BackendCapabilities(
        tasks: [.textToImage, .imageToImage],
        options: [
            .seed: .integers(0...A1111ImageBody.maxSeed), .negativePrompt: .any, .model: .any, .steps: .any,
            .guidance: .any,
            .scheduler: .any, .strength: .numbers(0...1), .mask: .any,
        ])

    package let descriptor: BackendDescriptor
    private let settings: A1111Settings
    private let timeout: Duration
    private let credentials: BasicCredentials
    private let service: HTTPService
    private let proof: PurchaseProof
    private let requests = ActiveRequests()
    private let notice: @Sendable (BackendNotice) -> Void

    package init(
        _ settings: A1111Settings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis, notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: settings.model ?? "Stable Diffusion",
            sides: 64...4096, abilities: Self.abilities, reportsProgress: settings.isExclusive)
        self.settings = settings
        timeout = context.limits.timeout
        credentials = BasicCredentials(key: context.key)
        service = HTTPService(settings.baseURL, transport: transport, quoting: credentials.quoting, utc: utc)
        // The API has no 403 of its own: `--api-auth` answers 401.
        proof = PurchaseProof(mayCost: !context.isFree) { _ in false }
        self.notice = notice
    }

    /// Requests one picture and waits for it. Throws `.unknown` when the request was sent, may cost money, and nothing
    /// in the response proves that no picture was bought (see `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        let body = try A1111ImageBody(settings: settings).encoded(request)
        let order = HTTPRequest(
            .post, url(request.picture == nil ? "/txt2img" : "/img2img"),
            headers: [.containsJSON] + (try credentials.headers()), body: body.bytes,
            limits: HTTPLimits(total: timeout))
        let response = try await response(to: order, key)
        return try await submission(response, body.requested, seed: request.seed)
    }

    /// Sends the request. Throws `.cancelled` for a cancelled picture: the response has a good status but only a
    /// partial picture.
    private func response(to request: HTTPRequest, _ key: String) async throws(BackendFailure) -> HTTPResponse {
        requests.begin(key)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await service.transport.perform(request) } catch {
            if isTimeout(error), requests.isAlone(key) { _ = await interrupt() }
            _ = requests.end(key)
            throw proof.failure(of: error, refusal: failure)
        }
        guard !requests.end(key) else { throw .cancelled }
        return response
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url: throw .badResponse(message: "an address where a picture was expected")
        }
    }

    /// Interrupts the server's current work. The web UI stops whatever is running, no matter who requested it, so this
    /// is allowed only if no one else uses the server and this is the only request in progress.
    package func stop(key: String) async -> CancelOutcome {
        guard requests.has(key) else { return .notRunning }
        guard settings.isExclusive, requests.isAlone(key) else { return .unsupported }
        // Marked before the interrupt is sent, because the interrupted request's response may arrive first.
        requests.mark(key, isCancelled: true)
        let outcome = await interrupt()
        if outcome != .requested { requests.mark(key, isCancelled: false) }
        return outcome
    }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func submission(
        _ response: HTTPResponse, _ requested: RequestedSettings, seed: UInt64
    ) async throws(BackendFailure) -> Submission {
        guard response.isSuccess else { throw proof.failure(of: response, meaning: failure(response)) }
        let (picture, used) = try A1111Response(response: response, requested: requested, quoting: service.quoting)
            .picture()
        report(used.differences(from: requested))
        // If the server doesn't report the seed, the one that was sent is used.
        let sent = requested.seed == seed ? nil : requested.seed
        return .finished([.bytes(picture)], Receipt(charged: .unknown, seed: used.seed ?? sent))
    }

    /// Reports settings that differ from the requested ones: stable-diffusion.cpp ignores names that it doesn't know.
    private func report(_ differences: [(parameter: String, requested: String, used: String)]) {
        for difference in differences {
            notice(
                .differs(
                    parameter: difference.parameter, requested: service.quoting.quoted(difference.requested, limit: 64),
                    used: service.quoting.quoted(difference.used, limit: 64), backend: descriptor.name))
        }
    }

    private func failure(_ response: HTTPResponse) -> BackendFailure { A1111Refusal(response, service).failure }

    /// The URL of an endpoint. The base URL may end with the API's path.
    private func url(_ path: String) -> String {
        service.base + (service.base.hasSuffix("/sdapi/v1") ? "" : "/sdapi/v1") + path
    }
}

extension A1111Backend {
    /// Whether the request timed out, so that the server may still be working for nothing.
    private func isTimeout(_ failure: HTTPFailure) -> Bool {
        guard case .sentNoAnswer(_, let fault) = failure else { return false }
        return fault.reason == .timeout
    }

    /// Requests the server's current progress. The server doesn't say whose it is, so it is asked only if no one else
    /// uses it and this is the only request in progress. Some servers don't have this endpoint.
    package func progress(of key: String) async -> GenerationProgress? {
        guard settings.isExclusive, requests.isAlone(key), let headers = try? credentials.headers() else { return nil }
        let limits = HTTPLimits(total: .seconds(10), bodyBytes: 1 << 20)
        let request = HTTPRequest(.get, url("/progress?skip_current_image=true"), headers: headers, limits: limits)
        guard let response = try? await service.performFree(request), response.isSuccess,
            let body = JSONBody.value(response.body), let steps = body["state"]?["sampling_steps"]?.integer, steps > 0
        else { return nil }
        return GenerationProgress(
            fraction: body["progress"]?.double, secondsLeft: body["eta_relative"]?.double,
            step: body["state"]?["sampling_step"]?.integer, steps: steps)
    }

    private func interrupt() async -> CancelOutcome {
        guard settings.isExclusive else { return .unsupported }
        let limits = HTTPLimits(total: .seconds(10), bodyBytes: 1 << 20)
        do throws(BackendFailure) {
            let request = HTTPRequest(
                .post, url("/interrupt"), headers: try credentials.headers(), limits: limits)
            // Some servers don't have this endpoint.
            return try await service.performFree(request).isSuccess ? .requested : .unsupported
        } catch {
            return .unsupported
        }
    }
}

extension A1111Backend {
    /// Requests the list of models if one is configured, else the options. Both are free.
    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            guard let model = settings.model, let models = try await list("/sd-models") else {
                _ = try await list("/options", needed: true)
                return .ready
            }
            return has(Checkpoint(model), models) ? .ready : .down(.gone)
        } catch {
            return .down(error)
        }
    }

    /// Returns `nil` if the server lacks the endpoint or the response is longer than the limit.
    private func list(_ path: String, needed: Bool = false) async throws(BackendFailure) -> JSONValue? {
        let response = try await service.checkHealth(at: url(path), headers: try credentials.headers())
        guard let response, needed || response.status != 404 else { return nil }
        guard response.status == 200 else { throw failure(response) }
        guard let value = JSONBody.value(response.body) else {
            throw .badResponse(message: "the server does not have the web UI's API")
        }
        return value
    }

    /// An empty list proves nothing.
    private func has(_ model: Checkpoint, _ models: JSONValue) -> Bool {
        guard let models = models.list, !models.isEmpty else { return true }
        return models.contains { entry in
            model.isNamed(in: ["title", "model_name", "filename", "hash", "sha256"].map { entry[$0]?.text })
        }
    }
}

/// The credentials of a server: a key of the form `user:password`, sent as HTTP Basic authentication (RFC 7617).
struct BasicCredentials {
    let key: Secret?

    /// Returns the headers of every request. Throws `.config` for a key without a user name.
    func headers() throws(BackendFailure) -> [HTTPHeader] {
        guard let key else { return [.acceptsJSON] }
        guard let colon = key.value.firstIndex(of: ":"), colon != key.value.startIndex else {
            throw .config(message: "api_key must have the form user:password")
        }
        return [.acceptsJSON, HTTPHeader("Authorization", "Basic " + encoded(key), isSecret: true)]
    }

    /// Hides the key, its encoded form and the password alone.
    var quoting: Quoting {
        guard let key else { return Quoting() }
        let password = key.value.firstIndex(of: ":").map { String(key.value[key.value.index(after: $0)...]) } ?? ""
        return Quoting(hiding: [key, Secret(encoded(key)), Secret(password)])
    }

    private func encoded(_ key: Secret) -> String { Data(key.value.utf8).base64EncodedString() }
}

/// The requests in progress, by key, and which of them were cancelled.
final class ActiveRequests: Sendable {
    private let keys = Mutex<[String: Bool]>([:])

    func begin(_ key: String) {
        keys.withLock { $0[key] = false }
    }

    /// Removes a request. Returns whether it was cancelled.
    func end(_ key: String) -> Bool {
        keys.withLock { $0.removeValue(forKey: key) == true }
    }

    func has(_ key: String) -> Bool {
        keys.withLock { $0[key] != nil }
    }

    /// Whether this is the only request in progress, so that whatever the server is running belongs to it.
    func isAlone(_ key: String) -> Bool {
        keys.withLock { $0[key] != nil && $0.count == 1 }
    }

    func mark(_ key: String, isCancelled: Bool) {
        keys.withLock { keys in
            if keys[key] != nil { keys[key] = isCancelled }
        }
    }
}

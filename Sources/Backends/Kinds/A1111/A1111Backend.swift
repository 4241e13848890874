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
    let settings: A1111Settings
    let context: BackendContext
    let door: Door
    let transport: any HTTPTransport
    let quoting: Quoting
    private let proof: PurchaseProof
    private let work = ActiveRequests()
    let utc: @Sendable () -> UTCMillis
    private let notice: @Sendable (BackendNotice) -> Void

    package init(
        _ settings: A1111Settings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis, notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: settings.model ?? "Stable Diffusion",
            sides: 64...4096, abilities: Self.abilities)
        self.settings = settings
        self.context = context
        door = Door(settings.baseURL, key: context.key)
        self.transport = transport
        quoting = door.quoting
        // The API has no 403 of its own: `--api-auth` answers 401.
        proof = PurchaseProof(mayCost: !context.isFree) { _ in false }
        self.utc = utc
        self.notice = notice
    }

    /// Requests one picture and waits for it. Throws `.unknown` when the request was sent, may cost money, and nothing
    /// in the response proves that no picture was bought (see `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let body = try A1111ImageBody(settings: settings).made(request)
        let asked = HTTPRequest(
            .post, door.address(request.picture == nil ? "/txt2img" : "/img2img"),
            headers: [HTTPHeader("Content-Type", "application/json")] + (try door.headers()), body: body.bytes,
            limits: HTTPLimits(total: context.limits.timeout))
        let response = try await answer(to: asked, key)
        return try await submission(response, body.asked, seed: request.seed)
    }

    /// Sends the request. Throws `.cancelled` for a cancelled picture: the response has a good status but only a
    /// partial picture.
    private func answer(to request: HTTPRequest, _ key: String) async throws(BackendFailure) -> HTTPResponse {
        work.begin(key)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            if isLate(error), work.isAlone(key) { _ = await interrupt() }
            _ = work.end(key)
            throw unanswered(error)
        }
        guard !work.end(key) else { throw .cancelled }
        return response
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url: throw .badResponse(said: "an address where a picture was expected")
        }
    }

    /// Interrupts the server's current work. The web UI stops whatever is running, no matter who requested it, so this
    /// is allowed only if no one else uses the server and this is the only request in progress.
    package func stop(key: String) async -> CancelOutcome {
        guard work.has(key) else { return .notRunning }
        guard settings.isExclusive, work.isAlone(key) else { return .unsupported }
        // Marked before the interrupt is sent, because the response to the other request may come first.
        work.mark(key, isStopped: true)
        let outcome = await interrupt()
        if outcome != .requested { work.mark(key, isStopped: false) }
        return outcome
    }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func submission(
        _ response: HTTPResponse, _ asked: RequestedSettings, seed: UInt64
    ) async throws(BackendFailure) -> BackendKit.Submission {
        guard 200..<300 ~= response.status else {
            throw proof.failure(of: response, meaning: A1111Refusal(response, quoting: quoting, now: utc()).failure)
        }
        let answer = try PictureAnswer(response: response, asked: asked, quoting: quoting).read()
        tell(answer.used.differences(from: asked))
        // If the server doesn't report the seed, the one that was sent is used.
        let sent = asked.seed == seed ? nil : asked.seed
        return .finished([.bytes(answer.picture)], Receipt(charged: .unknown, seed: answer.used.seed ?? sent))
    }

    /// Reports settings that differ from the requested ones: stable-diffusion.cpp ignores names that it doesn't know.
    private func tell(_ differences: [(parameter: String, asked: String, used: String)]) {
        for difference in differences {
            notice(
                .differs(
                    parameter: difference.parameter, asked: quoting.quoted(difference.asked, limit: 64),
                    used: quoting.quoted(difference.used, limit: 64), backend: descriptor.name))
        }
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        proof.failure(of: failure) { A1111Refusal($0, quoting: quoting, now: utc()).failure }
    }
}

extension A1111Backend {
    /// Whether the request timed out, so that the server may still be working for nothing.
    private func isLate(_ failure: HTTPFailure) -> Bool {
        guard case .sentNoAnswer(_, let fault) = failure else { return false }
        return fault.reason == .timeout
    }

    private func interrupt() async -> CancelOutcome {
        guard settings.isExclusive else { return .unsupported }
        let limits = HTTPLimits(total: .seconds(10), bodyBytes: 1 << 20)
        do {
            let request = HTTPRequest(.post, door.address("/interrupt"), headers: try door.headers(), limits: limits)
            let response = try await transport.perform(request)
            // Some servers don't have this endpoint.
            return 200..<300 ~= response.status ? .requested : .unsupported
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
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        let request = HTTPRequest(.get, door.address(path), headers: try door.headers(), limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            if case .bodyTooLarge(_, 200, _) = error { return nil }
            throw BackendFailure(free: error)
        }
        if !needed, response.status == 404 { return nil }
        guard response.status == 200 else { throw A1111Refusal(response, quoting: quoting, now: utc()).failure }
        guard let value = JSONBody.value(response.body) else {
            throw .badResponse(said: "the server does not have the web UI's API")
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

/// The server's address and credentials.
struct Door {
    private let base: String
    private let key: Secret?

    init(_ baseURL: String, key: Secret?) {
        let base = BaseURL.trimmed(baseURL)
        self.base = base.hasSuffix(Self.root) ? String(base.dropLast(Self.root.count)) : base
        self.key = key
    }

    private static let root = "/sdapi/v1"

    func address(_ path: String) -> String { base + Self.root + path }

    /// Returns the headers of every request, with HTTP Basic authentication (RFC 7617). Throws `.config` for a key
    /// without a user name.
    func headers() throws(BackendFailure) -> [HTTPHeader] {
        let accept = HTTPHeader("Accept", "application/json")
        guard let key else { return [accept] }
        guard let colon = key.value.firstIndex(of: ":"), colon != key.value.startIndex else {
            throw .config(said: "api_key must have the form user:password")
        }
        return [accept, HTTPHeader("Authorization", "Basic " + encoded(key), isSecret: true)]
    }

    /// Hides the key, its encoded form and the password alone.
    var quoting: Quoting {
        guard let key else { return Quoting() }
        let password = key.value.firstIndex(of: ":").map { String(key.value[key.value.index(after: $0)...]) } ?? ""
        return Quoting(hiding: [key, Secret(encoded(key)), Secret(password)])
    }

    private func encoded(_ key: Secret) -> String {
        Data(key.value.utf8).base64EncodedString()
    }
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

    /// Whether it is the only request in progress: if the server is running anything, it is this.
    func isAlone(_ key: String) -> Bool {
        keys.withLock { $0[key] != nil && $0.count == 1 }
    }

    func mark(_ key: String, isStopped: Bool) {
        keys.withLock { keys in
            if keys[key] != nil { keys[key] = isStopped }
        }
    }
}

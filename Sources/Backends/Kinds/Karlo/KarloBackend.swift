package import BackendKit
package import Domain

/// Kakao's Karlo, version 2 (`POST /v2/inference/karlo/t2i`, `…/variations`, `…/inpainting`, `…/upscale`,
/// `…/nsfw_checker`). The response is the picture, so nothing is ever pending. It stores no work and repeats nothing.
///
/// Kakao has ended the service, as far as is known; compatible services elsewhere use the same API. Source of the wire
/// format: Kakao Developers, Karlo, REST API.
package struct KarloBackend: SynchronousBackend {
    package static let kind = "karlo"
    /// The address of Kakao's own service.
    package static let home = "https://api.kakaobrain.com"

    /// The maximum length of a prompt and of a negative prompt, in characters.
    static let maxPromptLength = 256

    private static let abilities = BackendCapabilities(
        tasks: Set(GenerationTask.allCases),
        options: [
            .seed: .integers(0...Int64(UInt32.max)), .negativePrompt: .characters(maxPromptLength),
            .model: .words(["v2.0", "v2.1"]), .steps: .integers(10...100), .guidance: .numbers(1...20),
            .scheduler: .words(["decoder_ddim_v_prediction", "decoder_ddpm_v_prediction"]), .mask: .any,
            .quality: .integers(1...100), .format: .any, .upscale: .words(["2", "4"]),
        ], pictureBytes: 2 << 20, promptCharacters: maxPromptLength)

    package let descriptor: BackendDescriptor
    let settings: KarloSettings
    let context: BackendContext
    let transport: any HTTPTransport
    let quoting: Quoting
    private let proof: PurchaseProof
    let utc: @Sendable () -> UTCMillis

    package init(
        _ settings: KarloSettings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: ["Karlo", settings.version].compactMap(\.self).joined(separator: " "),
            isDeterministic: true, sides: Sides(version: settings.version).range, abilities: Self.abilities)
        self.settings = settings
        self.context = context
        self.transport = transport
        quoting = Quoting(hiding: [context.key])
        proof = PurchaseProof(mayCost: !context.isFree, isProviderError: KarloRefusal.isKakaoError)
        self.utc = utc
    }

    /// Requests one picture and waits for it. Requests that Karlo would reject fail before anything is sent. Throws
    /// `.unknown` when the request was sent and nothing in the response proves that no picture was bought (see
    /// `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let operation = Operation(request)
        let body = try KarloImageBody(settings: settings).bytes(request, operation)
        // Only upscaling has no content check of its own.
        if settings.isChecked, operation == .upscale, let picture = request.picture { try await check(picture) }
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(order(operation, body)) } catch {
            throw unanswered(error)
        }
        return try await submission(response, operation)
    }

    /// Checks an input picture. This buys nothing, so it can be repeated when the response is lost. Throws `.moderated`
    /// for a picture that must not be used.
    private func check(_ picture: InputPicture) async throws(BackendFailure) {
        let asked = order(.check, try KarloImageBody(settings: settings).bytes(checking: picture))
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(asked) } catch {
            throw UnreachableHost(error)?.failure ?? BackendFailure(free: error)
        }
        guard 200..<300 ~= response.status else {
            throw KarloRefusal(response, quoting: quoting, now: utc()).failure
        }
        try KarloResponse(response: response, operation: .check, quoting: quoting, now: utc()).verdict()
    }

    private func order(_ operation: Operation, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            .post, address(operation.rawValue),
            headers: [HTTPHeader("Content-Type", "application/json")] + authorization, body: body,
            limits: HTTPLimits(total: context.limits.timeout))
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let fetch = PictureFetch(
            transport, quoting: quoting, base: settings.baseURL, allowedHosts: context.allowedHosts, utc: utc)
        return try await fetch.bytes(of: source, limit: limit)
    }

    func address(_ operation: String) -> String {
        BaseURL.trimmed(settings.baseURL) + "/v2/inference/karlo/" + operation
    }

    var authorization: [HTTPHeader] {
        let accept = HTTPHeader("Accept", "application/json")
        return [accept]
            + (context.key.map { [HTTPHeader("Authorization", "KakaoAK " + $0.value, isSecret: true)] } ?? [])
    }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func submission(
        _ response: HTTPResponse, _ operation: Operation
    ) async throws(BackendFailure) -> BackendKit.Submission {
        guard 200..<300 ~= response.status else {
            throw proof.failure(of: response, meaning: KarloRefusal(response, quoting: quoting, now: utc()).failure)
        }
        do throws(BackendFailure) {
            return try KarloResponse(response: response, operation: operation, quoting: quoting, now: utc())
                .submission()
        } catch {
            throw proof.failure(of: response, meaning: error)
        }
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        UnreachableHost(failure)?.failure
            ?? proof.failure(of: failure) { KarloRefusal($0, quoting: quoting, now: utc()).failure }
    }
}

extension KarloBackend {
    /// Sends a GET to an endpoint that only accepts POST. It costs nothing, and errors that affect every request show
    /// there too.
    package func probe() async -> BackendHealth {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 1 << 20)
        let request = HTTPRequest(.get, address("t2i"), headers: authorization, limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            return .down(UnreachableHost(error)?.failure ?? BackendFailure(free: error))
        }
        let refusal = KarloRefusal(response, quoting: quoting, now: utc())
        switch refusal.byCode {
        case .invalid: return .ready
        case let failure?: return .down(failure)
        case nil: return health(response.status, refusal.failure)
        }
    }

    /// Judges a response that is not in Kakao's own format: 404 and 405 only concern the method of this request.
    private func health(_ status: Int, _ failure: BackendFailure) -> BackendHealth {
        switch status {
        case 300..<400, 401, 403, 410, 429, 500...: .down(failure)
        default: .ready
        }
    }
}

/// Karlo's operations, by the last component of their address.
enum Operation: String {
    case t2i
    case variations
    case inpainting
    case upscale
    /// Checks a picture and makes none.
    case check = "nsfw_checker"

    /// Selects the operation: a picture without a prompt is upscaled, one with a prompt is varied or, with a mask,
    /// partly repainted.
    init(_ request: ImageRequest) {
        guard let picture = request.picture else {
            self = .t2i
            return
        }
        self = request.prompt.isEmpty ? .upscale : picture.mask == nil ? .variations : .inpainting
    }
}

/// The failure for a server that cannot be found or connected to, most likely because Karlo no longer exists. Health
/// checks continue all the same, since the cause may be the local network.
struct UnreachableHost {
    let failure: BackendFailure

    init?(_ failure: HTTPFailure) {
        guard case .notSent(_, let fault) = failure, [.resolve, .connect, .timeout].contains(fault.reason),
            case .transient(let said) = BackendFailure(free: failure)
        else { return nil }
        self.failure = .transient(said: said + "; Kakao appears to have closed Karlo")
    }
}

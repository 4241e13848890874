package import BackendKit
package import Domain

/// Kakao's Karlo, version 2 (`POST /v2/inference/karlo/t2i`, `…/variations`, `…/inpainting`, `…/upscale`,
/// `…/nsfw_checker`). The response is the picture, so nothing is ever pending. It stores no work and repeats nothing.
///
/// Kakao has ended the service, as far as is known; compatible services elsewhere use the same API. Source of the wire
/// format: Kakao Developers, Karlo, REST API.
package struct KarloBackend: SynchronousBackend {
    package static let kind = "karlo"
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
    private let settings: KarloSettings
    private let timeout: Duration
    private let key: Secret?
    private let service: HTTPService
    private let proof: PurchaseProof

    package init(
        _ settings: KarloSettings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: ["Karlo", settings.version].compactMap(\.self).joined(separator: " "),
            isDeterministic: true, sides: KarloSizes(version: settings.version).sides, abilities: Self.abilities)
        self.settings = settings
        timeout = context.limits.timeout
        key = context.key
        service = HTTPService(
            settings.baseURL, transport: transport, quoting: Quoting(hiding: [key]),
            allowedHosts: context.allowedHosts, utc: utc)
        proof = PurchaseProof(mayCost: !context.isFree, isProviderError: KarloRefusal.isKakaoError)
    }

    /// Requests one picture and waits for it. Requests that Karlo would reject fail before anything is sent. Throws
    /// `.unknown` when the request was sent and nothing in the response proves that no picture was bought (see
    /// `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        let operation = KarloOperation(request)
        let body = try KarloImageBody(settings: settings).bytes(request, operation)
        // Only upscaling has no content check of its own.
        if settings.isChecked, operation == .upscale, let picture = request.picture { try await check(picture) }
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await service.transport.perform(order(operation, body)) } catch {
            throw unreachable(error)
                ?? proof.failure(of: error) { KarloRefusal($0, service).failure }
        }
        return try await submission(response, operation)
    }

    /// Checks an input picture. This buys nothing, so it can be repeated when the response is lost. Throws `.moderated`
    /// for a picture that must not be used.
    private func check(_ picture: InputPicture) async throws(BackendFailure) {
        let request = order(.check, try KarloImageBody(settings: settings).bytes(checking: picture))
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await service.transport.perform(request) } catch {
            throw unreachable(error) ?? BackendFailure(free: error)
        }
        guard response.isSuccess else { throw KarloRefusal(response, service).failure }
        try KarloResponse(response: response, operation: .check, service: service).verdict()
    }

    private func order(_ operation: KarloOperation, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            .post, url(operation), headers: [.containsJSON] + headers, body: body, limits: HTTPLimits(total: timeout))
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        try await service.picture(source, limit: limit)
    }

    private func url(_ operation: KarloOperation) -> String {
        service.base + "/v2/inference/karlo/" + operation.rawValue
    }

    private var headers: [HTTPHeader] {
        [.acceptsJSON] + (key.map { [HTTPHeader("Authorization", "KakaoAK " + $0.value, isSecret: true)] } ?? [])
    }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func submission(
        _ response: HTTPResponse, _ operation: KarloOperation
    ) async throws(BackendFailure) -> Submission {
        do throws(BackendFailure) {
            guard response.isSuccess else { throw KarloRefusal(response, service).failure }
            return try KarloResponse(response: response, operation: operation, service: service).submission()
        } catch {
            throw proof.failure(of: response, meaning: error)
        }
    }
}

extension KarloBackend {
    /// Returns the failure for a server that cannot be found or connected to, most likely because Karlo no longer
    /// exists. Health checks continue all the same, since the cause may be the local network.
    private func unreachable(_ failure: HTTPFailure) -> BackendFailure? {
        guard case .notSent(_, let fault) = failure, [.resolve, .connect, .timeout].contains(fault.reason),
            case .transient(let message) = BackendFailure(free: failure)
        else { return nil }
        return .transient(message: message + "; Kakao appears to have closed Karlo")
    }

    /// Sends a GET to an endpoint that only accepts POST. It costs nothing, and errors that affect every request show
    /// there too.
    package func probe() async -> BackendHealth {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 1 << 20)
        let request = HTTPRequest(.get, url(.t2i), headers: headers, limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await service.transport.perform(request) } catch {
            return .down(unreachable(error) ?? BackendFailure(free: error))
        }
        let refusal = KarloRefusal(response, service)
        switch refusal.byCode {
        case .invalid: return .ready
        case let failure?: return .down(failure)
        case nil: break
        }
        // Not a response of Kakao's own: 404 and 405 concern only the method of this request.
        switch response.status {
        case 300..<400, 401, 403, 410, 429, 500...: return .down(refusal.failure)
        default: return .ready
        }
    }
}

/// Karlo's operations, by the last component of their address.
enum KarloOperation: String {
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

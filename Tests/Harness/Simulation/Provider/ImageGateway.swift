import BackendKit
import Domain
import FoundationEssentials
import MVISimulation

/// The HTTP transport of the real OpenAI backend: the provider's API behind a gateway that loses answers, substitutes
/// its own, and imitates the provider's error format in them.
struct ImageGateway: HTTPTransport {
    /// The provider's real host, so that the error codes it documents are trusted.
    static let address = "https://api.openai.com/v1"

    let provider: Provider
    let life: ServiceRun
    let clock: ManualClock
    let bug: InjectedBug?
    var purse = Purse()

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        switch request.method {
        case .post: try await order(request)
        case _ where request.url.hasPrefix(Self.address): await health()
        default: try await picture(at: request.url)
        }
    }

    private func order(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let body = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body))
        let key = request.headers.first { $0.isNamed("Idempotency-Key") }?.value ?? ""
        guard let prompt = body?["prompt"]?.text else { return HTTPResponse(status: 400) }
        let lost = HTTPFailure.sentNoAnswer(host: "", HTTPFault(.closed))
        let (delay, answer) = try await life.act("submit", "\(prompt) by \(key)", dead: lost) {
            () throws(HTTPFailure) in
            try purse.open()
            life.recordSent(key)
            return provider.receive(prompt, key: key)
        }
        do { try await clock.sleep(for: delay) } catch { throw .cancelled(host: "", wasSent: true) }
        guard life.isAlive else { throw lost }
        let response = try answer.get()
        return bug == .gatewayBelieved ? response.believed : response
    }

    private func health() async -> HTTPResponse {
        await Schedule.yieldTurn()
        return HTTPResponse(status: provider.probe() == .ready ? 200 : 503, body: Array("{}".utf8))
    }

    private func picture(at url: String) async throws(HTTPFailure) -> HTTPResponse {
        let path = "/" + (url.split(separator: "/").last ?? "")
        let fault = HTTPFailure.sentNoAnswer(host: "", HTTPFault(.closed))
        let bytes = try await life.act("fetch", path, dead: fault) {
            () throws(HTTPFailure) -> Result<[UInt8], BackendFailure> in
            let bytes = provider.fetch(path)
            if case .failure = bytes, bug == .fetchBuysAgain { return .success(provider.orderAgain(path, .answering)) }
            return bytes
        }
        return switch bytes {
        case .success(let bytes): HTTPResponse(status: 200, body: bytes)
        case .failure(.expired): HTTPResponse(status: 404)
        case .failure(.timeout):
            throw HTTPFailure.notSent(host: "pictures.example", HTTPFault(.connect))
        case .failure: HTTPResponse(status: 504)
        }
    }
}

extension HTTPResponse {
    /// The response as understood by a client that takes any error in the provider's format for the provider's own.
    fileprivate var believed: HTTPResponse {
        guard status >= 500, ReportedError(body).isOwn else { return self }
        return HTTPResponse(status: 425, headers: headers, body: body)
    }
}

/// Whether a service may send what costs money, as the HTTP client asks right before it sends.
struct Purse: Sendable {
    var mayPay: @Sendable () -> Bool = { true }
    /// Called when something is sent.
    var note: @Sendable () -> Void = {}

    func open() throws(HTTPFailure) {
        guard mayPay() else { throw .notSent(host: "", HTTPFault(.stopped)) }
        note()
    }
}

/// The outcome of one request at the gateway: whether the work is done behind it, and the answer.
struct GatewayAnswer {
    /// Whether the provider does the work and charges for it.
    var isCharged: Bool
    var answer: Result<HTTPResponse, HTTPFailure>
    /// The failures with which the job may end because of this answer.
    var reasons: [BackendFailure] = []
    /// Whether the answer leaves open if work was done.
    var isUnclear = false
}

extension GatewayAnswer {
    /// Chooses an answer. `lot` is a random number below 100; `place` is the URL of the finished picture.
    static func drawn(_ lot: UInt64, _ prompt: String, place: String, _ random: inout SplitMix64) -> GatewayAnswer {
        switch lot {
        // The gateway gave up, whether or not the work was done.
        case 0..<7: unclear(isCharged: true, .success(gateways(&random)))
        case 7..<10: unclear(isCharged: false, .success(gateways(&random)))
        // A filter blocked the picture.
        case 10: unclear(isCharged: true, .success(HTTPResponse(status: 403, body: text(page))))
        case 11..<13: unclear(isCharged: true, .failure(.sentNoAnswer(host: "", HTTPFault(.closed))))
        case 13: unclear(isCharged: false, .failure(.sentNoAnswer(host: "", HTTPFault(.timeout))))
        case 14:
            unclear(isCharged: true, .failure(.partialAnswer(host: "", HTTPFault(.closed), status: 200, received: 9)))
        case 15: refused(.failure(.notSent(host: "", HTTPFault(.connect))))
        case 16: refused(.success(refusal(429, "rate_limit_exceeded", [("Retry-After", "5")])))
        case 17: refused(.success(refusal(429, "rate_limit_exceeded", [("x-ratelimit-reset-requests", "1.2s")])))
        case 18: refused(.success(refusal(503, "server_is_overloaded")), .transient(message: "said"))
        case 19: refused(.success(refusal(401, "invalid_api_key")))
        case 20: refused(.success(refusal(429, "insufficient_quota")))
        case 21: refused(.success(refusal(403, "insufficient_permissions")))
        case 22: refused(.success(refusal(400, "moderation_blocked")), .moderated(stage: "prompt", charged: false))
        case 23: refused(.success(refusal(400, "invalid_value")), .invalid(parameter: nil, message: "said"))
        // Success statuses without a picture.
        case 24: GatewayAnswer(isCharged: true, answer: .success(good(#"{"data":[]}"#)), reasons: [.empty])
        case 25: GatewayAnswer(isCharged: true, answer: .success(good(#"{"data":[{"b64_json":"AQID"}]}"#)))
        case 26:
            GatewayAnswer(
                isCharged: true, answer: .success(good(#"{"data":[{"respect_moderation":false}]}"#)),
                reasons: [.moderated(stage: "picture", charged: nil)])
        case 27: unclear(isCharged: true, .success(good(String(decoding: error("server_error"), as: UTF8.self))))
        default:
            GatewayAnswer(
                isCharged: true,
                answer: .success(
                    good(lot % 4 == 0 ? #"{"data":[{"url":"\#(place)"}]}"# : embedded(SimulatedPicture.bytes(prompt)))))
        }
    }

    private static func unclear(
        isCharged: Bool, _ answer: Result<HTTPResponse, HTTPFailure>
    ) -> GatewayAnswer {
        GatewayAnswer(isCharged: isCharged, answer: answer, isUnclear: true)
    }

    private static func refused(
        _ answer: Result<HTTPResponse, HTTPFailure>, _ reasons: BackendFailure...
    ) -> GatewayAnswer {
        var reasons = reasons
        if case .failure(let failure) = answer { reasons.append(BackendFailure(paid: failure)) }
        return GatewayAnswer(isCharged: false, answer: answer, reasons: reasons)
    }

    private static let page = "<html><title>gateway</title></html>"

    /// A gateway's error: pages and messages of nginx, API Gateway, Kong and LiteLLM, and the provider's own format.
    private static func gateways(_ random: inout SplitMix64) -> HTTPResponse {
        let statuses = [408, 499, 500, 502, 503, 504, 520, 524]
        let bodies = [
            text(page), text(#"{"message": "Endpoint request timed out"}"#), error("429"), error("rate_limit_exceeded"),
            error("server_error"), error("invalid_api_key"), error("moderation_blocked"),
        ]
        let status = statuses[Int(random.next() % UInt64(statuses.count))]
        return HTTPResponse(status: status, body: bodies[Int(random.next() % UInt64(bodies.count))])
    }

    private static func refusal(_ status: Int, _ code: String, _ headers: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: error(code))
    }

    private static func error(_ code: String) -> [UInt8] {
        text(#"{"error": {"message": "said", "type": "x", "param": null, "code": "\#(code)"}}"#)
    }

    private static func good(_ body: String) -> HTTPResponse { HTTPResponse(status: 200, body: text(body)) }

    private static func embedded(_ picture: [UInt8]) -> String {
        #"{"data":[{"b64_json":"\#(Data(picture).base64EncodedString())"}]}"#
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}

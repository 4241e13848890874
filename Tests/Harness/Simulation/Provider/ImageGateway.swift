import BackendKit
import Domain
import FoundationEssentials
import MVISimulation

/// What the real OpenAI backend talks to: the provider's HTTP interface, behind a gateway that loses answers, gives its
/// own in the provider's place, and imitates the provider's error format while it does so.
struct ImageGateway: HTTPTransport {
    /// At the provider's own host, so that what it documents counts.
    static let address = "https://api.openai.com/v1"

    let provider: Provider
    let life: Life
    let clock: ManualClock
    let bug: Bug?

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
            life.noteSent(key)
            return provider.receive(prompt, key: key)
        }
        do { try await clock.sleep(for: delay) } catch { throw .cancelled(host: "", wasSent: true) }
        guard life.isAlive else { throw lost }
        let response = try answer.get()
        return bug == .gatewayBelieved ? response.believed : response
    }

    private func health() async -> HTTPResponse {
        await Schedule.giveWay()
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
    /// As a client reads it that takes any error in the provider's format for the provider's own.
    fileprivate var believed: HTTPResponse {
        guard status >= 500, SpokenError(body).isOwn else { return self }
        return HTTPResponse(status: 425, headers: headers, body: body)
    }
}

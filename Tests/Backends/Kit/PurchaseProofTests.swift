import BackendKit
import Domain
import Testing

@Suite("Proof that nothing was bought")
struct PurchaseProofTests {
    private static let meanings: [BackendFailure] = [
        .auth, .quota, .rateLimited(after: 1), .gone, .closed(message: "x"), .loading(eta: nil),
        .transient(message: "x"),
        .timeout, .config(message: "x"), .invalid(parameter: nil, message: "x"),
        .moderated(stage: "prompt", charged: false),
    ]

    private func proof(isOwn: Bool = false, isDocumented: Bool = false, mayCost: Bool = true) -> PurchaseProof {
        PurchaseProof(mayCost: mayCost) { _ in
            isOwn
        } isDocumented: { _ in
            isDocumented
        }
    }

    @Test(
        "a rejected request has bought nothing, whatever its message",
        arguments: [300, 301, 308, 400, 401, 402, 404, 405, 410, 413, 415, 422, 425, 429, 431, 451])
    func refusals(status: Int) {
        for meaning in Self.meanings {
            #expect(proof().failure(of: HTTPResponse(status: status), meaning: meaning) == meaning)
        }
    }

    @Test(
        "a response that a gateway may have sent after the work proves nothing, whatever its body",
        arguments: [100, 408, 409, 424, 460, 499, 500, 502, 503, 504, 507, 520, 522, 524, 529, 561, 599])
    func nothing(status: Int) {
        for meaning in Self.meanings {
            #expect(proof(isOwn: true).failure(of: HTTPResponse(status: status), meaning: meaning) == .unknown)
        }
        let documented = proof(isDocumented: true)
        #expect(
            documented.failure(of: HTTPResponse(status: status), meaning: .transient(message: "x"))
                == .transient(message: "x"))
    }

    @Test("a filter's 403 or 406 isn't the provider's", arguments: [403, 406])
    func filters(status: Int) {
        #expect(proof().failure(of: HTTPResponse(status: status), meaning: .auth) == .unknown)
        #expect(proof(isOwn: true).failure(of: HTTPResponse(status: status), meaning: .auth) == .auth)
    }

    @Test("a success status with an error is never retried and never reported as free")
    func answers() {
        let response = HTTPResponse(status: 200)
        #expect(proof().failure(of: response, meaning: .rateLimited(after: 1)) == .unknown)
        #expect(proof().failure(of: response, meaning: .transient(message: "x")) == .unknown)
        #expect(
            proof().failure(of: response, meaning: .invalid(parameter: "size", message: "x")) == .failed(message: "x"))
        #expect(proof().failure(of: response, meaning: .empty) == .empty)
        let refused = BackendFailure.moderated(stage: "picture", charged: nil)
        #expect(proof().failure(of: response, meaning: refused) == refused)
        #expect(proof(isDocumented: true).failure(of: response, meaning: .quota) == .quota)
    }

    @Test("free calls need no proof")
    func free() {
        let free = proof(mayCost: false)
        #expect(free.failure(of: HTTPResponse(status: 504), meaning: .timeout) == .timeout)
        #expect(free.failure(of: .sentNoAnswer(host: "x", HTTPFault(.closed))) { _ in nil }.isBackendFault)
    }

    @Test("an exchange without a complete response is unknown, unless nothing was sent or the status is sufficient")
    func broken() {
        let fault = HTTPFault(.closed)
        let unread: (HTTPResponse) -> BackendFailure? = { $0.status == 401 ? .auth : .transient(message: "x") }
        #expect(proof().failure(of: .sentNoAnswer(host: "x", fault), refusal: unread) == .unknown)
        #expect(
            proof().failure(of: .partialAnswer(host: "x", fault, status: 401, received: 3), refusal: unread) == .unknown
        )
        #expect(proof().failure(of: .bodyTooLarge(host: "x", status: 401, limit: 1), refusal: unread) == .auth)
        #expect(proof().failure(of: .bodyTooLarge(host: "x", status: 502, limit: 1), refusal: unread) == .unknown)
        #expect(
            proof().failure(of: .bodyTooLarge(host: "x", status: 200, limit: 1), refusal: unread)
                == .tooLarge(bytes: 2, limit: 1))
        #expect(proof().failure(of: .notSent(host: "x", HTTPFault(.connect)), refusal: unread).isBackendFault)
    }
}

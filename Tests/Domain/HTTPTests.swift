import Domain
import Testing

@Suite("HTTP values")
struct HTTPTests {
    private let key = HTTPHeader("Authorization", "Bearer hush", isSecret: true)

    @Test("a secret header is compared but never shown")
    func secret() {
        let request = HTTPRequest(.post, "https://example.invalid/?key=hush", headers: [key], body: Array("hush".utf8))
        var dumped = ""
        dump([key], to: &dumped)
        dump(request, to: &dumped)
        let shown = ["\(key)", "\([key])", String(reflecting: key), "\(request)", String(reflecting: request), dumped]
        #expect(shown.allSatisfy { !$0.contains("hush") })
        #expect(dumped.contains("Authorization: (secret)"))
        #expect(key != HTTPHeader("Authorization", "Bearer loud", isSecret: true))
    }

    @Test("a field is found whatever the case of its name, the first of several")
    func lookup() {
        let response = HTTPResponse(
            status: 429, headers: [HTTPHeader("Retry-After", "1"), HTTPHeader("retry-after", "2")])
        #expect(response.header("RETRY-AFTER") == "1")
        #expect(response.header("Retry-Afte") == nil)
        #expect(!HTTPHeader("a@", "").isNamed("a`"))
    }

    @Test(
        "what would end a line, or is no token, can't stand in a request",
        arguments: [
            ("X-A", "b\r\nX-C: d"), ("X-A", "b\n"), ("X-A", "b\0"), ("X A", "b"), ("X:A", "b"), ("", "b"), ("Ä", "b"),
        ])
    func invalid(name: String, value: String) {
        #expect(!HTTPHeader(name, value).isValid)
    }

    @Test("values may be empty, hold tabs and be in any script")
    func valid() {
        #expect(HTTPHeader("X-A", "").isValid)
        #expect(HTTPHeader("x-a_1.~", "a\tb 등대").isValid)
    }

    @Test("only what is asked with POST or PATCH may cost twice when it is sent twice")
    func idempotent() {
        #expect(HTTPMethod.allCases.filter { !$0.isIdempotent } == [.post, .patch])
    }

    @Test("a failure says whether the server may have seen the request")
    func sent() {
        let fault = HTTPFault(.timeout, code: 28)
        #expect(!HTTPFailure.notSent(host: "a", fault).wasSent)
        #expect(HTTPFailure.sentNoAnswer(host: "a", fault).wasSent)
        #expect(HTTPFailure.partialAnswer(host: "a", fault, status: nil, received: 0).wasSent)
        #expect(HTTPFailure.headersTooLarge(host: "a", limit: 1).wasSent)
        #expect(HTTPFailure.bodyTooLarge(host: "a", status: 200, limit: 1).wasSent)
        #expect(HTTPFailure.cancelled(host: "a", wasSent: true).wasSent)
        #expect(!HTTPFailure.cancelled(host: "a", wasSent: false).wasSent)
    }
}

import Domain
import Testing

@Suite("HTTP values")
struct HTTPTests {
    private let key = HTTPHeader("Authorization", "Bearer hush", isSecret: true)

    @Test("A secret header is compared but never displayed")
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

    @Test("A header is found in any case, and the first of several is returned")
    func lookup() {
        let response = HTTPResponse(
            status: 429, headers: [HTTPHeader("Retry-After", "1"), HTTPHeader("retry-after", "2")])
        #expect(response.header("RETRY-AFTER") == "1")
        #expect(response.header("Retry-Afte") == nil)
        #expect(!HTTPHeader("a@", "").isNamed("a`"))
    }

    @Test(
        "Line ends in a value and names that are not tokens make a header invalid",
        arguments: [
            ("X-A", "b\r\nX-C: d"), ("X-A", "b\n"), ("X-A", "b\0"), ("X A", "b"), ("X:A", "b"), ("", "b"), ("Ä", "b"),
        ])
    func invalid(name: String, value: String) {
        #expect(!HTTPHeader(name, value).isValid)
    }

    @Test("Header values may be empty, contain tabs and be in any script")
    func valid() {
        #expect(HTTPHeader("X-A", "").isValid)
        #expect(HTTPHeader("x-a_1.~", "a\tb 등대").isValid)
    }

    @Test("Only POST and PATCH are not idempotent")
    func idempotent() {
        #expect(HTTPMethod.allCases.filter { !$0.isIdempotent } == [.post, .patch])
    }

    @Test("A failure states whether the server may have received the request")
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

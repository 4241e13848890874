@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Responses of an images API")
struct OpenAIAnswerTests {
    @Test(
        "a picture is found in every response format",
        arguments: [
            #"{"created":1,"data":[{"b64_json":"B64"}]}"#,
            #"{"data":[{"b64_json":"B64","url":null,"revised_prompt":null}],"usage":null,"error":null}"#,
            #"{"data":[{"b64_json":null,"url":"data:image/png;base64,B64"}]}"#,
            #"{"data":[{"b64_json":"","url":"DATA:image/png;BASE64,B64"}]}"#,
            #"{"data":[{"b64_json":"data:image/png;base64,B64"}]}"#,
            #"{"data":[null,{},{"index":0,"type":"x","b64_json":"B64"}]}"#,
            "\n {\"data\":[{\"b64_json\":\"iVBORw0KGg\\r\\noBAgM=\\n\"}]}",
        ])
    func pictures(body: String) async {
        let body = body.replacing("B64", with: OpenAIFixture.base64)
        #expect(await OpenAIFixture.painted(OpenAIFixture.response(body)) == .success(OpenAIFixture.png))
    }

    @Test("a picture as the body itself is accepted")
    func raw() async {
        let transport = ScriptedTransport(HTTPResponse(status: 200, body: OpenAIFixture.png))
        #expect(await OpenAIFixture.painted(transport) == .success(OpenAIFixture.png))
    }

    @Test("the receipt has the service's request ID and says that it was charged")
    func receipt() async {
        let transport = OpenAIFixture.response(
            "{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}", [("X-Request-ID", "req_\u{7}12 sk-proj-hush")])
        let receipt = Receipt(reference: "req_ 12 •••", charged: .yes)
        #expect(await OpenAIFixture.submitted(transport) == .success(.finished([.bytes(OpenAIFixture.png)], receipt)))
    }

    @Test(
        "a response without a picture is empty",
        arguments: [
            "", "{}", #"{"created":1}"#, #"{"data":[]}"#, #"{"data":null}"#, #"{"data":[{}]}"#, #"{"data":[null]}"#,
            #"{"data":[{"b64_json":null,"url":null}]}"#, #"{"data":[{"b64_json":"  ","url":""}],"error":null}"#,
        ])
    func empty(body: String) async {
        #expect(await OpenAIFixture.submitted(OpenAIFixture.response(body)) == .failure(.empty))
    }

    @Test(
        "an empty response with a reason is moderated",
        arguments: [
            #"{"data":[],"respect_moderation":false}"#, #"{"data":[{"url":"","respect_moderation":false}]}"#,
            #"{"data":[{"moderated":true}]}"#, #"{"data":[{"finish_reason":"CONTENT_FILTER"}]}"#,
        ])
    func moderated(body: String) async {
        let failure = BackendFailure.moderated(stage: "picture", charged: nil)
        #expect(await OpenAIFixture.submitted(OpenAIFixture.response(body)) == .failure(failure))
    }

    @Test("an error with a success status proves nothing: the job ends, or a person decides")
    func errorInDisguise() async {
        let quota = OpenAIFixture.response(#"{"error":{"code":"insufficient_quota","message":"no"},"data":[]}"#)
        #expect(await OpenAIFixture.submitted(quota) == .failure(.unknown))
        let gateway = OpenAIFixture.response(#"{"error":{"code":502,"message":"upstream"}}"#)
        #expect(await OpenAIFixture.submitted(gateway) == .failure(.failed(message: "upstream")))
        let odd = OpenAIFixture.response(#"{"error":"it broke"}"#)
        #expect(await OpenAIFixture.submitted(odd) == .failure(.failed(message: "it broke")))
    }

    @Test(
        "an unexpected response is reported for what it is",
        arguments: [
            (#"[1]"#, "a list where an object was expected"), (#"{"data":{"url":"x"}}"#, "an object in"),
            (#"{"data":"x"}"#, "a text in"), (#"{"data":[7]}"#, "a number in"),
            (#"{"data":[{"url":7}]}"#, "a number in"),
            (#"{"data":[{"b64_json":"<html>"}]}"#, "Base64"),
            (#"{"data":[{"url":"data:text/plain,x"}]}"#, "data: address"),
            (#"{"data":[{"url":"file:///etc/passwd"}]}"#, "neither http nor https: file"),
            (#"{"data":[{"url":"/relative.png"}]}"#, "neither http"), ("{\"data\":[{\"b64", "not JSON"),
            ("<!DOCTYPE html><html><head><title>Sign in\n now</title>", "an HTML page: Sign in now"),
            ("OK", "not JSON: OK"),
        ])
    func bad(body: String, message: String) async {
        guard case .failure(.badResponse(let words)) = await OpenAIFixture.submitted(OpenAIFixture.response(body))
        else {
            Issue.record("no bad response")
            return
        }
        #expect(words.contains(message), "\(words)")
    }

    @Test("an unsupported format is named, and so is data that isn't a picture")
    func formats() async {
        let cases: [([UInt8], String)] = [
            (Array("8BPS".utf8), "PSD"), (Array("%PDF-1".utf8), "PDF"), (Array(" <html>".utf8), "HTML"),
            (Array("{\"error\":1}".utf8), "JSON"), ([], "empty body"), ([1, 2, 3], "not a picture"),
        ]
        for (bytes, word) in cases {
            let transport = fetching(HTTPResponse(status: 200, body: bytes))
            guard case .failure(.badResponse(let said)) = await OpenAIFixture.painted(transport) else {
                Issue.record("\(word)")
                continue
            }
            #expect(said.contains(word))
        }
    }

    @Test("deep nesting and long numbers do no harm")
    func hostile() async {
        let deep = String(repeating: "[", count: 100_000)
        guard case .failure(.badResponse) = await OpenAIFixture.submitted(OpenAIFixture.response(deep)) else {
            Issue.record("deep")
            return
        }
        let long = OpenAIFixture.response("{\"data\":[],\"created\":1\(String(repeating: "0", count: 400))}")
        guard case .failure(let failure) = await OpenAIFixture.submitted(long) else { return }
        switch failure {
        case .empty, .badResponse: break
        default: Issue.record("\(failure)")
        }
    }

    private func fetching(_ response: HTTPResponse) -> ScriptedTransport {
        ScriptedTransport { request in
            guard request.method == .post else { return .success(response) }
            let body = #"{"data":[{"url":"https://pictures.example/1.png?sig=1"}]}"#
            return .success(HTTPResponse(status: 200, body: Array(body.utf8)))
        }
    }

    @Test("a picture at a URL is fetched with its own limits and without the key")
    func fetched() async throws {
        let transport = fetching(HTTPResponse(status: 200, body: OpenAIFixture.png))
        #expect(await OpenAIFixture.painted(transport) == .success(OpenAIFixture.png))
        let fetch = try #require(transport.asked.last)
        #expect(fetch.method == .get && fetch.url == "https://pictures.example/1.png?sig=1" && fetch.headers.isEmpty)
        #expect(fetch.limits.bodyBytes == 1 << 20 && fetch.limits.total == .seconds(120))
        #expect(await OpenAIFixture.painted(transport, limit: 10) == .failure(.tooLarge(bytes: 11, limit: 10)))
    }

    @Test(
        "a failed fetch tells whether a retry helps",
        arguments: [
            (403, BackendFailure.expired), (404, .expired), (410, .expired), (429, .rateLimited(after: nil)),
            (500, .transient(message: "the picture's server answered 500")),
            (302, .badResponse(message: "the picture's server answered 302")),
        ])
    func fetchFails(status: Int, failure: BackendFailure) async {
        #expect(await OpenAIFixture.painted(fetching(HTTPResponse(status: status))) == .failure(failure))
    }

    @Test("a URL that isn't HTTP is never fetched")
    func scheme() async {
        let transport = fetching(HTTPResponse(status: 200, body: OpenAIFixture.png))
        for address in ["file:///etc/passwd", "FILE:/etc/passwd", "gopher://x", "httpx://x", "", "data:,x"] {
            let backend = OpenAIFixture.backend(transport)
            await #expect(throws: BackendFailure.self) { try await backend.fetch(.url(address), limit: 9) }
        }
        #expect(transport.asked.isEmpty)
    }
}

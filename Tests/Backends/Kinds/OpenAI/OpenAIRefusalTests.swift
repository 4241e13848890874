@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Rejections by an images API")
struct OpenAIRefusalTests {
    private func failure(_ status: Int, _ body: String, _ headers: [(String, String)] = []) async -> BackendFailure? {
        guard case .failure(let failure) = await OpenAIFixture.submitted(OpenAIFixture.response(status, body, headers))
        else {
            return nil
        }
        return failure
    }

    private static let moderated = BackendFailure.moderated(stage: "prompt", charged: false)

    @Test(
        "the code counts, then the type, then the message, within what the status allows",
        arguments: [
            (
                400, #"{"error":{"code":"moderation_blocked","type":"image_generation_user_error","message":"x"}}"#,
                moderated
            ),
            (400, #"{"error":{"code":"content_policy_violation","message":"x"}}"#, moderated),
            (400, #"{"error":{"message":"Your request was rejected by the safety system.","code":null}}"#, moderated),
            (422, #"{"error":{"message":"NSFW content detected"}}"#, moderated),
            (403, #"{"error":{"code":403,"message":"no","metadata":{"reasons":["flagged"]}}}"#, moderated),
            (403, #"{"error":{"type":"insufficient_permissions","message":"Missing scopes"}}"#, .auth),
            (403, #"{"message":"Forbidden"}"#, .unknown),
            (400, #"{"error":{"message":"litellm.ContentPolicyViolationError: x","code":"400"}}"#, moderated),
            (
                400, #"{"error":{"code":"unknown_parameter","param":"response_format","message":"Unknown."}}"#,
                .invalid(parameter: "response_format", message: "Unknown.")
            ),
            (401, #"{"error":{"code":"invalid_api_key","type":"invalid_request_error","message":"x"}}"#, .auth),
            (400, #"{"error":{"type":"no_db_connection","message":"x","code":"400"}}"#, .auth),
            (404, #"{"error":{"code":"model_not_found","message":"x"}}"#, .gone),
            (400, #"{"error":{"code":"model_not_found","message":"x"}}"#, .gone),
            (400, #"{"error":{"message":"Invalid model name passed in model=x","code":"400"}}"#, .gone),
            (429, #"{"error":{"code":"insufficient_quota","message":"x"}}"#, .quota),
            (400, #"{"error":{"code":"billing_hard_limit_reached","message":"x"}}"#, .quota),
            (429, #"{"error":{"message":"You exceeded your current quota"}}"#, .quota),
            (429, #"{"error":{"code":"rate_limit_exceeded","message":"Limit: 0 / 1min. Current: 1"}}"#, .quota),
            (429, #"{"error":{"code":"rate_limit_exceeded","message":"Limit 0, Used 0"}}"#, .quota),
            (429, #"{"error":{"code":"rate_limit_exceeded","message":"Limit: 05 / 1min"}}"#, .rateLimited(after: nil)),
            (429, #"{"error":{"code":"rate_limit_exceeded","message":"Limit: 0.5 / min"}}"#, .rateLimited(after: nil)),
            (429, #"{"error":{"code":"rate_limit_exceeded","message":"Limit: 10 / min"}}"#, .rateLimited(after: nil)),
            (504, #"{"error":{"code":"429","message":"slow down"}}"#, .unknown),
            (500, #"{"error":{"type":"server_error","message":"Sorry."}}"#, .unknown),
            (502, #"{"error":{"code":"rate_limit_exceeded","type":"requests","message":"slow down"}}"#, .unknown),
            (
                503, #"{"error":{"type":"service_unavailable_error","code":"server_is_overloaded","message":"Full."}}"#,
                .transient(message: "Full.")
            ),
            (401, #"{"error":{"type":"server_error","message":"Sorry."}}"#, .auth),
            (500, #"{"error":"server_error","message":"bad JSON"}"#, .unknown),
        ] as [(Int, String, BackendFailure)])
    func spoken(status: Int, body: String, expected: BackendFailure) async {
        #expect(await failure(status, body) == expected)
    }

    @Test(
        "other error formats are read too",
        arguments: [
            (400, #"{"error":"prompt is empty"}"#, .invalid(parameter: nil, message: "prompt is empty")),
            (400, #"{"detail":"Bad size"}"#, .invalid(parameter: nil, message: "Bad size")),
            (
                422, #"{"detail":[{"loc":["body","size"],"msg":"field required","type":"missing"}]}"#,
                .invalid(parameter: "size", message: "field required")
            ),
            (400, #"{"message":"no"}"#, .invalid(parameter: nil, message: "no")),
            (400, #"{"errors":[{"message":"no"}]}"#, .invalid(parameter: nil, message: "no")),
            (400, #"{"code":"The model x does not exist","error":"gone"}"#, .gone),
            (400, #"{"error":null}"#, .invalid(parameter: nil, message: "status 400")),
            (400, "plain\nwords", .invalid(parameter: nil, message: "plain words")),
            (400, "", .invalid(parameter: nil, message: "status 400")),
            (
                400, "<html><title>400 Bad Request</title></html>",
                .invalid(parameter: nil, message: "an HTML page: 400 Bad Request")
            ),
            (
                422, "<html><body><h1>Oops</h1><p>no</p></body></html>",
                .invalid(parameter: nil, message: "an HTML page: Oops no")
            ),
        ] as [(Int, String, BackendFailure)])
    func shapes(status: Int, body: String, expected: BackendFailure) async {
        #expect(await failure(status, body) == expected)
    }

    @Test(
        "without a message the status counts",
        arguments: [
            (401, .auth), (402, .quota), (404, .gone), (410, .gone), (425, .transient(message: "status 425")),
            (429, .rateLimited(after: nil)),
            (413, .invalid(parameter: nil, message: "status 413")),
            (422, .invalid(parameter: nil, message: "status 422")),
            (403, .unknown), (406, .unknown), (408, .unknown), (409, .unknown), (499, .unknown), (500, .unknown),
            (502, .unknown), (503, .unknown), (504, .unknown), (524, .unknown), (529, .unknown),
        ] as [(Int, BackendFailure)])
    func statuses(status: Int, expected: BackendFailure) async {
        #expect(await failure(status, "") == expected)
    }

    @Test("OpenAI's own overload, documented as a 503, has bought nothing; the same message elsewhere may have")
    func overload() async {
        let own = #"{"error":{"message":"Full.","type":"service_unavailable_error","code":"server_is_overloaded"}}"#
        #expect(await failure(503, own) == .transient(message: "Full."))
        #expect(await failure(504, own) == .unknown)
        #expect(await failure(503, "<html><title>503 Service Unavailable</title></html>") == .unknown)
        let elsewhere = OpenAIFixture.options("https://gateway.example/v1")
        #expect(await OpenAIFixture.submitted(OpenAIFixture.response(503, own), elsewhere) == .failure(.unknown))
    }

    @Test("with free calls the response keeps its meaning, since nothing can be bought twice")
    func free() async {
        var options = OpenAIFixture.options("http://192.168.1.5/v1")
        options.isFree = true
        for (status, expected) in [
            (500, BackendFailure.transient(message: "status 500")), (504, .timeout),
            (503, .transient(message: "status 503")),
            (403, .auth), (408, .transient(message: "status 408")),
        ] {
            #expect(await OpenAIFixture.submitted(OpenAIFixture.response(status, ""), options) == .failure(expected))
        }
    }

    @Test("the delay is read from the headers, else from the message")
    func waits() async {
        #expect(await failure(429, "", [("Retry-After", "20")]) == .rateLimited(after: 20_000))
        #expect(
            await failure(429, "", [("Retry-After", "Sun, 06 Nov 1994 08:50:07 GMT")]) == .rateLimited(after: 30_000))
        #expect(await failure(429, "", [("retry-after-ms", "1250")]) == .rateLimited(after: 1250))
        let reset = ("x-ratelimit-reset-requests", "6m0s")
        #expect(await failure(429, "", [reset]) == .rateLimited(after: nil))
        #expect(await failure(429, "", [reset, ("x-ratelimit-remaining-requests", "49")]) == .rateLimited(after: nil))
        #expect(
            await failure(429, "", [reset, ("x-ratelimit-remaining-requests", "0")]) == .rateLimited(after: 360_000))
        let words = #"{"error":{"code":"rate_limit_exceeded","message":"Please try again in 1.2s. Visit us."}}"#
        #expect(await failure(429, words) == .rateLimited(after: 1200))
    }

    @Test("a redirect isn't followed, and its target is reported")
    func moved() async {
        let place = "https://api.example/v2/images/generations"
        guard case .config(let said) = await failure(308, "", [("Location", place)]) else {
            Issue.record("not told")
            return
        }
        #expect(said.contains(place))
    }

    @Test(
        "the key is never quoted, wherever it appears",
        arguments: [
            (400, #"{"error":{"message":"bad key sk-proj-hush","param":"sk-proj-hush"}}"#),
            (400, #"{"error":"Bearer sk-proj-hush"}"#), (500, "<title>sk-proj-hush</title>"), (500, "sk-proj-\nhush"),
            (200, "sk-proj-hush"), (200, #"{"error":"sk-proj-hush"}"#), (200, #"{"data":[{"url":"sk-proj-hush:x"}]}"#),
        ])
    func secret(status: Int, body: String) async throws {
        let failure = try #require(await failure(status, body, [("Location", "https://x/?k=sk-proj-hush")]))
        #expect(!String(reflecting: failure).contains("hush"))
    }

    @Test("the key is in no description of the backend or its options")
    func description() {
        let backend = OpenAIFixture.backend(OpenAIFixture.response(""))
        var dumped = ""
        dump(backend.descriptor, to: &dumped)
        dump(OpenAIFixture.options(), to: &dumped)
        dump(backend, to: &dumped)
        #expect(!"\(OpenAIFixture.options()) \(String(reflecting: backend))".contains("hush"))
        #expect(!dumped.contains("sk-proj-hush"))
    }

    @Test("long messages are shortened")
    func long() async {
        guard case .invalid(_, let said) = await failure(400, String(repeating: "a", count: 5000)) else {
            Issue.record("not told")
            return
        }
        #expect(said.count == 200)
    }
}

@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Refusals of a web UI")
struct A1111RefusalTests {
    private static let noAPI = BackendFailure.config(
        message: "the server has no /sdapi/v1; start the web UI with --api")

    @Test(
        "a rejection is the request's fault only if the drop set the rejected value",
        arguments: [
            (401, #"{"detail":"Incorrect username or password"}"#, .auth), (403, "", .auth), (402, "", .quota),
            (404, #"{"detail":"Not Found"}"#, noAPI), (405, #"{"detail":"Method Not Allowed"}"#, noAPI),
            (404, "<html><title>404</title></html>", noAPI),
            (404, #"{"detail":"Sampler not found"}"#, .config(message: "Sampler not found")),
            (400, #"{"detail":"Sampler not found"}"#, .config(message: "Sampler not found")),
            (422, #"{"detail":"Script 'x' not found"}"#, .config(message: "Script 'x' not found")),
            (
                422, #"{"detail":[{"loc":["body","steps"],"msg":"value is not a valid integer","type":"x"}]}"#,
                .config(message: "steps: value is not a valid integer")
            ),
            (
                422, #"{"detail":[{"loc":["body","width"],"msg":"too wide","type":"x"}]}"#,
                .invalid(parameter: "width", message: "too wide")
            ),
            (400, #"{"error":"empty prompt"}"#, .invalid(parameter: nil, message: "empty prompt")),
            (413, "", .invalid(parameter: nil, message: "status 413")), (408, "", .transient(message: "status 408")),
            (409, "", .transient(message: "status 409")),
            (410, "", .gone), (429, "", .rateLimited(after: nil)),
            (
                500, #"{"error":"OutOfMemoryError","detail":"","body":"","errors":"CUDA out of memory."}"#,
                .transient(message: "OutOfMemoryError: CUDA out of memory.")
            ),
            (500, "", .transient(message: "status 500")),
            (502, "<title>502 Bad Gateway</title>", .transient(message: "an HTML page: 502 Bad Gateway")),
            (504, "", .timeout),
        ] as [(Int, String, BackendFailure)])
    func classes(status: Int, body: String, failure: BackendFailure) async throws {
        let studio = try FakeWebUI(body, status: status)
        #expect(await studio.failure() == failure)
        #expect(studio.server.requests.count == 1)
    }

    @Test("a redirect isn't followed, and the password is sent nowhere else")
    func redirect() async throws {
        let other = try Server(.json("{}"))
        let answer = Answer.status(307, headers: [("Location", other.url + "/sdapi/v1/txt2img")])
        var studio = try FakeWebUI(answer)
        studio.options.key = Secret("ann:hush")
        guard case .config(let said) = await studio.failure() else {
            Issue.record("not told")
            return
        }
        #expect(said.contains(other.url) && other.connections == 0)
    }

    @Test(
        "password and headers are never quoted, wherever they appear",
        arguments: [
            (400, #"{"detail":"ann:hush"}"#), (422, #"{"detail":[{"loc":["body","hush"],"msg":"hush"}]}"#),
            (500, #"{"error":"x","errors":"Basic YW5uOmh1c2g="}"#), (500, "<title>hush</title>"), (200, "hush"),
            (200, "<html>YW5uOmh1c2g="),
        ])
    func secret(status: Int, body: String) async throws {
        var studio = try FakeWebUI(body, status: status)
        studio.options.key = Secret("ann:hush")
        let failure = try #require(await studio.failure())
        #expect(!String(reflecting: failure).contains("hush") && !String(reflecting: failure).contains("YW5u"))
    }

    @Test("a refused connection means that the request wasn't sent")
    func unreachable() async throws {
        var studio = try FakeWebUI("")
        studio.options.baseURL = "http://127.0.0.1:1"
        guard case .transient(let said) = await studio.failure() else {
            Issue.record("not told")
            return
        }
        #expect(said.contains("127.0.0.1:1"))
    }
}

@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

/// Response bodies as written by LiteLLM 1.109.1.
@Suite("A LiteLLM proxy", .timeLimit(.minutes(5)))
struct LiteLLMTests {
    private static func error(_ message: String, type: String, code: Int) -> Answer {
        let body = #"{"error":{"message":"\#(message)","type":"\#(type)","param":null,"code":"\#(code)"}}"#
        return .json(body, status: code)
    }

    @Test("each request disables retries and fallbacks")
    func once() async throws {
        let asked = try await ProfiledRequest.sent(.litellm, .json(#"{"data":[]}"#))
        #expect(asked.request.header("x-litellm-num-retries") == "0")
        #expect(asked.body["disable_fallbacks"] == .flag(true))
        let other = try await ProfiledRequest.sent(.openai, .json(#"{"data":[]}"#))
        // Another service may be LiteLLM too; it gets the header, since a body field might be rejected.
        #expect(other.request.header("x-litellm-num-retries") == "0" && other.body["disable_fallbacks"] == nil)
        let azure = try await ProfiledRequest.sent(.azure, .json(#"{"data":[]}"#))
        #expect(azure.request.header("x-litellm-num-retries") == nil)
    }

    @Test(
        "a lost upstream is unknown, whatever the message",
        arguments: [
            (500, "litellm.APIConnectionError: APIConnectionError: OpenAIException - Connection error."),
            (500, "litellm.InternalServerError: InternalServerError: OpenAIException - The server had an error"),
            (408, "litellm.Timeout: APITimeoutError - Request timed out. Error_str: Request timed out."),
            (502, "litellm.BadGatewayError: BadGatewayError: OpenAIException - Error code: 502"),
            (503, "litellm.ServiceUnavailableError: ServiceUnavailableError: OpenAIException - overloaded"),
            (504, "litellm.Timeout: Timeout Error: OpenAIException - Error code: 504"),
        ])
    func lost(status: Int, message: String) async throws {
        let answer = Self.error(message, type: "internal_server_error", code: status)
        #expect(try await ProfiledRequest.sent(.litellm, answer).result == .failure(.unknown))
    }

    @Test("a response about one of several attempts proves nothing")
    func several() async throws {
        let message =
            "litellm.RateLimitError: RateLimitError: OpenAIException - slow down. Fallback to n also failed: "
            + "litellm.APIConnectionError: Connection error."
        let answer = Self.error(message, type: "throttling_error", code: 429)
        #expect(try await ProfiledRequest.sent(.litellm, answer).result == .failure(.unknown))
        let counted = Answer.status(429, headers: [("x-litellm-attempted-retries", "2")], text: "{}")
        #expect(try await ProfiledRequest.sent(.litellm, counted).result == .failure(.unknown))
        let single = Self.error(
            "litellm.RateLimitError: slow down. No fallback was attempted.", type: "throttling_error", code: 429)
        #expect(try await ProfiledRequest.sent(.litellm, single).result == .failure(.rateLimited(after: nil)))
    }

    @Test("the proxy's and the provider's rejections of a key are distinguished")
    func keys() async throws {
        let upstream = Self.error(
            "litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect API key provided.",
            type: "authentication_error", code: 401)
        guard case .failure(.config(let said)) = try await ProfiledRequest.sent(.litellm, upstream).result else {
            Issue.record("our key is blamed")
            return
        }
        #expect(said.hasPrefix("the service behind the proxy rejected the proxy's own key"))
        let ours = Self.error("Authentication Error, No api key passed in.", type: "auth_error", code: 401)
        #expect(try await ProfiledRequest.sent(.litellm, ours).result == .failure(.auth))
    }

    @Test(
        "testing the backend shows the proxy's settings, if the key may read them",
        arguments: [
            (200, #"{"fields":[{"field_name":"num_retries","field_value":2}]}"#, "num_retries 2"),
            (
                200,
                #"{"fields":[{"field_name":"num_retries","field_value":0},{"field_name":"fallbacks","field_value":[]}]}"#,
                "sends each request once"
            ),
            (401, "{}", "administrator's key"),
        ])
    func inspected(status: Int, body: String, words: String) async throws {
        let server = try Server(.json(body, status: status))
        var options = OpenAIFixture.options(server.url + "/v1")
        options.profile = .litellm
        let findings = await OpenAIFixture.backend(try Wire(), options).inspect()
        #expect(findings.count == 1 && findings.first?.seen.contains(words) == true)
        #expect(server.requests.map(\.target) == ["/router/settings"])
    }
}

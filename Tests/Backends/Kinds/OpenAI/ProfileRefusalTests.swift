@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

/// Rejections of each server, as it really sends them, over a real connection.
@Suite("Rejections by images APIs, per profile", .timeLimit(.minutes(5)))
struct ProfileRefusalTests {
    @Test(
        "Azure's rejections are classified by code",
        arguments: [
            (404, #"{"error":{"code":"DeploymentNotFound","message":"The API deployment does not exist."}}"#, .gone),
            (401, #"{"error":{"code":"401","message":"Access denied due to invalid subscription key."}}"#, .auth),
            (
                400, #"{"error":{"code":"contentFilter","message":"Your task failed."}}"#,
                .moderated(stage: "prompt", charged: false)
            ),
            (
                400,
                #"{"error":{"code":"content_policy_violation","inner_error":{"code":"ResponsibleAIPolicyViolation"},"#
                    + #""message":"Your request was rejected."}}"#,
                .moderated(stage: "prompt", charged: false)
            ),
            (429, #"{"error":{"code":"429","message":"exceeded call rate limit"}}"#, .rateLimited(after: nil)),
        ] as [(Int, String, BackendFailure)])
    func azureRefuses(status: Int, body: String, failure: BackendFailure) async throws {
        let asked = try await ProfiledRequest.sent(.azure, .json(body, status: status), path: "") {
            $0.apiVersion = "2025-04-01"
        }
        #expect(asked.result == .failure(failure))
    }

    @Test("Together rejects indecent prompts with 422")
    func togetherRefuses() async throws {
        let body = #"{"error":{"message":"The prompt may contain NSFW content.","type":"invalid_request_error"}}"#
        let asked = try await ProfiledRequest.sent(.together, .json(body, status: 422))
        #expect(asked.result == .failure(.moderated(stage: "prompt", charged: false)))
    }

    @Test(
        "xAI rejects a key with 400, and a picture with an empty success",
        arguments: [
            (
                400, #"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: sk***."}"#,
                .auth
            ),
            (
                400, #"{"code":"x","error":"Generated image rejected by content moderation."}"#,
                .moderated(stage: "prompt", charged: false)
            ),
            (200, #"{"data":[{"url":"","respect_moderation":false}]}"#, .moderated(stage: "picture", charged: nil)),
            (200, #"{"data":[],"block_reason":null}"#, .empty),
        ] as [(Int, String, BackendFailure)])
    func xaiRefuses(status: Int, body: String, failure: BackendFailure) async throws {
        #expect(try await ProfiledRequest.sent(.xai, .json(body, status: status)).result == .failure(failure))
    }

    @Test(
        "LiteLLM's errors have their status as a string, and mean the key if they mention a database",
        arguments: [
            (429, #"{"error":{"message":"x","type":null,"param":null,"code":"429"}}"#, .rateLimited(after: nil)),
            (400, #"{"error":{"message":"No connected db.","type":"no_db_connection","code":"400"}}"#, .auth),
            (400, #"{"error":{"message":"Invalid model name passed in model=x","code":"400"}}"#, .gone),
            (400, #"{"error":{"message":"Budget has been exceeded! Current cost: 1","code":"400"}}"#, .quota),
        ] as [(Int, String, BackendFailure)])
    func litellmRefuses(status: Int, body: String, failure: BackendFailure) async throws {
        #expect(try await ProfiledRequest.sent(.litellm, .json(body, status: status)).result == .failure(failure))
    }

    @Test(
        "stable-diffusion.cpp's errors are plain text",
        arguments: [
            (400, #"{"error":"prompt required"}"#, .invalid(parameter: nil, message: "prompt required")),
            (500, #"{"error":"server_error","message":"parse error"}"#, .transient(message: "parse error")),
        ] as [(Int, String, BackendFailure)])
    func sdcppRefuses(status: Int, body: String, failure: BackendFailure) async throws {
        let asked = try await ProfiledRequest.sent(.sdcpp, .json(body, status: status)) { $0.isFree = true }
        #expect(asked.result == .failure(failure))
    }
}

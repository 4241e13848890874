@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for fal", .timeLimit(.minutes(2)))
struct FalTests {
    private static let handed = """
        {"status": "IN_QUEUE", "request_id": "r1", "response_url": "/owner/app/requests/r1",
         "status_url": "/owner/app/requests/r1/status", "cancel_url": "/owner/app/requests/r1/cancel"}
        """

    private func queue(
        _ states: [Answer] = [.json(#"{"status": "COMPLETED"}"#)], result: String, status: Int = 200,
        submit: Answer? = nil
    ) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.fal, model: "owner/app/fast") { request, delivery in
            if request.method == "PUT" { return .json("{}", status: 202) }
            guard request.method == "GET" else { return submit ?? .json(Self.handed) }
            guard request.target.hasSuffix("/status") else {
                return .json(result.replacing("CDN", with: delivery), status: status)
            }
            return states[min(request.number - 1, states.count - 1)]
        }
    }

    private static let good = #"{"images": [{"url": "CDN/1.png"}], "seed": 7, "has_nsfw_concepts": [false]}"#

    @Test("a picture is requested once, polled through 202, and its result read from the queue's URL")
    func good() async throws {
        let waiting = Answer.json(#"{"status": "IN_PROGRESS"}"#, status: 202)
        let queue = try queue([waiting, .json(#"{"status": "COMPLETED"}"#)], result: Self.good)
        #expect(await queue.painted() == .success(TemplateFixture.png))
        let order = try #require(queue.orders.first)
        #expect(queue.orders.count == 1 && order.target == "/owner/app/fast")
        #expect(order.header("authorization") == "Key sk-hush-1" && queue.keepsKeySecret)
        #expect(
            try TemplateFixture.json(order.body)
                == .object([
                    "prompt": .text(TemplateFixture.prompt), "num_images": .integer(1), "seed": .integer(7),
                    "output_format": .text("png"),
                    "image_size": .object(["width": .integer(768), "height": .integer(512)]),
                ]))
        let status = "/owner/app/requests/r1/status"
        let looks = queue.server.requests.dropFirst()
        #expect(looks.map(\.target) == [status, status, "/owner/app/requests/r1"])
        #expect(looks.allSatisfy { $0.header("authorization") == "Key sk-hush-1" })
    }

    @Test("a poll tells the position in the queue")
    func position() async throws {
        let waiting = Answer.json(#"{"status": "IN_QUEUE", "queue_position": 3}"#, status: 202)
        let queue = try queue([waiting], result: Self.good)
        guard case .pending(let handle, _) = try await queue.submitted().get() else { return }
        let progress = GenerationProgress(queuePosition: 3)
        #expect(await queue.polled(handle) == .success(.running(progress, next: 1_000)))
    }

    @Test("a black picture in place of a moderated one is a rejection that is charged")
    func black() async throws {
        let result = Self.good.replacing("[false]", with: "[true]")
        #expect(try await queue(result: result).painted() == .failure(.moderated(stage: "picture", charged: true)))
    }

    @Test(
        "the result gives the state of the work",
        arguments: [
            (
                422, #"{"detail": [{"type": "content_policy_violation", "msg": "no"}]}"#,
                .moderated(stage: "prompt", charged: nil)
            ),
            (
                422, #"{"detail": [{"type": "value_error", "msg": "bad", "loc": ["body", "seed"]}]}"#,
                .invalid(parameter: "seed", message: "bad")
            ),
            (404, #"{"detail": "not found"}"#, .lost), (500, #"{"detail": "down"}"#, .transient(message: "down")),
            (200, #"{"images": []}"#, .empty),
        ] as [(Int, String, BackendFailure)])
    func results(status: Int, body: String, failure: BackendFailure) async throws {
        let queue = try queue(result: body, status: status)
        #expect(await queue.painted() == .failure(failure))
        #expect(queue.orders.count == 1)
    }

    @Test("a failure is reported as completed, with an error")
    func completed() async throws {
        let broken = Answer.json(#"{"status": "COMPLETED", "error": "worker died", "error_type": "internal"}"#)
        #expect(try await queue([broken], result: Self.good).painted() == .failure(.failed(message: "worker died")))
    }

    @Test("an account without credit isn't a bad key")
    func balance() async throws {
        let locked = Answer.json(#"{"detail": "User is locked. Reason: Exhausted balance."}"#, status: 403)
        #expect(try await queue(result: Self.good, submit: locked).painted() == .failure(.quota))
        let bad = Answer.json(#"{"detail": "Cannot access application"}"#, status: 401)
        #expect(try await queue(result: Self.good, submit: bad).painted() == .failure(.auth))
    }

    @Test("work is cancelled by a PUT to the queue's URL")
    func stopped() async throws {
        let queue = try queue(result: Self.good)
        guard case .pending(let handle, _) = try await queue.submitted().get() else { return }
        #expect(await queue.stopped(handle) == .requested)
        let last = try #require(queue.server.requests.last)
        #expect(last.method == "PUT" && last.target == "/owner/app/requests/r1/cancel")
    }
}

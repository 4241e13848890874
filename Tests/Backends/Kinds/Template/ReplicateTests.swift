@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Replicate", .timeLimit(.minutes(2)))
struct ReplicateTests {
    private static let urls = #""urls": {"get": "/v1/predictions/p1", "cancel": "/v1/predictions/p1/cancel"}"#
    private static let done = #"{"id": "p1", "status": "succeeded", "output": ["CDN/1.png"], "error": null}"#

    private func studio(
        _ states: [String], model: String = "owner/painter", submit: Answer? = nil, extra: [String: JSONValue] = [:]
    ) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.replicate, model: model, extra: extra) { request, delivery in
            if request.target.hasSuffix("/cancel") { return .json("{}") }
            if request.target == "/v1/account" { return .json("{}", status: 401) }
            guard request.method == "GET" else {
                let handed = #"{"id": "p1", "status": "starting", "output": null, "error": null, \#(Self.urls)}"#
                return submit ?? .json(handed, status: 201)
            }
            return .json(states[min(request.number - 1, states.count - 1)].replacing("CDN", with: delivery))
        }
    }

    @Test("a picture is requested once with a deadline, polled, and fetched without the key")
    func good() async throws {
        let waiting = #"{"id": "p1", "status": "processing", "output": null}"#
        let studio = try studio([waiting, Self.done], extra: ["go_fast": .flag(true)])
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.orders.count == 1 && order.target == "/v1/models/owner/painter/predictions")
        #expect(order.header("authorization") == "Bearer sk-hush-1" && order.header("cancel-after") == "10m")
        #expect(
            try TemplateFixture.json(order.body)
                == .object([
                    "input": .object([
                        "prompt": .text(TemplateFixture.prompt), "aspect_ratio": .text("3:2"), "seed": .integer(7),
                        "output_format": .text("png"), "go_fast": .flag(true),
                    ])
                ]))
        #expect(studio.keepsKeySecret)
    }

    @Test(
        "a model with a version, or a version alone, is run as such",
        arguments: ["owner/painter:" + String(repeating: "a1", count: 32), String(repeating: "a1", count: 32)])
    func versions(model: String) async throws {
        let studio = try studio([Self.done], model: model)
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.orders.count == 1 && order.target == "/v1/predictions")
        #expect(order.header("cancel-after") == "10m")
        #expect(
            try TemplateFixture.json(order.body)
                == .object([
                    "version": .text(model),
                    "input": .object([
                        "prompt": .text(TemplateFixture.prompt), "aspect_ratio": .text("3:2"), "seed": .integer(7),
                        "output_format": .text("png"),
                    ]),
                ]))
    }

    @Test("an output may be one URL or a list; none means empty")
    func outputs() async throws {
        #expect(
            try await studio([#"{"status": "succeeded", "output": "CDN/1.png"}"#]).painted()
                == .success(TemplateFixture.png))
        #expect(try await studio([#"{"status": "succeeded", "output": []}"#]).painted() == .failure(.empty))
        #expect(try await studio([#"{"status": "succeeded", "output": null}"#]).painted() == .failure(.empty))
    }

    @Test("a failure with status 201 is a failure")
    func failed() async throws {
        let broken = #"{"id": "p1", "status": "failed", "error": "CUDA out of memory", \#(Self.urls)}"#
        let studio = try studio([Self.done], submit: .json(broken, status: 201))
        #expect(await studio.painted() == .failure(.failed(message: "CUDA out of memory")))
        #expect(studio.server.requests.count == 1)
    }

    @Test(
        "a poll gives the state of the work",
        arguments: [
            ("failed", #""Prediction flagged as sensitive. (E005)""#, .moderated(stage: "picture", charged: nil)),
            ("failed", #""out of luck""#, .failed(message: "out of luck")),
            ("canceled", "null", .failed(message: "status 200", charged: true)),
            ("aborted", #""too late""#, .failed(message: "too late", charged: false)),
        ] as [(String, String, BackendFailure)])
    func states(status: String, error: String, failure: BackendFailure) async throws {
        let studio = try studio([#"{"id": "p1", "status": "\#(status)", "output": null, "error": \#(error)}"#])
        #expect(await studio.painted() == .failure(failure))
        #expect(studio.orders.count == 1)
    }

    @Test("the delay is read from the message")
    func throttled() async throws {
        let answer = Answer.json(
            #"{"detail": "Request was throttled. Your rate limit resets in ~30s.", "status": 429}"#, status: 429)
        #expect(try await studio([Self.done], submit: answer).painted() == .failure(.rateLimited(after: 30_000)))
        #expect(try await studio([Self.done], submit: .json("{}", status: 402)).painted() == .failure(.quota))
    }

    @Test("work is cancelled at the service's URL, and a check of the account reveals a bad key")
    func stopped() async throws {
        let studio = try studio([Self.done])
        guard case .pending(let handle, _) = try await studio.submitted().get() else { return }
        #expect(await studio.stopped(handle) == .requested)
        let last = try #require(studio.server.requests.last)
        #expect(last.method == "POST" && last.target == "/v1/predictions/p1/cancel")
        #expect(await studio.health() == .down(.auth))
    }
}

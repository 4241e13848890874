@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Black Forest Labs", .timeLimit(.minutes(2)))
struct BlackForestTests {
    private func lab(
        _ states: [String], status: Int = 200, submit: Answer? = nil
    ) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.bfl, model: "flux-2-pro") { request, delivery in
            guard request.method == "GET" else {
                let handed = #"{"id": "a1", "polling_url": "/v1/get_result?id=a1", "cost": 3.0}"#
                return submit ?? .json(handed)
            }
            let state = states[min(request.number - 1, states.count - 1)]
            return .json(state.replacing("CDN", with: delivery), status: status)
        }
    }

    private static let ready = #"{"id": "a1", "status": "Ready", "result": {"sample": "CDN/1.png", "seed": 7}}"#

    @Test("a picture is requested once, polled, and fetched without the key")
    func good() async throws {
        let lab = try lab([#"{"id": "a1", "status": "Pending", "result": null, "progress": 0.4}"#, Self.ready])
        #expect(await lab.painted() == .success(TemplateFixture.png))
        let order = try #require(lab.orders.first)
        #expect(lab.orders.count == 1 && order.target == "/v1/flux-2-pro" && order.header("x-key") == "sk-hush-1")
        #expect(
            try TemplateFixture.json(order.body)
                == .object([
                    "prompt": .text(TemplateFixture.prompt), "width": .integer(768), "height": .integer(512),
                    "seed": .integer(7),
                    "output_format": .text("png"),
                ]))
        let looks = lab.server.requests.filter { $0.method == "GET" }
        #expect(looks.map(\.target) == ["/v1/get_result?id=a1", "/v1/get_result?id=a1"])
        #expect(looks.allSatisfy { $0.header("x-key") == "sk-hush-1" })
        #expect(lab.delivery.requests.count == 1 && lab.keepsKeySecret)
    }

    @Test("the cost of a picture is in cents")
    func cost() async throws {
        guard case .pending(_, let receipt) = try await lab([Self.ready]).submitted().get() else {
            Issue.record("not pending")
            return
        }
        #expect(receipt.cost == Money(micros: 30_000, currency: "USD") && receipt.reference == "a1")
    }

    @Test(
        "a poll with status 200 gives the state of the work",
        arguments: [
            ("Request Moderated", .moderated(stage: "prompt", charged: false)),
            ("Content Moderated", .moderated(stage: "picture", charged: nil)), ("Task not found", .lost),
            ("Error", .failed(message: "broken")),
            ("Dreaming", .badResponse(message: "a status that the template does not list: Dreaming")),
        ] as [(String, BackendFailure)])
    func states(status: String, failure: BackendFailure) async throws {
        let lab = try lab([#"{"id": "a1", "status": "\#(status)", "result": null, "details": "broken"}"#])
        #expect(await lab.painted() == .failure(failure))
        #expect(lab.orders.count == 1 && lab.delivery.connections == 0)
    }

    @Test(
        "a rejection has its class",
        arguments: [
            (402, .quota), (403, .auth), (422, .invalid(parameter: "body", message: "bad")),
            (429, .rateLimited(after: 1000)),
            (503, .unknown),
        ] as [(Int, BackendFailure)])
    func refused(status: Int, failure: BackendFailure) async throws {
        let answer = Answer.status(
            status, headers: [("Retry-After", "1")], text: #"{"detail": [{"loc": ["body"], "msg": "bad"}]}"#)
        let lab = try lab([Self.ready], submit: answer)
        #expect(await lab.painted() == .failure(failure))
        #expect(lab.server.requests.count == 1)
    }

    @Test("a lost response is unknown, and the request is sent once")
    func lost() async throws {
        for answer in [Answer(.close), Answer(.reset), Answer(.send(Answer.head(200, length: 99)), .send("{"), .close)]
        {
            let lab = try lab([Self.ready], submit: answer)
            #expect(await lab.painted() == .failure(.unknown))
            #expect(lab.server.requests.count == 1)
        }
    }

    @Test("a foreign polling host is reported and never contacted")
    func foreign() async throws {
        let other = try Server(.json("{}"))
        let lab = try lab([Self.ready], submit: .json(#"{"id": "a1", "polling_url": "\#(other.url)/v1"}"#))
        guard case .failure(.config) = await lab.painted() else {
            Issue.record("not told")
            return
        }
        #expect(other.connections == 0 && lab.server.requests.count == 1)
    }
}

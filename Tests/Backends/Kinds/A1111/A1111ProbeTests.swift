@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Health checks of a web UI")
struct A1111ProbeTests {
    private static let models = #"[{"title":"xl/sdxl.safetensors [31e3]","model_name":"sdxl","hash":"31e3"}]"#

    @Test("without a model it requests the options, with one the models, and never a picture")
    func request() async throws {
        var studio = try FakeWebUI { .json($0.target.hasSuffix("/sd-models") ? Self.models : "{}") }
        studio.options.key = Secret("ann:hush")
        #expect(await studio.backend.probe() == .ready)
        studio.options.model = "SDXL"
        #expect(await studio.backend.probe() == .ready)
        studio.options.model = "sdxl2"
        #expect(await studio.backend.probe() == .down(.gone))
        let requests = studio.server.requests
        #expect(requests.map(\.target) == ["/sdapi/v1/options", "/sdapi/v1/sd-models", "/sdapi/v1/sd-models"])
        #expect(requests.allSatisfy { $0.method == "GET" && $0.header("authorization") != nil })
    }

    @Test("options are requested from a server without a model list")
    func withoutList() async throws {
        var studio = try FakeWebUI { $0.target.hasSuffix("/options") ? .json("{}") : .status(404) }
        studio.options.model = "sdxl"
        #expect(await studio.backend.probe() == .ready)
        #expect(studio.server.requests.count == 2)
    }

    @Test(
        "reasons why the server is unusable",
        arguments: [
            (401, "", .auth), (500, "", .transient(message: "status 500")), (504, "", .timeout),
            (404, "", .config(message: "the server has no /sdapi/v1; start the web UI with --api")),
            (200, "<html>", .badResponse(message: "the server does not have the web UI's API")),
        ] as [(Int, String, BackendFailure)])
    func down(status: Int, body: String, failure: BackendFailure) async throws {
        let studio = try FakeWebUI(body, status: status)
        #expect(await studio.backend.probe() == .down(failure))
        #expect(studio.server.requests.count == 1)
    }
}

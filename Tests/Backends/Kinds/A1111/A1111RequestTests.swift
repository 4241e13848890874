@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Requests to a web UI")
struct A1111RequestTests {
    private func sent(
        _ details: GenerationDetails = GenerationDetails(),
        _ change: (inout ConfiguredBackend<A1111Settings>) -> Void = { _ in }
    ) async throws -> JSONValue {
        var studio = try FakeWebUI(FakeWebUI.picture())
        change(&studio.options)
        _ = await studio.submitted(details: details)
        #expect(studio.orders == 1 && studio.server.requests.count == 1)
        let request = try #require(studio.server.requests.first)
        #expect(request.header("content-type") == "application/json")
        return try #require(JSONBody.value(request.body))
    }

    @Test("unset options are left to the server; sides are multiples of eight that cover the requested size")
    func short() async throws {
        let expected = JSONValue.object([
            "prompt": .text(FakeWebUI.prompt), "seed": .integer(7), "width": .integer(776), "height": .integer(512),
            "batch_size": .integer(1), "n_iter": .integer(1), "send_images": .flag(true), "save_images": .flag(false),
        ])
        let body = try await sent()
        #expect(body == expected)
    }

    @Test("every setting is sent under the server's name")
    func whole() async throws {
        let body = try await sent { options in
            options.model = "sdxl"
            options.negativePrompt = "blur"
            options.steps = 12
            options.sampler = "DPM++ 2M"
            options.scheduler = "Karras"
            options.guidance = 4.5
            options.extra = [
                "styles": .list([.text("ink")]),
                "override_settings": .object(["CLIP_stop_at_last_layers": .integer(2)]),
            ]
        }
        #expect(body["negative_prompt"] == .text("blur") && body["steps"] == .integer(12))
        #expect(body["sampler_name"] == .text("DPM++ 2M") && body["scheduler"] == .text("Karras"))
        #expect(body["cfg_scale"] == .number(4.5) && body["styles"] == .list([.text("ink")]))
        #expect(
            body["override_settings"]
                == .object(["CLIP_stop_at_last_layers": .integer(2), "sd_model_checkpoint": .text("sdxl")]))
    }

    @Test("a request's values override the configuration, and an empty text unsets one")
    func asked() async throws {
        let details = GenerationDetails(
            negativePrompt: "", model: "turbo", steps: 9, guidance: 1.5, scheduler: "Simple")
        let body = try await sent(details) { options in
            options.model = "sdxl"
            options.negativePrompt = "blur"
            options.steps = 12
            options.scheduler = "Karras"
            options.guidance = 4.5
        }
        #expect(body["negative_prompt"] == .text("") && body["steps"] == .integer(9))
        #expect(body["scheduler"] == .text("Simple") && body["cfg_scale"] == .number(1.5))
        #expect(body["override_settings"] == .object(["sd_model_checkpoint": .text("turbo")]))
    }

    @Test("work by another model than requested is rejected")
    func otherModel() async throws {
        var studio = try FakeWebUI(FakeWebUI.picture(info: #"{"seed": 7, "sd_model_name": "sdxl"}"#))
        studio.options.model = "sdxl"
        guard case .failure(.gone) = await studio.submitted(details: GenerationDetails(model: "turbo")) else {
            Issue.record("taken")
            return
        }
        guard case .success = await studio.submitted() else {
            Issue.record("refused")
            return
        }
    }

    @Test("the URL may end with a slash or the API's path", arguments: ["", "/", "/sdapi/v1", "/sdapi/v1/"])
    func address(ending: String) async throws {
        _ = try await sent { $0.baseURL += ending }
    }

    @Test("user and password are sent as HTTP Basic")
    func authorization() async throws {
        var studio = try FakeWebUI(FakeWebUI.picture())
        _ = await studio.submitted()
        studio.options.key = Secret("Aladdin:open sesame")
        _ = await studio.submitted()
        let headers = studio.server.requests.map { $0.header("authorization") }
        #expect(headers == [nil, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="])
    }

    @Test("a key that isn't USER:PASSWORD is reported before anything is sent", arguments: ["hush", ":hush", ""])
    func badKey(key: String) async throws {
        var studio = try FakeWebUI(FakeWebUI.picture())
        studio.options.key = Secret(key)
        #expect(await studio.failure() == .config(message: "api_key must have the form user:password"))
        #expect(await studio.backend.probe() == .down(.config(message: "api_key must have the form user:password")))
        #expect(studio.server.requests.isEmpty)
    }

    @Test("a requested seed that not every server accepts is rejected before anything is sent")
    func seed() async throws {
        let studio = try FakeWebUI(FakeWebUI.picture())
        guard case .failure(.invalid("seed", _)) = await studio.submitted(seed: 1 << 32) else {
            Issue.record("taken")
            return
        }
        #expect(studio.server.requests.isEmpty)
        let bounds = try #require(studio.backend.descriptor.abilities.options[.seed])
        #expect(bounds.accepts("2147483647") && !bounds.accepts("2147483648"))
    }

    @Test(
        "a generated seed is sent with 31 bits and recorded with the call",
        arguments: [
            (7, 7, nil), (2_147_483_647, 2_147_483_647, nil), (2_147_483_648, 0, 0),
            (4_294_967_295, 2_147_483_647, 2_147_483_647),
        ] as [(UInt64, Int64, UInt64?)])
    func chosenSeed(chosen: UInt64, sent: Int64, told: UInt64?) async throws {
        let studio = try FakeWebUI(FakeWebUI.picture(info: "{}"))
        guard case .finished(_, let receipt) = try await studio.submitted(seed: chosen).get() else {
            Issue.record("pending")
            return
        }
        let body = JSONBody.value(try #require(studio.server.requests.first).body)
        #expect(body?["seed"] == .integer(sent) && receipt.seed == told && studio.notices.isEmpty)
    }

    @Test("a number that JSON can't represent is reported before anything is sent")
    func number() async throws {
        var studio = try FakeWebUI(FakeWebUI.picture())
        studio.options.extra = ["eta": .number(.infinity)]
        #expect(await studio.failure() == .config(message: "extra contains a number that JSON cannot represent"))
        #expect(studio.server.requests.isEmpty)
    }
}

@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Settings reported by a web UI")
struct UsedSettingsTests {
    private static let webUI = """
        a fox, Seed: 1
        Negative prompt: blur
        Steps: 20, Sampler: Euler a, Schedule type: Karras, CFG scale: 7, Seed: 9, Model: "sd: xl, a", Version: v1.10.1
        """
    private static let sdcpp = """
        a fox
        Steps: 20, CFG scale: 7.000000, Guidance: 3.500000, Eta: 0.000000, Seed: 9, Size: 512x512, Model: sd.gguf, \
        RNG: cuda, Sampler: dpm++2m karras, Version: stable-diffusion.cpp
        """

    private func told(
        _ body: String, _ change: (inout ConfiguredBackend<A1111Settings>) -> Void = { _ in }
    ) async throws -> (receipt: Receipt, notices: [BackendNotice]) {
        var studio = try FakeWebUI(body)
        change(&studio.options)
        guard case .finished(_, let receipt) = try await studio.submitted().get() else { throw BackendFailure.unknown }
        return (receipt, studio.notices)
    }

    @Test(
        "without info, the seed is read from the picture's metadata",
        arguments: [
            (webUI, "tEXt", 9), (sdcpp, "tEXt", 9), (webUI + "등대", "iTXt", 9),
            ("a fox, Seed: 9\nSteps: 4", "tEXt", nil),
            ("", "tEXt", nil), (webUI, "zTXt", nil),
        ] as [(String, String, UInt64?)])
    func written(text: String, type: String, seed: UInt64?) async throws {
        let receipt = try await told(FakeWebUI.written(text, type: type)).receipt
        #expect(receipt.seed == seed)
    }

    @Test("the parameters that this program writes are read like a web UI's, whatever prompt and values look like")
    func roundTrip() {
        let values: [(name: String, value: String)] = [
            ("Steps", "20"), ("Seed", "7"), ("Model", "sd: xl, \"a\" \\ b"), ("Generator", "studio, Seed: 9"),
        ]
        let written = InfoText(
            GenerationParameters(prompt: "a fox, Seed: 1\nSeed: 2", negativePrompt: "Seed: 3", settings: values).text)
        for (name, value) in values { #expect(written[name] == value) }
    }

    @Test("info takes precedence over the picture's metadata")
    func order() async throws {
        let body = FakeWebUI.written(Self.webUI).replacing(#""info":"""#, with: #""info":"{\"seed\": 7}""#)
        let told = try await told(body)
        #expect(told.receipt.seed == 7 && told.notices.isEmpty)
    }

    @Test("the picture's own text in info is read, not that of a grid before it")
    func grid() async throws {
        let info = #"{"index_of_first_image": 1, "infotexts": ["grid\nSteps: 1, Seed: 3", "a\nSteps: 1, Seed: 7"]}"#
        let told = try await told(
            FakeWebUI.picture(info: info).replacing("\"images\":[", with: "\"images\":[\"Z3JpZA==\","))
        #expect(told.receipt.seed == 7)
    }

    @Test("a seed other than the one sent is recorded and reported")
    func seed() async throws {
        let told = try await told(FakeWebUI.picture(info: #"{"all_seeds": [3]}"#))
        #expect(told.receipt.seed == 3)
        #expect(told.notices == [.differs(parameter: "seed", requested: "7", used: "3", backend: "studio")])
    }

    @Test("a picture of another model is rejected by its metadata; one without a model is accepted")
    func model() async throws {
        await #expect(throws: BackendFailure.gone) {
            _ = try await told(FakeWebUI.written(Self.sdcpp)) { $0.model = "sdxl" }
        }
        _ = try await told(FakeWebUI.written(Self.sdcpp)) { $0.model = "sd" }
        _ = try await told(FakeWebUI.written(Self.webUI)) { $0.model = "sd: xl, a" }
        _ = try await told(FakeWebUI.written("a\nSteps: 4, Model: , Seed: 7")) { $0.model = "sdxl" }
    }

    @Test(
        "an ignored sampler or scheduler is reported, in either spelling",
        arguments: [
            ("DPM++ 2M", "Karras", "dpm++2m", "karras", []), ("DPM++ 2M Karras", nil, "DPM++ 2M", "Karras", []),
            ("DPM++ 2M", "Karras", "DPM++ 2M Karras", nil, []), ("k_euler_a", nil, "Euler a", "Automatic", []),
            ("DDIM", nil, "ddim_trailing", "discrete", []), ("Euler a", "Automatic", "euler_a", "discrete", []),
            ("UniPC", nil, "euler", "discrete", ["sampler"]), ("Euler", nil, "Euler a", nil, ["sampler"]),
            ("Euler", "Karras", "euler", "discrete", ["scheduler"]),
            ("Euler", "SGM Uniform", "euler", "sgm_uniform", []),
            ("Euler", "Karras", nil, nil, []), (nil, nil, "euler", "discrete", []),
        ] as [(String?, String?, String?, String?, [String])])
    func sampler(asked: String?, schedule: String?, used: String?, usedSchedule: String?, told: [String]) async throws {
        var info: [String: JSONValue] = ["seed": .integer(7)]
        info["sampler_name"] = used.map { .text($0) }
        info["extra_generation_params"] = usedSchedule.map { .object(["Schedule type": .text($0)]) }
        let text = String(decoding: JSONBody.bytes(.object(info)) ?? [], as: UTF8.self)
        let notices = try await self.told(FakeWebUI.picture(info: text)) { options in
            options.sampler = asked
            options.scheduler = schedule
        }.notices
        let names = notices.map { notice -> String in
            guard case .differs(let name, _, _, "studio") = notice else { return "" }
            return name
        }
        #expect(names == told)
    }

    @Test("secrets are removed from reported settings too")
    func secret() async throws {
        let info = #"{"seed": 7, "sampler_name": "hush-hush-hush"}"#
        let notices = try await told(FakeWebUI.picture(info: info)) { options in
            options.key = Secret("ann:hush-hush-hush")
            options.sampler = "Euler"
        }.notices
        #expect(notices == [.differs(parameter: "sampler", requested: "Euler", used: "•••", backend: "studio")])
    }
}

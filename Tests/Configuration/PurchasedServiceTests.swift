import Configuration
import Domain
import Testing

@Suite("Purchase keys of services")
struct PurchasedServiceTests {
    private static let services: [BackendSettings.Service] = [
        .openai(
            OpenAISettings(
                baseURL: "https://a.example/v1", profile: .azure, apiVersion: "1", model: "m", quality: "low",
                sizes: [PictureSize(width: 64, height: 32)], sendResponseFormat: false, edits: .json,
                extra: ["b": .integer(1), "a": .text("x")])),
        .openai(OpenAISettings(baseURL: "https://a.example/v1", model: "m")),
        .comfyui(ComfyUISettings(baseURL: "http://b", workflow: FolderPath("/w.json"), negativePrompt: "n")),
        .a1111(
            A1111Settings(
                baseURL: "http://c", model: "m", negativePrompt: "", steps: 3, sampler: "s", scheduler: "t",
                guidance: 7.5, extra: [:])),
        .http(HTTPSettings(template: .shipped(.bfl), model: "m", values: ["v": .flag(true)], extra: [:])),
        .http(HTTPSettings(template: .file(FolderPath("/bfl")), baseURL: "https://d", model: "m")),
        .karlo(KarloSettings(version: "v2.1", steps: 10, guidance: 5, priorSteps: 25, priorGuidance: 4)),
        .exec(ExecSettings(program: .command("/bin/draw"), arguments: ["a", "b"], settings: ["x": .null])),
        .exec(ExecSettings(program: .plugin("/bin/draw"), arguments: ["ab"], settings: ["x": .null])),
        .chain(["one", "two"]),
        .fixture(FixtureSettings()),
    ]

    /// The configuration's own words, which a person could have typed, so that only a change of them changes the key.
    @Test("the form of version 1 never changes, and no two services have the same")
    func golden() {
        let forms = Self.services.map { Self.text($0.purchase.bytes) }
        #expect(forms == Self.golden)
        #expect(Set(forms).count == forms.count)
    }

    private static var golden: [String] {
        [
            "service/1·type·openai·base_url·https://a.example/v1·profile·azure·api_version·1·"
                + "model·m·quality·low·size·64x32·send_response_format·false·edits·json·extra·f·"
                + "object·2·a·text·x·b·integer·1",
            "service/1·type·openai·base_url·https://a.example/v1·profile·openai·model·m·extra·object·0",
            "service/1·type·comfyui·base_url·http://b·workflow·/w.json·negative_prompt·n",
            "service/1·type·a1111·base_url·http://c·model·m·negative_prompt·steps·3·sampler·"
                + "s·scheduler·t·guidance·@·extra·object·0",
            "service/1·type·http·template·bfl·model·m·negative_prompt·values·@·object·1·v·"
                + "flag·true·extra·object·0",
            "service/1·type·http·template_file·/bfl·base_url·https://d·model·m·"
                + "negative_prompt·values·object·0·extra·object·0",
            "service/1·type·karlo·base_url·https://api.kakaobrain.com·version·v2.1·steps·10·"
                + "guidance·@·prior_steps·25·prior_guidance·@·nsfw_checker·false",
            "service/1·type·exec·command·/bin/draw·argument·a·argument·b·settings·<·object·1·x·null",
            "service/1·type·exec·plugin·/bin/draw·argument·ab·settings·<·object·1·x·null",
            "service/1·type·chain·member·one·member·two",
            "service/1·type·fixture",
        ]
    }

    @Test("settings that concern only how a service is run don't count")
    func same() {
        let plain = ExecSettings(program: .command("draw"))
        let other = ExecSettings(
            program: .command("draw"), mode: .oneshot, isFree: true, stallTimeout: .seconds(9),
            sandbox: PluginSandbox(mode: .off))
        #expect(BackendSettings.Service.exec(plain).purchase == BackendSettings.Service.exec(other).purchase)
        let alone = A1111Settings(baseURL: "http://c", isExclusive: true)
        let shared = A1111Settings(baseURL: "http://c")
        #expect(BackendSettings.Service.a1111(alone).purchase == BackendSettings.Service.a1111(shared).purchase)
    }

    /// The bytes with each run that isn't printable ASCII as one dot.
    private static func text(_ bytes: [UInt8]) -> String {
        bytes.split(omittingEmptySubsequences: true) { !(32...126).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "·")
    }
}

@testable import BackendKinds
import BackendKit
import Domain
import Testing

@testable import Configuration

@Suite("Purchase keys of services")
struct PurchasedServiceTests {
    private static let services: [(BackendDescription, any BackendKindSettings)] = [
        (
            OpenAISettings.kind.description,
            OpenAISettings(
                baseURL: "https://a.example/v1", profile: .azure, apiVersion: "1", model: "m", quality: "low",
                sizes: [PictureSize(width: 64, height: 32)], sendResponseFormat: false, edits: .json,
                extra: ["b": .integer(1), "a": .text("x")])
        ),
        (OpenAISettings.kind.description, OpenAISettings(baseURL: "https://a.example/v1", model: "m")),
        (
            ComfyUISettings.kind.description,
            ComfyUISettings(baseURL: "http://b", workflow: FolderPath("/w.json"), negativePrompt: "n")
        ),
        (
            A1111Settings.kind.description,
            A1111Settings(
                baseURL: "http://c", model: "m", negativePrompt: "", steps: 3, sampler: "s", scheduler: "t",
                guidance: 7.5, extra: [:])
        ),
        (
            TemplateSettings.kind.description,
            TemplateSettings(template: .shipped(.bfl), model: "m", values: ["v": .flag(true)], extra: [:])
        ),
        (
            TemplateSettings.kind.description,
            TemplateSettings(template: .file(FolderPath("/bfl")), baseURL: "https://d", model: "m")
        ),
        (
            KarloSettings.kind.description,
            KarloSettings(version: "v2.1", steps: 10, guidance: 5, priorSteps: 25, priorGuidance: 4)
        ),
        (ExecSettings.kind.description, ExecSettings(command: ["/bin/draw", "a", "b"], settings: ["x": .null])),
        (ExecSettings.kind.description, ExecSettings(plugin: "/bin/draw", settings: ["x": .null])),
        (Chain.kind, chain),
        (FixtureSettings.kind.description, FixtureSettings()),
    ]

    /// The configuration's own words, which a person could have typed, so that only a change of them changes the key.
    @Test("the form of version 1 never changes, and no two services have the same")
    func golden() {
        let forms = Self.services.map { Self.text(Self.purchase($0, $1).bytes) }
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
            "service/1·type·exec·plugin·/bin/draw·settings·<·object·1·x·null",
            "service/1·type·chain·member·one·member·two",
            "service/1·type·fixture",
        ]
    }

    @Test("settings that concern only how a service is run don't count")
    func same() {
        let exec = ExecSettings.kind.description
        let plain = ExecSettings(command: ["draw"])
        let other = ExecSettings(command: ["draw"], mode: .oneshot, stallTimeout: .seconds(9), sandbox: .off)
        #expect(Self.purchase(exec, plain) == Self.purchase(exec, other))
        let a1111 = A1111Settings.kind.description
        let alone = A1111Settings(baseURL: "http://c", isExclusive: true)
        #expect(Self.purchase(a1111, alone) == Self.purchase(a1111, A1111Settings(baseURL: "http://c")))
    }

    private static func purchase(_ kind: BackendDescription, _ own: any BackendKindSettings) -> CanonicalFields {
        BackendSettings("x", kind, own).purchase
    }

    private static var chain: Chain {
        var chain = Chain()
        chain.members = ["one", "two"]
        return chain
    }

    /// The bytes with each run that isn't printable ASCII as one dot.
    private static func text(_ bytes: [UInt8]) -> String {
        bytes.split(omittingEmptySubsequences: true) { !(32...126).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "·")
    }
}

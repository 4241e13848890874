@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Settings of karlo backends")
struct KarloSettingsTests {
    private static let table =
        "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.karlo]\ntype = 'karlo'\n"
    private static let karlo = table + "api_key = { credential = 'karlo' }\n"

    private func read(_ text: String) throws(ConfigurationFailure) -> BackendSettings? {
        try Settings.read(text).backends.first
    }

    @Test("An API key is enough; the address defaults to Kakao's")
    func short() throws {
        let service = KarloSettings(baseURL: "https://api.kakaobrain.com")
        let expected = BackendSettings("karlo", KarloSettings.kind.description, service) {
            $0.key = .credential("karlo")
        }
        #expect(try read(Self.karlo) == expected)
    }

    @Test("Every setting is read")
    func whole() throws {
        let read = try read(
            Self.karlo
                + """
                base_url = "http://127.0.0.1:9/"
                version = "v2.1"
                negative_prompt = "blur"
                steps = 10
                guidance = 20
                prior_steps = 100
                prior_guidance = 1.5
                scheduler = "decoder_ddpm_v_prediction"
                nsfw_checker = true
                """)
        let service = KarloSettings(
            baseURL: "http://127.0.0.1:9", version: "v2.1", negativePrompt: "blur", steps: 10, guidance: 20,
            priorSteps: 100, priorGuidance: 1.5, scheduler: "decoder_ddpm_v_prediction", isChecked: true)
        #expect(read?.own == OwnSettings(service))
    }

    @Test(
        "A value that Karlo does not accept is rejected with its line",
        arguments: [
            "steps = 9", "steps = 101", "prior_steps = 9", "prior_steps = 101", "guidance = 0.9", "guidance = 20.1",
            "prior_guidance = 0", "prior_guidance = nan", "version = 'v1'", "scheduler = 'ddim'", "nsfw_checker = 1",
            "negative_prompt = '\(String(repeating: "a", count: 257))'", "model = 'karlo'", "extra = {}",
        ])
    func bad(line: String) {
        let found = Settings.failures(Self.karlo + line + "\n")
        let name = line.prefix { $0 != " " }
        #expect(found.map(\.key) == ["backends.karlo.\(name)"] && found.allSatisfy { $0.line == 7 })
    }

    @Test("A missing API key is rejected")
    func missing() {
        #expect(Settings.failures(Self.table).map(\.key) == ["backends.karlo.api_key"])
    }
}

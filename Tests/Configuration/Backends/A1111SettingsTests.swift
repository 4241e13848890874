@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Settings of a1111 backends")
struct A1111SettingsTests {
    private static let table =
        "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.studio]\ntype = 'a1111'\n"
    private static let studio = table + "base_url = 'http://127.0.0.1:7860/'\n"

    private func read(_ text: String) throws(ConfigurationFailure) -> BackendSettings? {
        try Settings.read(text).backends.first
    }

    @Test("An address is enough; concurrency defaults to 1 and the timeout to an hour")
    func short() throws {
        let expected = BackendSettings(
            "studio", A1111Settings.kind.description, A1111Settings(baseURL: "http://127.0.0.1:7860"),
            limits: CallLimits(concurrency: 1, timeout: .seconds(3600)))
        #expect(try read(Self.studio) == expected)
    }

    @Test("Every setting is read")
    func whole() throws {
        let read = try read(
            Self.studio
                + """
                model = "sdxl"
                negative_prompt = \"\"\"
                blur,
                text\"\"\"
                steps = 12
                sampler = "Euler a"
                scheduler = "Karras"
                guidance = 4.5
                exclusive = true
                api_key = { env = "A1111" }
                concurrency = 2
                timeout = "10m"
                on_unknown = "retry"
                extra = { styles = ["ink"], override_settings = { eta = 1 } }
                """)
        let service = A1111Settings(
            baseURL: "http://127.0.0.1:7860", model: "sdxl", negativePrompt: "blur,\ntext", steps: 12,
            sampler: "Euler a", scheduler: "Karras", guidance: 4.5, isExclusive: true,
            extra: ["styles": .list([.text("ink")]), "override_settings": .object(["eta": .integer(1)])])
        let expected = BackendSettings(
            "studio", A1111Settings.kind.description, service,
            limits: CallLimits(concurrency: 2, timeout: .seconds(600))
        ) {
            $0.key = .environment("A1111")
            $0.onUnknown = .retry
        }
        #expect(read == expected)
    }

    @Test(
        "An invalid setting is rejected with its line",
        arguments: [
            ("steps = 0", "steps"), ("steps = 1001", "steps"), ("steps = '9'", "steps"), ("guidance = -1", "guidance"),
            ("guidance = nan", "guidance"), ("sampler = ''", "sampler"), ("exclusive = 1", "exclusive"),
            ("quality = 'low'", "quality"), ("sizes = ['64x64']", "sizes"), ("cfg_scale = 7", "cfg_scale"),
            ("extra = { cfg_scale = 7 }", "extra.cfg_scale"), ("extra = { seed = 7 }", "extra.seed"),
        ])
    func bad(line: String, key: String) {
        let found = Settings.failures(Self.studio + line + "\n")
        #expect(found.map(\.key) == ["backends.studio." + key] && found.allSatisfy { $0.line == 7 })
    }

    @Test("A missing address is rejected")
    func missing() {
        #expect(Settings.failures(Self.table).map(\.key) == ["backends.studio.base_url"])
    }
}

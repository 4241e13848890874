@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Backend settings")
struct BackendSettingsTests {
    private static let watch = "[[watch]]\npath = '/in'\noutbox = '/out'\n"
    private static let studio =
        "[backends.studio]\ntype = 'openai'\nbase_url = 'http://127.0.0.1:1234/v1'\nmodel = 'm'\n"

    private func backend(_ lines: String) throws -> BackendSettings {
        try #require(try Settings.read(Self.watch + Self.studio + lines).backends.first)
    }

    @Test("Type, address and model are enough")
    func short() throws {
        let expected = BackendSettings(
            "studio", OpenAISettings.kind.description,
            OpenAISettings(baseURL: "http://127.0.0.1:1234/v1", model: "m"))
        #expect(try backend("") == expected)
        #expect(
            expected.limits.concurrency == 4 && expected.probeInterval == .seconds(30) && expected.onUnknown == .hold)
        #expect(expected.limits.timeout == .seconds(300) && expected.key == nil)
    }

    @Test("Every setting is read")
    func whole() throws {
        let read = try backend(
            """
            api_key = { file = "keys/openai" }
            quality = "low"
            size = "512x512"
            sizes = ["512x512", "1024x1024"]
            concurrency = 2
            timeout = "10m"
            probe_interval = "1m"
            on_unknown = "retry"
            send_response_format = true
            profile = "litellm"
            extra = { steps = 4, cfg = 1.5, hd = true, tags = ["a"], deep = { a = "b" } }
            """)
        let service = OpenAISettings(
            baseURL: "http://127.0.0.1:1234/v1", profile: .litellm, model: "m", quality: "low",
            sizes: [PictureSize(width: 512, height: 512), PictureSize(width: 1024, height: 1024)],
            sendResponseFormat: true,
            extra: [
                "steps": .integer(4), "cfg": .number(1.5), "hd": .flag(true), "tags": .list([.text("a")]),
                "deep": .object(["a": .text("b")]),
            ])
        let expected = BackendSettings(
            "studio", OpenAISettings.kind.description, service,
            limits: CallLimits(concurrency: 2, timeout: .seconds(600))
        ) {
            $0.key = .file(FolderPath("/etc/t/keys/openai"))
            $0.size = PictureSize(width: 512, height: 512)
            $0.probeInterval = .seconds(60)
            $0.onUnknown = .retry
        }
        #expect(read == expected)
    }

    @Test(
        "An API key is given by its source",
        arguments: [
            ("{ env = 'OPENAI_API_KEY' }", KeySource.environment("OPENAI_API_KEY")),
            ("{ credential = 'openai.key' }", .credential("openai.key")),
            ("{ file = '/run/keys/a' }", .file(FolderPath("/run/keys/a"))),
            ("{ file = '~/a' }", .file(FolderPath("/home/ann/a"))),
            ("{ exec = ['pass', 'show', 'openai'] }", .command(["pass", "show", "openai"])),
        ])
    func keys(text: String, source: KeySource) throws {
        #expect(try backend("api_key = \(text)\n").key == source)
    }

    @Test(
        "An API key in the file itself is rejected and never repeated",
        arguments: [
            "'sk-hush'", "{ env = 'sk-hush' }", "{ credential = 'sk/hush' }", "{ env = 'a', file = 'hush' }",
            "{ value = 'sk-hush' }", "{ }", "{ env = 7 }", "{ env = '' }", "{ file = '' }", "{ credential = '..' }",
            "{ exec = 'echo hush' }", "{ exec = [] }", "{ exec = [''] }", "{ exec = ['echo', 7, 'hush'] }",
            "{ env = 'hush" + String(repeating: "0", count: 61) + "' }",
        ])
    func badKeys(text: String) {
        let found = Settings.failures(Self.watch + Self.studio + "api_key = \(text)\n")
        #expect(found.count == 1 && found.allSatisfy { $0.key.hasPrefix("backends.studio.api_key") && $0.line == 8 })
        #expect(!"\(found)".contains("hush"))
    }

    @Test("An error suggests the nearest valid name")
    func nearest() {
        let text =
            Self.watch
            + "[backends.studio]\ntype = 'openia'\nbase_urll = 'http://a'\nmodel = 'm'\napi_key = { evn = 'A' }"
        let found = Settings.failures(text)
        #expect(
            found.contains {
                guard case .notOneOf("openia", _, "openai") = $0.problem else { return false }
                return $0.key == "backends.studio.type"
            })
        #expect(found.map(\.problem).contains(.unknown(nearest: "base_url")))
        #expect(found.map(\.problem).contains(.unknown(nearest: "env")))
    }

    @Test("Each missing setting is reported once, at its table's line")
    func missing() {
        let found = Settings.failures(Self.watch + "[backends.studio]\nconcurrency = 1\n")
        #expect(found.map(\.key) == ["backends.studio.type", "backends.studio.base_url", "backends.studio.model"])
        #expect(found.allSatisfy { $0.problem == .missing && $0.line > 0 })
    }

    @Test(
        "An invalid address is rejected",
        arguments: [
            "", "api.openai.com/v1", "ftp://a", "file:///etc/passwd", "http://", "http:///v1", "http://a b",
            "http://a?b",
            "http://a#b", "http://a:0", "http://a:99999", "http://a:x/", "https://user:hush@a/v1",
            "https://a/v1/images/generations", "http://a\\\\b",
        ])
    func addresses(url: String) {
        let text = Self.watch + "[backends.studio]\ntype = 'openai'\nmodel = 'm'\nbase_url = \"\(url)\"\n"
        let found = Settings.failures(text)
        #expect(found.map(\.key) == ["backends.studio.base_url"])
        #expect(!"\(found)".contains("hush"))
    }

    @Test("The shortest probe interval is 100 ms")
    func probing() throws {
        let table = Self.watch + Self.studio + "probe_interval = "
        let settings = try Settings.read(table + "'100ms'")
        #expect(settings.backends.first?.probeInterval == .milliseconds(100))
        #expect(Settings.failures(table + "'99ms'").map(\.key) == ["backends.studio.probe_interval"])
    }

    @Test("Trailing slashes of an address are removed", arguments: ["https://a/v1/", "https://a/v1//", "https://a/v1"])
    func slashes(url: String) throws {
        let text = Self.watch + "[backends.studio]\ntype = 'openai'\nmodel = 'm'\nbase_url = '\(url)'\n"
        let service = try #require(try Settings.read(text).backends.first?.own.value as? OpenAISettings)
        #expect(service.baseURL == "https://a/v1")
    }

    @Test(
        "`extra` rejects names that have a setting of their own, dates and numbers that are not finite",
        arguments: ["model", "prompt", "n", "size", "stream"])
    func extra(name: String) {
        let found = Settings.failures(
            Self.watch + Self.studio + "extra = { \(name) = 'x', when = 2024-01-01, a = nan }\n")
        #expect(
            found.map(\.key) == [
                "backends.studio.extra.\(name)", "backends.studio.extra.when", "backends.studio.extra.a",
            ])
    }

    @Test("`sketch` is built in, and backend names are single words")
    func names() {
        #expect(
            Settings.failures(Self.watch + "[backends.sketch]\ntype = 'openai'\n").map(\.key) == ["backends.sketch"])
        #expect(Settings.failures(Self.watch + "[backends.'a b']\ntype = 'openai'\n").map(\.key) == ["backends.a b"])
        #expect(Settings.failures(Self.watch + "[backends]\nstudio = 1\n").map(\.key) == ["backends.studio"])
        #expect(Settings.failures("backends = 1\n" + Self.watch).map(\.key) == ["backends"])
    }

    @Test("A backend that is named must be configured, wherever it is named")
    func named() throws {
        let good = "[defaults]\nbackend = 'studio'\n" + Self.watch + "backend = 'studio'\n" + Self.studio
        #expect(try Settings.read(good).watches.first?.rules.request.generation.backend == "studio")
        let bad = "[defaults]\nbackend = 'studoi'\n" + Self.watch + "backend = 'sudio'\n" + Self.studio
        let found = Settings.failures(bad)
        #expect(found.map(\.key) == ["defaults.backend", "watch[0].backend"])
        #expect(found.map(\.line) == [2, 6] && found.allSatisfy { $0.column > 0 })
        for failure in found {
            guard case .notOneOf(_, ["sketch", "studio"], "studio") = failure.problem else {
                Issue.record("\(failure)")
                continue
            }
        }
    }

    @Test("An error in a backend's table is not reported again where the backend is named")
    func once() {
        let found = Settings.failures(Self.watch + "backend = 'studio'\n" + Self.studio + "quality = 7\n")
        #expect(found.map(\.key) == ["backends.studio.quality"])
    }

    @Test("A folder's size precedes its backend's, and that precedes the general default")
    func sizes() throws {
        let size = "size = '512x512'\n"
        let general = "[defaults]\nsize = '256x256'\n"
        func painted(_ text: String) throws -> String? {
            try Settings.read(text).watches.first?.rules.request.generation.size.text
        }
        let folder = Self.watch + "backend = 'studio'\n"
        #expect(try painted(general + folder + Self.studio) == "256x256")
        #expect(try painted(general + folder + Self.studio + size) == "512x512")
        #expect(try painted(general + folder + "request = { size = '640x640' }\n" + Self.studio + size) == "640x640")
        #expect(try painted(general + Self.watch + Self.studio + size) == "256x256")
    }

    @Test("A drop may choose a configured backend, and then gets its size")
    func frontMatter() throws {
        let settings = try Settings.read(Self.watch + Self.studio + "size = '512x512'\n")
        let reader = PromptReader(layer: RequestLayer(settings))
        func read(_ text: String) -> Result<Request, PromptFailure> {
            reader.read(Array(text.utf8), file: "a.txt", base: .builtIn)
        }
        let chosen = try read("+++\nbackend = 'studio'\n+++\na cat").get()
        #expect(chosen.generation.backend == "studio" && chosen.generation.size.text == "512x512")
        let sized = try read("+++\nbackend = 'studio'\nsize = '64x64'\n+++\na cat").get()
        #expect(sized.generation.size.text == "64x64")
        guard case .failure(.frontMatter(let failure)) = read("+++\nbackend = 'studoi'\n+++\na cat") else {
            Issue.record("an unknown backend was accepted")
            return
        }
        #expect(failure.line == 2 && failure.column > 0 && failure.file == "a.txt")
        #expect(failure.problem == .notOneOf(got: "studoi", choices: ["sketch", "studio"], nearest: "studio"))
    }
}

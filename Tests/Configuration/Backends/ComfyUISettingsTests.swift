@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Settings of comfyui backends")
struct ComfyUISettingsTests {
    private static let head = "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.easel]\ntype = 'comfyui'\n"
    private static let whole = head + "base_url = 'http://127.0.0.1:8188/'\nworkflow = 'flows/a.json'\n"

    @Test("Address and workflow are enough; the workflow's path is relative to the configuration file")
    func short() throws {
        let expected = BackendSettings(
            "easel", ComfyUISettings.kind.description,
            ComfyUISettings(baseURL: "http://127.0.0.1:8188", workflow: FolderPath("/etc/t/flows/a.json")))
        #expect(try Settings.read(Self.whole).backends == [expected])
    }

    @Test("Optional settings are read")
    func more() throws {
        let text = Self.whole + "negative_prompt = 'blurry, \"text\"'\ntimeout = '10m'\nconcurrency = 1\n"
        let backend = try #require(try Settings.read(text).backends.first)
        let service = try #require(backend.own.value as? ComfyUISettings)
        #expect(service.negativePrompt == "blurry, \"text\"")
        #expect(backend.limits == CallLimits(concurrency: 1, timeout: .seconds(600)))
    }

    @Test("Missing settings are reported")
    func missing() {
        let found = Settings.failures(Self.head)
        #expect(found.map(\.key) == ["backends.easel.base_url", "backends.easel.workflow"])
        #expect(found.allSatisfy { $0.problem == .missing })
    }

    @Test(
        "An invalid setting is rejected with its line",
        arguments: [
            ("workflow = ''", "workflow"), ("workflow = 7", "workflow"), ("workflow = ['a']", "workflow"),
            ("negative_prompt = 7", "negative_prompt"), ("negative_prompt = \"a\\nb\"", "negative_prompt"),
            ("model = 'm'", "model"), ("extra = { a = 1 }", "extra"), ("on_unknown = 'never'", "on_unknown"),
            ("base_url = 'ftp://a'", "base_url"), ("concurrency = 0", "concurrency"),
        ])
    func bad(line: String, field: String) {
        let rest = ["base_url = 'http://a'", "workflow = 'a.json'"].filter { !$0.hasPrefix(field) }
        let found = Settings.failures(Self.head + line + "\n" + rest.joined(separator: "\n"))
        #expect(found.map(\.key) == ["backends.easel.\(field)"])
        #expect(found.allSatisfy { $0.line == 6 })
    }
}

@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Settings of http backends")
struct TemplateSettingsTests {
    private static let head = "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.lab]\ntype = 'http'\n"

    @Test(
        "A template is a built-in name, or a file relative to the configuration file",
        arguments: [
            ("bfl", TemplateSource.shipped(.bfl)), ("cloudflare", .shipped(.cloudflare)),
            ("mine.json", .file(FolderPath("/etc/t/mine.json"))), ("./bfl", .file(FolderPath("/etc/t/bfl"))),
            ("~/a/b.json", .file(FolderPath("/home/ann/a/b.json"))), ("/x/y", .file(FolderPath("/x/y"))),
        ])
    func templates(text: String, source: TemplateSource) throws {
        let expected = BackendSettings("lab", TemplateSettings.kind.description, TemplateSettings(template: source))
        #expect(try Settings.read(Self.head + "template = '\(text)'\n").backends == [expected])
    }

    @Test("Every setting is read")
    func whole() throws {
        let text = """
            template = "replicate"
            base_url = "http://127.0.0.1:9/"
            model = "owner/name"
            negative_prompt = "blurry"
            values = { account = "a1" }
            extra = { go_fast = true, steps = 4 }
            on_unknown = "retry"
            timeout = "10m"
            """
        let service = TemplateSettings(
            template: .shipped(.replicate), baseURL: "http://127.0.0.1:9", model: "owner/name",
            negativePrompt: "blurry", values: ["account": .text("a1")],
            extra: ["go_fast": .flag(true), "steps": .integer(4)])
        let expected = BackendSettings(
            "lab", TemplateSettings.kind.description, service, limits: CallLimits(timeout: .seconds(600))
        ) { $0.onUnknown = .retry }
        #expect(try Settings.read(Self.head + text).backends == [expected])
    }

    @Test("A missing template is reported, and a misspelt one with the nearest name")
    func missing() {
        #expect(Settings.failures(Self.head).map(\.key) == ["backends.lab.template"])
        let found = Settings.failures(Self.head + "template = 'replicat'\n")
        guard case .notOneOf("replicat", _, nearest: "replicate") = found.first?.problem else {
            Issue.record("\(found)")
            return
        }
        #expect(found.first?.line == 6)
    }

    @Test(
        "An invalid setting is rejected by key",
        arguments: [
            ("template = ''", "template"), ("template = 7", "template"), ("template = ['bfl']", "template"),
            ("model = ''", "model"), ("model = 7", "model"), ("values = 'a'", "values"),
            ("values = { a = 2024-01-01 }", "values.a"), ("extra = 1", "extra"), ("extra = { a = inf }", "extra.a"),
            ("negative_prompt = \"a\\nb\"", "negative_prompt"), ("workflow = 'a.json'", "workflow"),
            ("quality = 'low'", "quality"), ("base_url = 'ftp://a'", "base_url"),
        ])
    func bad(line: String, field: String) {
        let rest = line.hasPrefix("template") ? "" : "\ntemplate = 'bfl'"
        let found = Settings.failures(Self.head + line + rest + "\n")
        #expect(found.map(\.key) == ["backends.lab.\(field)"], "\(found)")
    }
}

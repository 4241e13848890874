import Domain
import Loopback
import PlatformSystem
import Testing

@testable import App

/// Errors in the template of an `http` backend, which must prevent the start, and the source of its key.
@MainActor
@Suite("Template files", .serialized, .timeLimit(.minutes(5)))
struct TemplateFilesTests {
    private static let good = """
        {"base_url": "http://127.0.0.1:1", "auth": {"header": "x-key", "value": "{{secret}}", "env": ["LAB_A", "LAB_B"]},
         "submit": {"path": "/{{model}}", "json": {"prompt": "{{prompt}}"}}, "result": {"images": "$.image"}}
        """

    private func installation(_ template: String?, _ lines: String = "model = \"m\"") throws -> Installation {
        let installation = try Installation(
            more: """
                backend = "lab"

                [backends.lab]
                type = "http"
                template = "lab.json"
                \(lines)
                """)
        if let template { try installation.write(template, to: "lab.json") }
        return installation
    }

    private func failure(
        _ template: String?, _ lines: String = "model = \"m\"", environment: [String: String] = ["LAB_B": "sk-hush"]
    ) throws -> String? {
        let installation = try installation(template, lines)
        defer { withExtendedLifetime(installation) {} }
        let settings = try installation.source().load()
        do throws(LaunchFailure) {
            try BackendFactory.check(settings, environment: environment)
            return nil
        } catch {
            #expect(error.exit == .configuration)
            return error.sentence
        }
    }

    @Test("A valid template is accepted, with its key from the first variable that is set")
    func good() throws {
        #expect(try failure(Self.good) == nil)
        #expect(try failure(Self.good, environment: ["LAB_A": "", "LAB_B": "x"]) == nil)
        let bad = try #require(try failure(Self.good, environment: ["LAB_A": "a b", "LAB_B": "x"]))
        #expect(bad.contains("LAB_A"))
    }

    @Test("A missing required key prevents the start")
    func key() throws {
        let told = try #require(try failure(Self.good, environment: [:]))
        #expect(told.contains("backends.lab.api_key"))
        #expect(try failure(Self.good.replacing("{{secret}}", with: "{{secret?}}"), environment: [:]) == nil)
        let named = try #require(try failure(Self.good, "model = \"m\"\napi_key = { env = \"OTHER\" }"))
        #expect(named.contains("OTHER") && !named.contains("hush"))
    }

    @Test("A file that is missing, too large or not JSON is named")
    func unreadable() throws {
        #expect(try failure(nil)?.contains("lab.json") == true)
        #expect(try failure("{\n{")?.contains("lab.json:2:") == true)
        #expect(try failure(String(repeating: " ", count: 2 << 20))?.contains("lab.json") == true)
    }

    @Test("Every error in a template is reported with its line, and a missing or unknown setting by its key")
    func mistakes() throws {
        let text = Self.good.replacing("\"submit\"", with: "\"sumbit\"").replacing("$.image", with: "image")
        let lines = try #require(try failure(text)).split(separator: "\n")
        #expect(lines.contains { $0.contains("lab.json:2:") && $0.contains("submit") })
        #expect(lines.contains { $0.contains("lab.json:2:") && $0.contains("result.images") })
        let needs = try #require(try failure(Self.good, "values = { accuont = \"x\" }"))
        #expect(needs.contains("backends.lab.model") && needs.contains("backends.lab.values.accuont"))
    }

    @Test("A built-in template needs no file")
    func shipped() throws {
        let installation = try Installation(
            more: """
                backend = "lab"

                [backends.lab]
                type = "http"
                template = "bfl"
                model = "flux-2-pro"
                """)
        let settings = try installation.source().load()
        try BackendFactory.check(settings, environment: ["BFL_API_KEY": "x"])
        #expect(throws: LaunchFailure.self) { try BackendFactory.check(settings, environment: [:]) }
    }
}

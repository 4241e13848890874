@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Profiles of openai backends")
struct ImagesProfileTests {
    private static let watch = "[[watch]]\npath = '/in'\noutbox = '/out'\n"

    private func table(_ lines: String, base: String = "https://me.openai.azure.com") -> String {
        Self.watch + "[backends.studio]\ntype = 'openai'\nmodel = 'm'\nbase_url = '\(base)'\n" + lines + "\n"
    }

    private func read(_ text: String) throws -> (BackendSettings, OpenAISettings) {
        let backend = try #require(try Settings.read(text).backends.first)
        return (backend, try #require(backend.own.value as? OpenAISettings))
    }

    @Test("Every profile can be selected", arguments: ImagesProfile.allCases)
    func named(profile: ImagesProfile) throws {
        let version = profile == .azure ? "\napi_version = '2025-04-01-preview'" : ""
        let (_, service) = try read(table("profile = '\(profile.rawValue)'" + version))
        #expect(service.profile == profile && service.sendResponseFormat == nil)
        #expect(service.apiVersion == (profile == .azure ? "2025-04-01-preview" : nil))
    }

    @Test("An unknown profile is rejected with the nearest name")
    func unknown() {
        let found = Settings.failures(table("profile = 'azur'"))
        #expect(found.map(\.key) == ["backends.studio.profile"])
        guard case .notOneOf("azur", _, "azure") = found.first?.problem else { return #expect(Bool(false)) }
    }

    @Test("Azure deployments require `api_version`, its v1 API does not, and other profiles reject it")
    func version() throws {
        let missing = Settings.failures(table("profile = 'azure'"))
        #expect(missing.map(\.key) == ["backends.studio.api_version"] && missing.first?.problem == .missing)
        let newer = table("profile = 'azure'", base: "https://me.openai.azure.com/openai/v1")
        #expect(try read(newer).1.apiVersion == nil)
        let unused = Settings.failures(table("profile = 'vllm'\napi_version = '2025-04-01'"))
        #expect(unused.map(\.key) == ["backends.studio.api_version"])
        #expect(unused.first?.problem == .conflict(with: "profile = \"vllm\""))
        for text in ["", "2025&x=1", "2025-04-01?", "Preview"] {
            let bad = Settings.failures(table("profile = 'azure'\napi_version = '\(text)'"))
            #expect(bad.map(\.key) == ["backends.studio.api_version"])
        }
    }

    @Test(
        "Self-hosted profiles default to a longer timeout, and sdcpp to one call at a time",
        arguments: [
            ("openai", 300, 4), ("together", 300, 4), ("localai", 3600, 4), ("vllm", 3600, 4), ("sdcpp", 3600, 1),
        ])
    func habits(profile: String, seconds: Int, concurrency: Int) throws {
        let (backend, _) = try read(table("profile = '\(profile)'"))
        #expect(backend.limits == CallLimits(concurrency: concurrency, timeout: .seconds(seconds)))
        let (said, _) = try read(table("profile = '\(profile)'\ntimeout = '9s'\nconcurrency = 3"))
        #expect(said.limits == CallLimits(concurrency: 3, timeout: .seconds(9)))
    }
}

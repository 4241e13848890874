@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Settings of fixture backends")
struct FixtureSettingsTests {
    private static let table = "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.dry]\ntype = 'fixture'\n"

    @Test("The type is enough")
    func short() throws {
        let backend = try #require(try Settings.read(Self.table).backends.first)
        #expect(backend == BackendSettings("dry", FixtureSettings.kind.description))
    }

    @Test("Every setting is read")
    func whole() throws {
        let text = "fault = 'rate_limited'\nafter = 10\nevery = 3\ntimes = 5\ndelay = '2s'\nfree = false\n"
        let backend = try #require(try Settings.read(Self.table + text + "on_unknown = 'fail'\n").backends.first)
        let settings = FixtureSettings(
            fault: .rateLimited, after: 10, every: 3, times: 5, delay: .seconds(2))
        let expected = BackendSettings("dry", FixtureSettings.kind.description, settings) {
            $0.isDeclaredFree = false
            $0.onUnknown = .fail
        }
        #expect(backend == expected && !backend.isFree)
    }

    @Test(
        "An invalid setting is rejected",
        arguments: [
            ("fault = 'rate_limit'", "fault"), ("after = -1", "after"), ("every = 0", "every"), ("times = 0", "times"),
            ("delay = '2h'", "delay"), ("free = 'no'", "free"), ("base_url = 'http://a'", "base_url"),
            ("api_key = { env = 'A' }", "api_key"), ("model = 'm'", "model"),
        ])
    func bad(line: String, key: String) {
        #expect(Settings.failures(Self.table + line + "\n").map(\.key) == ["backends.dry." + key])
    }
}

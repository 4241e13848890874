import Configuration
import Domain
import Testing

@testable import App

@Suite("Settings source")
struct SettingsSourceTests {
    @Test("A named file takes precedence over ./textifyd.toml, and that over command-line options alone")
    func order() throws {
        let installation = try Installation("name = 'here'")
        try installation.write("[[watch]]\npath = 'a'\noutbox = 'b'\nname = 'named'\n", to: "other.toml")
        let named = installation.source(CommandLineSettings(config: "other.toml"))
        #expect(try named.load().watches.map(\.name) == ["named"])
        #expect(named.summary == "other.toml")
        let local = installation.source()
        #expect(try local.load().watches.map(\.name) == ["here"])
        #expect(local.summary == "textifyd.toml")
        let words = CommandLineSettings(watch: "in", outbox: "out")
        let elsewhere = SettingsSource(
            commandLine: words, environment: ["HOME": installation.root.shown],
            folder: try installation.folder("x").shown)
        let settings = try elsewhere.load()
        #expect(settings.watches.map(\.path) == [installation.root.appending("x/in")])
        #expect(settings.watches.map(\.outbox) == [installation.root.appending("x/out")])
        #expect(settings.service.state == installation.root.appending(".local/state/textifyd"))
        #expect(elsewhere.summary == "in")
    }

    @Test("Command-line options override the file")
    func words() throws {
        let installation = try Installation(more: "[[watch]]\npath = 'second'\noutbox = 'outbox'")
        let words = CommandLineSettings(watch: "in", outbox: "/out", state: "s", socket: "c")
        let settings = try installation.source(words).load()
        #expect(settings.watches.map(\.path) == [installation.root.appending("in")])
        #expect(settings.watches.map(\.outbox) == [FolderPath("/out")])
        #expect(settings.service.state == installation.root.appending("s"))
        #expect(settings.control.socket == installation.root.appending("c"))
    }

    @Test("The file is read again on each load")
    func again() throws {
        let installation = try Installation("name = 'one'")
        let source = installation.source()
        #expect(try source.load().watches.map(\.name) == ["one"])
        try installation.configure("name = 'two'")
        #expect(try source.load().watches.map(\.name) == ["two"])
    }

    @Test("Every error in a file is one line of a failure with 78, and a missing file also fails with 78")
    func broken() throws {
        let installation = try Installation("intervall = '1s'\nafter = 'burn'")
        let lines = try refusal(installation.source()).sentence.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("textifyd.toml:7:1: watch[0].intervall: ") && lines[0].contains("interval?"))
        #expect(lines[1].hasPrefix("textifyd.toml:8:") && lines[1].contains("archive, delete"))
        let missing = try refusal(installation.source(CommandLineSettings(config: "nowhere.toml")))
        #expect(missing.sentence.contains("nowhere.toml"))
    }

    @Test("Without a watch folder the service doesn't start; without a file as well, it says how to")
    func nothing() throws {
        let installation = try Installation()
        let empty = SettingsSource(
            commandLine: CommandLineSettings(), environment: ["HOME": "/nowhere"],
            folder: try installation.folder("x").shown)
        #expect(try refusal(empty).sentence.contains("\n  textifyd --watch inbox --outbox outbox &\n"))
        let withState = SettingsSource(
            commandLine: CommandLineSettings(state: "s"), environment: ["HOME": "/nowhere"],
            folder: try installation.folder("x").shown)
        #expect(try refusal(withState).sentence.hasPrefix("watch: is missing."))
    }

    private func refusal(_ source: SettingsSource) throws -> LaunchFailure {
        let failure = #expect(throws: LaunchFailure.self) { try source.load() }
        #expect(failure?.exit == .configuration)
        return try #require(failure)
    }
}

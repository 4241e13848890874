import BackendKinds
import Configuration
import Domain
import Testing

@Suite("Effective configuration")
struct ShownSettingsTests {
    private static let text = """
        [service]
        state = "state"
        [defaults]
        size = "640x640"
        tags = ["all"]
        art.columns = 60
        [backends.webui]
        type = "a1111"
        base_url = "http://127.0.0.1:1"
        steps = 9
        [backends.studio]
        type = "openai"
        base_url = "http://127.0.0.1:2/v1"
        model = "m \\"1\\""
        api_key = { env = "KEY" }
        cost = { per_picture = "0.02 USD", pictures = { "512x512 high" = "0.1 USD" } }
        fallback = ["webui"]
        [backends.own]
        type = "exec"
        command = ["/bin/weave", "a,b", "c d"]
        [budget]
        pictures_per_day = 3
        [[watch]]
        path = "a"
        outbox = "b"
        backend = "webui"
        tags = ["home"]
        settle.prompt = "0s"
        art.charset = "ascii"
        [watch.request]
        seed = 7
        [[watch]]
        path = "/c"
        outbox = "d"
        source = "observe"

        """

    private static func shown(_ text: String, _ environment: [String: String] = ["HOME": "/home/ann"]) throws
        -> ShownSettings
    {
        try ShownSettings.read(
            Array(text.utf8), file: "/etc/t/textifyd.toml", kinds: backendDescriptions,
            environment: environment, folder: "/where")
    }

    private static func file(_ shown: ShownSettings) -> String {
        shown.tables.flatMap { [$0.header] + $0.settings.map(\.toml) + [""] }.joined(separator: "\n")
    }

    /// A setting of the table with this header, or of the `number`-th of several such tables, counted from 0.
    private static func setting(_ name: String, _ header: String, _ number: Int = 0, in shown: ShownSettings) throws
        -> ShownSetting
    {
        let tables = shown.tables.filter { $0.header == header }
        return try #require(tables[number].settings.first { $0.name == name })
    }

    @Test("The displayed configuration is a file with the same meaning")
    func again() throws {
        let shown = try Self.shown(Self.text)
        let text = Self.file(shown)
        #expect(try Settings.read(text) == Settings.read(Self.text), "\(text)")
        #expect(try Self.file(Self.shown(text)) == text)
    }

    @Test("Each value shows its origin")
    func origins() throws {
        let shown = try Self.shown(Self.text)
        func origin(_ name: String, _ header: String, _ number: Int = 0) throws -> SettingOrigin {
            try Self.setting(name, header, number, in: shown).origin
        }
        #expect(try origin("state", "[service]") == .file(line: 2))
        #expect(try origin("language", "[service]") == .builtIn)
        #expect(try origin("socket", "[control]") == .follows("service.state"))
        #expect(try origin("path", "[[watch]]") == .file(line: 24))
        #expect(try origin("name", "[[watch]]") == .follows("path"))
        #expect(try origin("failed", "[[watch]]") == .follows("path"))
        #expect(try origin("failed", "[[watch]]", 1) == .follows("outbox"))
        #expect(try origin("prompt", "[watch.settle]") == .file(line: 28))
        #expect(try origin("backend", "[watch.request]") == .file(line: 26))
        #expect(try origin("size", "[watch.request]") == .defaults(line: 4))
        #expect(try origin("steps", "[watch.request]") == .backend("webui", line: 10))
        #expect(try origin("seed", "[watch.request]") == .file(line: 31))
        #expect(try origin("seed", "[watch.request]", 1) == .builtIn)
        #expect(try origin("columns", "[watch.request.art]") == .defaults(line: 6))
        #expect(try origin("charset", "[watch.request.art]") == .file(line: 29))
    }

    @Test("Paths are absolute, tags are merged, and a backend's values appear in its folder's table")
    func values() throws {
        let shown = try Self.shown(Self.text)
        func toml(_ name: String, _ header: String) throws -> String {
            try Self.setting(name, header, in: shown).toml
        }
        #expect(try toml("path", "[[watch]]") == "path = \"/etc/t/a\"")
        #expect(try toml("name", "[[watch]]") == "# name = \"a\"")
        #expect(try toml("tags", "[watch.request]") == "tags = [\"all\", \"home\"]")
        #expect(try toml("steps", "[watch.request]") == "# steps = 9")
        #expect(try toml("model", "[watch.request]") == "# model =")
        #expect(try toml("model", "[backends.studio]") == "model = \"m \\\"1\\\"\"")
        #expect(try toml("api_key", "[backends.studio]") == "api_key = { env = \"KEY\" }")
        #expect(try toml("timeout", "[backends.studio]") == "# timeout = \"5m\"")
    }

    @Test("A value that depends on the environment names the variable")
    func environment() throws {
        let watch = "[[watch]]\npath = \"/a\"\noutbox = \"/b\"\n"
        let places = [
            ("STATE_DIRECTORY", "/var/lib/t", "/var/lib/t"), ("XDG_STATE_HOME", "/x", "/x/textifyd"),
            ("HOME", "/home/ann", "/home/ann/.local/state/textifyd"),
        ]
        for (variable, value, state) in places {
            let shown = try Self.shown(watch, [variable: value, "XDG_RUNTIME_DIR": "/run/user/1"])
            let setting = try Self.setting("state", "[service]", in: shown)
            #expect(setting.origin == .environment(variable) && setting.toml == "# state = \"\(state)\"")
            let socket = try Self.setting("socket", "[control]", in: shown)
            #expect(
                socket.origin
                    == (variable == "STATE_DIRECTORY" ? .follows("service.state") : .environment("XDG_RUNTIME_DIR")))
        }
    }

    @Test("An invalid configuration fails as at a start")
    func mistake() {
        #expect(throws: ConfigurationFailure.self) { try Self.shown("[service]\nstat = 1") }
    }
}

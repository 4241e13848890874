@testable import BackendKinds
import BackendKit
import Configuration
import Domain
import Testing

@Suite("Settings of exec backends")
struct ExecSettingsTests {
    private static let head = "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.weaver]\ntype = 'exec'\n"
    private func backend(
        _ own: ExecSettings, adjust: (inout BackendSettings) -> Void = { _ in }
    ) -> BackendSettings {
        BackendSettings(
            "weaver", ExecSettings.kind.description, own, limits: CallLimits(concurrency: 1), adjust: adjust)
    }

    private static let folder = "[plugins]\nfolder = 'plugins'\n"

    @Test(
        "A program is a path relative to the configuration file, or a name; its arguments are unchanged",
        arguments: [
            ("['./weave', '-v', '-v', './x']", "/etc/t/weave", ["-v", "-v", "./x"]),
            ("['~/weave']", "/home/ann/weave", []), ("['/opt/weave']", "/opt/weave", []),
            ("['python3', 'a b.py']", "python3", ["a b.py"]),
        ])
    func commands(text: String, program: String, arguments: [String]) throws {
        let service = ExecSettings(command: [program] + arguments)
        let expected = backend(service)
        #expect(try Settings.read(Self.head + "command = \(text)\n").backends == [expected])
    }

    @Test("A plugin is named or has the backend's name, and is searched in the plugin folder")
    func plugins() throws {
        for (text, name) in [("plugin = 'loom'\n", "loom"), ("", nil)] {
            let settings = try Settings.read(Self.folder + Self.head + text)
            let service = ExecSettings(plugin: name)
            #expect(settings.backends == [backend(service)])
            #expect(settings.plugins == FolderPath("/etc/t/plugins"))
        }
        #expect(Settings.failures(Self.head).map(\.key) == ["plugins.folder"])
    }

    @Test("Every setting is read")
    func whole() throws {
        let text = """
            command = ["./weave"]
            mode = "oneshot"
            env = ["HF_HOME", "CUDA_VISIBLE_DEVICES"]
            credentials = { api = { env = "LOOM_KEY" }, other = { file = "o.key" }, third = { exec = ["pass", "loom"] } }
            settings = { style = "ink", sizes = [1, 2] }
            free = true
            stall_timeout = "2m"
            sandbox = "off"
            read = ["models", "/srv/shared"]
            write = ["~/cache"]
            memory = 8589934592
            size = "512x512"
            concurrency = 3
            timeout = "10m"
            probe_interval = "5s"
            on_unknown = "retry"
            """
        let service = ExecSettings(
            command: ["/etc/t/weave"], mode: .oneshot, variables: ["HF_HOME", "CUDA_VISIBLE_DEVICES"],
            credentials: [
                "api": .environment("LOOM_KEY"), "other": .file(FolderPath("/etc/t/o.key")),
                "third": .command(["pass", "loom"]),
            ],
            settings: ["style": .text("ink"), "sizes": .list([.integer(1), .integer(2)])],
            stallTimeout: .seconds(120), sandbox: .off,
            readable: [FolderPath("/etc/t/models"), FolderPath("/srv/shared")],
            writable: [FolderPath("/home/ann/cache")], memory: 8 << 30)
        let expected = backend(service) {
            $0.isDeclaredFree = true
            $0.size = PictureSize(width: 512, height: 512)
            $0.limits = CallLimits(concurrency: 3, timeout: .seconds(600))
            $0.probeInterval = .seconds(5)
            $0.onUnknown = .retry
        }
        #expect(try Settings.read(Self.head + text).backends == [expected])
    }

    @Test(
        "An invalid setting is rejected by key, and an API key is never repeated",
        arguments: [
            ("command = 'weave'", "command"), ("command = []", "command[0]"), ("command = ['']", "command[0]"),
            ("command = ['a', 7]", "command[1]"), ("mode = 'daemon'", "mode"), ("env = ['A=b']", "env[0]"),
            ("env = ['1A']", "env[0]"), ("env = 'A'", "env"), ("credentials = 'sk-1'", "credentials"),
            ("credentials = { api = 'sk-1' }", "credentials.api"),
            ("credentials = { api = { exec = [] } }", "credentials.api.exec"), ("settings = 7", "settings"),
            ("plugin = 'x'", "plugin"), ("free = 'yes'", "free"), ("stall_timeout = '0s'", "stall_timeout"),
            ("sandbox = 'maybe'", "sandbox"), ("read = ''", "read"), ("read = ['']", "read[0]"),
            ("write = [7]", "write[0]"), ("memory = 0", "memory"),
            ("base_url = 'http://a'", "base_url"), ("api_key = { env = 'A' }", "api_key"),
        ])
    func bad(line: String, field: String) {
        let rest = line.hasPrefix("command") ? "" : "\ncommand = ['weave']"
        let found = Settings.failures(Self.head + line + rest + "\n")
        #expect(found.map(\.key) == ["backends.weaver.\(field)"], "\(found)")
        #expect(!"\(found)".contains("sk-1"))
    }

    @Test(
        "A plugin's name cannot lead out of the plugin folder",
        arguments: ["../weave", "/bin/sh", "", ".hidden", "a\\u0000b"])
    func names(name: String) {
        let found = Settings.failures(Self.folder + Self.head + "plugin = \"\(name)\"\n")
        #expect(found.map(\.key) == ["backends.weaver.plugin"], "\(found)")
    }
}

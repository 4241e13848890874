import BackendKinds
import Domain
import Testing

@testable import Configuration

@Suite("Cache settings")
struct CacheSettingsTests {
    private static let watch = "[[watch]]\npath = \"/a\"\noutbox = \"/b\"\n"

    private func settings(
        _ text: String = "", _ environment: [String: String], state: String? = nil
    ) throws -> Settings {
        try Settings.read(
            Array((text + Self.watch).utf8), file: "/etc/t/textifyd.toml", CommandLineSettings(state: state),
            kinds: backendDescriptions, environment: environment, folder: "/where")
    }

    @Test("The folder comes from the file, systemd, a chosen state folder, or the user's cache folder, in this order")
    func folder() throws {
        let file = "[cache]\nfolder = \"c\"\n"
        let all = [
            "HOME": "/home/ann", "XDG_CACHE_HOME": "/x", "STATE_DIRECTORY": "/var/lib/t",
            "CACHE_DIRECTORY": "/var/cache/t",
        ]
        #expect(try settings(file, all).cache.folder == FolderPath("/etc/t/c"))
        #expect(try settings(all, state: "s").cache.folder == FolderPath("/var/cache/t"))
        let user = ["HOME": "/home/ann", "XDG_CACHE_HOME": "/x"]
        #expect(try settings(user, state: "s").cache.folder == FolderPath("/where/s/cache"))
        #expect(try settings("[service]\nstate = \"/s\"\n", user).cache.folder == FolderPath("/s/cache"))
        let service = ["HOME": "/home/ann", "STATE_DIRECTORY": "/var/lib/t"]
        #expect(try settings(service).cache.folder == FolderPath("/var/lib/t/cache"))
        #expect(try settings(user).cache.folder == FolderPath("/x/textifyd"))
        #expect(try settings(["HOME": "/home/ann"]).cache.folder == FolderPath("/home/ann/.cache/textifyd"))
        #expect(try settings(["XDG_STATE_HOME": "/y"]).cache.folder == FolderPath("/y/textifyd/cache"))
    }

    private func settings(_ environment: [String: String], state: String? = nil) throws -> Settings {
        try settings("", environment, state: state)
    }

    @Test("The sizes are set in bytes, and 0 turns the cache on disk off") func sizes() throws {
        let usual = try settings(["HOME": "/h"]).cache
        #expect(usual.renderings == 16 << 20 && usual.disk == 256 << 20)
        let set = try settings("[cache]\nrenderings = 5\ndisk = 0\n", ["HOME": "/h"]).cache
        #expect(set.renderings == 5 && set.disk == 0)
    }

    @Test("A watch folder and an outbox must not overlap the cache folder")
    func overlap() {
        for (path, outbox, key) in [
            ("/c", "/o", "watch[0].path"), ("/c/in", "/o", "watch[0].path"), ("/a", "/c/out", "watch[0].outbox"),
        ] {
            let found = Settings.failures(
                "[cache]\nfolder = '/c'\n[[watch]]\npath = '\(path)'\noutbox = '\(outbox)'\n")
            #expect(found.map(\.key) == [key] && found.map(\.problem) == [.conflict(with: "cache.folder")], "\(found)")
        }
    }

    @Test("The effective configuration shows the folder and its origin") func shown() throws {
        func setting(_ text: String, _ environment: [String: String]) throws -> ShownSetting? {
            let shown = try ShownSettings.read(
                Array((text + Self.watch).utf8), file: "/etc/t/textifyd.toml", kinds: backendDescriptions,
                environment: environment, folder: "/where")
            return shown.tables.first { $0.header == "[cache]" }?.settings.first { $0.name == "folder" }
        }
        let home = try #require(try setting("", ["HOME": "/h"]))
        #expect(home.origin == .environment("HOME") && home.toml == "# folder = \"/h/.cache/textifyd\"")
        let beside = try #require(try setting("[service]\nstate = \"/s\"\n", ["HOME": "/h"]))
        #expect(beside.origin == .follows("service.state") && beside.toml == "# folder = \"/s/cache\"")
        let given = try #require(try setting("[cache]\nfolder = \"/c\"\n", ["HOME": "/h"]))
        #expect(given.origin == .file(line: 2) && given.toml == "folder = \"/c\"")
    }
}

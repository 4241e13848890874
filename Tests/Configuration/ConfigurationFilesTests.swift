import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import Glibc
import TestFolders
import Testing

/// `conf.d` beside the configuration file.
@Suite("Files of the configuration")
struct ConfigurationFilesTests {
    private let folder: TemporaryFolder
    private var root: String { folder.path.shown }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: root + "/conf.d", withIntermediateDirectories: false)
        try write("textifyd.toml", Self.main)
    }

    private static let main = """
        [service]
        state = "state"
        [defaults]
        tags = ["all"]
        [backends.studio]
        type = "openai"
        base_url = "http://127.0.0.1:2/v1"
        model = "m"
        api_key = { env = "KEY" }
        free = true
        [[watch]]
        path = "in"
        outbox = "out"
        settle = { picture = "2s", prompt = "3s" }
        [watch.art]
        columns = 60
        charset = "ascii"
        [[expire]]
        query = "folder:in"
        days = 9

        """

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: root + "/" + name))
    }

    private func load(_ config: String? = nil, in folder: String? = nil) throws(ConfigurationFailure) -> Settings {
        try Settings.load(
            CommandLineSettings(config: config ?? root + "/textifyd.toml"), kinds: backendDescriptions,
            environment: ["HOME": "/home/ann"], folder: folder ?? "/where")
    }

    private func failures() -> [FieldFailure] {
        do throws(ConfigurationFailure) {
            _ = try load()
            return []
        } catch {
            guard case .invalid(let failures) = error else { return [] }
            return failures
        }
    }

    @Test("files are overlaid in the byte order of their names, key by key; a later value replaces an earlier one")
    func order() throws {
        try write("conf.d/9.toml", "[log]\nlevel = \"debug\"\n[defaults]\ntags = [\"nine\"]\n")
        try write("conf.d/10.toml", "[log]\nlevel = \"error\"\n[limits]\nbatch_lines = 5\n")
        try write("conf.d/B.toml", "[limits]\npixels = 7\n")
        try write("conf.d/a.toml", "[limits]\npixels = 8\n")
        let settings = try load()
        #expect(settings.log == .debug)
        #expect(settings.limits.batchLines == 5 && settings.limits.pictures.streamedPixels == 8)
        #expect(settings.watches[0].rules.request.tags == ["nine"])
    }

    @Test("a table in braces replaces the earlier one as a whole, so that a key has one source")
    func braces() throws {
        try write(
            "conf.d/a.toml",
            """
            [backends.studio]
            api_key = { credential = "studio" }
            model = "n"
            [[watch]]
            path = "in"
            settle = { prompt = "9s" }

            """)
        let settings = try load()
        let studio = try #require(settings.backends.first)
        #expect(studio.key == .credential("studio") && studio.isFree)
        #expect(studio.own.value.address == "http://127.0.0.1:2/v1")
        #expect(settings.watches[0].rules.pace.settle.prompt == .seconds(9))
        #expect(settings.watches[0].rules.pace.settle.picture == WatchRules().pace.settle.picture)
    }

    @Test("a watch folder is overlaid on the one of its name or path; any other is added, and so are rules of expiry")
    func folders() throws {
        try write(
            "conf.d/a.toml",
            """
            [[watch]]
            name = "in"
            outbox = "elsewhere"
            [watch.art]
            columns = 70
            [[watch]]
            path = "second/"
            outbox = "out2"
            [[expire]]
            query = "folder:in"
            days = 30

            """)
        try write("conf.d/b.toml", "[[watch]]\npath = \"second\"\nrecursive = false\n")
        let settings = try load()
        #expect(settings.watches.map(\.path.shown) == [root + "/in", root + "/second"])
        #expect(settings.watches.map(\.outbox.shown) == [root + "/elsewhere", root + "/out2"])
        #expect(settings.watches[0].rules.request.art.columns == 70)
        #expect(settings.watches[0].rules.request.art.charset == .ascii)
        #expect(settings.watches[1].rules.isRecursive == false)
        #expect(settings.retention.expiry.map(\.days) == [9, 30])
    }

    @Test("another folder of a name that is taken is an error, not a replacement")
    func sameName() throws {
        try write("conf.d/a.toml", "[[watch]]\npath = \"other/in\"\noutbox = \"out3\"\n")
        let failure = try #require(failures().first)
        #expect(failure.key == "watch[1].name" && failure.problem == .conflict(with: "watch[0].name"))
        #expect(failure.file == root + "/conf.d/a.toml" && failure.line == 1)
    }

    @Test("each mistake names its own file and line, the main file's first")
    func mistakes() throws {
        try write("textifyd.toml", Self.main.replacing("days = 9", with: "dais = 9"))
        try write("conf.d/a.toml", "[log]\nlevel = \"loud\"\n")
        try write("conf.d/b.toml", "[[watch]]\npath = \"in\"\n\narchiv = \"x\"\n")
        let places = failures().map { "\($0.file.dropFirst(root.count + 1)):\($0.line) \($0.key)" }
        #expect(
            places == [
                "textifyd.toml:18 expire[0].days", "textifyd.toml:20 expire[0].dais", "conf.d/a.toml:2 log.level",
                "conf.d/b.toml:4 watch[0].archiv",
            ])
        try write("conf.d/a.toml", "[log\n")
        try write("conf.d/b.toml", "=\n")
        #expect(failures().map(\.file) == ["a", "b"].map { "\(root)/conf.d/\($0).toml" })
    }

    @Test("relative paths in all files start from the main file's folder")
    func relative() throws {
        try write("conf.d/a.toml", "[service]\nstate = \"db\"\n[[watch]]\nname = \"in\"\nfailed = \"conf.d/bad\"\n")
        let settings = try load()
        #expect(settings.service.state.shown == root + "/db")
        #expect(settings.watches[0].failed.shown == root + "/conf.d/bad")
    }

    @Test("hidden files, other endings and folders are ignored; a link is followed; no folder is no error")
    func ignored() throws {
        for name in [".a.toml", "b.toml~", "c.toml.dpkg-dist", "d.conf", "toml"] {
            try write("conf.d/" + name, "broken = [")
        }
        try FileManager.default.createDirectory(atPath: root + "/conf.d/e.toml", withIntermediateDirectories: false)
        #expect(mkfifo(root + "/conf.d/f.toml", 0o600) == 0)
        try write("linked", "[log]\nlevel = \"error\"\n")
        #expect(symlink("../linked", root + "/conf.d/g.toml") == 0)
        #expect(try load().log == .error)
        try FileManager.default.removeItem(atPath: root + "/conf.d")
        #expect(try load().log == .info)
    }

    @Test("a file that can't be read is named")
    func unreadable() throws {
        #expect(symlink("nowhere", root + "/conf.d/a.toml") == 0)
        #expect(throws: ConfigurationFailure.unreadable(file: root + "/conf.d/a.toml", .missing)) { try load() }
    }

    @Test("files are found beside the file that is found or named, and named as it is")
    func names() throws {
        try write("conf.d/a.toml", "x = 1\n")
        for (config, expected) in [(nil, "conf.d/a.toml"), ("./textifyd.toml", "./conf.d/a.toml")] {
            do throws(ConfigurationFailure) {
                _ = try Settings.load(
                    CommandLineSettings(config: config), kinds: backendDescriptions, environment: [:], folder: root)
                Issue.record("is valid")
            } catch {
                var file: String?
                if case .invalid(let failures) = error { file = failures.first?.file }
                #expect(file == expected, "\(error)")
            }
        }
        let files = try ConfigurationFiles.find(CommandLineSettings(), folder: root)
        #expect(files.names == ["textifyd.toml", "conf.d/a.toml"])
        #expect(files.replacing("0.toml", with: []).names == ["textifyd.toml", "conf.d/0.toml", "conf.d/a.toml"])
        #expect(files.replacing("a.toml", with: nil).names == ["textifyd.toml"])
        #expect(try ConfigurationFiles.find(CommandLineSettings(), folder: root + "/conf.d").names == [])
    }

    @Test("the place of a key is that of the file that sets it")
    func places() throws {
        try write("conf.d/a.toml", "[log]\nlevel = \"error\"\n[[watch]]\nname = \"in\"\n\noutbox = \"x\"\n")
        let files = try ConfigurationFiles.find(CommandLineSettings(config: root + "/textifyd.toml"), folder: "/")
        func place(_ key: String?) -> String? { files.place(of: key).map { String($0.dropFirst(root.count + 1)) } }
        #expect(place("watch[0].outbox") == "conf.d/a.toml:6" && place("watch[0].path") == "textifyd.toml:12")
        #expect(place("log.level") == "conf.d/a.toml:2" && place("watch[0]") == "textifyd.toml:11")
        #expect(place("watch[7].path") == "textifyd.toml" && place(nil) == "textifyd.toml")
        #expect(place("service.zone") == "textifyd.toml")
    }

    @Test("each value shows the file and line that set it")
    func origins() throws {
        try write(
            "conf.d/a.toml",
            "[log]\nlevel = \"error\"\n[[watch]]\nname = \"in\"\nart.columns = 70\n[defaults]\nsize = \"64x64\"\n")
        let shown = try ShownSettings.load(
            CommandLineSettings(config: root + "/textifyd.toml"), kinds: backendDescriptions, environment: [:],
            folder: "/where")
        #expect(shown.files == [root + "/textifyd.toml", root + "/conf.d/a.toml"])
        func origin(_ name: String, _ header: String) -> SettingOrigin? {
            shown.tables.first { $0.header == header }?.settings.first { $0.name == name }?.origin
        }
        #expect(origin("level", "[log]") == .file(line: 2, document: 1))
        #expect(origin("path", "[[watch]]") == .file(line: 12))
        #expect(origin("name", "[[watch]]") == .file(line: 4, document: 1))
        #expect(origin("columns", "[watch.request.art]") == .file(line: 5, document: 1))
        #expect(origin("charset", "[watch.request.art]") == .file(line: 17))
        #expect(origin("size", "[watch.request]") == .defaults(line: 7, document: 1))
    }
}

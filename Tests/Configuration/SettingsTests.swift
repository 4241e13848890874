import Domain
import Testing

@testable import Configuration

@Suite("Settings")
struct SettingsTests {
    private let home = ["HOME": "/home/ann"]

    @Test("`--watch` and `--outbox` are enough")
    func words() throws {
        let settings = try Settings.read("", CommandLineSettings(watch: "in", outbox: "/out/", socket: "s.sock"))
        #expect(
            settings.watches == [WatchFolder(name: "in", path: FolderPath("/where/in"), outbox: FolderPath("/out"))])
        #expect(settings.service.state == FolderPath("/home/ann/.local/state/textifyd"))
        #expect(settings.control.socket == FolderPath("/where/s.sock"))
        #expect(settings.watches[0].failed == FolderPath("/where/in/failed"))
    }

    @Test("A watch folder's settings override the defaults, wherever these are in the file")
    func merging() throws {
        let settings = try Settings.read(
            """
            [[watch]]
            path = "in"
            outbox = "../out"
            interval = "500ms"
            settle = { prompt = "2s" }
            after = "delete"
            sidecar = "required"
            batch = "lines"
            existing = "ignore"
            duplicates = "skip"
            require_marker = false
            require_done = true
            recursive = false
            folder_tags = false
            layout = "date"
            on_conflict = "replace"
            accept = ["prompts"]
            tags = ["b"]
            [watch.request]
            template = "{prompt}, ink"
            name = "{date}-{stem}"
            [watch.art]
            columns = 100
            [defaults]
            tags = ["a"]
            [defaults.art]
            charset = "blocks"
            [limits]
            prompt_characters = 5
            batch_lines = 6
            """)
        let watch = try #require(settings.watches.first)
        #expect(watch.path == FolderPath("/etc/t/in") && watch.outbox == FolderPath("/etc/out"))
        #expect(watch.rules.pace.interval == .milliseconds(500) && watch.rules.after == .delete)
        #expect(watch.rules.pace.settle == WatchRules.Settle(picture: .seconds(1), prompt: .seconds(2)))
        #expect(watch.rules.request.tags == ["a", "b"])
        #expect(watch.rules.request.art.columns == 100 && watch.rules.request.art.charset == .blocks)
        #expect(watch.rules.duplicates == .skip)
        #expect(watch.rules.sidecar == .required && watch.rules.batch == .lines)
        #expect(watch.rules.existing == .ignore && !watch.rules.requiresMarker && watch.rules.requiresDone)
        #expect(!watch.rules.isRecursive && !watch.rules.hasFolderTags && watch.rules.layout == .date)
        #expect(watch.name == "in" && watch.rules.request.name.text == "{date}-{stem}")
        #expect(watch.rules.onConflict == .replace)
        #expect(watch.rules.accepted == [.prompts] && watch.rules.template?.text == "{prompt}, ink")
        #expect(settings.limits.promptCharacters == 5 && settings.limits.batchLines == 6)
    }

    @Test("A network file system gets a shorter scan interval and longer settling, unless the file sets them")
    func remote() throws {
        func watch(_ text: String) throws -> WatchFolder? {
            try Settings.read("[[watch]]\npath='in'\noutbox='out'\n" + text).watches.first
        }
        let plain = try watch("")
        #expect(plain?.rules.remotePace.interval == .seconds(5) && plain?.rules.pace.interval == .seconds(30))
        #expect(plain?.rules.remotePace.settle == WatchRules.Settle(picture: .seconds(5), prompt: .seconds(5)))
        let said = try watch("interval='2m'\nsettle = { picture = '3s' }")
        #expect(said?.rules.remotePace.interval == .seconds(120))
        #expect(said?.rules.remotePace.settle == WatchRules.Settle(picture: .seconds(3), prompt: .seconds(5)))
    }

    @Test("A `local_only` folder rejects remote backends, including those reached by fallback")
    func localOnly() throws {
        func text(_ backend: String) -> String {
            """
            [backends.cloud]
            type = "openai"
            base_url = "https://api.example.org/v1"
            model = "m"
            [backends.own]
            type = "openai"
            base_url = "http://127.0.0.1:1234/v1"
            model = "m"
            [backends.both]
            type = "openai"
            base_url = "http://localhost:1234/v1"
            model = "m"
            fallback = ["cloud"]
            [[watch]]
            path = "in"
            outbox = "out"
            local_only = true
            latest = true
            backend = "\(backend)"
            """
        }
        for backend in ["cloud", "both"] {
            let found = Settings.failures(text(backend))
            #expect(found.map(\.problem) == [.notLocal(backend: backend)], "\(found)")
        }
        let settings = try Settings.read(text("own"))
        #expect(settings.watches.first?.rules.isLocalOnly == true && settings.watches.first?.rules.keepsLatest == true)
        let layer = RequestLayer(settings, isLocalOnly: true)
        var request = Request(source: .prompt("a"), generation: GenerationOptions(backend: "both"))
        #expect(layer.resolveOptions(of: &request).map(\.problem) == [.notLocal(backend: "both")])
        request.generation.backend = "own"
        #expect(layer.resolveOptions(of: &request).isEmpty)
        #expect(RequestLayer(settings).resolveOptions(of: &request).isEmpty)
    }

    @Test("Every error in a file is reported with its line")
    func mistakes() {
        let found = Settings.failures(
            "[[watch]]\npath = '/a'\noutbox = '/b'\nintervall = '1s'\nbackend = 'sketsh'\n[contorl]\n")
        #expect(found.map(\.key) == ["watch[0].intervall", "watch[0].backend", "contorl"])
        #expect(found.map(\.line) == [4, 5, 6])
        #expect(found.first?.problem == .unknown(nearest: "interval"))
    }

    @Test(
        "Folders that would feed each other are rejected",
        arguments: [
            ("/a", "/a", "/b", "/o"), ("/a", "/o", "/a/b", "/o"), ("/a", "/b", "/b", "/o"),
            ("/home/ann/.local", "/o", "/b", "/o"), ("/a/x", "/o", "/b/x", "/o"),
        ])
    func loops(path: String, outbox: String, otherPath: String, otherOutbox: String) {
        let text =
            "[[watch]]\npath='\(path)'\noutbox='\(outbox)'\n[[watch]]\npath='\(otherPath)'\noutbox='\(otherOutbox)'"
        let isConflict = Settings.failures(text).contains {
            if case .conflict = $0.problem { true } else { false }
        }
        #expect(isConflict)
    }

    @Test(
        "Folders that contain the state folder or serve two purposes are rejected at their line",
        arguments: [
            ("/a", "path = '/a'\noutbox = '/o'", "watch[0].path"),
            ("/a/s", "path = '/a'\noutbox = '/o'", "watch[0].path"),
            ("/s", "path = '/s/in'\noutbox = '/o'", "watch[0].path"),
            ("/s", "path = '/a'\noutbox = '/s/out'", "watch[0].outbox"),
            ("/s", "path = '/a'\noutbox = '/o'\narchive = '/a/'", "watch[0].archive"),
            (
                "/s", "path = '/a'\noutbox = '/o'\nfailed = '/b'\n[[watch]]\npath = '/b'\noutbox = '/o'",
                "watch[0].failed"
            ),
            (
                "/s", "path = '/a/../b'\noutbox = '/o'\n[[watch]]\nname = 'c'\npath = '/b'\noutbox = '/o'",
                "watch[1].path"
            ),
        ])
    func places(state: String, watches: String, key: String) {
        let found = Settings.failures("[service]\nstate = '\(state)'\n[[watch]]\n\(watches)")
        let conflicts = found.filter { if case .conflict = $0.problem { true } else { false } }
        #expect(conflicts.map(\.key) == [key] && conflicts.allSatisfy { $0.line > 0 }, "\(found)")
    }

    @Test("Similarly named folders and service folders inside a watch folder are accepted")
    func fine() throws {
        let settings = try Settings.read(
            """
            [service]
            state = '/abc'
            [[watch]]
            path = '/ab'
            outbox = '/ab/out'
            failed = '/ab/bad/deep'
            archive = '/elsewhere'
            [[watch]]
            path = '/a'
            outbox = '/ab/out'
            """)
        #expect(settings.watches.map(\.outbox) == [FolderPath("/ab/out"), FolderPath("/ab/out")])
        #expect(settings.watches[0].failed == FolderPath("/ab/bad/deep"))
        #expect(settings.watches[0].archive == FolderPath("/elsewhere"))
        #expect(settings.watches[1].archive == FolderPath("/a/done"))
    }

    @Test("An observed folder's failures go to its outbox, and it can neither archive nor delete")
    func observed() throws {
        let text = "[[watch]]\npath = '/in'\noutbox = '/out'\nsource = 'observe'\n"
        let watch = try #require(try Settings.read(text).watches.first)
        #expect(watch.rules.source == .observe && watch.failed == FolderPath("/out/failed"))
        for line in ["after = 'delete'", "archive = '/kept'"] {
            let found = Settings.failures(text + line)
            #expect(found.map(\.problem) == [.conflict(with: "watch[0].source")], "\(found)")
        }
        #expect(Settings.failures(text.replacing("observe", with: "look")).map(\.key) == ["watch[0].source"])
        #expect(Settings.failures(text + "layout = 'tree'").map(\.key) == ["watch[0].layout"])
    }

    @Test("A name that can't be one is rejected with its place, and the folder's own name is no template")
    func names() {
        let text = "[[watch]]\nname = 'in'\npath = 'in'\noutbox = 'out'\n[watch.request]\nname = "
        func failure(_ name: String) -> FieldFailure? { Settings.failures(text + name).first }
        #expect(Settings.failures(text + "'{stem}-{seed}'") == [])
        let outside = failure("'../x'")
        #expect(outside?.problem == .forbiddenCharacter("/") && outside?.key == "watch[0].request.name")
        #expect(outside?.file == "/etc/t/textifyd.toml" && outside?.line == 6 && outside?.column == 8)
        #expect(failure("'/etc/x'")?.problem == .forbiddenCharacter("/"))
        #expect(failure("''")?.problem == .malformed(got: "", example: "{stem}-{date}"))
        #expect(failure("'\(String(repeating: "x", count: 300))'")?.problem.isOutOfRange == true)
        guard case .notOneOf(_, _, let nearest) = failure("'{sede}'")?.problem else {
            Issue.record("an unknown placeholder was accepted")
            return
        }
        #expect(nearest == "{seed}")
        #expect(Settings.failures("[defaults]\nname = '{'\n" + text + "'x'").map(\.key) == ["defaults.name"])
    }

    @Test("A prompt template with an unknown placeholder or without the prompt is rejected with its place")
    func templates() {
        let text = "[[watch]]\nname = 'in'\npath = 'in'\noutbox = 'out'\n[watch.request]\ntemplate = "
        #expect(Settings.failures(text + "'{prompt}, {tags}, {red|blue}'") == [])
        let unknown = Settings.failures(text + "'{prompt}, {tag}'").first
        #expect(unknown?.key == "watch[0].request.template" && unknown?.line == 6 && unknown?.column == 12)
        #expect(
            unknown?.problem
                == .notOneOf(got: "{tag}", choices: ["{prompt}", "{tags}"], nearest: "{tags}"))
        #expect(
            Settings.failures(text + "'{tags}'").map(\.problem)
                == [.malformed(got: "{tags}", example: "{prompt}, ink drawing")])
    }

    @Test("Tags are bounded in number and length, also in all together")
    func tags() {
        func failures(_ tags: [String], more: String = "") -> [FieldFailure] {
            let list = tags.map { "\"\($0)\"" }.joined(separator: ", ")
            return Settings.failures("[[watch]]\npath = 'in'\noutbox = 'out'\ntags = [\(list)]\n" + more)
        }
        let most = (1...TagLimits.most).map { "t\($0)" }
        #expect(failures(most) == [])
        let many = (1...10_000).map { "t\($0)" }
        let refused = failures(many).first
        #expect(refused?.problem == .outOfRange(got: "10000 elements", range: "0–64 elements"))
        #expect(refused?.key == "watch[0].tags" && refused?.line == 4)
        let all = failures(most, more: "[defaults]\ntags = ['more']\n").first
        #expect(all?.problem == .outOfRange(got: "65 elements", range: "0–64 elements"))
        let long = String(repeating: "가", count: TagLimits.characters)
        #expect(failures([long]) == [])
        let tooLong = failures(["a", long + "e\u{301}"]).first
        #expect(tooLong?.problem == .outOfRange(got: "66 characters", range: "1–64 characters"))
        #expect(tooLong?.key == "watch[0].tags[1]")
    }

    @Test("A configuration without a watch folder or an outbox is rejected")
    func nothing() {
        #expect(Settings.failures("").map(\.key) == ["watch"])
        #expect(Settings.failures("[[watch]]\npath='/a'").map(\.key) == ["watch[0].outbox"])
    }

    @Test("A missing file that was named explicitly is reported")
    func missing() {
        let expected = ConfigurationFailure.unreadable(file: "/nowhere/x.toml", .missing)
        #expect(throws: expected) {
            try Settings.load(
                CommandLineSettings(config: "/nowhere/x.toml"), kinds: [], environment: home, folder: "/")
        }
    }
}

extension FieldFailure.Problem {
    fileprivate var isOutOfRange: Bool { if case .outOfRange = self { true } else { false } }
}

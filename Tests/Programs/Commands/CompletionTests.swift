import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Testing

@Suite("Shell completion of textify", .ownThread)
struct CompletionTests {
    private let service: Service

    init() throws {
        service = try Service()
    }

    private func printed(_ words: [String], asking socket: String? = nil) throws -> String {
        let variables = socket.map { ["TEXTIFY_SOCKET=" + $0] } ?? []
        let program = try Program("textify", words, home: service.root.shown, variables: variables)
        #expect(try program.ending() == .code(0) && program.log.isEmpty, "\(program.log)")
        return String(decoding: program.output, as: UTF8.self)
    }

    private func offered(_ words: String..., asking socket: String? = nil) throws -> [String] {
        let text = try printed(["completion", "words", "fish"] + words, asking: socket)
        return text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    private static func has(_ shell: String) -> Bool { access("/usr/bin/" + shell, X_OK) == 0 }

    @Test("completions come from the tables of options and fields") func tables() throws {
        #expect(try offered("").count > 20 && offered("").contains("retry"))
        #expect(try offered("j", "--").contains("--after") && !offered("retry", "--").contains("--after"))
        #expect(try offered("jobs", "--state", "") == JobState.words)
        #expect(try offered("jobs", "--state", "failed,d") == JobState.words.map { "failed," + $0 })
        #expect(try offered("jobs", "--state=") == JobState.words.map { "--state=" + $0 })
        #expect(try offered("retry", "--cause", "").contains("backend_auth"))
        #expect(try offered("submit", "a boat", "--charset", "") == Charset.allCases.map(\.rawValue))
        #expect(try offered("cat", "last", "-f", "") == OutputKind.formats.map(\.format))
        #expect(try offered("convert", "--preset", "") == Preset.builtIn.map(\.name))
        #expect(try offered("spend", "--by", "day,").contains("day,folder"))
        #expect(try offered("completion", "") == ["bash", "zsh", "fish"] && offered("config", "").count == 4)
        #expect(try offered("caches", "") == ["clear"] && offered("caches", "clear", "") == ["renderings"])
        #expect(try offered("submit", "--seed", "").isEmpty && offered("frob", "").isEmpty)
        for words in [["convert", "a"], ["doctor", "--config", ""], ["convert", "--output", ""]] {
            #expect(try printed(["completion", "words", "bash"] + words) == ":\n", "\(words)")
        }
    }

    @Test("a search is completed by its keys and their values") func search() throws {
        let keys = LibraryKey.allCases.map { $0.rawValue + ":" }
        #expect(try offered("search", "") == keys && offered("search", "fox", "lo") == keys)
        #expect(try offered("search", "is:") == ["is:favourite", "is:untagged", "is:autotagged", "is:trashed"])
        #expect(try offered("search", "-is:f").first == "-is:favourite")
        #expect(try offered("search", "상태:") == ["상태:favourite", "상태:untagged", "상태:autotagged", "상태:trashed"])
        #expect(try offered("search", "sort:") == LibrarySort.allCases.map { "sort:" + $0.rawValue })
        #expect(try offered("search", "-fo").contains("-folder:") && !offered("search", "-so").contains("-sort:"))
        #expect(try offered("search", "-").contains("--like") && offered("search", "--").contains("--like"))
        #expect(try offered("delete", "--query", "") == keys)
        #expect(try offered("delete", "--query=").first == "--query=tag:")
        #expect(try offered("delete", "--query=is:").first == "--query=is:favourite")
        for word in ["tga:", "seed:", "\"tag:", "(tag:", "tag:a|"] { #expect(try offered("search", word).isEmpty) }
        // bash splits words at colons.
        let states = "favourite\nuntagged\nautotagged\ntrashed\n"
        for words in [["search", "is", ":"], ["search", "-is", ":", "f"], ["delete", "--query", "=", "is", ":"]] {
            #expect(try printed(["completion", "words", "bash"] + words) == states, "\(words)")
        }
    }

    @Test("tags are completed from the running service; without one nothing is offered") func tags() throws {
        let socket = service.socket
        #expect(try offered("search", "tag:", asking: socket).isEmpty)
        let program = try service.serve()
        let tags = ["--tag", "sea", "--tag", "two words"]
        #expect(try service.ask(["submit", "a boat", "--wait", "--quiet"] + tags).ending() == .code(0))
        #expect(try offered("search", "tag:", asking: socket) == ["tag:sea", "tag:\"two words\""])
        #expect(try offered("search", "fox", "-태그:S", asking: socket) == ["-태그:sea"])
        #expect(try offered("search", "folder:", asking: socket) == ["folder:inbox"])
        #expect(try offered("delete", "--query=tag:s", asking: socket) == ["--query=tag:sea"])
        #expect(try offered("tag", "last", "+", asking: socket) == ["+sea", "+two words"])
        #expect(try offered("tag", "last", "+a", "-se", asking: socket) == ["-sea"])
        #expect(try offered("tag", "last", "-", asking: socket).contains("--suggest"))
        #expect(try offered("tags", "t", asking: socket) == ["two words"])
        for words in [["tags", "--delete"], ["tag", "--add"], ["submit", "a", "--tag"], ["jobs", "--tag"]] {
            let answer = try printed(["completion", "words", "fish"] + words + ["se"], asking: socket)
            #expect(answer == "sea\n", "\(words)")
        }
        #expect(try printed(["completion", "words", "bash", "search", "tag", ":", "s"], asking: socket) == "sea\n")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("an option with a fixed set of values completes to those values") func choices() throws {
        for field in FieldTable.art.fields {
            guard case .choice(let words) = field.type else { continue }
            #expect(try offered("submit", "a", field.option, "") == words)
        }
        for field in FieldTable.conversion.fields {
            guard case .choice(let words) = field.type else { continue }
            #expect(try offered("convert", "a.png", field.option + "=") == words.map { "\(field.option)=\($0)" })
        }
    }

    @Test("jobs, folders and backends are completed from the running service; without one nothing is offered")
    func names() throws {
        #expect(try offered("show", "", asking: service.socket).isEmpty)
        let program = try service.serve()
        #expect(try offered("show", "", asking: service.socket).isEmpty)
        let id = String(try service.textify("submit", "a boat").output.dropLast())
        for command in ["show", "cat", "retry", "redeliver", "cancel", "approve", "forget", "failures"] {
            #expect(try offered(command, "", asking: service.socket) == ["last", String(id.suffix(8))], "\(command)")
        }
        #expect(try offered("show", "last", "", asking: service.socket).isEmpty)
        #expect(try offered("forget", "last", "", asking: service.socket).count == 2)
        #expect(try offered("jobs", "--folder", "", asking: service.socket) == ["inbox"])
        #expect(try offered("submit", "a", "--backend=", asking: service.socket) == ["--backend=sketch"])
        #expect(try offered("jobs", "--socket", service.socket, "--folder", "") == ["inbox"])
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("each shell parses its completion script", arguments: ["bash", "zsh", "fish"].filter(has))
    func syntax(shell: String) throws {
        try write("script", printed(["completion", shell]))
        let program = try Program("/usr/bin/" + shell, ["-n", place("script")], home: service.root.shown)
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("bash completes words with commas, equals signs, spaces and file names", .enabled(if: has("bash")))
    func bash() throws {
        try write("a boat.png", "")
        let asked: [([String], String)] = [
            (["re"], "render retry redeliver resume reload"), (["retry", "--dr"], "--dry-run"),
            (["j", "--aft"], "--after"),
            (["jobs", "--state", "fa"], "failed"), (["jobs", "--state", "=", "fa"], "failed"),
            (["jobs", "--state", "failed,d"], "failed,done"), (["caches", "cl"], "clear"),
            (["submit", "x", "--charset", "=", "ha"], "half"), (["convert", "a"], "a boat.png"),
            (["a b"], "a boat.png"), (["a boat.png", "--colum"], "--columns"),
            (["search", "fo"], "folder:"), (["search", "is", ":", "fa"], "favourite"),
            (["search", "sort", ":"], "newest oldest rank likeness"),
        ]
        let lines = asked.map { words, _ in
            "COMP_WORDS=(\(words.reduce("'textify'") { $0 + " '\($1)'" })); COMP_CWORD=\(words.count); _textify; echo \"${COMPREPLY[*]}\""
        }
        try write(
            "script", "cd '\(service.root.shown)'\n" + printed(["completion", "bash"]) + lines.joined(separator: "\n"))
        #expect(try told("bash", ["script"]) == asked.map { $0.1 + "\n" }.joined())
    }

    @Test("fish completes commands, option values and arguments", .enabled(if: has("fish"))) func fish() throws {
        let lines = [
            "textify rel", "textify jobs --state=fa", "textify completion f", "textify search fold",
            "textify search is:fa",
        ].map { "complete -C '\($0)'" }
        try write(
            "script",
            "set -gx PATH \(folder) $PATH\n" + printed(["completion", "fish"]) + lines.joined(separator: "\n"))
        let told = try told("fish", ["script"]).split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(told == ["reload", "--state=failed", "fish", "folder:", "is:favourite"])
    }

    /// The folder that contains the programs.
    private var folder: String {
        "/" + Spawn.place(of: "textify").split(separator: "/").dropLast().joined(separator: "/")
    }

    private func place(_ name: String) -> String { service.root.shown + "/" + name }

    private func write(_ name: String, _ text: String) throws {
        try FileDescriptor.folder(service.root).replace(FileName(name), with: Array(text.utf8))
    }

    /// Returns what a shell prints with this package's `textify` in its PATH.
    private func told(_ shell: String, _ files: [String]) throws -> String {
        let program = try Program(
            "/usr/bin/" + shell, files.map(place), home: service.root.shown,
            variables: ["PATH=\(folder):/usr/bin:/bin"])
        #expect(try program.ending() == .code(0), "\(program.log)")
        return String(decoding: program.output, as: UTF8.self)
    }
}

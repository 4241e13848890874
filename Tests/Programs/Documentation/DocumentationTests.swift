import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Testing

/// Keeps README.md and the pages below `config/doc` true.
///
/// A fence's info string says what is checked besides the names of commands and options: `sh run` is run as a whole,
/// `toml` is checked as a configuration, and `toml request` is dropped as a request.
@Suite("Documentation", .ownThread)
struct DocumentationTests {
    @Test("README.md is short and shows both commands at its beginning") func readme() throws {
        let page = try DocumentationPage("README.md")
        #expect(page.lines.count <= 201)
        let beginning = page.lines.prefix(40).joined(separator: "\n")
        #expect(beginning.contains("config/quickstart") && beginning.contains("Tests/run"))
    }

    @Test("the pictures of README.md have less than 300 KB") func pictures() throws {
        let paths = try DocumentationPage("README.md").targets.filter { $0.hasSuffix(".png") }
        let root = URL(filePath: DocumentationPage.root)
        let sizes = try paths.map { try Data(contentsOf: root.appending(path: $0)).count }
        #expect(sizes.count > 2 && sizes.reduce(0, +) < 300_000)
    }

    @Test("each page below config/doc begins with a title and a sentence") func beginnings() throws {
        for page in try DocumentationPage.all() {
            try #require(page.lines.count > 3, "\(page.path)")
            #expect(page.lines[0].hasPrefix("# ") && page.lines[1].isEmpty, "\(page.path)")
            #expect(page.lines[2].first?.isLetter == true, "\(page.path)")
        }
    }

    @Test("each relative link leads to a file or folder, and each anchor to a heading") func links() throws {
        var count = 0
        for page in try DocumentationPage.all() {
            let folder = URL(filePath: DocumentationPage.root).appending(path: page.path).deletingLastPathComponent()
            for target in page.targets where !target.contains("://") {
                count += 1
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let linked = parts[0].isEmpty ? page.path : relative(folder.appending(path: String(parts[0])))
                let exists = FileManager.default.fileExists(atPath: DocumentationPage.root + "/" + linked)
                #expect(exists, "\(page.path): \(target)")
                guard parts.count == 2, exists else { continue }
                let anchors = try DocumentationPage(linked).anchors
                #expect(anchors.contains(String(parts[1])), "\(page.path): \(target)")
            }
        }
        #expect(count > 20)
    }

    @Test("each page is linked from README.md") func reachable() throws {
        let linked = Set(try DocumentationPage("README.md").targets)
        for page in try DocumentationPage.all() where page.path.split(separator: "/").count == 3 {
            #expect(linked.contains(page.path), "\(page.path)")
        }
    }

    @Test("each command in the pages exists, and its help lists the options that are used") func commands() throws {
        var helps: [String: Set<String>] = [:]
        var count = 0
        for page in try DocumentationPage.all() {
            for (place, words) in page.commands {
                let isClient = words[0] == "textify"
                let command = isClient ? words.dropFirst().first { !$0.hasPrefix("-") } : nil
                let name = ([words[0]] + (command.map { [$0] } ?? [])).joined(separator: " ")
                if helps[name] == nil { helps[name] = try options(of: name) }
                count += 1
                // To these commands `-draft` is a word.
                let takesWords = ["textify search", "textify tag"].contains(name)
                let used = words.dropFirst().filter { word in
                    word.contains(/^--?[a-z]/) && !(takesWords && word.count > 2 && !word.hasPrefix("--"))
                }
                for option in used.map({ $0.prefix { $0 != "=" } }) {
                    #expect(helps[name]?.contains(String(option)) == true, "\(place): \(name) \(option)")
                }
            }
        }
        #expect(count > 80)
    }

    @Test("blocks marked `sh run` run and exit with 0", arguments: try DocumentationPage.blocks("sh run"))
    func run(block: DocumentationPage.Block) throws {
        let service = try Service(onServer: false)
        let png = try Pictures.ramp()
        let files = [
            ("photo.jpg", Pictures.jpeg), ("cat.jpg", Pictures.jpeg), ("photo.png", png), ("page.png", png),
            ("poem.txt", Array("Two roads diverged in a yellow wood. ".utf8)),
        ]
        for (name, bytes) in files { try FileDescriptor.folder(service.root).write(bytes, to: FileName(name)) }
        let script = "cd '\(service.root.shown)'; PATH='\(Spawn.folder)':$PATH\n" + block.lines.joined(separator: "\n")
        let program = try Program("/bin/bash", ["-euo", "pipefail", "-c", script], home: service.root.shown)
        #expect(try program.ending() == .code(0), "\(block.place): \(program.log)")
    }

    @Test("blocks marked `toml` are valid configurations", arguments: try DocumentationPage.blocks("toml"))
    func configuration(block: DocumentationPage.Block) throws {
        let service = try Service(onServer: false)
        try surround(service)
        var text = block.lines.joined(separator: "\n").replacing("/etc/textifyd/", with: service.root.shown + "/")
        for folder in Self.systemFolders { text.replace(folder, with: service.root.shown + folder) }
        if !text.contains("[[watch]]") { text += "\n[[watch]]\npath = \"inbox\"\noutbox = \"outbox\"\n" }
        try service.write(text)
        let program = try Program(
            "textifyd", ["--config", service.root.shown + "/textifyd.toml", "--check"], home: service.root.shown,
            variables: ["OPENAI_API_KEY=k", "CREDENTIALS_DIRECTORY=" + service.root.shown])
        #expect(try program.ending() == .code(0), "\(block.place): \(program.log)")
    }

    @Test("blocks marked `toml request` are valid requests", arguments: try DocumentationPage.blocks("toml request"))
    func request(block: DocumentationPage.Block) throws {
        let service = try Service(onServer: false)
        var lines = ["lenient = true"]
        if !block.lines.contains(where: { $0.contains(/^prompt\b/) }) { lines.append("prompt = \"a boat\"") }
        try service.drop("order.toml", Array((lines + block.lines).joined(separator: "\n").utf8))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(block.place): \(program.log)")
    }

    /// Writes the files that the configurations in the pages refer to.
    private func surround(_ service: Service) throws {
        let workflow = #"{"6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}}}"#
        let secrets = ["webui.key", "control.token", "web.token", "proxy", "karlo", "bfl", "loom", "mail"]
        let token = String(repeating: "0123456789abcdef", count: 4) + "\n"
        let files =
            [("portrait.json", workflow), ("own-ca.pem", Self.certificate), ("ntfy", "https://ntfy.example/art\n")]
            + secrets.map { ($0, token) }
        for (name, text) in files {
            try FileDescriptor.folder(service.root).write(Array(text.utf8), to: FileName(name))
            #expect(chmod(service.root.shown + "/" + name, 0o600) == 0)
        }
        for folder in ["srv/models", "var/cache/weave"] {
            try FileManager.default.createDirectory(
                atPath: service.root.shown + "/" + folder, withIntermediateDirectories: true)
        }
        try PluginFolder(service).installSample()
    }

    /// The options that the help of `command` lists.
    private func options(of command: String) throws -> Set<String> {
        let words = command.split(separator: " ").map(String.init)
        let help = try Program(words[0], words.dropFirst() + ["--help"], home: "/nonexistent")
        #expect(try help.ending() == .code(0), "\(command): \(help.log)")
        let text = String(decoding: help.output, as: UTF8.self)
        return Set(text.matches(of: /(?:^|[\s,\[])(--?[a-z][-a-z]*)/).map { String($0.1) })
    }

    /// The path from the package's folder, without `..`.
    private func relative(_ url: URL) -> String {
        String(url.standardizedFileURL.path.dropFirst(DocumentationPage.root.count + 1))
    }

    /// Folders of the system in the pages, for which the installation has its own.
    private static let systemFolders = ["/srv/", "/var/"]

    /// Valid until 2126; nothing uses its key.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBbzCCARWgAwIBAgIUPR6cnEjafcrzDcsHeeIfdGjw1JgwCgYIKoZIzj0EAwIw
        DDEKMAgGA1UEAwwBYTAgFw0yNjExMjUwOTQ5NDNaGA8yMTI2MTEwMTA5NDk0M1ow
        DDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP0iLjtmR3t0
        koqhtADUEls1HN9smnESzTacPIKn1YbqoI7Vt30QoE0ZEoZAevp4rQ9jVZ6onGFe
        Q7m9S7o4PlqjUzBRMB0GA1UdDgQWBBQRRh8lMMRiO29wInYUftDj7+aXaTAfBgNV
        HSMEGDAWgBQRRh8lMMRiO29wInYUftDj7+aXaTAPBgNVHRMBAf8EBTADAQH/MAoG
        CCqGSM49BAMCA0gAMEUCIE6ios1bkpLhFttRApDE/JoNQde6Q3u+QvdDglnud9Un
        AiEAz6HILx7lMcp2qEy7wVOhGOElVEtTQSZZFBlUW3q5YPI=
        -----END CERTIFICATE-----

        """
}

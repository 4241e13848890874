import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import TestFolders
import Testing
import Words

/// Files that are generated from the tables of commands and of the configuration.
@Suite("Manuals, completions and schema", .ownThread)
struct TablesTests {
    private let service: Service

    init() throws {
        service = try Service()
    }

    private func printed(_ words: String...) throws -> String {
        let program = try Program("textify", words, home: service.root.shown)
        #expect(try program.ending() == .code(0), "\(program.log)")
        return String(decoding: program.output, as: UTF8.self)
    }

    /// Reads a file of the package by its path from the package's root.
    private static func committed(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
    }

    private static func accepted(by command: String, _ text: String) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(text.utf8, to: "text")
        let program = try Program("/bin/sh", ["-c", "\(command) '\(file)' >&2"], home: folder.path.shown)
        let ending = try program.ending()
        return ending == .code(0) ? "" : program.log.joined(separator: "\n") + " \(ending)"
    }

    /// After a change to a command, an option or a key, regenerate the files with `textify manual PAGE` and `textify
    /// config schema`.
    @Test("the committed manual pages match the generated ones") func manuals() throws {
        #expect(try printed("manual", "textify") == Self.committed("config/man/textify.1"))
        #expect(try printed("manual", "textifyd.toml") == Self.committed("config/man/textifyd.toml.5"))
    }

    @Test("the committed catalogues of the journal match the generated ones, and name commands that exist")
    func catalogues() throws {
        let commands = try printed("--help").split(separator: "\n").filter { $0.hasPrefix("  ") }
            .compactMap { $0.split(separator: " ").first?.filter { $0 != "," } }
        let root = try TemporaryFolder()
        let place = root.path.shown + "/usr/lib/systemd/catalog"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for name in ["textifyd.catalog", "textifyd.ko.catalog"] {
            let text = try printed("manual", name)
            let committed = try Self.committed("systemd/" + name)
            #expect(text == committed)
            let named = text.matches(of: #/textify ([a-z]+)/#).map { String($0.output.1) }
            #expect(named.filter { !commands.contains($0) } == [])
            try root.write(text.utf8, to: "usr/lib/systemd/catalog/" + name)
        }
        guard access("/usr/bin/journalctl", X_OK) == 0 else { return }
        let program = "journalctl --root '\(root.path.shown)'"
        let command = program + " --update-catalog && " + program + " --list-catalog"
        let listed = try Program("/bin/sh", ["-c", command], home: root.path.shown)
        #expect(try listed.ending() == .code(0))
        #expect(listed.output.split(separator: UInt8(ascii: "\n")).count == JournalExplanation.all.count)
    }

    @Test("the committed schema matches the generated one") func schema() throws {
        #expect(try printed("config", "schema") == Self.committed("config/schema/textifyd.json"))
    }

    @Test(
        "mandoc reports no warnings for the manual pages", .enabled(if: access("/usr/bin/mandoc", X_OK) == 0),
        arguments: ["textify.1", "textifyd.8", "textifyd.toml.5"])
    func lint(page: String) throws {
        let found = try Self.accepted(by: "mandoc -T lint -W warning", Self.committed("config/man/" + page))
        #expect(found == "")
    }

    @Test("textifyd(8) documents every option of textifyd") func service8() throws {
        let help = try Program("textifyd", ["--help"], home: service.root.shown)
        _ = try help.ending()
        let words = String(decoding: help.output, as: UTF8.self).split { !$0.isLetter && $0 != "-" }
        let options = Set(words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) })
        #expect(options.count > 8)
        let page = try Self.committed("config/man/textifyd.8")
        for option in options { #expect(page.contains("Fl Fl " + option), "\(option)") }
    }

    @Test("an unknown or missing argument exits with 64 and one line") func wrong() throws {
        for words in [["completion"], ["completion", "csh"], ["config", "chek"], ["manual", "a", "b"]] {
            let program = try Program("textify", words, home: service.root.shown)
            #expect(try program.ending() == .code(64), "\(words)")
            #expect(program.log.count == 1, "\(program.log)")
        }
    }

    @Test("config check validates the configuration like textifyd --check") func check() throws {
        let config = service.root.shown + "/textifyd.toml"
        let good = try printed("config", "check", "--config", config)
        #expect(good == "The configuration is valid: 1 watch folder.\n")
        try service.configure("colums = 3")
        let bad = try Program("textify", ["config", "check", "--config", config], home: service.root.shown)
        #expect(try bad.ending() == .code(78))
        #expect(bad.log.joined().contains("colums"), "\(bad.log)")
    }
}

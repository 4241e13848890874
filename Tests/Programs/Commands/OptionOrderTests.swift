import Domain
import Testing

@Suite("Options before a command", .ownThread)
struct OptionOrderTests {
    private let service: Service

    init() throws {
        service = try Service()
    }

    private func said(_ words: String...) throws -> Reply {
        try service.reply(Program("textify", words, home: service.root.shown))
    }

    @Test("options common to all commands mean the same before and after the command name")
    func before() throws {
        try service.run()
        for words in [
            ["--socket", service.socket], ["--socket=" + service.socket], ["--soc", service.socket], ["--"],
        ] {
            let variables = words == ["--"] ? ["TEXTIFY_SOCKET=" + service.socket] : []
            let program = try Program("textify", words + ["caches"], home: service.root.shown, variables: variables)
            let reply = try service.reply(program)
            #expect(reply.code == 0 && reply.errors.isEmpty, "\(words): \(reply)")
            #expect(try reply.output == service.textify("caches").output)
        }
        let json = try said("--json", "--socket", service.socket, "jobs")
        #expect(json.code == 0 && json.output.hasPrefix("{"), "\(json)")
        let later = try said("--socket", "/nowhere/x.sock", "jobs", "--socket", service.socket)
        #expect(later.code == 0, "the later one wins: \(later)")
    }

    @Test("help and version are shown for an option or command in any position")
    func shown() throws {
        let help = try said("jobs", "--help")
        #expect(help.code == 0 && help.output.contains("textify jobs"))
        for words in [
            ["--help", "jobs"], ["-h", "jobs"], ["help", "jobs"], ["--json", "--help", "j"], ["jobs", "-h"],
        ] {
            let reply = try service.reply(Program("textify", words, home: service.root.shown))
            #expect(reply.code == 0 && reply.output == help.output, "\(words): \(reply)")
        }
        let all = try said("--help")
        for words in [["-h"], ["help"], ["--json", "--help"], []] {
            let reply = try service.reply(Program("textify", words, home: service.root.shown))
            #expect(reply.code == 0 && reply.output == all.output, "\(words): \(reply)")
        }
        let version = try said("--version")
        #expect(version.code == 0 && version.output.hasPrefix("textify "))
        for words in [
            ["-V"], ["--json", "--version"], ["--version", "jobs"], ["jobs", "--version"], ["jobs", "-V"],
            ["config", "--version"], ["convert", "--version"], ["--socket", "/nowhere", "-V", "jobs"],
        ] {
            let reply = try service.reply(Program("textify", words, home: service.root.shown))
            #expect(reply.code == 0 && reply.output == version.output, "\(words): \(reply)")
        }
    }

    @Test(
        "a command's own option before its name, a missing value and a missing command exit with 64",
        arguments: [
            (["--quiet", "status"], "--quiet"), (["--socket"], "--socket"), (["--colour", "jobs"], "--colour"),
            (["--json"], "no command given"), (["--socket", "/nowhere"], "no command given"),
            (["--json=1", "jobs"], "--json"),
            (["--json", "joobs"], "jobs"), (["help", "joobs"], "jobs"),
        ])
    func refused(words: [String], message: String) throws {
        let program = try Program("textify", words, home: service.root.shown)
        #expect(try program.ending() == .code(64), "\(program.log)")
        #expect(program.log.count == 1 && program.log[0].contains(message), "\(program.log)")
    }
}

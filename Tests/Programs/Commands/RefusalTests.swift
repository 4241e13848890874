import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Repositories
import Testing

@Suite("Errors of textify", .ownThread)
struct RefusalTests {
    @Test("an unknown job exits with 66, an ambiguous job ID with 65, and each error says what to do")
    func names() async throws {
        let service = try Service(onServer: false)
        let stem = "aaaaaaaaaaaaaaaaaaaa"
        let ids = ["01aaa\(stem)2".prefix(26), "01bbb\(stem)2".prefix(26)].compactMap { JobID(text: $0) }
        try #require(ids.count == 2)
        try await service.insert(ids)
        try service.run()
        let ending = String(ids[0].text.suffix(8))
        for command in ["show", "cancel", "retry", "cat"] {
            let unknown = try service.textify(command, "zzzzzzzz")
            #expect(unknown.code == 66 && unknown.errors.count == 1, "\(command): \(unknown)")
            #expect(unknown.errors.first?.contains("There is no job") == true)
            let short = try service.textify(command, "zz")
            #expect(short.code == 66 && short.errors.count == 1, "\(command): \(short)")
            let double = try service.textify(command, ending)
            #expect(double.code == 65, "\(command): \(double)")
            #expect(double.errors.first?.contains("Give more characters") == true)
            #expect(ids.allSatisfy { double.errors.joined().contains($0.text) }, "\(double)")
            let none = try service.textify(command)
            #expect(none.code == 64 && none.errors.count == 1, "\(command): \(none)")
        }
        let first = try service.textify("show", ids[0].text)
        #expect(first.code == 0, "\(first)")
    }

    @Test("a socket given explicitly is the only one tried; a missing one exits with 69, a non-socket with 66")
    func named() throws {
        let service = try Service()
        try service.run()
        try FileDescriptor.folder(service.root).replace(FileName("plain"), with: [])
        let places: [(String, String, Int32)] = [
            ("/nowhere/x.sock", "does not exist", 69), (service.root.shown + "/plain", "is not a socket", 66),
        ]
        for (path, word, code) in places {
            for words in [["status", "--socket", path], ["status"]] {
                let variables = words.count == 1 ? ["TEXTIFY_SOCKET=" + path] : []
                let program = try Program("textify", words, home: service.root.shown, variables: variables)
                #expect(try program.ending() == .code(code), "\(program.log)")
                #expect(program.log.count == 1 && program.log[0].contains(word), "\(program.log)")
            }
        }
    }

    @Test("a refusal with a single reason is printed as one line")
    func once() throws {
        let service = try Service()
        let program = try service.serve()
        let late = try service.textify("retry", "--state", "failed", "--since", "soon")
        let taken = "2h, 3d, today, yesterday, 2026-07-01, 2026-07-01T02:10:00Z"
        #expect(late.code == 65, "\(late)")
        #expect(late.errors == ["textify: since: \"soon\" is not a valid value; write it like \(taken)."], "\(late)")
        #expect(try service.textify("jobs", "--since", "soon").errors == late.errors)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("an unknown option, an unexpected argument or an invalid value exits with 64 and one line")
    func usage() throws {
        let service = try Service()
        for words in [
            ["status", "--jsn"], ["jobs", "--limit", "none"], ["sync", "--timeout", "0"], ["pause", "now"],
            ["submit", "a", "boat"], ["submit", "a boat", "--colums", "3"], ["retry", "--may-pay-twice=yes", "abcd"],
            ["show", "--socket"], ["jobs", "--state", "finished"], ["retry", "--state", "failed,don"],
            ["cancel", "--cause", "nonsense"],
        ] {
            let program = try Program("textify", words, home: service.root.shown)
            #expect(try program.ending() == .code(64), "\(words)")
            #expect(program.log.count == 1 && program.output.isEmpty, "\(words): \(program.log)")
        }
    }

    @Test("an unknown backend exits with 66 and lists the backends; a known one filters the jobs")
    func backends() throws {
        let service = try Service(backends: "[backends.studio]\ntype = \"fixture\"\n")
        try service.run()
        let id = String(try service.textify("submit", "a boat", "--wait").output.dropLast())
        #expect(!id.isEmpty)
        for words in [["jobs", "--backend", "stdio"], ["retry", "--backend", "stdio"]] {
            let refused = try service.reply(service.ask(words))
            #expect(refused.code == 66 && refused.errors.count == 1, "\(refused)")
            #expect(refused.errors.first?.contains("Did you mean studio? Configured: ") == true, "\(refused)")
        }
        let done = try service.jobs("done")
        #expect(try service.textify("jobs", "--backend", "studio", "-q").output == done.joined() + "\n")
        #expect(try service.textify("jobs", "--backend", "sketch", "-q").output.isEmpty)
        let none = try service.textify("retry", "--backend", "studio")
        #expect(none.code == 0 && none.output == "No job matches.\n", "\(none)")
    }

    @Test("the error about an unknown cause suggests the nearest one and says where all are listed")
    func causes() throws {
        let service = try Service()
        let refused = try service.textify("retry", "--cause", "moderatd")
        #expect(
            refused.errors == [
                "textify: retry: --cause: unknown cause \"moderatd\". Did you mean backend_moderated? man textify "
                    + "lists all causes under CAUSES."
            ], "\(refused)")
    }

    @Test("an unknown folder exits with 66 and lists the watch folders; a formerly watched one is known")
    func folders() async throws {
        let service = try Service(onServer: false)
        let id = try #require(JobID(text: "01aaaaaaaaaaaaaaaaaaaaaa2a"))
        try await service.insert([id], folder: "attic")
        try service.run()
        for words in [
            ["jobs", "--folder", "inbx"], ["retry", "--folder", "inbx"], ["submit", "a", "--folder", "inbx"],
        ] {
            let refused = try service.reply(service.ask(words))
            #expect(refused.code == 66 && refused.errors.count == 1, "\(refused)")
            #expect(refused.errors.first?.hasSuffix("Did you mean inbox? Configured: inbox.") == true, "\(refused)")
        }
        #expect(try service.textify("jobs", "--folder", "attic", "-q").output == id.text + "\n")
        let none = try service.textify("jobs", "--folder", "inbox", "--state", "failed")
        #expect(none.code == 0 && none.output == "no jobs\n", "\(none)")
        #expect(try service.textify("jobs", "--folder", "attic", "--state", "failed").code == 0)
    }

    @Test("with --json, errors of the service and of the command line are problem documents")
    func problems() throws {
        let service = try Service()
        let cases: [([String], String, Int32)] = [
            (["show", "zzzz", "--json"], "no_such_job", 66),
            (["jobs", "--json", "--folder", "x"], "no_such_folder", 66),
            (["jobs", "--json", "--nope"], "usage", 64), (["frob", "--json"], "usage", 64),
            (["submit", "a boat", "--json", "--backend", "nope"], "field_not_one_of", 65),
        ]
        let program = try service.serve()
        for (words, code, exit) in cases {
            let program = try Program(
                "textify", words, home: service.root.shown, variables: ["TEXTIFY_SOCKET=" + service.socket])
            let reply = try service.reply(program)
            let problem = try JSONDecoder().decode(Told.self, from: Data(reply.errors.joined(separator: "\n").utf8))
            #expect(reply.code == exit && problem.exit == exit && problem.code == code && reply.output.isEmpty)
            #expect(problem.type == "about:blank" && !problem.title.isEmpty && problem.detail.count > 12)
            #expect(problem.status == (code == "usage" ? nil : code == "no_such_job" ? 404 : 422))
            #expect(problem.errors?.map(\.field) == (code == "field_not_one_of" ? ["backend"] : nil))
        }
        program.send(SIGTERM)
        _ = try program.ending()
        let dead = try service.textify("status", "--json")
        #expect(dead.code == 69 && dead.errors.joined().contains(#""code":"no_socket""#), "\(dead)")
    }

    private struct Told: Decodable {
        struct Field: Decodable {
            let field: String
        }

        let type, title, code, detail: String
        let exit: Int32
        let status: Int?
        let errors: [Field]?
    }

    @Test("a missing or stale socket exits with 69, and the error names the paths that were tried")
    func absent() throws {
        let service = try Service()
        let named = try service.textify("status")
        #expect(named.code == 69 && named.errors.count == 1)
        #expect(named.errors.first?.contains(service.socket) == true, "\(named)")
        let nowhere = try Program("textify", ["status"], home: service.root.shown)
        #expect(try nowhere.ending() == .code(69))
        #expect(nowhere.log.joined().contains(service.root.shown + "/.local/state/textifyd/control.sock"))

        let program = try service.serve()
        let found = try Program(
            "textify", ["status"], home: service.root.shown, variables: ["TEXTIFY_SOCKET=" + service.socket])
        #expect(try found.ending() == .code(0), "\(found.log)")
        program.send(SIGKILL)
        _ = try program.ending()
        let dead = try service.textify("status")
        #expect(dead.code == 69 && dead.errors.count == 1, "\(dead)")
        // A stale socket does not prevent the next start.
        let next = try service.served { try service.textify("status") }
        #expect(next.code == 0, "\(next)")
    }

    @Test(
        "a user without permission for a command gets 77 and one line",
        .enabled(if: getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
    func stranger() throws {
        let service = try Service()
        // The default socket, in the state folder, is accessible to its owner only.
        let socket = service.root.shown + "/control.sock"
        try service.configure(Service.quick + "\n[control]\nsocket = \"control.sock\"")
        try service.run()
        chmod(service.root.shown, 0o755)
        func ask(_ words: String..., group: Int = 0) throws -> Reply {
            let rights = ["--reuid=65534", "--regid=\(group)", "--clear-groups", Spawn.place(of: "textify")]
            let program = try Program(
                "/usr/bin/setpriv", rights + words + ["--socket", socket], home: service.root.shown)
            return try service.reply(program)
        }
        let status = try ask("status")
        #expect(status.code == 0, "\(status)")
        for words in [("submit", "a boat"), ("cancel", "zzzz"), ("retry", "zzzz")] {
            let refused = try ask(words.0, words.1)
            #expect(refused.code == 77 && refused.errors.count == 1, "\(words): \(refused)")
        }
        for word in ["pause", "resume", "reload"] {
            let refused = try ask(word)
            #expect(refused.code == 77 && refused.errors.count == 1, "\(word): \(refused)")
        }
        let shut = try ask("status", group: 65_534)
        #expect(shut.code == 77 && shut.errors.count == 1, "\(shut)")
        let jobs = try service.reply(
            Program("textify", ["jobs", "--socket", socket], home: service.root.shown))
        #expect(jobs.output == "no jobs\n")
    }

    @Test("two services with separate states do not interfere")
    func two() throws {
        let services = [try Service(), try Service()]
        let programs = try services.map { try $0.serve() }
        for (index, service) in services.enumerated() {
            let submitted = try service.textify("submit", "--wait", "a boat", "--name", "boat-\(index)")
            #expect(submitted.code == 0, "\(submitted)")
        }
        _ = try services[0].textify("pause")
        for (index, service) in services.enumerated() {
            let status = try service.textify("status").output
            #expect(status.contains("process \(programs[index].pid)"))
            #expect(status.contains("1 done") && status.contains(index == 0 ? "is paused" : "is running"), "\(status)")
            let outputs = try service.names(service.outbox)
            #expect(outputs.allSatisfy { $0.hasPrefix("boat-\(index).") } && outputs.count == 3, "\(outputs)")
        }
        programs[0].send(SIGTERM)
        #expect(try programs[0].ending() == .code(0))
        #expect(try services[0].textify("status").code == 69)
        #expect(try services[1].textify("status").code == 0)
    }

    @Test("a second instance with the same state or socket is refused and leaves the first one's socket intact")
    func second() throws {
        let service = try Service()
        let first = try service.serve()
        let same = try service.start()
        #expect(try same.ending() == .code(75), "\(same.log)")
        let other = try Service()
        let crowded = try other.start("--socket", service.socket)
        #expect(try crowded.ending() == .code(69), "\(crowded.log)")
        #expect(crowded.log.count == 1 && crowded.log[0].contains(service.socket), "\(crowded.log)")
        let status = try service.textify("status")
        #expect(status.code == 0 && status.output.contains("process \(first.pid)"), "\(status)")
    }
}

extension Service {
    /// Runs the service for the duration of `work`, then sends SIGTERM.
    fileprivate func served<Answer>(_ work: () throws -> Answer) throws -> Answer {
        let program = try serve()
        defer { program.send(SIGTERM) }
        return try work()
    }

    /// Stores queued jobs with these identifiers, as an earlier run would have.
    fileprivate func insert(_ ids: [JobID], folder: String = "inbox") async throws {
        let state = root.appending("state")
        try FileDescriptor.makeFolder(state)
        let spool = try SpoolDatabase(folder: state)
        for (index, id) in ids.enumerated() {
            let drop = Drop(
                id: DropID(high: 0, low: UInt64(index)), folder: folder,
                identity: FileIdentity(name: FileName(".submitted-\(index)"), inode: 0, size: 0, modified: 0),
                phase: .read)
            let job = Job(
                id: id, drop: drop.id, line: 0, folder: folder, name: FileName("boat-\(index).txt"), outbox: outbox,
                request: Request(source: .prompt("a boat")), state: .queued, created: 1)
            _ = try await spool.repositories.submissions.submit(
                SubmittedJobs(job, content: nil), drop: drop, key: nil, at: 1)
        }
        await spool.close()
    }
}

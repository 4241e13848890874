import Domain
import Glibc
import PlatformSystem
import Repositories
import Testing

@Suite("Plugin backends", .ownThread)
struct PluginTests {
    private func service(_ further: String = "") throws -> Service {
        let service = try Service(onServer: false)
        try PluginFolder(service).installSample()
        try service.configure(backends: PluginFolder.table("weave", further))
        return service
    }

    private func weavings(_ program: Program) -> Int {
        program.log.count { $0.contains(" backend_says: ") && $0.contains("says: weaving ") }
    }

    @Test("the sample plugin makes the same picture for the same prompt and seed")
    func painted() throws {
        let service = try service()
        for name in ["one", "two"] {
            try service.drop(prompt: "+++\nseed = 5\nreuse = \"never\"\n+++\na red boat", "\(name).txt")
        }
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(
            try service.names(service.outbox)
                == ["one.json", "one.picture.png", "one.txt", "two.json", "two.picture.png", "two.txt"])
        let pictures = try ["one", "two"].map { try service.bytes("\($0).picture.png", in: service.outbox) }
        #expect(pictures[0] == pictures[1] && weavings(program) == 2)
        let told = try service.text("one.json", in: service.outbox)
        #expect(told.contains("plugin weave"), "\(told)")
    }

    @Test("after a kill of the service, the plugin's work is resumed by its handle and not started again")
    func killed() async throws {
        let service = try service("settings = { seconds = 1000 }")
        let program = try service.serve()
        try service.drop(prompt: "a red boat", "boat.txt")
        try program.wait(for: "says: weaving ")
        try await waitForHandle(service)
        program.send(SIGKILL)
        #expect(try program.ending() == .killed(SIGKILL))
        try service.configure(backends: PluginFolder.table())
        let rest = try service.start("--once")
        #expect(try rest.ending() == .code(0), "\(rest.log)")
        #expect(try service.names(service.outbox) == ["boat.json", "boat.picture.png", "boat.txt"])
        #expect(weavings(program) == 1 && weavings(rest) == 0)
    }

    @Test("a plugin's progress is an event, and is in the job while the plugin works on it")
    func progress() throws {
        let service = try service("settings = { seconds = 1000 }")
        let program = try service.serve()
        let listener = try service.listen()
        try service.drop(prompt: "a red boat", "boat.txt")
        try listener.wait(forOutput: #""event":"job_progress""#)
        let id = try #require(try service.jobs("submitted").first)
        let job = try service.textify("show", id, "--json")
        #expect(job.output.contains(#""progress":{"fraction":0}"#), "\(job)")
        #expect(try service.textify("cancel", id).code == 0)
        #expect(try service.textify("sync").code == 0)
        #expect(try !service.textify("show", id, "--json").output.contains(#""progress""#))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    /// Waits until the service has stored the handle by which the work can be resumed.
    private func waitForHandle(_ service: Service) async throws {
        var first: String?
        for _ in 0..<1000 where first == nil { first = try service.jobs("submitted").first }
        let id = try #require(first.flatMap { JobID(text: $0) })
        let spool = try SpoolDatabase(folder: service.root.appending("state"))
        let call = try await spool.repositories.calls.lastCall(of: id)
        await spool.close()
        #expect(call?.phase == .submitted)
    }

    @Test("a plugin that dies after a checkpoint is restarted and resumes its work")
    func died() throws {
        let service = try Service()
        try PluginFolder(service).install(
            "weave",
            """
            #!/bin/sh
            # Sends a checkpoint and exits; the second start runs the sample, which resumes the work.
            if [ -e "$HOME/again" ]; then exec \(PluginFolder.samples)/weave; fi
            touch "$HOME/again"
            read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"capabilities":{"tasks":["text_to_image"]}}}'
            read line
            job=$(echo "$line" | sed 's/.*"job":"\\([^"]*\\)".*/\\1/')
            echo '{"jsonrpc":"2.0","method":"checkpoint","params":{"job":"'$job'","charged":true,
            "handle":{"prompt":"x","seed":1,"width":64,"height":64}}}' | tr -d '\\n'; echo
            """)
        try service.configure(backends: PluginFolder.table("weave", "read = [\"\(PluginFolder.samples)\"]"))
        try service.drop(prompt: "a boat", "boat.txt")
        let program = try service.serve()
        try program.wait(for: " job_done: ")
        #expect(try service.names(service.outbox) == ["boat.json", "boat.picture.png", "boat.txt"])
        #expect(weavings(program) == 0)
    }

    @Test("a plugin that dies before any checkpoint leaves the job for a person to decide")
    func lost() throws {
        let service = try Service()
        let pluginFolder = try PluginFolder(service)
        try pluginFolder.install(
            "weave",
            """
            #!/bin/sh
            read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"capabilities":{"tasks":["text_to_image"]}}}'
            read line; echo "W! out of memory" >&2; exit 1
            """)
        try service.configure(backends: PluginFolder.table())
        let program = try service.serve()
        try service.drop(prompt: "a boat", "boat.txt")
        try program.wait(for: " job_unknown: ")
        #expect(program.log.contains { $0.contains("Backend studio says: out of memory") }, "\(program.log)")
        let id = try #require(try service.jobs("unknown").first)
        try pluginFolder.installSample()
        #expect(try service.textify("reload").code == 0)
        #expect(try service.textify("retry", "--may-pay-twice", id).code == 0)
        try program.wait(for: " job_done: ")
        #expect(weavings(program) == 1)
    }

    @Test("a one-shot plugin reads one document and writes one for each picture")
    func oneShot() throws {
        let service = try Service()
        try service.keep("key", Array("sk-loom-1\n".utf8))
        chmod(service.kept("key"), 0o600)
        try service.keep("seen.png", try Pictures.numbered(5))
        try PluginFolder(service).install(
            "weave",
            """
            #!/bin/sh
            cat > order.json
            grep -q '"prompt":"a boat"' order.json && grep -q '"api":"sk-loom-1"' order.json || exit 64
            cp \(service.kept("seen.png")) picture.png
            echo '{"images": [{"path": "picture.png"}]}'
            """)
        try service.configure(
            backends: PluginFolder.table(
                "weave",
                "mode = 'oneshot'\nread = ['making/seen.png']\n"
                    + "credentials = { api = { file = '\(service.kept("key"))' } }"))
        try service.drop(prompt: "a boat", "boat.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(try service.picture("boat") == Pictures.numbered(5))
        #expect(!program.log.contains { $0.contains("sk-loom-1") })
    }

    @Test("a plugin's keys come from any kind of source and leak nowhere", arguments: KeyTests.Place.allCases)
    func keys(place: KeyTests.Place) throws {
        let key = "sk-loom-9Zt4kQ2mXw7RvB1c"
        let service = try Service()
        try service.keep("key", Array((key + "\n").utf8))
        chmod(service.kept("key"), 0o600)
        try service.keep("seen.png", try Pictures.numbered(5))
        // It repeats its key wherever it can, and makes a picture for one prompt only.
        try PluginFolder(service).install(
            "weave",
            """
            #!/bin/sh
            read line
            key=$(echo "$line" | sed 's/.*"api":"\\([^"]*\\)".*/\\1/')
            echo "W! given $key" >&2
            echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"plugin":{"name":"'$key'","version":"1"},
            "capabilities":{"tasks":["text_to_image"]}}}' | tr -d '\\n'; echo
            echo '{"jsonrpc":"2.0","method":"log","params":{"level":"warning","message":"'$key'"}}'
            while read line; do
                id=$(echo "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
                place=$(echo "$line" | sed 's/.*"workdir":"\\([^"]*\\)".*/\\1/')
                case "$line" in
                *'"prompt":"a boat"'*)
                    cp \(service.kept("seen.png")) "$place/picture.png"
                    echo '{"jsonrpc":"2.0","id":'$id',"result":{"images":[{"path":"picture.png"}],
                    "provider_request_id":"'$key'"}}' | tr -d '\\n'; echo ;;
                *'"generate"'*)
                    echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":1005,"message":"not for '$key'"}}' ;;
                *) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}' ;;
                esac
            done
            """)
        try service.configure(
            backends: PluginFolder.table(
                "weave", "read = ['making/seen.png']\ncredentials = { api = \(place.source("LOOM_KEY")) }"),
            log: "debug")
        let making = service.root.shown + "/making"
        let program = try service.start(
            after: ":",
            variables: ["LOOM_KEY=" + key, "CREDENTIALS_DIRECTORY=" + making, "HOME=" + making, "PATH=/usr/bin:/bin"])
        try program.wait(for: " started: ")
        try service.drop(prompt: "a boat", "boat.txt")
        try program.wait(for: " job_done: ")
        try service.drop(prompt: "a ship", "ship.txt")
        try program.wait(for: " backend_invalid: ")
        let said = try ["status", "jobs"].map { try service.textify($0, "--json") }
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(try service.picture("boat") == Pictures.numbered(5))
        #expect(program.log.contains { $0.contains("given •••") }, "\(program.log)")
        #expect(!program.log.contains { $0.contains(key.dropFirst(8)) }, "\(program.log)")
        #expect(said.allSatisfy { $0.code == 0 && !$0.output.contains(key.dropFirst(8)) })
        for folder in [service.root.appending("state"), service.inbox, service.outbox] {
            #expect(try service.files(holding: String(key.dropFirst(8)), below: folder) == [])
        }
    }

    @Test("a plugin that others can change, that is not found or not executable is a configuration error")
    func refused() throws {
        let service = try service()
        let place = service.root.appending("plugins").shown
        func said() throws -> String {
            let program = try service.start("--check")
            #expect(try program.ending() == .code(78))
            return program.log.joined(separator: "\n")
        }
        chmod(place, 0o775)
        #expect(try said().contains("others can change \(place), but"))
        chmod(place, 0o755)
        chmod(place + "/weave", 0o757)
        #expect(try said().contains("others can change \(place)/weave, but"))
        chmod(place + "/weave", 0o644)
        #expect(try said().contains("\(place)/weave is not executable"))
        chmod(place + "/weave", 0o755)
        symlink("weave", place + "/link")
        try service.configure(backends: PluginFolder.table("link"))
        #expect(try said().contains("\(place)/link has to be a file. Links are not accepted."))
        try service.configure(backends: PluginFolder.table("wave"))
        #expect(try said().contains("wave was not found in \(place). Did you mean weave?"))
        try service.configure(backends: "[backends.studio]\ntype = 'exec'\ncommand = ['no-such-loom']\n")
        #expect(try said().contains("the program no-such-loom was not found in PATH"))
        try service.configure(backends: PluginFolder.table())
        let program = try service.start("--check")
        #expect(try program.ending() == .code(0))
    }
}

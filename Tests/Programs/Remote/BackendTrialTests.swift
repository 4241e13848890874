import Domain
import FoundationEssentials
import Glibc
import Loopback
import Testing

@Suite("textify backend test", .ownThread)
struct BackendTrialTests {
    /// Runs `textify backend test` with the installation's configuration and returns its reply.
    private func trial(
        _ service: Service, _ further: String..., backend: String = "studio", variables: [String] = []
    ) throws -> Reply {
        let words = ["backend", "test", backend, "--config", service.root.shown + "/textifyd.toml"] + further
        return try service.reply(
            Program("textify", words, home: service.root.shown, variables: variables))
    }

    /// The names of the rules that the reply reports as failed.
    private func broken(_ reply: Reply) -> [String] {
        reply.output.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
            .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    }

    private func passes(_ reply: Reply) {
        #expect(reply.code == 0 && broken(reply).isEmpty, "\(reply.output) \(reply.errors)")
        #expect(reply.output.contains("none failed"))
    }

    @Test("each built-in backend type passes against a fake server, which receives no picture request")
    func builtIn() throws {
        let (studio, comfyUI, blackForest) = (
            try FakeImagesServer(), try FakeComfyUIServer(), try FakeBlackForestServer()
        )
        let webUI = try Server { _ in .json("[]") }
        let karlo = try Server { _ in .json(#"{"code": -2, "msg": "prompt"}"#, status: 400) }
        passes(try trial(try Service(backends: studio.table())))
        let painter = try Service(backends: comfyUI.table())
        try painter.keep("flow.json", Array(FakeComfyUIServer.workflow.utf8))
        rename(painter.kept("flow.json"), painter.root.shown + "/flow.json")
        passes(try trial(painter))
        passes(
            try trial(
                try Service(backends: blackForest.table()), variables: ["BFL_API_KEY=" + FakeBlackForestServer.key]))
        let table = "[backends.studio]\nbase_url = \"\(webUI.url)\"\ntype = \"a1111\"\n"
        passes(try trial(try Service(backends: table)))
        let kakao = "[backends.studio]\nbase_url = \"\(karlo.url)\"\ntype = \"karlo\"\napi_key = { env = \"K\" }\n"
        passes(try trial(try Service(backends: kakao), variables: ["K=k"]))
        passes(try trial(try Service(), backend: "sketch"))
        #expect(studio.total == 0 && comfyUI.orders.isEmpty && blackForest.orders.isEmpty)
        #expect((webUI.requests + karlo.requests).allSatisfy { $0.method == "GET" })
    }

    @Test("testing a backend does not require the keys or files of other backends")
    func ownKey() throws {
        let studio = try FakeImagesServer()
        let others = """
            [backends.keyless]
            type = "karlo"
            api_key = { env = "NOT_SET_AT_ALL" }
            [backends.shop]
            type = "http"
            template = "replicate"
            model = "a/b"
            [backends.flow]
            type = "comfyui"
            base_url = "http://127.0.0.1:9"
            workflow = "nowhere.json"
            [backends.script]
            type = "exec"
            command = ["/nowhere/at/all"]

            """
        let service = try Service(backends: studio.table("api_key = { env = \"K\" }") + others)
        passes(try trial(service, variables: ["K=k"]))
        let bought = try trial(service, "--generate", "1", "--yes", variables: ["K=k"])
        passes(bought)
        #expect(studio.total == 1)
        let keyless = try trial(service)
        #expect(keyless.code == 78 && keyless.errors.joined().contains("K"), "\(keyless)")
        #expect(!keyless.errors.joined().contains("NOT_SET_AT_ALL"), "\(keyless)")
    }

    @Test("the sample plugin passes, including a picture that is resumed after a restart")
    func sample() throws {
        let service = try Service()
        try PluginFolder(service).installSample()
        // Work that finishes at once leaves nothing to resume, so the plugin is slowed down.
        try service.configure(backends: PluginFolder.table("weave", "settings = { seconds = 2 }"))
        passes(try trial(service))
        let refused = try trial(service, "--generate", "1")
        #expect(refused.code == 64 && refused.errors.joined().contains("there is no terminal"), "\(refused)")
        let reply = try trial(service, "--generate", "2", "--yes")
        passes(reply)
        #expect(reply.errors.joined().contains("2 pictures by studio"), "\(reply.errors)")
        #expect(reply.output.contains("resume") && reply.output.contains("the same picture"))
        #expect(reply.errors.count { $0.contains("says: weaving") } == 2)
    }

    @Test("test pictures obey the budget, are recorded in the ledger, and leave no jobs or outputs")
    func ledger() throws {
        let service = try Service()
        try PluginFolder(service).installSample()
        let price = "cost = { per_picture = \"0.02 USD\" }\nbudget = { pictures_per_day = 1 }"
        try service.configure(backends: PluginFolder.table("weave", price))
        let reply = try trial(service, "--generate", "2", "--yes")
        #expect(reply.errors.joined().contains("2 pictures by studio: at 0.02 USD each"), "\(reply.errors)")
        #expect(reply.code == 65 && broken(reply) == ["generate.picture"], "\(reply.output)")
        #expect(reply.output.contains("The budget (1 picture a day for backend studio)"), "\(reply.output)")
        let program = try service.serve()
        let spend = try service.textify("spend", "--by", "backend", "--csv")
        #expect(spend.output.contains("studio,1,0.02,USD,no"), "\(spend)")
        let busy = try trial(service, "--generate", "1", "--yes")
        #expect(busy.code == 75 && busy.errors.joined().contains("another textifyd"), "\(busy)")
        #expect(try service.textify("sync").code == 0)
        #expect(try service.names(service.outbox) == [])
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    /// A plugin that obeys every rule, except where `changes` replace parts of its source.
    private static func plugin(_ changes: (String, String)...) -> String {
        var script = #"""
            #!/usr/bin/env python3
            import json, os, sys, time
            def say(**m): print(json.dumps({"jsonrpc": "2.0", **m}), flush=True)
            def leave(code=0): sys.exit(code)
            VERSION, NEEDS = 1, []
            for line in sys.stdin:
                m = json.loads(line)
                method, id, p = m["method"], m.get("id"), m.get("params", {})
                if method == "initialize" and 1 in p["protocols"]:
                    say(id=id, result={"protocol": VERSION, "requires": NEEDS, "plugin": {"name": "own"},
                        "capabilities": {"tasks": ["text_to_image"]}})
                elif method == "initialize":
                    say(id=id, error={"code": -32001, "message": "no"})
                    leave(3)
                elif method == "ping": say(id=id, result={})
                elif method == "shutdown":
                    say(id=id, result={})
                    leave()
                elif method == "generate":
                    os.symlink("/usr/share/pixmaps/debian-logo.png", p["workdir"] + "/a.png")
                    say(id=id, result={"images": [{"path": "a.png"}]})
                elif id is not None: say(id=id, error={"code": -32601, "message": "no such method"})
            leave()
            """#
        for (old, new) in changes { script = script.replacing(old, with: new) }
        return script
    }

    private func verdict(on script: String, _ further: String...) throws -> Reply {
        let service = try Service()
        try PluginFolder(service).install("weave", script)
        try service.configure(backends: PluginFolder.table())
        let words = ["backend", "test", "studio", "--config", service.root.shown + "/textifyd.toml"] + further
        return try service.reply(Program("textify", words, home: service.root.shown))
    }

    @Test("a plugin that obeys the rules passes")
    func good() throws {
        passes(try verdict(on: Self.plugin()))
    }

    @Test(
        "a plugin that breaks a rule fails, and the report names the rule",
        arguments: [
            (
                "say(id=id, result={\"protocol\": VERSION", "(lambda **a: 0)(result={\"protocol\": VERSION",
                "initialize.answer"
            ),
            ("VERSION, NEEDS = 1, []", "VERSION, NEEDS = 2, []", "initialize.protocol"),
            ("VERSION, NEEDS = 1, []", "VERSION, NEEDS = 1, ['gpu']", "initialize.requires"),
            ("VERSION, NEEDS = 1, []", "VERSION, NEEDS = 1, []; print('Loading...', flush=True)", "output.lines"),
            ("def leave(code=0): sys.exit(code)", "def leave(code=0): time.sleep(0 if code else 60)", "shutdown"),
            ("elif id is not None: say", "elif id is None: leave(1)\n    elif id is not None: say", "unknown.note"),
            ("say(id=id, error={\"code\": -32001, \"message\": \"no\"})", "say(id=id, result={})", "version.refused"),
        ])
    func broken(good: String, bad: String, rule: String) throws {
        let reply = try verdict(on: Self.plugin((good, bad)))
        #expect(reply.code == 65 && broken(reply).contains(rule), "\(reply.output) \(reply.errors)")
        #expect(reply.output.contains("failed: "))
    }

    @Test("--generate detects a link in place of a picture")
    func link() throws {
        let reply = try verdict(on: Self.plugin(), "--generate", "1", "--yes")
        #expect(reply.code == 65 && broken(reply) == ["generate.picture"], "\(reply.output)")
        #expect(reply.output.contains("a.png is not a regular file"))
    }

    @Test("an unreachable backend fails its probe, and an unknown backend is refused with a suggestion")
    func absent() throws {
        let service = try Service(backends: FakeImagesServer.gone)
        let down = try trial(service)
        #expect(down.code == 65 && broken(down) == ["probe"], "\(down.output)")
        let stranger = try trial(service, backend: "studoi")
        #expect(stranger.code == 78 && stranger.errors.joined().contains("Did you mean studio?"), "\(stranger.errors)")
        #expect(try trial(service, "--generate", "0").code == 64)
    }
}

extension FakeImagesServer {
    /// A backend at a port without a listener.
    fileprivate static let gone = """
        [backends.studio]
        type = "openai"
        base_url = "http://127.0.0.1:9/v1"
        model = "painter-1"

        """
}

import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("HTTP backends described by a template", .ownThread)
struct TemplateTests {
    private func serve(_ service: Service) throws -> Program {
        let program = try service.start(after: ":", variables: ["BFL_API_KEY=" + FakeBlackForestServer.key])
        try program.wait(for: " started: ")
        return program
    }

    @Test("a prompt is ordered once, and the key reaches neither the download host nor the log nor a file")
    func painted() throws {
        let blackForest = try FakeBlackForestServer()
        let service = try Service(backends: blackForest.table(), log: "debug")
        let program = try serve(service)
        try service.drop(prompt: "a \"boat\" \\ {{secret}} 5", "boat.txt")
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(blackForest.orders == ["a \"boat\" \\ {{secret}} 5": 1])
        #expect(try service.names(service.outbox) == ["boat.json", "boat.picture.png", "boat.txt"])
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
        #expect(
            blackForest.delivery.requests.count == 1
                && blackForest.delivery.requests.allSatisfy { !$0.head.contains(FakeBlackForestServer.key) })
        #expect(!program.log.contains { $0.contains(FakeBlackForestServer.key) })
        for folder in [service.root.appending("state"), service.inbox, service.outbox] {
            #expect(try service.files(holding: FakeBlackForestServer.key, below: folder) == [])
        }
    }

    @Test("a kill at any point orders no prompt twice, and pictures are fetched by the stored handles")
    func kills() async throws {
        let (taken, given) = (Gate(), Gate())
        let blackForest = try FakeBlackForestServer(isHeld: true, giving: [.wait(given)]) { prompt in
            prompt.hasPrefix("early") ? Answer(.wait(taken), .reset) : nil
        }
        let service = try Service(backends: blackForest.table())
        for number in 1...3 { try service.drop(prompt: "late \(number)", "late-\(number).txt") }
        let first = try serve(service)
        // Three were ordered and polled, so their handles are stored.
        try await waitForLooks(blackForest, at: 3)
        try service.drop(prompt: "early 4", "early-4.txt")
        await taken.reached()
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        taken.open()
        // The next kill comes while a picture is being downloaded.
        blackForest.release()
        let second = try serve(service)
        await given.reached()
        second.send(SIGKILL)
        #expect(try second.ending() == .killed(SIGKILL))
        given.open()
        let consumer = try Consumer(service)
        let third = try serve(service)
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync.errors)")
        try consumer.look()
        #expect(consumer.taken == ["late-1": 1, "late-2": 1, "late-3": 1], "\(third.log)")
        #expect(blackForest.orders == ["late 1": 1, "late 2": 1, "late 3": 1, "early 4": 1])
        // The outcome of the order without an answer is unknown.
        let unknown = try service.jobs("unknown")
        #expect(unknown.count == 1)
        let retry = try service.textify("retry", "--may-pay-twice", try #require(unknown.first))
        #expect(retry.code == 0, "\(retry.errors)")
        _ = try service.textify("sync")
        #expect(blackForest.orders == ["late 1": 1, "late 2": 1, "late 3": 1, "early 4": 2])
    }

    @Test(
        "a polling host that is not allowed gets no key; once template or backend allows it, the same work is fetched",
        arguments: [true, false])
    func foreign(inTemplate: Bool) throws {
        let blackForest = try FakeBlackForestServer()
        let desk = try Server { blackForest.look($0) }
        blackForest.move(to: desk.url)
        let service = try Service(backends: blackForest.table(template: "lab.json"))
        try lay(service, hosts: "")
        let program = try serve(service)
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " backend_")
        #expect(desk.connections == 0 && blackForest.orders == ["boat 5": 1])
        #expect(program.log.contains { $0.contains("allowed_hosts") })
        let hosts = "\"\(desk.host)\""
        if inTemplate {
            try lay(service, hosts: hosts)
        } else {
            try service.configure(
                backends: blackForest.table(template: "lab.json", "allowed_hosts = [\(hosts)]"))
        }
        let reload = try service.textify("reload")
        #expect(reload.code == 0, "\(reload.errors)")
        try program.wait(for: " job_done: ")
        #expect(blackForest.orders == ["boat 5": 1])
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
    }

    @Test("a provider's progress is in the job, in the events at level debug, and on the line of submit --wait")
    func progress() throws {
        let blackForest = try FakeBlackForestServer(isHeld: true)
        let service = try Service(backends: blackForest.table())
        let program = try serve(service)
        let listener = try service.listen()
        let plain = try service.ask(["events", "--after", "0-0"])
        try plain.wait(forOutput: "Earlier events were missed")
        let wait = "\(Spawn.place(of: "textify")) submit --wait 'boat 5' --socket \(service.socket)"
        let terminal = try service.shown(wait)
        try listener.wait(forOutput: #""event":"job_progress""#)
        let id = try #require(try service.jobs("submitted").first)
        let job = try service.textify("show", id, "--json")
        #expect(job.output.contains(#""progress":{"fraction":0.5}"#), "\(job)")
        let shown = try service.textify("show", id)
        #expect(
            shown.output.split(separator: "\n").contains { $0.hasPrefix("progress ") && $0.hasSuffix(" 50 %") },
            "\(shown)")
        blackForest.release()
        #expect(try terminal.ending() == .code(0))
        #expect(terminal.log.contains { $0.contains("submitted: 50 %") }, "\(terminal.log)")
        let done = try service.textify("show", id, "--json")
        #expect(done.output.contains(#""state":"done""#) && !done.output.contains(#""progress""#), "\(done)")
        #expect(try service.textify("drain").code == 0)
        #expect(try program.ending() == .code(0))
        let events = try service.reply(listener).output.split(separator: "\n").filter { $0.contains("job_progress") }
        #expect(events.count == 1)
        let event = try #require(events.first)
        for member in [#""level":"debug""#, #""progress":{"fraction":0.5}"#, "\"job\":\"\(id)\""] {
            #expect(event.contains(member), "\(event)")
        }
        #expect(try service.reply(plain).output.contains("50 %") == false)
    }

    @Test("a mistake in a template prevents the start and is reported with file, line and column")
    func mistake() throws {
        let blackForest = try FakeBlackForestServer()
        let service = try Service(backends: blackForest.table(template: "lab.json"))
        let text = "{\n\"submit\": {\"path\": \"/a\"},\n\"result\": {\"image\": \"$.a\", \"kind\": \"url\"}}"
        try FileDescriptor.folder(service.root).replace(FileName("lab.json"), with: Array(text.utf8))
        let program = try service.start()
        #expect(try program.ending() == .code(78))
        #expect(program.log.contains { $0.contains("lab.json:3:12") && $0.contains("images") }, "\(program.log)")
    }

    private func lay(_ service: Service, hosts: String) throws {
        let text = """
            {"base_url": "https://api.bfl.ai",
             "auth": {"header": "x-key", "value": "{{secret}}", "env": ["BFL_API_KEY"]}, "allowed_hosts": [\(hosts)],
             "submit": {"path": "/v1/{{model}}", "json": {"prompt": "{{prompt}}"}},
             "job": {"id": "$.id", "poll_url": "$.polling_url"},
             "poll": {"status": "$.status", "pending": ["Pending"], "done": ["Ready"]},
             "result": {"images": "$.result.sample", "kind": "url"}}
            """
        try FileDescriptor.folder(service.root).replace(FileName("lab.json"), with: Array(text.utf8))
    }

    /// Returns once `count` different orders have been polled.
    private func waitForLooks(_ blackForest: FakeBlackForestServer, at count: Int) async throws {
        var seen: Set<String> = []
        var number = 0
        while seen.count < count {
            let request = await blackForest.server.request(number)
            if request.method == "GET", request.target.contains("=") { seen.insert(request.target) }
            number += 1
        }
    }
}

import FoundationEssentials
import Glibc
import Loopback
import Testing

@Suite("Web UI backend (a1111)", .ownThread)
struct WebUITests {
    /// A web UI's answer with the picture of a number.
    static func picture(_ number: Int) -> Answer {
        let base64 = Data(FakeImagesServer.png(number)).base64EncodedString()
        return .json(#"{"images": [""# + base64 + #""], "parameters": {}, "info": "{\"seed\": 7}"}"#)
    }

    private static func table(_ server: Server, _ further: String = "") -> String {
        """
        [backends.studio]
        type = "a1111"
        base_url = "\(server.url)"
        probe_interval = "100ms"
        \(further)

        """
    }

    private static func orders(_ server: Server) -> Int {
        server.requests.count { $0.method == "POST" && $0.target == "/sdapi/v1/txt2img" }
    }

    @Test("a prompt is sent once with its settings, and the password leaks nowhere")
    func painted() throws {
        let server = try Server { received in
            received.header("authorization") == "Basic YW5uOmh1c2gtN1FtMnZY" ? Self.picture(5) : .status(401)
        }
        let further = "steps = 9\nsampler = \"Euler a\"\napi_key = { file = \"making/key\" }"
        let service = try Service(backends: Self.table(server, further))
        try service.keep("key", Array("ann:hush-7Qm2vX\n".utf8))
        chmod(service.kept("key"), 0o600)
        let program = try service.serve()
        try service.drop(prompt: "+++\nseed = 7\n+++\nboat 5", "boat.txt")
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let request = try #require(server.requests.first)
        #expect(Self.orders(server) == 1 && server.requests.count == 1)
        for part in [#""steps":9"#, #""sampler_name":"Euler a""#, #""seed":7"#, #""prompt":"boat 5""#] {
            #expect(request.text.contains(part), "\(request.text)")
        }
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
        #expect(try service.text("boat.json", in: service.outbox).contains("\"seed\" : 7"))
        #expect(try service.files(holding: "hush-7Qm2vX", below: service.outbox) == [])
        #expect(!program.log.contains { $0.contains("hush-7Qm2vX") || $0.contains("YW5uOmh1") })
    }

    @Test("after a kill during a request, a person decides whether another is sent")
    func killed() async throws {
        let gate = Gate()
        let server = try Server { received in
            received.number == 0 ? Answer([.wait(gate)] + Self.picture(5).steps) : Self.picture(5)
        }
        let service = try Service(backends: Self.table(server, "cost = { per_picture = \"0.01 USD\" }"))
        let first = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        await gate.reached()
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        gate.open()

        let second = try service.serve()
        try second.wait(for: " job_unknown: ")
        #expect(Self.orders(server) == 1)
        let id = try #require(try service.jobs("unknown").first)
        let retry = try service.textify("retry", "--may-pay-twice", id)
        #expect(retry.code == 0, "\(retry.errors)")
        try second.wait(for: " job_done: ")
        #expect(Self.orders(server) == 2)
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
    }

    @Test(
        "cancelling a job interrupts the web UI only if it is configured as exclusive", arguments: [true, false])
    func cancelled(isExclusive: Bool) async throws {
        let gate = Gate()
        let interrupt = Gate()
        let server = try Server { received in
            switch received.target {
            case "/sdapi/v1/txt2img": Answer([.wait(gate)] + Self.picture(5).steps)
            case "/sdapi/v1/interrupt": Answer([.wait(interrupt)] + Answer.json("{}").steps)
            default: .json("{}")
            }
        }
        let service = try Service(backends: Self.table(server, "exclusive = \(isExclusive)"))
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        await gate.reached()
        let id = try #require(try service.jobs("submitting").first)
        #expect(try service.textify("cancel", id).code == 0)
        if isExclusive { await interrupt.reached() }
        interrupt.open()
        gate.open()
        try program.wait(for: " job_cancelled: ")
        let interrupts = server.requests.count { $0.target == "/sdapi/v1/interrupt" }
        #expect(interrupts == (isExclusive ? 1 : 0) && Self.orders(server) == 1)
        #expect(try service.names(service.outbox).isEmpty)
    }
}

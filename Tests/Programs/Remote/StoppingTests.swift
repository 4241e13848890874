import Domain
import Glibc
import Loopback
import Testing

@Suite("Stopping during a call", .ownThread)
struct StoppingTests {
    @Test("SIGTERM waits for a pending answer, and the next start delivers the picture")
    func once() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            Answer([.wait(gate)] + FakeImagesServer.picture(order.number).steps)
        }
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        await gate.reached()
        program.send(SIGTERM)
        try program.wait(for: " stopping: ")
        let status = try service.textify("status")
        #expect(status.code == 0 && status.output.contains("is draining"), "\(status)")
        let late = try service.textify("submit", "boat 6")
        #expect(late.code == 75 && late.errors.count == 1, "\(late)")
        gate.open()
        #expect(try program.ending() == .code(0), "\(program.log)")
        let rest = try service.start("--once")
        #expect(try rest.ending() == .code(0), "\(rest.log)")
        #expect(studio.orders == ["boat 5": 1])
        let outputs = try service.names(service.outbox)
        #expect(outputs == ["boat.json", "boat.picture.png", "boat.txt"])
    }

    @Test("a second SIGTERM does not wait and leaves the call for a person to decide")
    func twice() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            order.before == 0 ? Answer([.wait(gate)]) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        await gate.reached()
        program.send(SIGTERM)
        try program.wait(for: " stopping: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
        let rest = try service.start("--once")
        #expect(try rest.ending() == .code(75), "\(rest.log)")
        #expect(studio.orders == ["boat 5": 1])
        let next = try service.serve()
        let id = try #require(try service.jobs("unknown").first)
        #expect(try service.textify("retry", "--may-pay-twice", id).code == 0)
        try next.wait(for: " job_done: ")
        #expect(studio.orders == ["boat 5": 2])
    }

    @Test("submit --wait exits with 69 when the service dies, and the same key finds the job again")
    func asker() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            order.before == 0 ? Answer([.wait(gate)]) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        let asker = try service.ask(["submit", "--wait", "boat 5", "--key", "mine"])
        await gate.reached()
        program.send(SIGKILL)
        let told = try service.reply(asker)
        #expect(told.code == 69 && told.errors.count == 1, "\(told)")
        #expect(told.errors.first?.contains("the connection closed before the answer was complete") == true, "\(told)")
        _ = try program.ending()
        try service.run()
        let again = try service.textify("submit", "--wait", "boat 5", "--key", "mine")
        #expect(again.code == 75 && again.errors.first?.contains("is unknown") == true, "\(again)")
        #expect(try service.jobs("unknown").count == 1)
        #expect(studio.orders == ["boat 5": 1])
    }

    @Test("a picture at a temporarily unavailable URL is fetched later and not bought again")
    func address() throws {
        let asked = Counter()
        let studio = try FakeImagesServer { order in
            let host = order.received.header("host") ?? ""
            return .json(#"{"data": [{"url": "http://"# + host + #"/pictures/5"}]}"#)
        } other: { received in
            guard received.target == "/pictures/5" else { return FakeImagesServer.models(received) }
            guard received.header("authorization") == nil else { return .status(400) }
            return asked.count() < 3 ? .status(503) : .status(200, body: FakeImagesServer.png(5))
        }
        let service = try Service(backends: studio.table("api_key = { env = \"STUDIO_KEY\" }"))
        let program = try service.start(after: ":", variables: ["STUDIO_KEY=sk-loopback"])
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " job_done: ")
        #expect(studio.orders == ["boat 5": 1])
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
    }
}

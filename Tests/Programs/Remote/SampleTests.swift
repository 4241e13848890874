import Domain
import Glibc
import Loopback
import Testing

@Suite("Several samples of a prompt", .ownThread)
struct SampleTests {
    @Test("a dropped prompt with samples is bought once for each, delivered under numbered names and archived once")
    func drop() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.drop(prompt: "+++\nsamples = 3\n+++\nboat 5", "boat.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(studio.orders == ["boat 5": 3])
        #expect(
            try service.names(service.outbox)
                == (1...3).flatMap { number in ["json", "picture.png", "txt"].map { "boat-\(number).\($0)" } })
        let provenance = try service.text("boat-2.json", in: service.outbox)
        #expect(provenance.contains("\"sample\" : 2") && provenance.contains("\"samples\" : 3"), "\(provenance)")
        #expect(try service.names(service.inbox) == ["done"])
    }

    @Test("a failed sample neither stops the others nor loses the prompt, and can be made again alone")
    func partlyFailed() throws {
        let studio = try studio(refusing: 1)
        let service = try Service(backends: studio.table("concurrency = 1"))
        try service.drop(prompt: "+++\nsamples = 3\n+++\nboat 5", "boat.txt")
        let first = try service.start("--once")
        #expect(try first.ending() == .code(65), "\(first.log)")
        #expect(studio.orders == ["boat 5": 3])
        #expect(try service.names(service.outbox).filter { $0.hasSuffix(".txt") } == ["boat-1.txt", "boat-3.txt"])
        #expect(try service.text("boat.txt", in: service.failed) == "+++\nsamples = 3\n+++\nboat 5")
        let told = try service.text("boat.txt.error.txt", in: service.failed)
        let program = try service.serve()
        let id = try #require(try service.jobs("failed").first)
        #expect(told.hasPrefix("boat-2.txt has no picture") && told.contains("textify retry \(id)\n"), "\(told)")
        #expect(try service.textify("retry", id).code == 0)
        try program.wait(for: "boat-2.txt became")
        #expect(studio.orders == ["boat 5": 4])
        #expect(try service.names(service.outbox).contains("boat-2.picture.png"))
    }

    @Test("submit prints every job and --wait every art; a budget for some of them is reported before the first call")
    func submit() throws {
        let studio = try FakeImagesServer()
        let price = "cost = { per_picture = \"0.02 USD\" }\n"
        // On a server a held job is released as soon as the budget has room, by whichever node that came.
        let service = try Service(
            backends: studio.table(price) + "[budget]\nper_day = \"0.10 USD\"\n", onServer: false)
        try service.run()
        let waited = try service.textify("submit", "--wait", "boat 5", "--samples", "2", "--name", "harbour")
        #expect(waited.code == 0, "\(waited.errors)")
        let arts = try ["harbour-1.txt", "harbour-2.txt"].map { try service.text($0, in: service.outbox) }
        #expect(waited.output == arts.joined(separator: "\n") && studio.total == 2)

        // Three of five pictures are left.
        #expect(try service.textify("pause").code == 0)
        let partly = try service.textify("submit", "boat 6", "--samples", "4", "--key", "mine")
        let ids = partly.output.split(separator: "\n").map(String.init)
        #expect(partly.code == 0 && ids.count == 4 && studio.total == 2)
        #expect(partly.errors.count == 1, "\(partly.errors)")
        #expect(partly.errors.first?.contains("Only 3 of 4 pictures fit into the budget (0.10 USD a day)") == true)
        #expect(try service.textify("submit", "boat 6", "--samples", "4", "--key", "mine").output == partly.output)
        let show = try service.textify("show", ids[3]).output
        #expect(show.contains("4 of 4") && show.contains("Only 3 of 4 pictures fit"), "\(show)")
        #expect(show.contains("3 \(ids[2].suffix(8)) queued") && show.contains("4 \(ids[3].suffix(8)) held"), "\(show)")
        #expect(try service.textify("jobs").output.contains("boat-6-4.txt (4/4)"))
        let cancelled = try service.textify("cancel", ids[0])
        #expect(cancelled.code == 0, "\(cancelled.errors)")
        #expect(try service.textify("resume").code == 0 && service.textify("sync").code == 0)
        #expect(studio.orders == ["boat 5": 2, "boat 6": 2])
        #expect(try service.jobs("held") == [ids[3]] && service.jobs("cancelled") == [ids[0]])
        #expect(try service.textify("approve", ids[3]).code == 0 && service.textify("sync").code == 0)
        #expect(studio.orders["boat 6"] == 3)
    }

    @Test("--wait prints the art that was made and reports the sample that failed, with 65")
    func waitsForAll() throws {
        let studio = try studio(refusing: 0)
        let service = try Service(backends: studio.table("concurrency = 1"))
        try service.run()
        let reply = try service.textify("submit", "--wait", "boat 5", "--samples", "2", "--name", "harbour")
        #expect(reply.code == 65 && reply.errors.count == 1, "\(reply.errors)")
        #expect(reply.output == (try service.text("harbour-2.txt", in: service.outbox)))
        let json = try service.textify("submit", "--wait", "--json", "boat 6", "--samples", "2")
        #expect(json.code == 65 && json.output.contains(#""sample_jobs":[{"#), "\(json)")
    }

    @Test("given seeds count up, and the same samples dropped again are bought only where they are new")
    func seeds() throws {
        let studio = try FakeImagesServer { order in
            let body = String(decoding: order.received.body, as: UTF8.self)
            let seed = body.split(separator: "\"seed\":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            return FakeImagesServer.picture(seed)
        }
        let service = try Service(backends: studio.table("profile = \"localai\""))
        try service.drop(prompt: "+++\nsamples = 2\nseed = 7\n+++\nboat 5", "boat.txt")
        let first = try service.start("--once")
        #expect(try first.ending() == .code(0), "\(first.log)")
        for number in 1...2 {
            #expect(try service.picture("boat-\(number)") == FakeImagesServer.png(6 + number))
        }
        try service.drop(prompt: "+++\nsamples = 3\nseed = 6\n+++\nboat 5", "boat.txt")
        let second = try service.start("--once")
        #expect(try second.ending() == .code(0), "\(second.log)")
        #expect(studio.total == 3)
    }

    @Test("a kill during the calls of samples buys each at most once, and a start makes exactly as many jobs")
    func killed() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            order.before == 1
                ? Answer([.wait(gate)] + FakeImagesServer.picture(5).steps) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(backends: studio.table("concurrency = 1"))
        let first = try service.serve()
        try service.drop(prompt: "+++\nsamples = 4\n+++\nboat 5", "boat.txt")
        await gate.reached()
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        gate.open()
        let second = try service.start("--once")
        #expect(try second.ending() == .code(75), "the outcome of one call is unknown: \(second.log)")
        #expect(studio.orders == ["boat 5": 4])
        try service.run()
        #expect(try service.jobs("done").count == 3 && service.jobs("unknown").count == 1)
        #expect(try service.names(service.inbox).contains("boat.txt"), "it stays until its last job has ended")
    }

    /// Refuses the order that comes after that many of the same prompt.
    private func studio(refusing place: Int) throws -> FakeImagesServer {
        try FakeImagesServer { order in
            order.before == place
                ? .json(#"{"error": {"code": "moderation_blocked", "message": "no"}}"#, status: 400)
                : FakeImagesServer.picture(order.number)
        }
    }
}

import Domain
import Glibc
import Loopback
import Testing

@Suite("Lost answers", .ownThread)
struct LostAnswerTests {
    @Test("after a lost answer a picture is bought again only by a person's command, and delivered once")
    func held() throws {
        let studio = try FakeImagesServer { order in
            order.before == 0 ? Answer(.reset) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(backends: studio.table("cost = { per_picture = \"0.05 USD\" }"))
        let consumer = try Consumer(service)
        let first = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try first.wait(for: " job_unknown: ", each: consumer.look)
        try expectHeld(service, studio)
        first.send(SIGTERM)
        #expect(try first.ending() == .code(0))

        let second = try service.serve()
        // A node doesn't claim what only a person can decide about.
        if !Service.usesServer { try second.wait(for: " jobs_resumed: ") }
        try expectHeld(service, studio)
        second.send(SIGHUP)
        try second.wait(for: " started: ")
        try expectHeld(service, studio)

        let id = try #require(try service.jobs("unknown").first)
        let refused = try service.textify("retry", id)
        #expect(refused.code == 65)
        #expect(refused.errors.count == 1 && refused.errors[0].contains("may pay twice"), "\(refused.errors)")
        #expect(refused.errors.first?.contains("textify retry --may-pay-twice") == true, "\(refused.errors)")
        #expect(studio.total == 1)
        #expect(
            try service.textify("spend", "--csv").output
                == "backend,pictures,amount,currency,unknown\nstudio,1,0.05,USD,yes\n")

        let allowed = try service.textify("retry", "--may-pay-twice", id)
        #expect(allowed.code == 0, "\(allowed.errors)")
        try second.wait(for: " job_done: ", each: consumer.look)
        try consumer.look()
        #expect(studio.orders == ["boat 5": 2])
        #expect(consumer.taken == ["boat": 1])
        let spent = try service.textify("spend", "--csv").output
        #expect(spent == "backend,pictures,amount,currency,unknown\nstudio,1,0.05,USD,no\nstudio,1,0.05,USD,yes\n")
        #expect(try service.names(service.outbox) == [])
        let again = try service.textify("retry", "--may-pay-twice", id)
        #expect(again.code == 65, "\(again.errors)")
        #expect(studio.total == 2)
    }

    @Test("with on_unknown = retry it is bought again automatically; after five calls a person decides")
    func again() throws {
        let studio = try FakeImagesServer { order in
            order.prompt == "never" || order.before < 2 ? Answer(.reset) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(
            backends: studio.table("on_unknown = \"retry\"\ncost = { per_picture = \"0.05 USD\" }"))
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " job_done: ")
        #expect(studio.orders == ["boat 5": 3])
        let told = try service.bytes(FileName("boat.json"), in: service.outbox)
        #expect(String(decoding: told, as: UTF8.self).contains("\"lost_calls\" : 2"))
        #expect(String(decoding: told, as: UTF8.self).contains("\"cost\" : [\n    \"0.15 USD\"\n  ]"))
        let shown = try service.textify("show", try #require(try service.jobs("done").first)).output
        #expect(shown.contains("0.15 USD, 2 calls count as paid although their outcome is unknown"), "\(shown)")
        try service.drop(prompt: "never", "never.txt")
        try program.wait(for: " job_unknown: ")
        #expect(studio.orders["never"] == 5)
    }

    @Test("with on_unknown = fail the job fails at once")
    func failed() throws {
        let studio = try FakeImagesServer { _ in Answer(.reset) }
        let service = try Service(backends: studio.table("on_unknown = \"fail\""))
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " warning backend_unknown: ")
        #expect(studio.orders == ["boat 5": 1])
        #expect(try service.jobs("failed").count == 1)
    }

    private func expectHeld(_ service: Service, _ studio: FakeImagesServer) throws {
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync.errors)")
        #expect(studio.orders == ["boat 5": 1])
        let unknown = try service.jobs("unknown")
        try #require(unknown.count == 1)
        let show = try service.textify("show", unknown[0])
        #expect(show.output.contains("unknown"))
        for text in [show.output, try service.textify("status").output] {
            #expect(text.contains("textify retry --may-pay-twice"), "\(text)")
            #expect(text.contains("textify cancel"), "\(text)")
        }
    }
}

import Domain
import Glibc
import Loopback
import Testing

@Suite("Unreachable picture host", .ownThread)
struct AwayHostTests {
    @Test("other jobs continue, the wait is explained, and after a kill the picture is fetched, not bought again")
    func away() throws {
        let host = try Server(isOpen: false) { _ in
            .status(200, headers: [("Content-Type", "image/png")], body: FakeImagesServer.png(1))
        }
        let place = host.url
        let studio = try FakeImagesServer { order in
            order.number == 1
                ? .json("{\"data\": [{\"url\": \"\(place)/1.png\"}]}") : FakeImagesServer.picture(order.number)
        }
        let service = try Service(
            backends: studio.table("concurrency = 1\ncost = { per_picture = \"0.05 USD\" }"))
        let first = try service.serve()
        try service.drop(prompt: "boat 1", "boat-1.txt")
        let line = try first.wait(for: " warning picture_unfetched: ")
        #expect(line.contains(place) && line.contains("the picture is not ordered again"), "\(line)")
        try service.drop(prompt: "boat 2", "boat-2.txt")
        try first.wait(for: " job_done: ")

        let waiting = try service.jobs("submitted")
        try #require(waiting.count == 1)
        let shown = try service.textify("show", waiting[0]).output
        #expect(shown.contains("could not be downloaded from \(place)") && shown.contains("until"), "\(shown)")
        let status = try service.textify("status").output
        #expect(status.contains("could not be downloaded from \(place)"), "\(status)")
        let json = try service.textify("status", "--json").output
        #expect(json.contains("\"code\":\"pictures_unfetched\""), "\(json)")
        let backend = status.split(separator: "\n").first { $0.hasPrefix("backend  studio") }
        #expect(backend?.contains("ready") == true, "\(status)")

        first.send(SIGKILL)
        _ = try first.ending()
        // Stopping does not wait for a pending download.
        let second = try service.serve()
        if !Service.usesServer { try second.wait(for: " jobs_resumed: ") }
        second.send(SIGTERM)
        #expect(try second.ending() == .code(0))

        try host.open()
        let third = try service.start("--once")
        #expect(try third.ending() == .code(0))
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1])
        #expect(try service.picture("boat-1") == FakeImagesServer.png(1))
    }

    @Test("--once waits for the download of a picture that was bought")
    func once() async throws {
        let host = try Server { request in
            request.number == 0
                ? .status(503) : .status(200, headers: [("Content-Type", "image/png")], body: FakeImagesServer.png(1))
        }
        let place = host.url
        let studio = try FakeImagesServer { _ in .json("{\"data\": [{\"url\": \"\(place)/1.png\"}]}") }
        let service = try Service(backends: studio.table())
        try service.drop(prompt: "boat 1", "boat-1.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0))
        #expect(studio.total == 1 && host.requests.count == 2)
    }
}

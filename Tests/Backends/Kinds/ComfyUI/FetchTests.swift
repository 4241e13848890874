@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Pictures from ComfyUI, cancelling and probing")
struct FetchTests {
    @Test(
        "a picture's bytes, or the reason why there are none",
        arguments: [
            (Answer.status(200, body: ComfyUIFixture.png), Result<[UInt8], BackendFailure>.success(ComfyUIFixture.png)),
            (.status(404), .failure(.expired)), (.status(410), .failure(.expired)),
            (.status(500, text: "boom"), .failure(.transient(message: "boom"))), (.status(401), .failure(.auth)),
            (.status(400, text: "no"), .failure(.badResponse(message: "no"))),
            (.json("{}"), .failure(.badResponse(message: "JSON where a picture was expected"))),
            (.status(200), .failure(.badResponse(message: "an empty body where a picture was expected"))),
            (
                .status(200, body: [UInt8](repeating: 1, count: 70_000)),
                .failure(.tooLarge(bytes: 65_537, limit: 65_536))
            ),
        ])
    func bytes(answer: Answer, result: Result<[UInt8], BackendFailure>) async throws {
        let fixture = try ComfyUIFixture(["GET /view": [answer]], key: Secret("sk-hush"))
        #expect(await fixture.fetched(fixture.server.url + "/view?filename=a.png&subfolder=&type=output") == result)
        #expect(fixture.asked == ["GET /view?filename=a.png&subfolder=&type=output"])
        #expect(fixture.server.requests.first?.header("authorization") == "Bearer sk-hush")
    }

    @Test("no other server is contacted, and the key is sent nowhere else")
    func elsewhere() async throws {
        let fixture = try ComfyUIFixture([:], key: Secret("sk-hush"))
        let other = try Server(Answer.status(200, body: ComfyUIFixture.png))
        for place in [other.url + "/view?filename=a", fixture.server.url + "/prompt", "file:///etc/passwd"] {
            #expect(
                await fixture.fetched(place) == .failure(.badResponse(message: "a picture on another server")))
        }
        #expect(other.connections == 0 && fixture.asked.isEmpty)
    }

    @Test("queued work is removed from the queue, by ID only")
    func pending() async throws {
        let fixture = try ComfyUIFixture([
            "GET /queue": [ComfyUIFixture.queue(running: false), ComfyUIFixture.idle], "POST /queue": [.status(200)],
        ])
        #expect(await cancel(fixture) == .cancelled)
        #expect(fixture.asked == ["GET /queue", "POST /queue", "GET /queue"])
        #expect(fixture.server.requests[1].text == "{\"delete\":[\"\(ComfyUIFixture.id)\"]}")
    }

    @Test("running work is interrupted, by ID only, even if it has just started")
    func running() async throws {
        let fixture = try ComfyUIFixture([
            "GET /queue": [ComfyUIFixture.queue(running: true)], "POST /interrupt": [.status(200)],
        ])
        #expect(await cancel(fixture) == .requested)
        #expect(fixture.asked == ["GET /queue", "POST /interrupt"])
        #expect(fixture.server.requests.last?.text == "{\"prompt_id\":\"\(ComfyUIFixture.id)\"}")
        let late = try ComfyUIFixture([
            "GET /queue": [ComfyUIFixture.queue(running: false), ComfyUIFixture.queue(running: true)],
            "POST /queue": [.status(200)],
            "POST /interrupt": [.status(200)],
        ])
        #expect(await cancel(late) == .requested)
        #expect(late.asked == ["GET /queue", "POST /queue", "GET /queue", "POST /interrupt"])
    }

    @Test("unknown work is ignored, and others' work isn't touched")
    func absent() async throws {
        let fixture = try ComfyUIFixture(["GET /queue": [ComfyUIFixture.idle]])
        #expect(await cancel(fixture) == .notRunning)
        #expect(fixture.asked == ["GET /queue"])
        #expect(await cancel(try ComfyUIFixture(["GET /queue": [.status(500)]])) == .unsupported)
    }

    private func cancel(_ fixture: ComfyUIFixture) async -> CancelOutcome {
        guard let handle = JobHandle(ComfyUIFixture.handle) else { return .unsupported }
        return await fixture.backend.cancel(handle)
    }

    @Test(
        "a health check requests the system stats, and detects servers that aren't ComfyUI",
        arguments: [
            (Answer.json(#"{"system": {"comfyui_version": "0.3.64"}, "devices": []}"#), BackendHealth.ready),
            (.json("{}"), .down(.config(message: "the server at base_url is not ComfyUI"))),
            (.status(200, text: "<html>"), .down(.config(message: "the server at base_url is not ComfyUI"))),
            (.status(404), .down(.config(message: "no ComfyUI server at base_url (status 404)"))),
            (.status(401), .down(.auth)), (.status(503, text: "starting"), .down(.transient(message: "starting"))),
            (.silence, .down(.timeout)),
        ])
    func probe(answer: Answer, health: BackendHealth) async throws {
        let fixture = try ComfyUIFixture(["GET /system_stats": [answer]], total: .milliseconds(300))
        #expect(await fixture.backend.probe() == health)
        #expect(fixture.asked == ["GET /system_stats"])
    }

    @Test("a key's handle is that of the work submitted with it")
    func handle() throws {
        let fixture = try ComfyUIFixture([:])
        #expect(fixture.backend.handle(of: ComfyUIFixture.key)?.text == ComfyUIFixture.handle)
    }
}

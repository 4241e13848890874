@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Polling ComfyUI")
struct PollTests {
    private static let running = PollAnswer.running(nil, next: 1_000)
    private static let waiting = PollAnswer.running(GenerationProgress(queuePosition: 1), next: nil)

    @Test("history and queue are read: work is queued, running, or in neither")
    func places() async throws {
        let fixture = try ComfyUIFixture([
            "GET /history": [ComfyUIFixture.empty],
            "GET /queue": [
                ComfyUIFixture.queue(running: false), ComfyUIFixture.queue(running: true), ComfyUIFixture.idle,
            ],
        ])
        #expect(await fixture.polled() == .success(Self.waiting))
        #expect(await fixture.polled() == .success(Self.running))
        #expect(await fixture.polled() == .failure(.lost))
        let history = "GET /history/\(ComfyUIFixture.id)"
        #expect(
            fixture.asked == [history, "GET /queue", history, "GET /queue", history, "GET /queue", history])
    }

    @Test("the position in the queue counts the work that the server starts before")
    func positions() async throws {
        let items = [(5, "a"), (2, "b"), (4, ComfyUIFixture.id), (3, "c")].map { "[\($0), \"\($1)\", {}, {}, []]" }
        let queue = Answer.json("{\"queue_running\": [], \"queue_pending\": [\(items.joined(separator: ", "))]}")
        let fixture = try ComfyUIFixture(["GET /history": [ComfyUIFixture.empty], "GET /queue": [queue]])
        let progress = GenerationProgress(queuePosition: 3)
        #expect(await fixture.polled() == .success(.running(progress, next: nil)))
    }

    @Test("work that ends between the two requests isn't lost")
    func between() async throws {
        let done = ComfyUIFixture.ended(#"{"9": {"images": [{"filename": "a.png"}]}}"#)
        let fixture = try ComfyUIFixture([
            "GET /history": [ComfyUIFixture.empty, done], "GET /queue": [ComfyUIFixture.idle],
        ])
        guard case .success(.finished) = await fixture.polled() else {
            Issue.record("lost")
            return
        }
    }

    @Test("results come before previews, in the order of node numbers")
    func pictures() async throws {
        let outputs = """
            {"10": {"images": [{"filename": "c.png", "subfolder": "", "type": "output"}]},
             "2": {"images": [{"filename": "p.png", "subfolder": "", "type": "temp"}]},
             "9": {"images": [{"filename": "a &b/é?.png", "subfolder": "x y", "type": "output"}, {"filename": ""}, 7],
                   "text": ["words"]}, "11": {"gifs": []}, "12": null}
            """
        let fixture = try ComfyUIFixture(["GET /history": [ComfyUIFixture.ended(outputs)]])
        let base = fixture.server.url + "/view?filename="
        let expected: [ImageSource] = [
            .url(base + "a%20%26b%2F%C3%A9%3F.png&subfolder=x%20y&type=output"),
            .url(base + "c.png&subfolder=&type=output"), .url(base + "p.png&subfolder=&type=temp"),
        ]
        #expect(
            await fixture.polled() == .success(.finished(expected, Receipt(reference: ComfyUIFixture.id, charged: .no)))
        )
        #expect(fixture.posts == 0)
    }

    @Test(
        "a false success is a failure, with the node's message but without the server's paths",
        arguments: [
            (#"{}"#, "success", "[]", BackendFailure.empty),
            (#"{"9": {"images": []}}"#, "success", #"[["execution_start", {}], ["execution_success", {}]]"#, .empty),
            (#"{"9": {"images": [{"subfolder": "x"}]}}"#, "success", "[]", .empty),
            (#"{"9": 7}"#, "success", "7", .empty), ("null", "success", "null", .empty),
            (
                "{}", "error",
                """
                [["execution_start", {}], ["execution_error", {"node_id": "3", "node_type": "KSampler",
                "exception_type": "torch.OutOfMemoryError", "exception_message": "Allocation failed\\n",
                "traceback": ["/home/ann/ComfyUI/nodes.py"]}]]
                """, .failed(message: "KSampler, node 3: Allocation failed")
            ),
            (
                #"{"9": {"images": [{"filename": "a.png"}]}}"#, "success",
                #"[["execution_error", {"exception_message": "boom"}]]"#, .failed(message: "boom")
            ),
            ("{}", "error", #"[["execution_interrupted", {"node_id": "3"}]]"#, .cancelled),
            ("{}", "error", "[]", .failed(message: "the workflow failed without a reason")),
            ("{}", "error", #"[["execution_error"], 7, []]"#, .failed(message: "it failed")),
        ])
    func failures(outputs: String, status: String, messages: String, failure: BackendFailure) async throws {
        let fixture = try ComfyUIFixture([
            "GET /history": [ComfyUIFixture.ended(outputs, status: status, messages: messages)]
        ])
        #expect(await fixture.polled() == .failure(failure))
    }

    @Test(
        "an unreadable response is reported for what it is",
        arguments: [
            (
                Answer.status(200, text: "<html>"),
                BackendFailure.badResponse(message: "not JSON where an object was expected")
            ),
            (.json("[]"), .badResponse(message: "a list where an object was expected")), (.status(401), .auth),
            (.status(500, text: "boom"), .transient(message: "boom")),
            (Answer(.reset), .transient(message: "the connection ended before the answer did")), (.silence, .timeout),
            (.status(404), .config(message: "no ComfyUI server at base_url (status 404)")),
            (
                .status(302, headers: [("Location", "http://elsewhere/")]),
                .config(message: "base_url redirects to http://elsewhere/, which is not followed")
            ),
        ])
    func unreadable(answer: Answer, failure: BackendFailure) async throws {
        let fixture = try ComfyUIFixture(["GET /history": [answer]], total: .milliseconds(300))
        #expect(await fixture.polled() == .failure(failure))
        let queue = try ComfyUIFixture(
            ["GET /history": [ComfyUIFixture.empty], "GET /queue": [answer]], total: .milliseconds(300))
        #expect(await queue.polled() == .failure(failure))
    }

    @Test("a foreign handle names no work", arguments: ["", "{}", "7", #"{"prompt_id": "a/b"}"#, "a"])
    func strangers(handle: String) async throws {
        let fixture = try ComfyUIFixture([:])
        #expect(await fixture.polled(handle) == .failure(.lost))
        #expect(fixture.asked.isEmpty)
    }

    @Test("work that we removed from the queue is cancelled, not lost, though the server has no record of it")
    func cancelledInQueue() async throws {
        let fixture = try ComfyUIFixture([
            "GET /history": [ComfyUIFixture.empty],
            "GET /queue": [ComfyUIFixture.queue(running: false), ComfyUIFixture.idle],
            "POST /queue": [.status(200)],
        ])
        let handle = try #require(JobHandle(ComfyUIFixture.handle))
        #expect(await fixture.backend.cancel(handle) == .cancelled)
        #expect(await fixture.polled() == .failure(.cancelled))
        // Reported once: a later poll is about work that wasn't stopped.
        #expect(await fixture.polled() == .failure(.lost))
    }

    @Test("interrupted work without history is cancelled too")
    func interrupted() async throws {
        let fixture = try ComfyUIFixture([
            "GET /history": [ComfyUIFixture.empty],
            "GET /queue": [ComfyUIFixture.queue(running: true), ComfyUIFixture.idle],
            "POST /interrupt": [.status(200)],
        ])
        let handle = try #require(JobHandle(ComfyUIFixture.handle))
        #expect(await fixture.backend.cancel(handle) == .requested)
        #expect(await fixture.polled() == .failure(.cancelled))
    }

    @Test(
        "after a restart, unknown work that was to be stopped is cancelled; finished work is still delivered")
    func cancelledBefore() async throws {
        let gone = try ComfyUIFixture(["GET /history": [ComfyUIFixture.empty], "GET /queue": [ComfyUIFixture.idle]])
        let handle = try #require(JobHandle(ComfyUIFixture.handle))
        #expect(await gone.backend.cancel(handle) == .notRunning)
        #expect(await gone.polled() == .failure(.cancelled))
        let done = ComfyUIFixture.ended(#"{"9": {"images": [{"filename": "a.png"}]}}"#)
        let made = try ComfyUIFixture(["GET /history": [done], "GET /queue": [ComfyUIFixture.idle]])
        #expect(await made.backend.cancel(handle) == .notRunning)
        guard case .success(.finished) = await made.polled() else {
            Issue.record("thrown away")
            return
        }
    }

    @Test("work resubmitted under a stopped ID isn't cancelled by the earlier stop")
    func askedAnew() async throws {
        let fixture = try ComfyUIFixture([
            "GET /history": [ComfyUIFixture.empty], "GET /queue": [ComfyUIFixture.idle],
            "POST /prompt": [ComfyUIFixture.taken],
        ])
        let handle = try #require(JobHandle(ComfyUIFixture.handle))
        #expect(await fixture.backend.cancel(handle) == .notRunning)
        _ = await fixture.submitted()
        #expect(await fixture.polled() == .failure(.lost))
    }

    @Test("work that runs too long is interrupted and fails; queueing doesn't count")
    func late() async throws {
        let fixture = try ComfyUIFixture(
            [
                "GET /history": [ComfyUIFixture.empty],
                "GET /queue": [ComfyUIFixture.queue(running: false), ComfyUIFixture.queue(running: true)],
                "POST /interrupt": [.status(200)],
            ], times: [1_000_000, 1_300_000, 1_300_001])
        #expect(await fixture.polled() == .success(Self.waiting))
        #expect(await fixture.polled() == .success(Self.running))
        #expect(await fixture.polled() == .success(Self.running))
        #expect(await fixture.polled() == .failure(.failed(message: "not finished after 300 seconds; stopped")))
        #expect(fixture.server.requests.last?.text == "{\"prompt_id\":\"\(ComfyUIFixture.id)\"}")
    }
}

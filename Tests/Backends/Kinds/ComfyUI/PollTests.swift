@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Polling ComfyUI")
struct PollTests {
    private static let running = PollAnswer.running(fraction: nil, eta: 1_000)
    private static let waiting = PollAnswer.running(fraction: nil, eta: nil)

    @Test("history and queue are read: work is queued, running, or in neither")
    func places() async throws {
        let easel = try Easel([
            "GET /history": [Easel.empty],
            "GET /queue": [Easel.queue(running: false), Easel.queue(running: true), Easel.idle],
        ])
        #expect(await easel.polled() == .success(Self.waiting))
        #expect(await easel.polled() == .success(Self.running))
        #expect(await easel.polled() == .failure(.lost))
        let history = "GET /history/\(Easel.id)"
        #expect(
            easel.asked == [history, "GET /queue", history, "GET /queue", history, "GET /queue", history])
    }

    @Test("work that ends between the two requests isn't lost")
    func between() async throws {
        let done = Easel.ended(#"{"9": {"images": [{"filename": "a.png"}]}}"#)
        let easel = try Easel(["GET /history": [Easel.empty, done], "GET /queue": [Easel.idle]])
        guard case .success(.finished) = await easel.polled() else {
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
        let easel = try Easel(["GET /history": [Easel.ended(outputs)]])
        let base = easel.server.url + "/view?filename="
        let expected: [ImageSource] = [
            .url(base + "a%20%26b%2F%C3%A9%3F.png&subfolder=x%20y&type=output"),
            .url(base + "c.png&subfolder=&type=output"), .url(base + "p.png&subfolder=&type=temp"),
        ]
        #expect(
            await easel.polled() == .success(.finished(expected, Receipt(reference: Easel.id, charged: .no))))
        #expect(easel.posts == 0)
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
                """, .failed(said: "KSampler, node 3: Allocation failed")
            ),
            (
                #"{"9": {"images": [{"filename": "a.png"}]}}"#, "success",
                #"[["execution_error", {"exception_message": "boom"}]]"#, .failed(said: "boom")
            ),
            ("{}", "error", #"[["execution_interrupted", {"node_id": "3"}]]"#, .cancelled),
            ("{}", "error", "[]", .failed(said: "the workflow failed without a reason")),
            ("{}", "error", #"[["execution_error"], 7, []]"#, .failed(said: "it failed")),
        ])
    func failures(outputs: String, status: String, messages: String, failure: BackendFailure) async throws {
        let easel = try Easel(["GET /history": [Easel.ended(outputs, status: status, messages: messages)]])
        #expect(await easel.polled() == .failure(failure))
    }

    @Test(
        "an unreadable response is reported for what it is",
        arguments: [
            (
                Answer.status(200, text: "<html>"),
                BackendFailure.badResponse(said: "not JSON where an object was expected")
            ),
            (.json("[]"), .badResponse(said: "a list where an object was expected")), (.status(401), .auth),
            (.status(500, text: "boom"), .transient(said: "boom")),
            (Answer(.reset), .transient(said: "the connection ended before the answer did")), (.silence, .timeout),
            (.status(404), .config(said: "no ComfyUI server at base_url (status 404)")),
            (
                .status(302, headers: [("Location", "http://elsewhere/")]),
                .config(said: "base_url redirects to http://elsewhere/, which is not followed")
            ),
        ])
    func unreadable(answer: Answer, failure: BackendFailure) async throws {
        let easel = try Easel(["GET /history": [answer]], total: .milliseconds(300))
        #expect(await easel.polled() == .failure(failure))
        let queue = try Easel(
            ["GET /history": [Easel.empty], "GET /queue": [answer]], total: .milliseconds(300))
        #expect(await queue.polled() == .failure(failure))
    }

    @Test("a foreign handle names no work", arguments: ["", "{}", "7", #"{"prompt_id": "a/b"}"#, "a"])
    func strangers(handle: String) async throws {
        let easel = try Easel([:])
        #expect(await easel.polled(handle) == .failure(.lost))
        #expect(easel.asked.isEmpty)
    }

    @Test("work that we removed from the queue is cancelled, not lost, though the server has no record of it")
    func cancelledInQueue() async throws {
        let easel = try Easel([
            "GET /history": [Easel.empty], "GET /queue": [Easel.queue(running: false), Easel.idle],
            "POST /queue": [.status(200)],
        ])
        let handle = try #require(JobHandle(Easel.handle))
        #expect(await easel.backend.cancel(handle) == .cancelled)
        #expect(await easel.polled() == .failure(.cancelled))
        // Reported once: a later poll is about work that wasn't stopped.
        #expect(await easel.polled() == .failure(.lost))
    }

    @Test("interrupted work without history is cancelled too")
    func interrupted() async throws {
        let easel = try Easel([
            "GET /history": [Easel.empty], "GET /queue": [Easel.queue(running: true), Easel.idle],
            "POST /interrupt": [.status(200)],
        ])
        let handle = try #require(JobHandle(Easel.handle))
        #expect(await easel.backend.cancel(handle) == .requested)
        #expect(await easel.polled() == .failure(.cancelled))
    }

    @Test(
        "after a restart, unknown work that was to be stopped is cancelled; finished work is still delivered")
    func cancelledBefore() async throws {
        let gone = try Easel(["GET /history": [Easel.empty], "GET /queue": [Easel.idle]])
        let handle = try #require(JobHandle(Easel.handle))
        #expect(await gone.backend.cancel(handle) == .notRunning)
        #expect(await gone.polled() == .failure(.cancelled))
        let done = Easel.ended(#"{"9": {"images": [{"filename": "a.png"}]}}"#)
        let made = try Easel(["GET /history": [done], "GET /queue": [Easel.idle]])
        #expect(await made.backend.cancel(handle) == .notRunning)
        guard case .success(.finished) = await made.polled() else {
            Issue.record("thrown away")
            return
        }
    }

    @Test("work resubmitted under a stopped ID isn't cancelled by the earlier stop")
    func askedAnew() async throws {
        let easel = try Easel([
            "GET /history": [Easel.empty], "GET /queue": [Easel.idle], "POST /prompt": [Easel.taken],
        ])
        let handle = try #require(JobHandle(Easel.handle))
        #expect(await easel.backend.cancel(handle) == .notRunning)
        _ = await easel.submitted()
        #expect(await easel.polled() == .failure(.lost))
    }

    @Test("work that runs too long is interrupted and fails; queueing doesn't count")
    func late() async throws {
        let easel = try Easel(
            [
                "GET /history": [Easel.empty],
                "GET /queue": [Easel.queue(running: false), Easel.queue(running: true)],
                "POST /interrupt": [.status(200)],
            ], times: [1_000_000, 1_300_000, 1_300_001])
        #expect(await easel.polled() == .success(Self.waiting))
        #expect(await easel.polled() == .success(Self.running))
        #expect(await easel.polled() == .success(Self.running))
        #expect(await easel.polled() == .failure(.failed(said: "not finished after 300 seconds; stopped")))
        #expect(easel.server.requests.last?.text == "{\"prompt_id\":\"\(Easel.id)\"}")
    }
}

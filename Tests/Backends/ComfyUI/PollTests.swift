import BackendKit
import BackendTransports
import ComfyUIBackend
import Domain
import Loopback
import Testing

@Suite("Work at ComfyUI, looked after")
struct PollTests {
    private static let running = PollAnswer.running(fraction: nil, eta: 1_000)
    private static let waiting = PollAnswer.running(fraction: nil, eta: nil)

    @Test("history and queue are read: work that waits, runs, or is in neither")
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

    @Test("work that ends between the two looks is not lost")
    func between() async throws {
        let done = Easel.ended(#"{"9": {"images": [{"filename": "a.png"}]}}"#)
        let easel = try Easel(["GET /history": [Easel.empty, done], "GET /queue": [Easel.idle]])
        guard case .success(.finished) = await easel.polled() else {
            Issue.record("lost")
            return
        }
    }

    @Test("pictures are named by their place, results before previews, in the order of the nodes' numbers")
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
        "a success that is none is a failure, with the node's own words and none of the server's paths",
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
        "an answer that can't be read is told as what it is",
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
                .config(said: "base_url leads to http://elsewhere/, which is not followed")
            ),
        ])
    func unreadable(answer: Answer, failure: BackendFailure) async throws {
        let easel = try Easel(["GET /history": [answer]], total: .milliseconds(300))
        #expect(await easel.polled() == .failure(failure))
        let queue = try Easel(
            ["GET /history": [Easel.empty], "GET /queue": [answer]], total: .milliseconds(300))
        #expect(await queue.polled() == .failure(failure))
    }

    @Test("a handle that is not its own names no work", arguments: ["", "{}", "7", #"{"prompt_id": "a/b"}"#, "a"])
    func strangers(handle: String) async throws {
        let easel = try Easel([:])
        #expect(await easel.polled(handle) == .failure(.lost))
        #expect(easel.asked.isEmpty)
    }

    @Test("work that was taken out of the queue for us is cancelled, and not lost, although nothing there tells of it")
    func cancelledInQueue() async throws {
        let easel = try Easel([
            "GET /history": [Easel.empty], "GET /queue": [Easel.queue(running: false), Easel.idle],
            "POST /queue": [.status(200)],
        ])
        let handle = try #require(JobHandle(Easel.handle))
        #expect(await easel.backend.cancel(handle) == .cancelled)
        #expect(await easel.polled() == .failure(.cancelled))
        // Told once: who asks again asks for work that nobody has stopped.
        #expect(await easel.polled() == .failure(.lost))
    }

    @Test("work that was interrupted and left no history is cancelled as well")
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
        "after a start, work that is to be stopped and is known nowhere is cancelled; what was made of it still comes")
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

    @Test("work that is asked for anew under a name that was stopped before is not cancelled by that")
    func askedAnew() async throws {
        let easel = try Easel([
            "GET /history": [Easel.empty], "GET /queue": [Easel.idle], "POST /prompt": [Easel.taken],
        ])
        let handle = try #require(JobHandle(Easel.handle))
        #expect(await easel.backend.cancel(handle) == .notRunning)
        _ = await easel.submitted()
        #expect(await easel.polled() == .failure(.lost))
    }

    @Test("work that runs for longer than it may is interrupted and fails; waiting doesn't count")
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

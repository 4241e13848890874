@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

@Suite("Submitting to ComfyUI")
struct SubmissionTests {
    @Test(
        "one POST has the graph with its values, the work's ID and nothing else; the handle is the ID in the response")
    func exact() async throws {
        let fixture = try ComfyUIFixture(["POST /prompt": [ComfyUIFixture.taken]])
        #expect(await fixture.submitted() == .success(try ComfyUIFixture.pending()))
        #expect(fixture.asked == ["POST /prompt"])
        let request = try #require(fixture.server.requests.first)
        #expect(request.header("content-type") == "application/json" && request.header("authorization") == nil)
        #expect(request.header("origin") == nil)
        let body = try JSONDecoder().decode(JSONValue.self, from: Data(request.body))
        let graph = JSONValue.object([
            "4": Self.node("CheckpointLoaderSimple", ["ckpt_name": .text("a.safetensors")]),
            "5": Self.node("EmptyLatentImage", ["width": .integer(104), "height": .integer(512)]),
            "6": Self.node(
                "CLIPTextEncode",
                ["text": .text(ComfyUIFixture.request.prompt), "clip": .list([.text("4"), .integer(1)])]),
            "9": Self.node(
                "SaveImage", ["images": .list([.text("8"), .integer(0)]), "filename_prefix": .text("t_7")]),
        ])
        #expect(
            body
                == .object([
                    "prompt": graph, "prompt_id": .text(ComfyUIFixture.id), "client_id": .text(ComfyUIFixture.id),
                ]))
    }

    private static func node(_ type: String, _ inputs: [String: JSONValue]) -> JSONValue {
        .object(["class_type": .text(type), "inputs": .object(inputs)])
    }

    @Test("a key is sent as a bearer token and appears in no failure")
    func key() async throws {
        let refusal = Answer.json(#"{"error": {"message": "no sk-hush here"}}"#, status: 418)
        let fixture = try ComfyUIFixture(["POST /prompt": [refusal]], key: Secret("sk-hush"))
        let answer = await fixture.submitted()
        #expect(fixture.server.requests.first?.header("authorization") == "Bearer sk-hush")
        #expect(answer == .failure(.badResponse(message: "no ••• here")))
    }

    @Test("an ID assigned by the server is used for polling")
    func ownName() async throws {
        let answer = Answer.json(#"{"prompt_id": "a-1", "number": 1, "node_errors": {}}"#)
        let fixture = try ComfyUIFixture(["POST /prompt": [answer]])
        guard case .success(.pending(let handle, _)) = await fixture.submitted() else {
            Issue.record("not taken")
            return
        }
        #expect(handle.text == #"{"prompt_id":"a-1"}"#)
        _ = await fixture.polled(handle.text)
        #expect(fixture.asked.dropFirst().first == "GET /history/a-1")
        let echo = try ComfyUIFixture(
            ["POST /prompt": [.json(#"{"prompt_id": "a-sk-hush-1234"}"#)]], key: Secret("sk-hush-1234"))
        let told = BackendFailure.badResponse(message: "an unusable prompt_id: a-•••")
        #expect(await echo.submitted() == .failure(told))
        let bad = try ComfyUIFixture(["POST /prompt": [.json(#"{"prompt_id": "../../interrupt?"}"#)]])
        guard case .failure(.badResponse) = await bad.submitted() else {
            Issue.record("a name that leads elsewhere is taken")
            return
        }
    }

    @Test(
        "after a lost response, the work is looked up by ID, and there is only one POST",
        arguments: [
            Answer(.reset), Answer(.close), .silence, .status(500), .status(502, text: "<html>"), .status(503),
            .status(504),
            .status(408), .status(403, text: "<html>"), .status(499), .status(200),
            Answer(.send(Answer.head(200, length: 100)), .send("{"), .reset), .json("[]"),
        ])
    func lost(answer: Answer) async throws {
        let history = ComfyUIFixture.ended(#"{"9": {"images": [{"filename": "a.png"}]}}"#)
        for answers in [
            ["GET /history": [ComfyUIFixture.empty], "GET /queue": [ComfyUIFixture.queue(running: true)]],
            ["GET /history": [ComfyUIFixture.empty], "GET /queue": [ComfyUIFixture.queue(running: false)]],
            ["GET /history": [history], "GET /queue": [ComfyUIFixture.idle]],
            ["GET /history": [ComfyUIFixture.empty, history], "GET /queue": [ComfyUIFixture.idle]],
        ] {
            let all = answers.merging(["POST /prompt": [answer]]) { first, _ in first }
            let fixture = try ComfyUIFixture(all, total: .milliseconds(300))
            #expect(await fixture.submitted() == .success(try ComfyUIFixture.pending()), "\(fixture.asked)")
            #expect(fixture.posts == 1)
        }
        let nowhere = try ComfyUIFixture(
            ["POST /prompt": [answer], "GET /history": [ComfyUIFixture.empty], "GET /queue": [ComfyUIFixture.idle]],
            total: .milliseconds(300))
        #expect(await nowhere.submitted() == .failure(.unknown))
        let broken = try ComfyUIFixture(["POST /prompt": [answer]], total: .milliseconds(300))
        #expect(await broken.submitted() == .failure(.unknown))
        #expect(nowhere.posts == 1 && broken.posts == 1)
    }

    @Test("an unsent request isn't lost, and nothing is looked up")
    func unsent() async throws {
        let fixture = try ComfyUIFixture([:])
        fixture.server.stop()
        guard case .failure(.transient) = await fixture.submitted() else {
            Issue.record("not told as passing")
            return
        }
        #expect(fixture.asked.isEmpty)
    }

    @Test("a seed beyond JSON's safe integers is rejected before anything is sent")
    func seed() async throws {
        let fixture = try ComfyUIFixture(["POST /prompt": [ComfyUIFixture.taken]])
        let request = ImageRequest(prompt: "a", size: ComfyUIFixture.request.size, seed: .max)
        #expect(await fixture.submitted(request) == .failure(.unsupported(feature: "a seed of 18446744073709551615")))
        #expect(fixture.asked.isEmpty)
    }

    @Test(
        "a rejection tells whose fault it is, with the node's message",
        arguments: [
            (
                """
                {"error": {"type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation"},
                 "node_errors": {"5": {"class_type": "EmptyLatentImage", "errors": [{"type": "value_bigger_than_max",
                 "message": "Value 104 bigger than max of 64", "details": "width",
                 "extra_info": {"input_name": "width"}}]}}}
                """,
                BackendFailure.invalid(
                    parameter: "width", message: "EmptyLatentImage, node 5: Value 104 bigger than max of 64: width")
            ),
            (
                """
                {"error": {"type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation"},
                 "node_errors": {"5": {"class_type": "EmptyLatentImage", "errors": [{"message": "no", "details": "width"}]},
                 "4": {"class_type": "CheckpointLoaderSimple", "errors": [{"type": "value_not_in_list",
                 "message": "Value not in list", "details": "ckpt_name: 'a.safetensors' not in []",
                 "extra_info": {"input_name": "ckpt_name"}}]}}}
                """,
                .config(
                    message: "the server rejected the workflow: CheckpointLoaderSimple, node 4: Value not in list: "
                        + "ckpt_name: 'a.safetensors' not in []")
            ),
            (
                #"{"error": {"type": "invalid_prompt", "message": "Node 'X' not found", "details": "9"}, "node_errors": {}}"#,
                .config(message: "the server rejected the workflow: Node 'X' not found: 9")
            ),
            (
                #"{"error": {"type": "prompt_no_outputs", "message": "Prompt has no outputs", "details": ""}, "node_errors": []}"#,
                .config(message: "the server rejected the workflow: Prompt has no outputs")
            ),
            ("<html>", .badResponse(message: "an HTML page")),
            (#"{"node_errors": {"5": 7}}"#, .config(message: "the server rejected the workflow: status 400")),
        ])
    func refused(body: String, failure: BackendFailure) async throws {
        let fixture = try ComfyUIFixture(["POST /prompt": [.json(body, status: 400)]])
        #expect(await fixture.submitted() == .failure(failure))
        #expect(fixture.asked == ["POST /prompt"])
    }

    @Test(
        "other statuses are distinguished",
        arguments: [
            (301, BackendFailure.config(message: "base_url redirects (status 301)")), (401, .auth),
            (402, .quota), (404, .config(message: "no ComfyUI server at base_url (status 404)")),
            (405, .config(message: "no ComfyUI server at base_url (status 405)")),
            (413, .invalid(parameter: nil, message: "words")), (429, .rateLimited(after: nil)),
            (418, .badResponse(message: "words")),
        ])
    func statuses(status: Int, failure: BackendFailure) async throws {
        let fixture = try ComfyUIFixture(["POST /prompt": [.status(status, text: "words")]])
        #expect(await fixture.submitted() == .failure(failure))
        #expect(fixture.asked == ["POST /prompt"])
    }

    @Test("an error with a success status is an error")
    func disguised() async throws {
        let fixture = try ComfyUIFixture(["POST /prompt": [.json(#"{"error": "no such node"}"#)]])
        #expect(
            await fixture.submitted() == .failure(.config(message: "the server rejected the workflow: no such node")))
    }
}

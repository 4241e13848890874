@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Answers of a web UI")
struct A1111AnswerTests {
    @Test(
        "a picture is found in every response format",
        arguments: [
            #"{"images":["B64"],"parameters":{},"info":"{}"}"#, #"{"images":["data:image/png;base64,B64"]}"#,
            #"{"images":["iVBORw0K\nGgoB\r\nAgM=\n"],"info":""}"#, #"{"images":[null,"","B64"],"info":null}"#,
            #"{"images":["Z3JpZA==","B64"],"info":"{\"index_of_first_image\":1}"}"#,
            #"{"images":["B64"],"info":"{\"index_of_first_image\":9}"}"#,
            #"{"images":["B64"],"info":{"index_of_first_image":-1}}"#, #"{"images":["B64"],"info":"not JSON"}"#,
        ])
    func pictures(body: String) async throws {
        let studio = try FakeWebUI(body.replacing("B64", with: FakeWebUI.base64))
        let painted = try #require(try await studio.painted())
        #expect(painted.bytes == FakeWebUI.png && studio.orders == 1)
    }

    @Test(
        "the seed is read from info, which is JSON in a string",
        arguments: [
            (#"{"seed": 4294967295}"#, 4_294_967_295), (#"{"seed": 5, "all_seeds": [6, 7]}"#, 6), ("{}", nil),
            (#"{"seed": -1}"#, nil), ("[]", nil),
        ] as [(String, UInt64?)])
    func seed(info: String, seed: UInt64?) async throws {
        let painted = try #require(try await FakeWebUI(FakeWebUI.picture(info: info)).painted())
        #expect(painted.receipt == Receipt(charged: .unknown, seed: seed))
    }

    @Test(
        "a model that the server ignored is reported, under any of its names",
        arguments: [
            ("other", #"{"sd_model_name":"sdxl"}"#, false), ("sdxl", #"{"sd_model_name":"sdxl"}"#, true),
            ("xl/SDXL.safetensors [31e35c80fc]", #"{"sd_model_name":"sdxl"}"#, true),
            ("31e35c80fc", #"{"sd_model_name":"sdxl","sd_model_hash":"31e35c80fc"}"#, true),
            ("other", #"{"sd_model_name":""}"#, true), ("other", "{}", true),
            ("sd_xl_base_1.0", #"{"sd_model_name":"sd_xl_base_1.5"}"#, false),
        ])
    func model(model: String, info: String, isTaken: Bool) async throws {
        var studio = try FakeWebUI(FakeWebUI.picture(info: info))
        studio.options.model = model
        #expect(await studio.failure() == (isTaken ? nil : .gone))
    }

    @Test(
        "a response without a picture is empty",
        arguments: ["", "{}", #"{"images":[]}"#, #"{"images":null}"#, #"{"images":[null," "]}"#])
    func empty(body: String) async throws {
        #expect(try await FakeWebUI(body).failure() == .empty)
    }

    @Test(
        "an unexpected response is reported for what it is",
        arguments: [
            ("[1]", "a list where an object"), (#"{"images":"x"}"#, "a text in"), (#"{"images":[7]}"#, "a number in"),
            (#"{"images":["<html>"]}"#, "Base64"), ("{\"images\":[\"", "not JSON"),
            ("<html><title>Gradio</title>", "an HTML page: Gradio"),
        ])
    func bad(body: String, message: String) async throws {
        guard case .badResponse(let words) = try await FakeWebUI(body).failure() else {
            Issue.record("no bad response")
            return
        }
        #expect(words.contains(message), "\(words)")
    }

    @Test("bytes that aren't a picture are reported for what they are")
    func stranger() async throws {
        let studio = try FakeWebUI(#"{"images":["OEJQUwABAAAAAAAA"]}"#)
        await #expect(throws: BackendFailure.badResponse(message: "a PSD picture, which is not supported")) {
            try await studio.painted()
        }
    }

    @Test("half a body, no response and a broken connection are unknown, and nothing is requested twice")
    func lost() async throws {
        let half = Answer(.send(Answer.head(200, length: 1000)), .send("{\"images\":["), .close)
        for answer in [half, Answer(.close), Answer(.reset)] {
            var studio = try FakeWebUI(answer)
            studio.options.isFree = false
            #expect(await studio.failure() == .unknown)
            #expect(studio.server.requests.count == 1)
        }
    }

    @Test("an endless body is cut off at the limit")
    func endless() async throws {
        let spaces = [UInt8](repeating: 32, count: 4096)
        let good = try FakeWebUI(Answer(.send(Answer.head(200, length: nil)), .endless(spaces)))
        #expect(await good.failure() == .tooLarge(bytes: (1 << 20) + 1, limit: 1 << 20))
        let bad = try FakeWebUI(Answer(.send(Answer.head(401, length: nil)), .endless(spaces)))
        #expect(await bad.failure() == .auth)
    }

    @Test("a server that takes too long is interrupted only if it is exclusive", arguments: [false, true])
    func late(isExclusive: Bool) async throws {
        var studio = try FakeWebUI { $0.target.hasSuffix("/interrupt") ? .json("{}") : .silence }
        studio.wire = try Wire(total: .milliseconds(200))
        studio.options.isExclusive = isExclusive
        #expect(await studio.failure() == .timeout)
        let targets = studio.server.requests.map(\.target)
        #expect(targets == ["/sdapi/v1/txt2img"] + (isExclusive ? ["/sdapi/v1/interrupt"] : []))
    }
}

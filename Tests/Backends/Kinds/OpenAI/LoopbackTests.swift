@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

/// Bad responses over a real connection: the failure class and the sentence for people.
@Suite("An images API over a real connection", .timeLimit(.minutes(5)))
struct LoopbackTests {
    /// The result of a request to a server with this response. Also checks the sentence.
    private func painted(
        _ answers: [Answer], total: Duration = .seconds(20), stall: Duration = .seconds(20)
    ) async throws -> Result<[UInt8], BackendFailure> {
        let server = try Server { request in answers[min(request.number, answers.count - 1)] }
        let result = await OpenAIFixture.painted(
            try Wire(total: total, stall: stall), OpenAIFixture.options(server.url + "/v1"))
        if case .failure(let failure) = result { OpenAIFixture.checkWording(of: failure) }
        #expect(server.requests.allSatisfy { $0.method == "GET" || $0.number == 0 }, "a picture was asked for twice")
        return result
    }

    @Test("a good response is a picture, requested once with the key and the complete body")
    func good() async throws {
        let server = try Server(.json("{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}"))
        let result = await OpenAIFixture.painted(try Wire(), OpenAIFixture.options(server.url + "/v1"))
        #expect(result == .success(OpenAIFixture.png))
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1 && request.method == "POST" && request.target == "/v1/images/generations")
        #expect(request.header("authorization") == "Bearer sk-proj-hush")
        #expect(request.text.contains("a \\\"lighthouse\\\" \\\\ 등대\\n{{secret}}"))
    }

    @Test("wrapped base64 is read")
    func lines() async throws {
        let answer = Answer.json(#"{"data":[{"b64_json":"iVBORw0K\nGgoB\r\nAgM=\n"}]}"#)
        #expect(try await painted([answer]) == .success(OpenAIFixture.png))
    }

    @Test(
        "a rejection has the class in the tables",
        arguments: [
            (401, #"{"error":{"code":"invalid_api_key","message":"Incorrect API key: sk-proj-hush"}}"#, .auth),
            (402, "{}", .quota), (403, "", .unknown),
            (404, #"{"error":{"code":"model_not_found","message":"x"}}"#, .gone),
            (
                413, "<html><title>413 Too Large</title></html>",
                .invalid(parameter: nil, message: "an HTML page: 413 Too Large")
            ),
            (422, #"{"detail":[{"loc":["body","n"],"msg":"bad"}]}"#, .invalid(parameter: "n", message: "bad")),
            (429, "", .rateLimited(after: nil)), (500, "", .unknown), (503, "", .unknown),
            (200, "<html><title>Sign in</title></html>", .badResponse(message: "an HTML page: Sign in")),
            (200, #"{"data":{}}"#, .badResponse(message: "an object in \"data\", where a list was expected")),
            (200, #"{"data":[]}"#, .empty),
            (
                200, #"{"data":[{"b64_json":"OEJQUwABAAAAAAAA"}]}"#,
                .badResponse(message: "a PSD picture, which is not supported")
            ),
        ] as [(Int, String, BackendFailure)])
    func refusal(status: Int, body: String, failure: BackendFailure) async throws {
        #expect(try await painted([.json(body, status: status)]) == .failure(failure))
    }

    @Test("a server's requested delay is read")
    func pause() async throws {
        let answer = Answer.status(429, headers: [("Retry-After", "20")])
        #expect(try await painted([answer]) == .failure(.rateLimited(after: 20_000)))
    }

    @Test("a redirect isn't followed, and the key is sent nowhere else")
    func redirect() async throws {
        let other = try Server(.json("{}"))
        let answer = Answer.status(307, headers: [("Location", other.url + "/v1/images/generations")])
        guard case .failure(.config(let said)) = try await painted([answer]) else {
            Issue.record("not told")
            return
        }
        #expect(said.contains(other.url) && other.connections == 0)
    }

    @Test("half a body, no response and a broken connection are unknown: it may have been charged")
    func lost() async throws {
        let half = Answer(.send(Answer.head(200, length: 1000)), .send("{\"data\":["), .close)
        for answer in [half, Answer(.close), Answer(.reset), Answer(.send("HTTP/1.1 20"), .close)] {
            #expect(try await painted([answer]) == .failure(.unknown))
        }
    }

    @Test("a request without a response is unknown after the timeout")
    func silent() async throws {
        #expect(try await painted([.silence], total: .milliseconds(200)) == .failure(.unknown))
    }

    @Test("an occasional byte doesn't extend the timeout")
    func drip() async throws {
        let answer = Answer(.send(Answer.head(200, length: 100_000)), .drip(UInt8(ascii: " "), milliseconds: 20))
        #expect(try await painted([answer], total: .milliseconds(300)) == .failure(.unknown))
    }

    @Test("an endless body is cut off at the limit, and an error status counts whatever follows")
    func endless() async throws {
        let spaces = [UInt8](repeating: 32, count: 4096)
        let good = Answer(.send(Answer.head(200, length: nil)), .endless(spaces))
        #expect(try await painted([good]) == .failure(.tooLarge(bytes: (1 << 20) + 1, limit: 1 << 20)))
        let bad = Answer(.send(Answer.head(401, length: nil)), .endless(spaces))
        #expect(try await painted([bad]) == .failure(.auth))
    }

    @Test("a picture at a URL is fetched without the key, with retries where they help")
    func fetched() async throws {
        let store = try Server { request in
            request.number == 0 ? Answer(.close) : .status(200, body: OpenAIFixture.png)
        }
        let server = try Server(.json("{\"data\":[{\"b64_json\":null,\"url\":\"\(store.url)/1.png\"}]}"))
        let backend = OpenAIFixture.backend(try Wire(), OpenAIFixture.options(server.url))
        guard case .finished(let sources, _) = try await backend.submit(OpenAIFixture.request, key: "k"),
            let source = sources.first
        else { return }
        await #expect(throws: BackendFailure.transient(message: "the connection ended before the answer did")) {
            try await backend.fetch(source, limit: 1 << 20)
        }
        let bytes = try await backend.fetch(source, limit: 1 << 20)
        #expect(bytes == OpenAIFixture.png && store.requests.count == 2)
        #expect(store.requests.allSatisfy { $0.header("authorization") == nil })
    }

    @Test("with an unknown host, a refused connection or an invalid URL nothing is sent")
    func unreachable() async throws {
        for base in ["http://nobody.invalid/v1", "http://127.0.0.1:1/v1"] {
            let result = await OpenAIFixture.painted(try Wire(), OpenAIFixture.options(base))
            guard case .failure(.transient(let said)) = result else {
                Issue.record("\(base): \(result)")
                continue
            }
            #expect(said.hasPrefix("could not be reached: "))
            OpenAIFixture.checkWording(of: .transient(message: said))
        }
        guard
            case .failure(.config) = await OpenAIFixture.painted(
                try Wire(), OpenAIFixture.options("gopher://127.0.0.1"))
        else {
            Issue.record("a strange scheme")
            return
        }
    }

    @Test("a certificate for another name must be fixed by a person, and nothing is sent")
    func certificate() async throws {
        let server = try Server(identity: try Identity(for: "DNS:other.invalid"), .json("{}"))
        let result = await OpenAIFixture.painted(try Wire(), OpenAIFixture.options(server.url))
        guard case .failure(.config(let said)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(said.contains("certificate") && said.contains("127.0.0.1") && server.requests.isEmpty)
        OpenAIFixture.checkWording(of: .config(message: said))
    }

    @Test("a health check costs nothing and reports the server's state")
    func probe() async throws {
        for (status, health) in [(200, BackendHealth.ready), (401, .down(.auth)), (404, .ready)] {
            let server = try Server(.json(#"{"data":[]}"#, status: status))
            let found = await OpenAIFixture.backend(try Wire(), OpenAIFixture.options(server.url + "/v1")).probe()
            #expect(found == health)
            #expect(server.requests.map(\.target) == ["/v1/models"] && server.requests.map(\.method) == ["GET"])
        }
    }
}

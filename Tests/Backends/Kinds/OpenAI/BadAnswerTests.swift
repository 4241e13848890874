@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

/// Other bad responses over a real connection: the failure class, a single POST, and a sentence in each language.
@Suite("Bad responses of an images API", .timeLimit(.minutes(5)))
struct BadAnswerTests {
    private func painted(_ answers: Answer...) async throws -> Result<[UInt8], BackendFailure> {
        let server = try Server { request in answers[min(request.number, answers.count - 1)] }
        let result = await OpenAIFixture.painted(try Wire(), OpenAIFixture.options(server.url + "/v1"))
        if case .failure(let failure) = result { OpenAIFixture.checkWording(of: failure) }
        #expect(server.requests.count { $0.method == "POST" } == 1)
        return result
    }

    @Test(
        "a status without a message has the class in the table",
        arguments: [
            (400, .invalid(parameter: nil, message: "status 400")), (401, .auth), (402, .quota), (403, .unknown),
            (404, .gone),
            (413, .invalid(parameter: nil, message: "status 413")),
            (422, .invalid(parameter: nil, message: "status 422")),
            (406, .unknown), (408, .unknown), (409, .unknown), (410, .gone), (425, .transient(message: "status 425")),
            (429, .rateLimited(after: nil)), (499, .unknown), (500, .unknown), (502, .unknown), (503, .unknown),
            (504, .unknown), (520, .unknown), (524, .unknown), (529, .unknown),
        ] as [(Int, BackendFailure)])
    func status(status: Int, failure: BackendFailure) async throws {
        #expect(try await painted(.status(status)) == .failure(failure))
    }

    @Test(
        "retry hints are read wherever they are",
        arguments: [
            (429, "retry-after-ms", "1250", "", .rateLimited(after: 1250)),
            (429, "x-ratelimit-reset-tokens", "1m2s", "", .rateLimited(after: nil)),
            (
                429, "x-a", "b", #"{"error":{"message":"Please try again in 1.5s.","code":"rate_limit_exceeded"}}"#,
                .rateLimited(after: 1500)
            ),
            (429, "retry-after", "soon", "", .rateLimited(after: nil)),
            (429, "retry-after", "-5", "", .rateLimited(after: nil)),
            (429, "retry-after", "99999999999", "", .rateLimited(after: 86_400_000)),
            (503, "retry-after", "7", "", .unknown),
        ] as [(Int, String, String, String, BackendFailure)])
    func hints(status: Int, name: String, value: String, body: String, failure: BackendFailure) async throws {
        #expect(try await painted(.status(status, headers: [(name, value)], text: body)) == .failure(failure))
    }

    @Test(
        "a response without a picture is empty, whatever is in its place",
        arguments: [
            "", "{}", #"{"data":null}"#, #"{"data":[]}"#, #"{"data":[null]}"#, #"{"data":[{}]}"#,
            #"{"created":null,"data":[{"b64_json":null,"url":null}],"usage":null}"#, #"{"data":[{"b64_json":""}]}"#,
        ])
    func empty(body: String) async throws {
        #expect(try await painted(.json(body)) == .failure(.empty))
    }

    @Test(
        "a complete but corrupt response reports how",
        arguments: [
            (#"{"data":[{"b64_json":"iVBOR"#, "not JSON"), ("null", "null where an object was expected"),
            (#"{"data":[{"b64_json":true}]}"#, "true or false in"), (#"{"data":[{"b64_json":["a"]}]}"#, "a list in"),
            (#"{"data":[{"b64_json":"iVBORw0KGgoBAgM"#, "not JSON"), (#"{"data":[{"url":"http"}]}"#, "neither http"),
        ])
    func broken(body: String, message: String) async throws {
        guard case .failure(.badResponse(let words)) = try await painted(.json(body)) else {
            return #expect(Bool(false))
        }
        #expect(words.contains(message), "\(words)")
    }

    @Test("a response shorter than its length is unknown; extra bytes after one aren't read")
    func lengths() async throws {
        let body = Array("{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}".utf8)
        let short = Answer(.send(Answer.head(200, length: body.count + 1)), .send(body), .close)
        #expect(try await painted(short) == .failure(.unknown))
        let long = Answer(.send(Answer.head(200, length: body.count)), .send(body), .send("rubbish"), .close)
        #expect(try await painted(long) == .success(OpenAIFixture.png))
        let cut = Answer(.send(Answer.head(200, length: 10)), .send(body), .close)
        guard case .failure(.badResponse) = try await painted(cut) else { return #expect(Bool(false)) }
    }

    @Test("a response that announces 300 MB is rejected unread")
    func huge() async throws {
        let answer = Answer(.send(Answer.head(200, length: 300 << 20)), .hold)
        #expect(try await painted(answer) == .failure(.tooLarge(bytes: (1 << 20) + 1, limit: 1 << 20)))
    }

    @Test("a picture's format is determined by its bytes, whatever its declared type")
    func misnamed() async throws {
        // The first bytes of a WebP, declared as PNG.
        let webp = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="
        let answer = Answer.json("{\"output_format\":\"png\",\"data\":[{\"b64_json\":\"\(webp)\"}]}")
        let bytes = try await painted(answer).get()
        #expect(PictureFormat(magic: bytes) == .webp)
    }

    @Test(
        "an expired picture URL is reported as such, without another POST",
        arguments: [403, 404, 410])
    func expired(status: Int) async throws {
        let store = try Server(.status(status, text: "<Error><Code>AccessDenied</Code></Error>"))
        let answer = Answer.json("{\"data\":[{\"url\":\"\(store.url)/1.png?sig=1\"}]}")
        #expect(try await painted(answer) == .failure(.expired))
        #expect(store.requests.count == 1 && store.requests.allSatisfy { $0.header("authorization") == nil })
    }

    @Test("a picture URL may redirect, even to another host, without the key")
    func delivered() async throws {
        let store = try Server(.status(200, body: OpenAIFixture.png))
        let front = try Server(.status(302, headers: [("Location", store.url + "/1.png")]))
        let answer = Answer.json("{\"data\":[{\"url\":\"\(front.url)/1.png\"}]}")
        #expect(try await painted(answer) == .success(OpenAIFixture.png))
        #expect((front.requests + store.requests).allSatisfy { $0.header("authorization") == nil })
        let round = try Server { _ in .status(302, headers: [("Location", "/again")]) }
        guard case .failure(let failure) = try await painted(.json("{\"data\":[{\"url\":\"\(round.url)/1\"}]}")) else {
            return #expect(Bool(false))
        }
        OpenAIFixture.checkWording(of: failure)
        #expect(round.requests.count <= 4)
    }

    @Test("too large a picture is rejected, whether its size is announced or not")
    func largePicture() async throws {
        let endless = Answer(.send(Answer.head(200, length: nil)), .endless(OpenAIFixture.png))
        for answer in [endless, Answer(.send(Answer.head(200, length: 300 << 20)), .hold)] {
            let store = try Server(answer)
            let result = try await painted(.json("{\"data\":[{\"url\":\"\(store.url)/1.png\"}]}"))
            #expect(result == .failure(.tooLarge(bytes: (1 << 20) + 1, limit: 1 << 20)))
        }
    }
}

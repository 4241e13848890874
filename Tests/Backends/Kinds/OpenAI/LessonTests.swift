@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Synchronization
import Testing

/// A field unknown to the service, over a real connection: which field is omitted, and how often requests are sent.
@Suite("A field unknown to an images API", .timeLimit(.minutes(5)))
struct LessonTests {
    private static let good = Answer.json("{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}")

    private static func unknown(_ name: String, status: Int = 400) -> Answer {
        let words = "\"message\":\"Unknown parameter: '\(name)'.\",\"type\":\"invalid_request_error\""
        return .json("{\"error\":{\(words),\"param\":\"\(name)\",\"code\":\"unknown_parameter\"}}", status: status)
    }

    /// A server that rejects these fields, in this order, as long as they are sent.
    private static func strict(_ names: [String]) throws -> Server {
        try Server { request in
            let body = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body))
            return names.first { body?[$0] != nil }.map { unknown($0) } ?? good
        }
    }

    private static func options(_ server: Server) -> ConfiguredBackend<OpenAISettings> {
        var options = OpenAIFixture.options(server.url + "/v1")
        options.sendResponseFormat = true
        options.extra = ["background": .text("opaque")]
        return options
    }

    private func outcome(_ backend: OpenAIBackend) async -> Result<Submission, BackendFailure> {
        do throws(BackendFailure) { return .success(try await backend.submit(OpenAIFixture.request, key: "k")) } catch {
            return .failure(error)
        }
    }

    @Test("is omitted in one retry, remembered, and reported once")
    func learns() async throws {
        let server = try Self.strict(["response_format"])
        let notices = Mutex<[BackendNotice]>([])
        let backend = OpenAIBackend(
            Self.options(server).own, Self.options(server).context, transport: try Wire(), utc: { OpenAIFixture.now }
        ) { notice in
            notices.withLock { $0.append(notice) }
        }
        for posts in [2, 3, 4] {
            guard case .success = await outcome(backend) else { return #expect(Bool(false)) }
            #expect(server.requests.count == posts)
        }
        #expect(server.requests.map { $0.text.contains("response_format") } == [true, false, false, false])
        #expect(server.requests.allSatisfy { $0.method == "POST" && $0.header("idempotency-key") == "k" })
        #expect(notices.withLock { $0 } == [.leavesOut(parameter: "response_format", backend: "studio")])
    }

    @Test("is omitted only once: a second unknown field is an error")
    func onlyOne() async throws {
        let server = try Self.strict(["response_format", "background"])
        let backend = OpenAIFixture.backend(try Wire(), Self.options(server))
        let refused = BackendFailure.invalid(parameter: "background", message: "Unknown parameter: 'background'.")
        #expect(await outcome(backend) == .failure(refused))
        #expect(server.requests.count == 2)
        #expect(await outcome(backend) == .failure(refused))
        #expect(server.requests.count == 3)
    }

    @Test(
        "is never one that was requested, affects the cost, or wasn't sent",
        arguments: ["prompt", "model", "size", "quality", "seed", "", "extra.background"])
    func never(name: String) async throws {
        let server = try Server(Self.unknown(name))
        var options = Self.options(server)
        options.quality = "low"
        guard case .failure(.invalid) = await outcome(OpenAIFixture.backend(try Wire(), options)) else {
            return #expect(Bool(false))
        }
        #expect(server.requests.count == 1)
    }

    @Test("an option of the request isn't silently omitted")
    func wish() async throws {
        let server = try Server(Self.unknown("steps"))
        var options = Self.options(server)
        options.profile = .together
        options.extra = ["steps": .integer(4)]
        let refused = BackendFailure.invalid(parameter: "steps", message: "Unknown parameter: 'steps'.")
        #expect(await outcome(OpenAIFixture.backend(try Wire(), options)) == .failure(refused))
        #expect(server.requests.count == 1)
    }

    @Test("a rejection with another status or code is final", arguments: [422, 500])
    func others(status: Int) async throws {
        let server = try Server(Self.unknown("response_format", status: status))
        guard case .failure = await outcome(OpenAIFixture.backend(try Wire(), Self.options(server))) else {
            return #expect(Bool(false))
        }
        let odd = try Server(
            .json(#"{"error":{"message":"x","code":"invalid_value","param":"response_format"}}"#, status: 400))
        guard case .failure = await outcome(OpenAIFixture.backend(try Wire(), Self.options(odd))) else {
            return #expect(Bool(false))
        }
        #expect(server.requests.count == 1 && odd.requests.count == 1)
    }

    @Test("a lost response to the retry is unknown, without a third request")
    func lost() async throws {
        let server = try Server { $0.number == 0 ? Self.unknown("response_format") : Answer(.close) }
        #expect(await outcome(OpenAIFixture.backend(try Wire(), Self.options(server))) == .failure(.unknown))
        #expect(server.requests.count == 2)
    }
}

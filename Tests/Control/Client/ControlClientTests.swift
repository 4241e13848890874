@testable import ControlAPI
import ControlClient
import Domain
import Synchronization
import Testing

@Suite("Control client")
struct ControlClientTests {
    /// Returns a fixed response and records the requests.
    private final class Wire: Sendable {
        let asked = Mutex<[HTTPRequest]>([])
        private let answer: Result<HTTPResponse, HTTPFailure>

        init(_ answer: Result<HTTPResponse, HTTPFailure>) {
            self.answer = answer
        }

        var client: ControlClient {
            ControlClient(socket: "/s.sock", language: .korean) { request throws(HTTPFailure) in
                self.asked.withLock { $0.append(request) }
                return try self.answer.get()
            }
        }

        var request: HTTPRequest? { asked.withLock { $0.first } }
    }

    private func json(_ value: some Encodable, status: Int = 200) throws -> Wire {
        Wire(.success(HTTPResponse(status: status, body: try ControlJSON.encode(value))))
    }

    @Test("A request goes to the socket with the service as host, an escaped query and the client's language")
    func question() async throws {
        let wire = try json(JobList(jobs: [], next: "x"))
        let query = [QueryString.Item("folder", "a b&c"), QueryString.Item("limit", "3")]
        let list = try await wire.client.get("/v1/jobs", query, as: JobList.self)
        #expect(list == JobList(jobs: [], next: "x"))
        let request = try #require(wire.request)
        #expect(request.method == .get && request.unixSocket == "/s.sock" && request.body.isEmpty)
        #expect(request.url == "http://textifyd/v1/jobs?folder=a%20b%26c&limit=3")
        #expect(request.headers == [HTTPHeader("Accept-Language", "ko")])
    }

    @Test("A request carries the content type of its body and the caller's time limit")
    func body() async throws {
        let wire = try json(SyncAnswer())
        let body = try ControlBody.json(of: RetryRequest(mayPayTwice: true))
        _ = try await wire.client.post(
            "/v1/x", body: body, headers: [HTTPHeader("Prefer", "wait=9")], limit: .seconds(9), as: SyncAnswer.self)
        let request = try #require(wire.request)
        #expect(request.method == .post && request.limits.total == .seconds(9))
        #expect(request.body == Array(#"{"may_pay_twice":true}"#.utf8))
        #expect(request.headers.dropFirst().map(\.description) == ["Content-Type: application/json", "Prefer: wait=9"])
    }

    @Test("A refusal is the service's own problem document")
    func refused() async throws {
        let problem = Problem(title: "Not Found", status: 404, detail: "There is no job.", code: "no_such_job")
        let wire = try json(problem, status: 404)
        await #expect(throws: ControlClientFailure.refused(problem)) {
            try await wire.client.delete("/v1/jobs/abcd", as: JobDetail.self)
        }
    }

    @Test("An unexpected response is distinguished from an unreachable service")
    func strangers() async throws {
        let page = HTTPResponse(status: 502, body: Array("<html>".utf8))
        await #expect(throws: ControlClientFailure.garbled(socket: "/s.sock", status: 502)) {
            try await Wire(.success(page)).client.bytes("/v1/x")
        }
        let text = HTTPResponse(status: 200, body: Array("hello".utf8))
        await #expect(throws: ControlClientFailure.garbled(socket: "/s.sock", status: 200)) {
            try await Wire(.success(text)).client.get("/v1/status", as: Status.self)
        }
        let failure = HTTPFailure.notSent(host: "", HTTPFault(.connect, code: 7))
        await #expect(throws: ControlClientFailure.unreachable(socket: "/s.sock", failure)) {
            try await Wire(.failure(failure)).client.get("/v1/status", as: Status.self)
        }
    }
}

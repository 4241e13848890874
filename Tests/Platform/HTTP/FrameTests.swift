import Domain
import Loopback
import PlatformHTTP
import Testing

@Suite("HTTP/2")
struct FrameTests {
    private final class TrustedServer {
        let identity: Identity
        let trust: TemporaryFile
        let server: Server

        init(_ script: @escaping @Sendable (ReceivedRequest) -> FrameAnswer) throws {
            identity = try Identity(for: "IP:127.0.0.1")
            trust = try TemporaryFile(identity.pem)
            server = try Server(frames: identity, answering: script)
        }

        func request(_ method: HTTPMethod, _ body: String = "") -> HTTPRequest {
            HTTPRequest(method, server.url, body: Array(body.utf8), caFile: trust.path)
        }

        var methods: [String] { server.requests.map(\.method) }
    }

    @Test("HTTP/2 is used if negotiated; two hundred requests go over one connection")
    func reuse() async throws {
        let place = try TrustedServer { .body(Array("answer to \($0.text)".utf8)) }
        let client = try HTTPClient.make()
        for number in 0..<200 {
            let method: HTTPMethod = number.isMultiple(of: 2) ? .post : .get
            let body = method == .post ? "order \(number)" : ""
            let answer = try await client.perform(place.request(method, body))
            #expect(answer.status == 200 && answer.body == Array("answer to \(body)".utf8))
        }
        #expect(place.server.requests.count == 200 && place.server.connections == 1)
        #expect(place.methods.count { $0 == "POST" } == 100)
        #expect(place.identity.offered == ["h2", "http/1.1"])
    }

    @Test("a large body is sent completely, in as many frames as needed")
    func large() async throws {
        let place = try TrustedServer { .body(Array("\($0.body.count)".utf8)) }
        let answer = try await HTTPClient.make().perform(
            place.request(.post, String(repeating: "a", count: 3_000_000)))
        #expect(answer.body == Array("3000000".utf8))
    }

    @Test(
        "a POST cut off after it was received is sent once, on a new or reused connection: its outcome is unknown",
        arguments: [FrameAnswer.reset(2), .goAway(isTaken: true), .end, .half(Array("{".utf8))], [false, true])
    func lost(answer: FrameAnswer, isKept: Bool) async throws {
        let place = try TrustedServer { $0.method == "GET" ? .body([]) : answer }
        let client = try HTTPClient.make()
        if isKept { _ = try await client.perform(place.request(.get)) }
        let failure = try #require(await client.failure(place.request(.post, "paid")))
        #expect(!failure.isNotSent, "\(failure)")
        #expect(place.methods == (isKept ? ["GET", "POST"] : ["POST"]))
    }

    @Test(
        "a POST that the server reports as unprocessed isn't repeated automatically either",
        arguments: [FrameAnswer.reset(7), .goAway(isTaken: false)], [false, true])
    func refused(answer: FrameAnswer, isKept: Bool) async throws {
        let place = try TrustedServer { $0.method == "GET" ? .body([]) : answer }
        let client = try HTTPClient.make()
        if isKept { _ = try await client.perform(place.request(.get)) }
        let failure = await client.failure(place.request(.post, "paid"))
        #expect(failure != nil && place.methods.count { $0 == "POST" } == 1, "\(String(describing: failure))")
    }

    @Test("after a GOAWAY the next request goes over a new connection")
    func next() async throws {
        let place = try TrustedServer { $0.number == 0 ? .goAway(isTaken: true) : .body([65]) }
        let client = try HTTPClient.make()
        #expect(await client.failure(place.request(.post, "paid"))?.isNotSent == false)
        let answer = try await client.perform(place.request(.post, "paid"))
        #expect(answer.body == [65] && place.server.connections == 2 && place.methods == ["POST", "POST"])
    }

    @Test("concurrent requests get their own responses")
    func many() async throws {
        let place = try TrustedServer { .body($0.body) }
        let client = try HTTPClient.make(connectionsPerHost: 8)
        let requests = (0..<60).map { place.request(.post, "order \($0)") }
        let answers = await withTaskGroup(of: [UInt8]?.self) { group in
            for request in requests { group.addTask { try? await client.perform(request).body } }
            return await group.reduce(into: Set<[UInt8]>()) { if let body = $1 { $0.insert(body) } }
        }
        #expect(answers == Set(requests.map(\.body)))
        #expect(place.server.requests.count == 60 && place.server.connections <= 8)
    }
}

import Domain
import Glibc
import Loopback
import PlatformHTTP
import Testing

@Suite("Failures")
struct FailureTests {
    private static let short = HTTPLimits(total: .milliseconds(300))

    @Test("half a body is a partial response with its status and the received size")
    func half() async throws {
        let server = try Server(Answer(.send(Answer.head(200, length: 10)), .send("12345"), .close))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.get, server.url))
        #expect(
            failure == .partialAnswer(host: server.host, HTTPFault(.closed, code: 18), status: 200, received: 5))
    }

    @Test("a truncated chunked body is a partial response")
    func halfChunks() async throws {
        let server = try Server(
            Answer(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), .close))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url))
        guard case .partialAnswer(_, let fault, 200, 3) = failure else { throw Unexpected(failure) }
        #expect(fault.reason == .closed)
    }

    @Test("a truncated head is a partial response; its status is known once its line is complete")
    func halfHeader() async throws {
        let server = try Server(Answer(.send("HTTP/1.1 402 Pay\r\nContent-Le"), .close))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url))
        guard case .partialAnswer(_, _, 402, 0) = failure else { throw Unexpected(failure) }
    }

    @Test("an interim response alone is partial and has no status")
    func interim() async throws {
        let server = try Server(Answer(.send("HTTP/1.1 103 Early Hints\r\n\r\n"), .close))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url))
        guard case .partialAnswer(_, _, nil, 0) = failure else { throw Unexpected(failure) }
    }

    @Test("an endless body stops at the limit, and so does one that announces too much")
    func endlessBody() async throws {
        let endless = try Server(
            Answer(.send(Answer.head(200, length: nil)), .endless([UInt8](repeating: 65, count: 10_000))))
        let announced = try Server(Answer(.send(Answer.head(500, length: 100_001)), .hold))
        let client = try HTTPClient.make()
        let limits = HTTPLimits(bodyBytes: 100_000)
        let counted = await client.failure(HTTPRequest(.get, endless.url, limits: limits))
        #expect(counted == .bodyTooLarge(host: endless.host, status: 200, limit: 100_000))
        let refused = await client.failure(HTTPRequest(.get, announced.url, limits: limits))
        #expect(refused == .bodyTooLarge(host: announced.host, status: 500, limit: 100_000))
    }

    @Test("a body of exactly the limit is accepted", arguments: [0, 1, 100_000])
    func wholeBody(count: Int) async throws {
        let server = try Server(.status(200, body: [UInt8](repeating: 65, count: count)))
        let request = HTTPRequest(.get, server.url, limits: HTTPLimits(bodyBytes: count))
        let answer = try await HTTPClient.make().perform(request)
        #expect(answer.body.count == count)
    }

    @Test(
        "endless headers stop at the limit: in many lines, in one, or in interim responses",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X-A: 0123456789\r\n"), ("HTTP/1.1 200 OK\r\nX-A: ", "0123456789"),
            ("", "HTTP/1.1 103 Early Hints\r\n\r\n"),
        ])
    func endlessHeader(start: String, part: String) async throws {
        let server = try Server(Answer(.send(start), .endless(Array(part.utf8))))
        let limits = HTTPLimits(headerBytes: 20_000)
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, limits: limits))
        #expect(failure == .headersTooLarge(host: server.host, limit: 20_000))
    }

    @Test("a total timeout before a response: sent, no answer")
    func silence() async throws {
        let server = try Server(.silence)
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, limits: Self.short))
        #expect(failure == .sentNoAnswer(host: server.host, HTTPFault(.timeout, code: 28)))
        // A busy server may read it only after the client has given up.
        _ = await server.request(0)
        #expect(server.requests.count == 1)
    }

    @Test("an occasional byte keeps a body alive until the total timeout")
    func drip() async throws {
        let server = try Server(
            Answer(.send(Answer.head(200, length: 1_000_000)), .drip(65, milliseconds: 20)))
        // Long enough for the head to arrive on a busy machine.
        let limits = HTTPLimits(total: .seconds(2), stall: .milliseconds(1_900))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.get, server.url, limits: limits))
        guard case .partialAnswer(_, HTTPFault(.timeout, code: 28), 200, let received) = failure else {
            throw Unexpected(failure)
        }
        #expect(received > 1)
    }

    @Test("a stalled body is given up long before the total timeout; the wait for its first byte isn't")
    func stall() async throws {
        let late = Gate()
        let server = try Server(
            Answer(.send(Answer.head(200, length: 10)), .wait(late), .send("1"), .hold))
        let client = try HTTPClient.make()
        let limits = HTTPLimits(total: .seconds(3_600), stall: .milliseconds(100))
        async let failing = client.failure(HTTPRequest(.get, server.url, limits: limits))
        await late.reached()
        // Another exchange of the same client takes longer than the stall timeout.
        let other = try Server(.silence)
        _ = await client.failure(HTTPRequest(.get, other.url, limits: HTTPLimits(total: .milliseconds(200))))
        late.open()
        #expect(
            await failing == .partialAnswer(host: server.host, HTTPFault(.stalled), status: 200, received: 1))
    }

    @Test("a server that disconnects without a response: sent, no answer", arguments: [false, true])
    func noWord(isReset: Bool) async throws {
        let server = try Server(Answer(isReset ? .reset : .close))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, body: [1, 2, 3]))
        guard case .sentNoAnswer(server.host, let fault) = failure else { throw Unexpected(failure) }
        #expect(fault.reason == .closed)
        #expect(server.requests.count == 1)
    }

    @Test("a reply that isn't HTTP is no answer")
    func garbage() async throws {
        let server = try Server(Answer(.send("SSH-2.0-OpenSSH_9.2\r\n"), .close))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url))
        #expect(failure == .sentNoAnswer(host: server.host, HTTPFault(.malformed, code: 1)))
    }

    @Test("connection refused: not sent")
    func refused() async throws {
        let server = try Server(.silence)
        server.stop()
        let path = try TemporaryFile().path
        let client = try HTTPClient.make()
        let nowhere = await client.failure(HTTPRequest(.post, "http://127.0.0.1:1/"))
        #expect(nowhere == .notSent(host: "127.0.0.1:1", HTTPFault(.connect, code: 7)))
        let noSocket = await client.failure(HTTPRequest(.post, "http://textifyd/", unixSocket: path))
        #expect(noSocket == .notSent(host: "textifyd", HTTPFault(.connect, code: 7)))
    }

    @Test("unknown host: not sent")
    func unknownName() async throws {
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, "http://nobody.invalid/"))
        #expect(failure == .notSent(host: "nobody.invalid", HTTPFault(.resolve, code: 6)))
    }

    @Test("a TLS handshake that never completes: not sent, after the connect timeout")
    func connectTime() async throws {
        let server = try Server(greeting: [.hold]) { _ in .silence }
        let request = HTTPRequest(
            .post, "https://" + server.host, limits: HTTPLimits(connect: .milliseconds(200), total: .seconds(30)))
        let failure = await (try HTTPClient.make()).failure(request)
        #expect(failure == .notSent(host: server.host, HTTPFault(.timeout, code: 28)))
    }

    @Test(
        "an unsupported URL is rejected unsent",
        arguments: ["", "nonsense", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "http://a b/", "http://a\0b/"])
    func address(url: String) async throws {
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.get, url))
        #expect(failure == .notSent(host: "", HTTPFault(.address)))
    }

    @Test(
        "a header with a line break or a conflicting length is rejected unsent",
        arguments: [("X-A", "b\r\nX-C: d"), ("X A", "b"), ("Content-Length", "3"), ("transfer-encoding", "chunked")])
    func header(name: String, value: String) async throws {
        let server = try Server(.status(200))
        let request = HTTPRequest(.post, server.url, headers: [HTTPHeader(name, value)])
        let failure = await (try HTTPClient.make()).failure(request)
        #expect(failure == .notSent(host: server.host, HTTPFault(.header)))
        #expect(server.connections == 0)
    }

    @Test("no failure contains a secret from any part of the request")
    func secrets() async throws {
        let closing = try Server(Answer(.close))
        let half = try Server(
            Answer(.send(Answer.head(200, headers: [("X-Echo", "hush")], length: 9)), .send("hush"), .close))
        let client = try HTTPClient.make()
        let header = HTTPHeader("Authorization", "Bearer hush", isSecret: true)
        let bad = HTTPHeader("Authorization", "Bearer hush\n", isSecret: true)
        var shown = ""
        for base in [closing.url, half.url, "http://hush:hush@127.0.0.1:1", "hush://x"] {
            for header in [header, bad] {
                let request = HTTPRequest(.post, base + "/hush?key=hush", headers: [header], body: Array("hush".utf8))
                let failure = await client.failure(request)
                #expect(failure != nil)
                dump(failure, to: &shown)
                shown += "\(String(describing: failure)) \(String(reflecting: failure))"
            }
        }
        #expect(!shown.contains("hush"))
    }
}

/// An unexpected result in a test.
struct Unexpected: Error {
    let failure: HTTPFailure?

    init(_ failure: HTTPFailure?) {
        self.failure = failure
    }
}

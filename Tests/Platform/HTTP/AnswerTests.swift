import Domain
import Loopback
import PlatformHTTP
import Testing

@Suite("Answers")
struct AnswerTests {
    @Test(
        "every status is returned as a response with its headers and body",
        arguments: [200, 201, 202, 400, 401, 404, 429, 500, 503])
    func status(status: Int) async throws {
        let server = try Server(
            .status(status, headers: [("X-Request-ID", "r-1"), ("Retry-After", "7")], text: "body of \(status)"))
        let answer = try await HTTPClient.make().perform(HTTPRequest(.get, server.url + "/a?b=c"))
        #expect(answer.status == status)
        #expect(String(decoding: answer.body, as: UTF8.self) == "body of \(status)")
        #expect(answer.header("x-request-id") == "r-1")
        #expect(answer.header("retry-after") == "7")
        #expect(server.requests.map(\.target) == ["/a?b=c"])
    }

    @Test("a response without a body is complete", arguments: [204, 304])
    func empty(status: Int) async throws {
        let server = try Server(Answer(.send("HTTP/1.1 \(status) Status\r\n\r\n")))
        let answer = try await HTTPClient.make().perform(HTTPRequest(.get, server.url))
        #expect(answer.status == status)
        #expect(answer.body.isEmpty)
    }

    @Test("a request is sent with its method, headers in order and body, and nothing is added")
    func sent() async throws {
        let server = try Server(.status(200))
        let body = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        let headers = [
            HTTPHeader("Authorization", "Bearer hush", isSecret: true), HTTPHeader("X-Empty", ""),
            HTTPHeader("X-A", "1"), HTTPHeader("X-A", "2"), HTTPHeader("Content-Type", "application/json"),
        ]
        _ = try await HTTPClient.make().perform(HTTPRequest(.post, server.url + "/v1", headers: headers, body: body))
        let request = await server.request(0)
        #expect(request.method == "POST")
        #expect(request.body == body)
        #expect(request.headers("X-A") == ["1", "2"])
        #expect(request.headers("X-Empty") == [""])
        #expect(request.headers("Authorization") == ["Bearer hush"])
        #expect(request.headers("Content-Type") == ["application/json"])
        #expect(request.headers("User-Agent") == ["textifyd/test"])
        #expect(request.header("Expect") == nil)
        #expect(request.headers("Accept-Encoding") == ["gzip, deflate"])
        #expect(request.header("Cookie") == nil)
    }

    @Test(
        "each method is sent by name, with a Content-Length wherever a body is allowed",
        arguments: HTTPMethod.allCases)
    func method(method: HTTPMethod) async throws {
        let server = try Server(.status(200))
        let body: [UInt8] = method == .get || method == .head ? [] : Array("{}".utf8)
        _ = try await HTTPClient.make().perform(HTTPRequest(method, server.url, body: body))
        let request = await server.request(0)
        #expect(request.method == method.rawValue)
        #expect(request.body == body)
        #expect(request.header("Content-Type") == nil)
        #expect(request.header("Content-Length") == (body.isEmpty ? nil : "2"))
    }

    @Test("a POST without a body has Content-Length 0")
    func emptyPost() async throws {
        let server = try Server(.status(200))
        _ = try await HTTPClient.make().perform(HTTPRequest(.post, server.url))
        #expect(await server.request(0).header("Content-Length") == "0")
    }

    @Test("pieces, chunks and an interim response make one response; trailers aren't headers")
    func pieces() async throws {
        let gates = [Gate(), Gate()]
        let server = try Server(
            Answer(
                .send("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-La"), .wait(gates[0]),
                .send("te: 2\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2"), .wait(gates[1]),
                .send("\r\nde\r\n0\r\nX-Trailer: 3\r\n\r\n")))
        let client = try HTTPClient.make()
        async let answering = client.perform(HTTPRequest(.get, server.url))
        for gate in gates {
            await gate.reached()
            gate.open()
        }
        let answer = try await answering
        #expect(answer.status == 200)
        #expect(answer.body == Array("abcde".utf8))
        #expect(answer.header("X-Late") == "2")
        #expect(answer.header("X-Early") == nil)
        #expect(answer.header("X-Trailer") == nil)
    }

    @Test("a body without a length ends with the connection")
    func untilClose() async throws {
        let server = try Server(Answer(.send(Answer.head(200, length: nil)), .send("abc"), .close))
        let answer = try await HTTPClient.make().perform(HTTPRequest(.get, server.url))
        #expect(answer.body == Array("abc".utf8))
    }

    @Test("the Content-Length of a HEAD response announces no body, however large")
    func head() async throws {
        let server = try Server(Answer(.send(Answer.head(200, length: 1 << 40))))
        let request = HTTPRequest(.head, server.url, limits: HTTPLimits(bodyBytes: 10))
        let answer = try await HTTPClient.make().perform(request)
        #expect(answer.header("Content-Length") == String(1 << 40))
        #expect(answer.body.isEmpty)
    }

    @Test("a redirect is returned if redirects are off or a secret would be forwarded")
    func redirectKept() async throws {
        let target = try Server(.status(200, text: "there"))
        let server = try Server(.status(302, headers: [("Location", target.url)]))
        let client = try HTTPClient.make()
        let secret = HTTPHeader("X-Key", "hush", isSecret: true)
        let requests = [
            HTTPRequest(.get, server.url), HTTPRequest(.post, server.url, redirects: 5),
            HTTPRequest(.get, server.url, headers: [secret], redirects: 5),
        ]
        for request in requests {
            let answer = try await client.perform(request)
            #expect(answer.status == 302)
            #expect(answer.header("Location") == target.url)
        }
        #expect(target.connections == 0)
    }

    @Test("redirects are followed up to the allowed number")
    func redirectFollowed() async throws {
        let target = try Server(.status(200, text: "there"))
        let server = try Server(.status(302, headers: [("Location", target.url)]))
        let client = try HTTPClient.make()
        let answer = try await client.perform(HTTPRequest(.get, server.url, redirects: 1))
        #expect(answer.body == Array("there".utf8))
        let round = try Server { _ in .status(302, headers: [("Location", "/again")]) }
        let failure = await client.failure(HTTPRequest(.get, round.url, redirects: 2))
        #expect(failure?.fault?.reason == .redirects)
        #expect(round.requests.count == 3)
    }

    @Test("a redirect never switches from HTTP to another protocol")
    func redirectScheme() async throws {
        let server = try Server(.status(302, headers: [("Location", "file:///etc/passwd")]))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.get, server.url, redirects: 1))
        #expect(failure?.fault?.code == 1)
    }

    @Test("the timings of an exchange are ordered; a reused connection has no connect time")
    func timing() async throws {
        let server = try Server(.status(200, text: "a"))
        let client = try HTTPClient.make()
        let first = try await client.perform(HTTPRequest(.get, server.url)).timing
        #expect(first.connected > .zero)
        #expect(first.connected <= first.answered && first.answered <= first.total)
        let second = try await client.perform(HTTPRequest(.get, server.url)).timing
        #expect(second.connected == .zero)
        #expect(second.total > .zero)
    }
}

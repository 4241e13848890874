import Domain
import Loopback
@testable import PlatformHTTP
import Testing

@Suite("Encryption")
struct EncryptionTests {
    @Test("a trusted server with the right name is used; HTTP/2 is offered first")
    func right() async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem)
        let server = try Server(identity: identity, .status(200, text: "hidden"))
        let request = HTTPRequest(.post, server.url, body: Array("a".utf8), caFile: trust.path)
        let answer = try await HTTPClient.make().perform(request)
        #expect(answer.body == Array("hidden".utf8))
        #expect(identity.offered == ["h2", "http/1.1"])
    }

    @Test("the CA file of the settings applies if a request names none")
    func settings() async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem)
        let server = try Server(identity: identity, .status(200))
        let client = try HTTPClient(HTTPClientSettings(userAgent: "textifyd/test", caFile: trust.path))
        let answer = try await client.perform(HTTPRequest(.get, server.url))
        #expect(answer.status == 200)
    }

    @Test("nothing is sent to a server whose certificate is untrusted or for another name", arguments: [false, true])
    func wrong(isRightName: Bool) async throws {
        let identity = try Identity(for: isRightName ? "IP:127.0.0.1" : "DNS:example.invalid")
        let trust = try TemporaryFile(identity.pem)
        let server = try Server(identity: identity, .status(200))
        // The right name without trust, or the wrong name with trust.
        let request = HTTPRequest(.post, server.url, caFile: isRightName ? nil : trust.path)
        let failure = await (try HTTPClient.make()).failure(request)
        #expect(failure == .notSent(host: server.host, HTTPFault(.tls, code: 60)))
        await server.ended(1)
        #expect(server.requests.isEmpty)
    }

    @Test("a missing CA file is reported, and nothing is sent")
    func noFile() async throws {
        let server = try Server(identity: try Identity(for: "IP:127.0.0.1"), .status(200))
        let path = try TemporaryFile().path
        let request = HTTPRequest(.get, server.url, caFile: path)
        let failure = await (try HTTPClient.make()).failure(request)
        #expect(failure == .notSent(host: server.host, HTTPFault(.trust, code: 77, about: path)))
    }

    @Test(
        "a CA file without a certificate is reported as such, not blamed on the server",
        arguments: ["", "no certificate\n"])
    func emptyFile(text: String) async throws {
        let file = try TemporaryFile(Array(text.utf8))
        let server = try Server(identity: try Identity(for: "IP:127.0.0.1"), .status(200))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, caFile: file.path))
        #expect(failure == .notSent(host: server.host, HTTPFault(.trust, code: 77, about: file.path)))
        #expect(server.requests.isEmpty)
    }

    @Test("nothing of an HTTPS request is sent to a server without TLS")
    func plain() async throws {
        let server = try Server(greeting: [.send("HTTP/1.1 200 OK\r\n\r\n"), .hold]) { _ in .silence }
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, "https://" + server.host))
        #expect(failure == .notSent(host: server.host, HTTPFault(.tls, code: 35)))
    }

    @Test("a body that ends without TLS close_notify is partial")
    func cut() async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem)
        let server = try Server(
            identity: identity, Answer(.send(Answer.head(200, length: 4)), .send("abc"), .cut))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, caFile: trust.path))
        guard case .partialAnswer(_, _, 200, 3) = failure else { throw Unexpected(failure) }
    }
}

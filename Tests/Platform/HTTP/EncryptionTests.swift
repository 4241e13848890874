import Domain
import Loopback
import PlatformHTTP
import Testing

@Suite("Encryption")
struct EncryptionTests {
    @Test("a server of the right name that is trusted is asked; HTTP/2 is offered first")
    func right() async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem, ending: ".pem")
        let server = try Server(identity: identity, .status(200, text: "hidden"))
        let request = HTTPRequest(.post, server.url, body: Array("a".utf8), caFile: trust.path)
        let answer = try await HTTPClient.make().perform(request)
        #expect(answer.body == Array("hidden".utf8))
        #expect(identity.offered == ["h2", "http/1.1"])
    }

    @Test("the settings' file is trusted where a request names none")
    func settings() async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem, ending: ".pem")
        let server = try Server(identity: identity, .status(200))
        let client = try HTTPClient(HTTPClientSettings(userAgent: "textifyd/test", caFile: trust.path))
        let answer = try await client.perform(HTTPRequest(.get, server.url))
        #expect(answer.status == 200)
    }

    @Test("a certificate of another name, trusted or not, gets no byte of the request", arguments: [false, true])
    func wrong(isRightName: Bool) async throws {
        let identity = try Identity(for: isRightName ? "IP:127.0.0.1" : "DNS:example.invalid")
        let trust = try TemporaryFile(identity.pem, ending: ".pem")
        let server = try Server(identity: identity, .status(200))
        // The right name without trust, the wrong one with it.
        let request = HTTPRequest(.post, server.url, caFile: isRightName ? nil : trust.path)
        let failure = await (try HTTPClient.make()).failure(request)
        #expect(failure == .notSent(host: server.host, HTTPFault(.tls, code: 60)))
        await server.ended(1)
        #expect(server.requests.isEmpty)
    }

    @Test("a file of trust that isn't there is said, and nothing is sent")
    func noFile() async throws {
        let server = try Server(identity: try Identity(for: "IP:127.0.0.1"), .status(200))
        let path = TemporaryFile(ending: ".pem").path
        let request = HTTPRequest(.get, server.url, caFile: path)
        let failure = await (try HTTPClient.make()).failure(request)
        #expect(failure == .notSent(host: server.host, HTTPFault(.trust, code: 77, about: path)))
    }

    @Test("a file without a certificate is said too, not blamed on the server", arguments: ["", "no certificate\n"])
    func emptyFile(text: String) async throws {
        let file = try TemporaryFile(Array(text.utf8), ending: ".pem")
        let server = try Server(identity: try Identity(for: "IP:127.0.0.1"), .status(200))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, caFile: file.path))
        #expect(failure == .notSent(host: server.host, HTTPFault(.trust, code: 77, about: file.path)))
        #expect(server.requests.isEmpty)
    }

    @Test("a server that does not encrypt gets nothing of a request that was to be")
    func plain() async throws {
        let server = try Server(greeting: [.send("HTTP/1.1 200 OK\r\n\r\n"), .hold]) { _ in .silence }
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, "https://" + server.host))
        #expect(failure == .notSent(host: server.host, HTTPFault(.tls, code: 35)))
    }

    @Test("a body that breaks off without a goodbye of the encryption is partial")
    func cut() async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem, ending: ".pem")
        let server = try Server(
            identity: identity, Answer(.send(Answer.head(200, length: 4)), .send("abc"), .cut))
        let failure = await (try HTTPClient.make()).failure(HTTPRequest(.post, server.url, caFile: trust.path))
        guard case .partialAnswer(_, _, 200, 3) = failure else { throw Unexpected(failure) }
    }
}

import BackendKit
import Configuration
import Domain
import Loopback
import PlatformSystem
import Testing

@testable import App

/// Errors in a backend's own proxy or certificate settings, which must prevent the start.
@MainActor
@Suite("Backend routes", .serialized, .timeLimit(.minutes(5)))
struct BackendRouteTests {
    /// Records the requests it receives.
    private actor Kept: HTTPTransport {
        var requests: [HTTPRequest] = []

        func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            requests.append(request)
            return HTTPResponse(status: 200)
        }
    }

    private func installation(_ lines: String) throws -> Installation {
        try Installation(
            more: """
                backend = "studio"

                [backends.studio]
                type = "a1111"
                base_url = "http://127.0.0.1:1"
                \(lines)
                """)
    }

    private func failure(_ lines: String, _ files: [String: String] = [:]) throws -> LaunchFailure? {
        let installation = try installation(lines)
        defer { withExtendedLifetime(installation) {} }
        for (name, text) in files { try installation.write(text, to: name) }
        let settings = try installation.source().load()
        return #expect(throws: LaunchFailure.self) { try BackendFactory.check(settings, environment: [:]) }
    }

    @Test("A certificate file that is missing or holds no certificate is reported with its backend")
    func certificates() throws {
        let line = "ca_file = 'own.pem'"
        let missing = try #require(try failure(line))
        #expect(missing.exit == .configuration)
        let empty = try #require(try failure(line, ["own.pem": "-----BEGIN PRIVATE KEY-----\n"]))
        for found in [missing, empty] {
            #expect(found.sentence.contains("studio") && found.sentence.contains("ca_file"))
            #expect(found.sentence.contains("own.pem"))
        }
        #expect(empty.sentence.contains("no certificate"))
    }

    @Test("A file that holds a certificate is accepted")
    func certificate() throws {
        let installation = try installation("ca_file = 'own.pem'")
        let pem = String(decoding: try Identity(for: "IP:127.0.0.1").pem, as: UTF8.self)
        try installation.write(pem, to: "own.pem")
        try BackendFactory.check(try installation.source().load(), environment: [:])
    }

    @Test("A missing proxy password is reported as `proxy_login`, not as the backend's API key")
    func login() throws {
        let found = try #require(
            try failure("proxy = 'http://p.example:1'\nproxy_login = { env = 'NO_SUCH_LOGIN' }"))
        #expect(found.sentence.contains("proxy_login") && found.sentence.contains("NO_SUCH_LOGIN"))
    }

    @Test("Every request to a backend carries its proxy, the proxy password and its certificate file")
    func stamped() async throws {
        let installation = try installation(
            "proxy = 'http://p.example:1'\nproxy_login = { env = 'LOGIN' }\nca_file = 'own.pem'")
        let pem = String(decoding: try Identity(for: "IP:127.0.0.1").pem, as: UTF8.self)
        try installation.write(pem, to: "own.pem")
        let settings = try installation.source().load()
        let kept = Kept()
        let transports = try BackendRoutes.transports(
            for: settings.backends, KeyReader(environment: ["LOGIN": "user:hush"]), over: kept)
        let transport = try #require(transports["studio"])
        _ = try await transport.perform(HTTPRequest(.get, "http://127.0.0.1:1/"))
        let request = try #require(await kept.requests.first)
        #expect(request.proxy == .at(Secret("http://p.example:1"), login: Secret("user:hush")))
        #expect(request.caFile == installation.root.appending("own.pem").shown)
    }
}

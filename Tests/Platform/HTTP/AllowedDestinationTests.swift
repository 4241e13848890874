import Domain
import FoundationEssentials
import Loopback
import PlatformHTTP
import Testing

@Suite("Allowed destinations", .timeLimit(.minutes(5)))
struct AllowedDestinationTests {
    /// Whether this machine has a host name for its loopback that doesn't reveal it.
    private static var hasAlias: Bool {
        guard let hosts = try? String(contentsOfFile: "/etc/hosts", encoding: .utf8) else { return false }
        return hosts.contains("ip6-localhost")
    }

    private func pattern(_ text: String) throws -> HostPattern { try #require(HostPattern(text)) }

    @Test(
        "this machine is rejected in every spelling, before a connection is made",
        arguments: [
            "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "LOCALHOST", "a.localhost",
            "[::1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]", "127.9.9.9",
        ])
    func loopback(host: String) async throws {
        let server = try Server(.status(200))
        let port = server.host.split(separator: ":")[1]
        let request = HTTPRequest(.get, "http://\(host):\(port)/a.png", reach: .outside(allowing: []))
        let failure = await (try HTTPClient.make()).failure(request)
        guard case .notSent(let origin, let fault) = failure else { throw Unexpected(failure) }
        #expect(fault.reason == .inward && ["loopback", "unspecified"].contains(fault.about))
        #expect(origin.hasPrefix("http://") && origin.hasSuffix(":\(port)"))
        #expect(server.connections == 0)
    }

    @Test("the resolved address of a name decides", .enabled(if: hasAlias))
    func name() async throws {
        let client = try HTTPClient.make()
        let refused = await client.failure(
            HTTPRequest(.get, "https://ip6-localhost/a.png", reach: .outside(allowing: [])))
        #expect(refused == .notSent(host: "https://ip6-localhost:443", HTTPFault(.inward, about: "loopback")))
        // If allowed, the connection is attempted; no server listens there.
        let allowed = await client.failure(
            HTTPRequest(.get, "http://ip6-localhost:1/", reach: .outside(allowing: [try pattern("ip6-localhost:1")])))
        #expect(allowed == .notSent(host: "ip6-localhost:1", HTTPFault(.connect, code: 7)))
    }

    @Test("an allowed host is allowed at its port only")
    func allowed() async throws {
        let server = try Server(.status(200, text: "picture"))
        let other = try Server(.status(200, text: "secret"))
        let client = try HTTPClient.make()
        let reach = HTTPReach.outside(allowing: [try pattern(server.host)])
        #expect(try await client.perform(HTTPRequest(.get, server.url, reach: reach)).body == Array("picture".utf8))
        let failure = await client.failure(HTTPRequest(.get, other.url, reach: reach))
        #expect(failure == .notSent(host: other.url, HTTPFault(.inward, about: "loopback")))
        #expect(other.connections == 0)
    }

    @Test("a redirect to an internal address isn't followed, however many came before", arguments: 0...2)
    func redirect(hops: Int) async throws {
        let inside = try Server(.status(200, text: "secret"))
        let server = try Server { request in
            .status(302, headers: [("Location", request.number == hops ? inside.url + "/x" : "/next")])
        }
        let client = try HTTPClient.make()
        let reach = HTTPReach.outside(allowing: [try pattern(server.host)])
        let failure = await client.failure(HTTPRequest(.get, server.url, redirects: 3, reach: reach))
        #expect(failure == .notSent(host: inside.url, HTTPFault(.inward, about: "loopback")))
        #expect(inside.connections == 0 && server.requests.count == hops + 1)
        let fresh = try Server(.status(302, headers: [("Location", inside.url)]))
        let allowed = HTTPReach.outside(allowing: [try pattern(fresh.host), try pattern(inside.host)])
        let answer = try await client.perform(HTTPRequest(.get, fresh.url, redirects: 3, reach: allowed))
        #expect(answer.body == Array("secret".utf8))
    }

    @Test("a reused connection doesn't bypass the check")
    func kept() async throws {
        let server = try Server(.status(200, text: "secret"))
        let client = try HTTPClient.make()
        _ = try await client.perform(HTTPRequest(.get, server.url))
        let failure = await client.failure(HTTPRequest(.get, server.url, reach: .outside(allowing: [])))
        #expect(failure?.fault?.reason == .inward && server.requests.count == 1)
    }

    @Test(
        "behind a proxy an internal address is rejected and names are left to the proxy, which may itself be internal")
    func proxied() async throws {
        let proxy = try Server(.status(200, text: "by proxy"))
        let client = try HTTPClient.make()
        func request(_ url: String) -> HTTPRequest {
            HTTPRequest(.get, url, proxy: .at(Secret(proxy.url)), reach: .outside(allowing: []))
        }
        for place in ["http://10.0.0.5/", "http://169.254.169.254/latest", "http://localhost/", "http://[fd00::1]/"] {
            let failure = await client.failure(request(place))
            #expect(failure?.fault?.reason == .inward, "\(place)")
        }
        #expect(proxy.connections == 0)
        let answer = try await client.perform(request("http://pictures.invalid/a.png"))
        #expect(answer.body == Array("by proxy".utf8))
    }
}

import ControlAPI
import Domain
import PlatformHTTPServer
import Testing

@testable import ControlServer

@Suite("Network access policies")
struct AccessPolicyTests {
    private static let token = "0123456789abcdef"
    private static let bearer = [("Authorization", "Bearer " + token)]

    private func guarded() -> CheckedClient { CheckedClient(.token(Secret(Self.token), owner: 7)) }

    @Test("The token grants full access as the service's own user") func token() async {
        let client = guarded()
        #expect(await client.ask("POST", "/v1/pause", Self.bearer, host: "127.0.0.1:8187").status == 200)
        let small = [("Authorization", "bearer " + Self.token)]
        #expect(await client.ask("POST", "/v1/pause", small, host: "127.0.0.1:8187").status == 200)
        let sent = await client.ask(
            "POST", "/v1/jobs", Self.bearer + [("Content-Type", "application/json")],
            body: Array(#"{"prompt":"a"}"#.utf8), host: "localhost")
        #expect(sent.status == 201 && client.plane.orders.map(\.user) == [7])
    }

    @Test(
        "Without the token every request is a 401 that does not reveal which paths exist",
        arguments: [
            [:], ["Authorization": ""], ["Authorization": "Bearer"], ["Authorization": "Bearer 0123456789abcdee"],
            ["Authorization": "Bearer 0123456789abcdef0"], ["Authorization": "Basic 0123456789abcdef"],
            ["Authorization": "0123456789abcdef"], ["X-Token": "0123456789abcdef"],
        ] as [[String: String]])
    func noToken(headers: [String: String]) async {
        let client = guarded()
        for path in ["/v1/status", "/nothing", "/healthz", "/v1/openapi.json"] {
            let answer = await client.ask("GET", path, headers.map { ($0.key, $0.value) }, host: "127.0.0.1")
            #expect(answer.status == 401 && answer.problem?.code == "no_token", "\(path)")
            #expect(answer.header("WWW-Authenticate") == "Bearer")
        }
        #expect(client.plane.asked.isEmpty)
    }

    @Test("A foreign host name is rejected despite a valid token, and so is a request from a web page")
    func rebinding() async {
        let client = guarded()
        for host in [
            "evil.example", "127.0.0.1.evil.example", "textifyd", "10.0.0.1:8187", "[::2]", "127.0.0.1:x", "[::1", "",
        ] {
            let answer = await client.ask("GET", "/v1/status", Self.bearer, host: host)
            #expect(answer.status == 403 && answer.problem?.code == "foreign_host", "\(host)")
        }
        for host in ["127.0.0.1", "127.0.0.1:8187", "localhost:8187", "[::1]:8187", "[::1]"] {
            #expect(await client.ask("GET", "/v1/status", Self.bearer, host: host).status == 200, "\(host)")
        }
        for header in ["Origin", "Referer"] {
            let answer = await client.ask(
                "GET", "/v1/status", Self.bearer + [(header, "http://127.0.0.1")], host: "127.0.0.1")
            #expect(answer.problem?.code == "from_web_page")
        }
    }

    @Test("The metrics listener serves metrics and liveness only", arguments: [true, false])
    func figures(isLoopback: Bool) async {
        var client = CheckedClient(.metrics(isLoopback: isLoopback))
        client.isWhole = false
        for path in ["/metrics", "/healthz"] {
            #expect(await client.ask("GET", path, host: "127.0.0.1:9187").status == 200)
            #expect(await client.ask("HEAD", path, host: "127.0.0.1:9187").status == 200)
            #expect(await client.ask("GET", path, [("Origin", "http://a")], host: "127.0.0.1").status == 403)
            let named = await client.ask("GET", path, host: "host.example:9187")
            #expect(named.status == (isLoopback ? 403 : 200))
        }
        #expect(await client.ask("POST", "/metrics", host: "127.0.0.1").status == 405)
        #expect(client.service.router.routes.map(\.pattern) == ["/healthz", "/metrics"])
        for path in ["/v1/status", "/v1/jobs", "/readyz", "/v1/openapi.json", "/v1/pause"] {
            #expect(await client.ask("GET", path, host: "127.0.0.1").problem?.code == "no_such_path", "\(path)")
        }
    }
}

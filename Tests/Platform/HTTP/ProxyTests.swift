import Domain
import Loopback
@testable import PlatformHTTP
import Testing

@Suite("Proxies", .timeLimit(.minutes(5)))
struct ProxyTests {
    /// A TLS server for one of both protocol versions, and a client that trusts it.
    private final class TrustedServer {
        let identity: Identity
        let trust: TemporaryFile
        let server: Server

        init(frames: Bool, _ body: [UInt8] = Array("done".utf8)) throws {
            identity = try Identity(for: "IP:127.0.0.1")
            trust = try TemporaryFile(identity.pem)
            server =
                frames
                ? try Server(frames: identity) { _ in .body(body) }
                : try Server(identity: identity, .status(200, body: body))
        }

        init(answering script: @escaping Server.Script) throws {
            identity = try Identity(for: "IP:127.0.0.1")
            trust = try TemporaryFile(identity.pem)
            server = try Server(identity: identity, answering: script)
        }

        func request(
            through relay: TunnelProxy, _ method: HTTPMethod = .post, body: [UInt8] = Array("paid".utf8),
            login: String? = nil,
            limits: HTTPLimits = HTTPLimits()
        ) -> HTTPRequest {
            HTTPRequest(
                method, server.url + "/v1", headers: [HTTPHeader("Authorization", "Bearer hush", isSecret: true)],
                body: body, limits: limits, caFile: trust.path,
                proxy: .at(Secret(relay.url), login: login.map { Secret($0) }))
        }
    }

    @Test(
        "successive requests share one tunnel; the proxy sees neither key nor body",
        arguments: [false, true])
    func tunnel(frames: Bool) async throws {
        let place = try TrustedServer(frames: frames)
        let relay = try TunnelProxy(to: place.server)
        let client = try HTTPClient.make()
        for _ in 0..<20 {
            let answer = try await client.perform(place.request(through: relay))
            #expect(answer.status == 200 && answer.body == Array("done".utf8))
        }
        #expect(place.server.requests.count == 20 && place.server.connections == 1)
        #expect(place.server.requests.allSatisfy { $0.method == "POST" && $0.text == "paid" })
        #expect(relay.requests.map(\.method) == ["CONNECT"] && relay.requests.map(\.target) == [place.server.host])
        #expect(relay.requests.allSatisfy { $0.header("Authorization") == nil && !$0.head.contains("hush") })
    }

    @Test("a proxy that refuses the tunnel: not sent, with the proxy's status", arguments: [403, 502], [false, true])
    func refused(status: Int, frames: Bool) async throws {
        let place = try TrustedServer(frames: frames)
        let relay = try TunnelProxy(to: place.server, .refuse(status))
        let failure = await (try HTTPClient.make()).failure(place.request(through: relay))
        #expect(failure == .notSent(host: place.server.host, HTTPFault(.proxy, code: status)))
        #expect(relay.requests.count == 1 && place.server.connections == 0)
    }

    @Test("a proxy with a password: not sent without it or with a wrong one, sent with the right one")
    func login() async throws {
        let place = try TrustedServer(frames: false)
        // user:p@ss
        let relay = try TunnelProxy(to: place.server, .tunnel(login: "dXNlcjpwQHNz"))
        let client = try HTTPClient.make()
        for login in [nil, "user:wrong", "nobody:p@ss"] {
            let failure = await client.failure(place.request(through: relay, login: login))
            #expect(failure == .notSent(host: place.server.host, HTTPFault(.proxy, code: 407)), "\(login ?? "none")")
        }
        #expect(place.server.connections == 0)
        let answer = try await client.perform(place.request(through: relay, login: "user:p@ss"))
        #expect(answer.body == Array("done".utf8))
        var inAddress = place.request(through: relay)
        inAddress.proxy = .at(Secret("http://user:p%40ss@" + relay.host))
        #expect(try await client.perform(inAddress).status == 200)
        #expect(place.server.requests.count == 2)
        #expect(place.server.requests.allSatisfy { $0.header("Proxy-Authorization") == nil })
    }

    @Test("a proxy that disconnects or isn't there: not sent")
    func gone() async throws {
        let place = try TrustedServer(frames: false)
        let relay = try TunnelProxy(to: place.server, .hangUp)
        let client = try HTTPClient.make()
        let hungUp = await client.failure(place.request(through: relay))
        #expect(hungUp?.isNotSent == true && hungUp?.fault?.reason == .proxy, "\(String(describing: hungUp))")
        var nowhere = place.request(through: relay)
        nowhere.proxy = .at(Secret("http://127.0.0.1:1"))
        let failure = await client.failure(nowhere)
        #expect(failure == .notSent(host: place.server.host, HTTPFault(.proxy, code: 7)))
        nowhere.proxy = .at(Secret("http://proxy.invalid:3128"))
        #expect(await client.failure(nowhere) == .notSent(host: place.server.host, HTTPFault(.proxy, code: 5)))
    }

    @Test("a tunnel that ends before the request went in: not sent", arguments: [0, 1, 100], [false, true])
    func endsBefore(count: Int, frames: Bool) async throws {
        let place = try TrustedServer(frames: frames)
        // Less than the client's part of the TLS handshake.
        let relay = try TunnelProxy(to: place.server, .end(after: count))
        let failure = await (try HTTPClient.make()).failure(place.request(through: relay))
        #expect(failure?.isNotSent == true, "\(String(describing: failure))")
        #expect(place.server.requests.isEmpty)
    }

    @Test("a tunnel that ends within the request's body: sent, no answer", arguments: [false, true])
    func endsWithin(frames: Bool) async throws {
        let place = try TrustedServer(frames: frames)
        let relay = try TunnelProxy(to: place.server, .end(after: 200_000))
        let body = [UInt8](repeating: 65, count: 6_000_000)
        let failure = await (try HTTPClient.make()).failure(place.request(through: relay, body: body))
        #expect(failure?.isSentNoAnswer == true, "\(String(describing: failure))")
        #expect(place.server.requests.isEmpty)
    }

    @Test("a tunnel that ends after the request went in: sent, no answer")
    func endsAfter() async throws {
        let place = try TrustedServer { _ in .silence }
        let relay = try TunnelProxy(to: place.server)
        let client = try HTTPClient.make()
        async let failing = client.failure(place.request(through: relay))
        _ = await place.server.request(0)
        relay.stop()
        let failure = await failing
        #expect(failure?.isSentNoAnswer == true, "\(String(describing: failure))")
    }

    @Test("a server that disconnects on a POST in a reused tunnel: sent once, no answer")
    func hangsUp() async throws {
        let place = try TrustedServer { request in request.method == "GET" ? .status(200) : Answer(.close) }
        let relay = try TunnelProxy(to: place.server)
        let client = try HTTPClient.make()
        _ = try await client.perform(place.request(through: relay, .get, body: []))
        let failure = await client.failure(place.request(through: relay))
        #expect(failure?.isSentNoAnswer == true, "\(String(describing: failure))")
        #expect(place.server.requests.map(\.method) == ["GET", "POST"])
    }

    @Test("a POST on an idle tunnel that has ended goes through a new one, once")
    func postAfterClose() async throws {
        let place = try TrustedServer { request in
            request.method == "GET" ? Answer(Answer.status(200).steps + [.close]) : .status(200, text: "b")
        }
        let relay = try TunnelProxy(to: place.server)
        let client = try HTTPClient.make()
        for round in 1...5 {
            _ = try await client.perform(place.request(through: relay, .get, body: []))
            await place.server.ended(round)
            // The end may or may not have arrived through the tunnel yet: either way the POST is sent at most once.
            let failure = await client.failure(place.request(through: relay))
            #expect(failure == nil || failure?.isSentNoAnswer == true, "\(String(describing: failure))")
            #expect(place.server.requests.filter { $0.method == "POST" }.count <= round)
        }
    }

    @Test("a proxy that never answers: not sent, after its timeout or a cancellation")
    func silent() async throws {
        let place = try TrustedServer(frames: false)
        let relay = try TunnelProxy(to: place.server, .silence)
        let client = try HTTPClient.make()
        let limits = HTTPLimits(connect: .milliseconds(200), total: .seconds(30))
        let late = await client.failure(place.request(through: relay, limits: limits))
        #expect(late == .notSent(host: place.server.host, HTTPFault(.timeout, code: 28)))
        let asking = Task { await client.failure(place.request(through: relay)) }
        await relay.asked(2)
        asking.cancel()
        #expect(await asking.value == .cancelled(host: place.server.host, wasSent: false))
    }

    @Test("a plain HTTP request goes to the proxy itself, complete; if the proxy disconnects, it counts as sent")
    func plain() async throws {
        let proxy = try Server { $0.target.hasSuffix("/lost") ? Answer(.close) : .status(200, text: "by proxy") }
        let client = try HTTPClient.make()
        func request(_ path: String) -> HTTPRequest {
            HTTPRequest(.post, "http://studio.invalid" + path, body: [1], proxy: .at(Secret(proxy.url)))
        }
        #expect(try await client.perform(request("/a")).body == Array("by proxy".utf8))
        #expect(await client.failure(request("/lost"))?.isSentNoAnswer == true)
        #expect(proxy.requests.map(\.target) == ["http://studio.invalid/a", "http://studio.invalid/lost"])
        var nowhere = request("/b")
        nowhere.proxy = .at(Secret("http://127.0.0.1:1"))
        #expect(await client.failure(nowhere) == .notSent(host: "studio.invalid", HTTPFault(.proxy, code: 7)))
    }

    @Test("a plain HTTP proxy with a password forwards nothing without it, and the request with it")
    func plainLogin() async throws {
        let proxy = try Server { request in
            .status(request.header("Proxy-Authorization") == "Basic dXNlcjpwQHNz" ? 200 : 407)
        }
        let client = try HTTPClient.make()
        for (login, isRight) in [(nil, false), ("user:no", false), ("user:p@ss", true)] as [(String?, Bool)] {
            let request = HTTPRequest(
                .post, "http://studio.invalid/", body: [1],
                proxy: .at(Secret(proxy.url), login: login.map { Secret($0) }))
            let failure = await client.failure(request)
            let refused = HTTPFailure.notSent(host: "studio.invalid", HTTPFault(.proxy, code: 407))
            #expect(failure == (isRight ? nil : refused))
        }
        // A 407 from a server, without a proxy, is a response like any other.
        let server = try Server(.status(407))
        #expect(try await client.perform(HTTPRequest(.post, server.url)).status == 407)
    }

    @Test(
        "the environment's proxy applies to other machines only, not to no_proxy hosts or requests that opt out"
    )
    func environment() async throws {
        let proxy = try Server(.status(200, text: "by proxy"))
        let server = try Server(.status(200, text: "direct"))
        let rules = ProxyRules(environment: ["http_proxy": proxy.url, "no_proxy": "direct.invalid"])
        let client = try HTTPClient(HTTPClientSettings(userAgent: "textifyd/test", proxies: rules))
        #expect(try await client.perform(HTTPRequest(.get, "http://studio.invalid/")).body == Array("by proxy".utf8))
        #expect(try await client.perform(HTTPRequest(.get, server.url)).body == Array("direct".utf8))
        let excepted = await client.failure(HTTPRequest(.get, "http://direct.invalid/"))
        #expect(excepted == .notSent(host: "direct.invalid", HTTPFault(.resolve, code: 6)))
        let unwanted = await client.failure(HTTPRequest(.get, "http://studio.invalid/", proxy: .direct))
        #expect(unwanted == .notSent(host: "studio.invalid", HTTPFault(.resolve, code: 6)))
        // A request's own proxy applies to any address.
        let own = try await client.perform(HTTPRequest(.get, server.url, proxy: .at(Secret(proxy.url))))
        #expect(own.body == Array("by proxy".utf8))
    }

    @Test("no failure contains a proxy's password")
    func secret() async throws {
        let place = try TrustedServer(frames: false)
        let relay = try TunnelProxy(to: place.server, .refuse(407))
        var request = place.request(through: relay, login: "user:hush")
        var shown = ""
        for proxy in [request.proxy, .at(Secret("http://user:hush@" + relay.host))] {
            request.proxy = proxy
            let failure = await (try HTTPClient.make()).failure(request)
            dump((failure, request, proxy), to: &shown)
            shown += "\(String(describing: failure)) \(request) \(String(describing: proxy))"
        }
        #expect(!shown.contains("hush"))
    }
}

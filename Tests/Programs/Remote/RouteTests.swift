import Glibc
import Loopback
import PlatformSystem
import Testing

/// Proxies, trusted certificates, and what a proxy must not see. Proxies are read from the environment, so each case
/// runs a service of its own.
@Suite("Proxies, certificates and hostile pictures", .ownThread)
struct RouteTests {
    private static let key = "sk-route-4Jq8"

    private func run(
        _ base: String, _ variables: [String], until mark: String
    ) throws -> (service: Service, log: [String]) {
        let service = try Service(
            backends: """
                [backends.studio]
                type = "openai"
                base_url = "\(base)"
                model = "painter-1"
                probe_interval = "100ms"
                api_key = { env = "STUDIO_KEY" }

                """)
        let program = try service.start(after: ":", variables: ["STUDIO_KEY=" + Self.key] + variables)
        try program.wait(for: " started: ")
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: mark)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(!program.log.contains { $0.contains(Self.key) })
        return (service, program.log)
    }

    @Test("an http request goes through http_proxy with its absolute URL")
    func plain() throws {
        let proxy = try Server { _ in FakeImagesServer.picture(5) }
        _ = try run("http://studio.invalid/v1", ["http_proxy=" + proxy.url], until: " job_done: ")
        let targets = proxy.requests.filter { $0.method == "POST" }.map(\.target)
        #expect(targets == ["http://studio.invalid/v1/images/generations"])
    }

    @Test("https_proxy receives a CONNECT without key or prompt, and its refusal is reported")
    func tunnel() throws {
        let proxy = try Server(.status(403))
        let (_, log) = try run(
            "https://studio.invalid/v1", ["https_proxy=" + proxy.url], until: " backend_")
        let asked = proxy.requests
        #expect(!asked.isEmpty && asked.allSatisfy { $0.method == "CONNECT" && $0.target == "studio.invalid:443" })
        #expect(asked.allSatisfy { $0.header("authorization") == nil && !$0.text.contains("boat") })
        #expect(log.contains { $0.contains("could not be reached") })
    }

    @Test("an https request goes through the tunnel of https_proxy once, and the proxy does not see the key")
    func tunnelled() throws {
        let identity = try Identity(for: "DNS:studio.invalid")
        let server = try Server(identity: identity) { _ in FakeImagesServer.picture(5) }
        let relay = try TunnelProxy(to: server)
        let home = try Service()
        try home.keep("ca.pem", identity.pem)
        _ = try run(
            "https://studio.invalid/v1", ["https_proxy=" + relay.url, "SSL_CERT_FILE=" + home.kept("ca.pem")],
            until: " job_done: ")
        #expect(server.requests.filter { $0.method == "POST" }.count == 1)
        #expect(relay.requests.allSatisfy { $0.method == "CONNECT" && !$0.head.contains(Self.key) })
    }

    @Test("loopback addresses and hosts in no_proxy bypass the proxy")
    func bypass() throws {
        let proxy = try Server(.status(500))
        let studio = try FakeImagesServer()
        let variables = ["http_proxy=" + proxy.url, "https_proxy=" + proxy.url, "all_proxy=" + proxy.url]
        _ = try run(studio.server.url + "/v1", variables, until: " job_done: ")
        #expect(proxy.connections == 0 && studio.orders == ["boat 5": 1])
        _ = try run(
            "http://nobody.invalid/v1", variables + ["no_proxy=nobody.invalid"], until: " backend_")
        #expect(proxy.connections == 0)
    }

    @Test("a private certificate authority is trusted only through SSL_CERT_FILE")
    func authority() throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let server = try Server(identity: identity) { _ in FakeImagesServer.picture(5) }
        let home = try Service()
        try home.keep("ca.pem", identity.pem)
        _ = try run(server.url + "/v1", ["SSL_CERT_FILE=" + home.kept("ca.pem")], until: " job_done: ")
        #expect(server.requests.filter { $0.method == "POST" }.count == 1)
        let other = try Server(identity: identity) { _ in FakeImagesServer.picture(5) }
        let (_, log) = try run(other.url + "/v1", [], until: " backend_config: ")
        #expect(other.requests.isEmpty)
        #expect(log.contains { $0.contains("certificate") && $0.contains("127.0.0.1") })
    }

    @Test("a picture that claims 65,000 × 65,000 pixels fails only its own job and is bought once")
    func vast() throws {
        let claim = try Pictures.claiming(width: 65_000, height: 65_000)
        let studio = try FakeImagesServer { order in
            order.number == 5 ? FakeImagesServer.answer(claim) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(backends: studio.table())
        let program = try service.start()
        try program.wait(for: " started: ")
        try service.drop(prompt: "boat 5", "vast.txt")
        let line = try program.wait(for: "65,000")
        #expect(line.contains("vast.txt"), "\(line)")
        try service.drop(prompt: "boat 6", "boat.txt")
        try program.wait(for: "boat.txt became")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(studio.orders == ["boat 5": 1, "boat 6": 1])
    }
}

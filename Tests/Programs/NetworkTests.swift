import Domain
import FoundationEssentials
import Glibc
import PlatformHTTPServer
import Testing

@Suite("textifyd over the network", .ownThread, .enabled(if: access("/usr/bin/curl", X_OK) == 0))
struct NetworkTests {
    private let service: Service

    init() throws {
        service = try Service()
    }

    /// Returns a port that is free now and that the system is unlikely to assign again soon.
    private static func freePort() throws -> UInt16 { try ListeningSocket(host: "127.0.0.1", port: 0).port }

    private func configure(_ control: String) throws {
        try service.configure(Service.quick + "\n[control]\n" + control)
    }

    /// Runs `curl` and returns the answer's HTTP status and body.
    private func asked(_ words: String...) throws -> (status: String, body: String) {
        let curl = try Program(
            "/usr/bin/curl", ["-s", "-w", "\n%{http_code}"] + words, home: service.root.shown)
        _ = try curl.ending()
        var lines = String(decoding: curl.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let status = lines.popLast() ?? ""
        return (status, lines.joined(separator: "\n"))
    }

    @Test("the metrics address serves metrics and health without a token; the API requires the token")
    func serves() throws {
        let (figures, api) = (try Self.freePort(), try Self.freePort())
        let token = service.root.shown + "/token"
        try Data("s3cret-token\n".utf8).write(to: URL(filePath: token))
        #expect(chmod(token, 0o600) == 0)
        try configure(
            """
            metrics_listen = "127.0.0.1:\(figures)"
            listen = "127.0.0.1:\(api)"
            token_file = "token"
            """)
        let program = try service.serve()
        #expect(try service.textify("submit", "a boat").code == 0)
        #expect(try service.textify("sync").code == 0)
        let page = try asked("http://127.0.0.1:\(figures)/metrics")
        #expect(page.status == "200" && page.body.contains("textifyd_render_seconds_count 1"), "\(page)")
        #expect(
            page.body.contains(#"textifyd_backend_call_seconds_count{backend="sketch",call="submit",outcome="ok"} 1"#))
        #expect(try asked("http://127.0.0.1:\(figures)/healthz").status == "200")
        #expect(try asked("http://127.0.0.1:\(figures)/v1/status").status == "404")

        let status = "http://127.0.0.1:\(api)/v1/status"
        #expect(try asked(status).status == "401")
        #expect(try asked(status, "-H", "Authorization: Bearer wrong").status == "401")
        let bearer = "Authorization: Bearer s3cret-token"
        #expect(try asked(status, "-H", bearer).status == "200")
        #expect(try asked(status, "-H", bearer, "-H", "Host: evil.example").status == "403")
        #expect(try asked(status, "-H", bearer, "-H", "Origin: http://127.0.0.1").status == "403")
        #expect(try asked("-X", "POST", "http://127.0.0.1:\(api)/v1/pause", "-H", bearer).status == "200")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(!program.log.joined().contains("s3cret-token"))
    }

    @Test("a token file that others can read, or an address in use, prevents the start")
    func refuses() throws {
        let token = service.root.shown + "/token"
        try Data("s3cret-token\n".utf8).write(to: URL(filePath: token))
        #expect(chmod(token, 0o644) == 0)
        try configure("listen = \"127.0.0.1:\(try Self.freePort())\"\ntoken_file = \"token\"")
        let open = try service.start()
        #expect(try open.ending() == .code(78), "\(open.log)")
        #expect(
            open.log.count == 1 && open.log[0].contains("token_file") && !open.log[0].contains("s3cret"), "\(open.log)")

        let taken = try ListeningSocket(host: "127.0.0.1", port: 0)
        try configure("metrics_listen = \"127.0.0.1:\(taken.port)\"")
        let second = try service.start()
        #expect(try second.ending() == .code(69), "\(second.log)")
        #expect(second.log.count == 1 && second.log[0].contains("127.0.0.1:\(taken.port)"), "\(second.log)")
    }
}

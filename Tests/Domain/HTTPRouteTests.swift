import Domain
import Testing

@Suite("HTTP reach and proxies")
struct HTTPRouteTests {
    @Test(
        "Results of a private service may be on private hosts; those of a public service only on its own host",
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://localhost:1/v1", true), ("http://192.168.0.5", true),
            ("http://0x7f.1/", true), ("http://[fd00::1]:80/", true), ("http://nas:9000", true),
            ("https://nas.lan", true), ("https://a.b.local", true), ("https://a.home.arpa", true),
            ("https://ai.internal", true), ("https://api.openai.com/v1", false), ("https://local.example", false),
            ("http://1.1.1.1", false), ("https://home.example.arpa", false), ("nonsense", false),
        ])
    func base(base: String, isInner: Bool) {
        let reach = HTTPReach.results(of: base, allowing: [])
        #expect(reach.refuses(.privateNetwork) == !isInner && reach.refuses(.loopback) == !isInner)
        #expect(reach.refuses(.metadata) && !reach.refuses(.open))
    }

    @Test("An allowed host is allowed at its port and in every spelling")
    func allowed() throws {
        let extra = ["minio.lan:9000", "*.store.lan", "127.1:81"].compactMap { HostPattern($0) }
        let reach = HTTPReach.results(of: "https://api.example:8443/v1", allowing: extra)
        func isFree(_ host: String, _ port: UInt16, _ isEncrypted: Bool) -> Bool {
            reach.isUnbounded(host: host, port: port, isEncrypted: isEncrypted)
        }
        #expect(isFree("api.example", 8443, true) && isFree("API.example", 8443, false))
        #expect(!isFree("api.example", 443, true) && !isFree("a.api.example", 8443, true))
        #expect(isFree("minio.lan", 9000, false) && !isFree("minio.lan", 80, false))
        #expect(isFree("a.store.lan", 443, true) && isFree("a.store.lan", 80, false) && !isFree("store.lan", 443, true))
        #expect(isFree("127.0.0.1", 81, false) && !isFree("127.0.0.2", 81, false))
    }

    @Test(
        "Proxy variables are interpreted as by curl",
        arguments: [
            (["http_proxy": "http://a:1"], "http", "http://a:1"), (["HTTP_PROXY": "http://a:1"], "http", "none"),
            (["https_proxy": "http://a:1"], "https", "http://a:1"), (["HTTPS_PROXY": "b:2"], "https", "b:2"),
            (["https_proxy": "", "HTTPS_PROXY": "b:2"], "https", "b:2"), (["https_proxy": "a:1"], "http", "none"),
            (["all_proxy": "socks5h://c:3"], "http", "socks5h://c:3"), (["ALL_PROXY": "c:3"], "https", "c:3"),
            (["https_proxy": "http://a:1", "all_proxy": "c:3"], "https", "http://a:1"), ([:], "https", "none"),
        ])
    func environment(variables: [String: String], scheme: String, wanted: String) {
        let proxy = ProxyRules(environment: variables).proxy(host: "a.example", isEncrypted: scheme == "https")
        #expect(proxy.shown == wanted)
    }

    @Test(
        "`no_proxy` excludes names with their subdomains, addresses and blocks",
        arguments: [
            ("a.example", "a.example", true), (".example", "a.example", true), ("example", "a.example", true),
            ("ample", "a.example", false), ("*", "a.example", true), ("b.example, a.example.", "A.Example", true),
            ("a.example", "a.example.", true), ("b.a.example", "a.example", false), ("10.0.0.0/8", "10.9.9.9", true),
            ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true), ("10.0.0.0/33", "10.0.0.0", false),
            ("fd00::/8", "[fd12::1]", true), ("10.0.0.0/8", "a.example", false), ("", "a.example", false),
        ])
    func exceptions(list: String, host: String, isDirect: Bool) {
        let rules = ProxyRules(environment: ["https_proxy": "http://p:1", "no_proxy": list])
        #expect((rules.proxy(host: host, isEncrypted: true) == .direct) == isDirect)
    }

    @Test("Loopback hosts never use a proxy", arguments: ["localhost", "127.0.0.1", "[::1]", "a.localhost"])
    func loopback(host: String) {
        let rules = ProxyRules(environment: ["http_proxy": "http://p:1"])
        #expect(rules.proxy(host: host, isEncrypted: false) == .direct)
    }

    @Test("A proxy setting is a URL with a scheme, or none")
    func proxy() {
        for text in ["", "none", "None"] { #expect(HTTPProxy(text) == .direct) }
        for scheme in HTTPProxy.schemes {
            #expect(HTTPProxy(scheme + "://a.example:3128")?.shown == scheme + "://a.example:3128")
        }
        #expect(HTTPProxy("http://[::1]:3128/") != nil && HTTPProxy("http://a") != nil)
        for text in [
            "a.example:3128", "ftp://a", "http://", "http://:1", "http://a:0", "http://a:x", "http://a:65536",
            "http://a/b",
            "http://a b", "http://a?x", "http://u@v@a",
        ] {
            #expect(HTTPProxy(text) == nil, "\(text)")
        }
    }

    @Test("A proxy's password is compared but never displayed")
    func secret() throws {
        let proxy = try #require(HTTPProxy("http://user:hush@a.example:3128"))
        var dumped = ""
        dump([proxy, .at(Secret("http://a"), login: Secret("user:hush"))], to: &dumped)
        let shown = dumped + "\(proxy)" + String(reflecting: proxy) + proxy.shown
        #expect(!shown.contains("hush") && !shown.contains("user"))
        #expect(proxy.shown == "http://a.example:3128" && proxy.hasLogin)
        #expect(proxy != HTTPProxy("http://user:loud@a.example:3128"))
    }
}

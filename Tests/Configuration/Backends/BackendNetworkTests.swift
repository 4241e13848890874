import BackendKit
import Domain
import Testing

@testable import Configuration

@Suite("Network settings of backends")
struct BackendNetworkTests {
    private static let kinds = [
        "type = 'openai'\nbase_url = 'http://a'\nmodel = 'm'\n", "type = 'a1111'\nbase_url = 'http://a'\n",
        "type = 'comfyui'\nbase_url = 'http://a'\nworkflow = 'w.json'\n", "type = 'karlo'\napi_key = { env = 'K' }\n",
        "type = 'http'\ntemplate = 'bfl'\n",
    ]

    private static let head = "[[watch]]\npath = '/in'\noutbox = '/out'\n[backends.studio]\n"

    private func read(_ kind: String, _ lines: String) throws(ConfigurationFailure) -> BackendNetwork? {
        try Settings.read(Self.head + kind + lines).backends.first?.network
    }

    private func failures(_ lines: String, _ kind: String = kinds[0]) -> [FieldFailure] {
        Settings.failures(Self.head + kind + lines)
    }

    @Test("Every kind of network backend supports a proxy and its own certificates", arguments: kinds)
    func whole(kind: String) throws {
        let read = try read(
            kind, "proxy = 'http://p.example:3128'\nproxy_login = { credential = 'proxy' }\nca_file = '/etc/own.pem'")
        let expected = BackendNetwork(
            proxy: .at(Secret("http://p.example:3128")), proxyLogin: .credential("proxy"),
            caFile: FolderPath("/etc/own.pem"))
        #expect(read == expected)
    }

    @Test("Without a setting the environment's proxy applies; `none` and an empty text disable it")
    func none() throws {
        #expect(try read(Self.kinds[0], "") == BackendNetwork())
        for text in ["none", ""] {
            #expect(try read(Self.kinds[0], "proxy = '\(text)'")?.proxy == .direct)
        }
    }

    @Test("Only backends whose responses contain URLs accept `allowed_hosts`")
    func hosts() throws {
        let line = "allowed_hosts = ['minio.lan:9000', '*.store.lan']"
        for (number, kind) in Self.kinds.enumerated() {
            if [0, 3, 4].contains(number) {
                #expect(try read(kind, line)?.allowedHosts.map(\.text) == ["minio.lan:9000", "*.store.lan"])
            } else {
                #expect(failures(line, kind).map(\.key) == ["backends.studio.allowed_hosts"])
            }
        }
    }

    @Test(
        "An invalid setting is rejected by key, without repeating a password",
        arguments: [
            ("proxy = 'p.example:3128'", "proxy"), ("proxy = 'ftp://hush@p'", "proxy"),
            ("proxy = 'http://u:hush@'", "proxy"),
            ("proxy = 'http://u:hush@p'\nproxy_login = { env = 'A' }", "proxy_login"),
            ("proxy = 'none'\nproxy_login = { env = 'A' }", "proxy_login"), ("proxy_login = { env = 'A' }", "proxy"),
            ("proxy = 'http://p'\nproxy_login = { exec = ['a'] }", "proxy_login.exec"), ("ca_file = ''", "ca_file"),
            ("allowed_hosts = 'a'", "allowed_hosts"), ("allowed_hosts = ['a', '*']", "allowed_hosts[1]"),
            ("allowed_hosts = ['http://a']", "allowed_hosts[0]"),
        ])
    func bad(lines: String, key: String) {
        let found = failures(lines)
        #expect(found.map(\.key) == ["backends.studio." + key], "\(found)")
        #expect(!"\(found)".contains("hush"))
    }

    @Test(
        "A `local_only` folder rejects a backend with a remote proxy",
        arguments: [("http://p.example:1", true), ("http://u:p@127.0.0.1:1", false)])
    func local(proxy: String, isRemote: Bool) {
        let text = """
            [[watch]]
            path = '/in'
            outbox = '/out'
            backend = 'studio'
            local_only = true
            [backends.studio]
            type = 'a1111'
            base_url = 'http://127.0.0.1:7860'
            proxy = '\(proxy)'
            """
        #expect(Settings.failures(text).isEmpty == !isRemote)
    }

    @Test("A dump of the settings contains no password")
    func shown() throws {
        let network = try #require(try read(Self.kinds[0], "proxy = 'http://user:hush@p.example:3128'"))
        var dumped = ""
        dump(network, to: &dumped)
        #expect(!dumped.contains("hush") && dumped.contains("p.example:3128"))
    }
}

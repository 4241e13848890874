import CHTTP
import Domain
import PlatformHTTP
import Testing

/// Compares `WebAddress` with the parser of libcurl, which makes the connections. Both must see the same server in
/// every URL that both accept.
@Suite("Web addresses as libcurl reads them")
struct AddressTests {
    /// How the two parsers' results relate.
    enum Relation: Equatable, Sendable {
        /// Both accept the URL and find the same parts.
        case same
        /// Both accept it and find the same server; libcurl rewrites the path.
        case sameServer
        case bothReject
        /// Only libcurl accepts it.
        case stricter(String)
    }

    static let table: [(url: String, relation: Relation)] = [
        ("http://example.com", .same),
        ("https://example.com/", .same),
        ("HTTP://EXAMPLE.COM/A", .same),
        ("https://Example.Com:8443/a/b?c=d#e", .same),
        ("http://example.com:80/", .same),
        ("https://example.com:443", .same),
        ("https://example.com:65535/", .same),
        ("http://example.com?a=b", .same),
        ("http://example.com#a", .same),
        ("http://example.com/?a?b#c?d", .same),
        ("http://example.com/a#b#c", .same),
        ("http://example.com/a%20b", .same),
        ("http://example.com/%2e%2e/a", .sameServer),
        ("http://example.com/a/../b", .sameServer),
        ("http://example.com/a;b=c", .same),
        ("http://example.com//a//b", .same),
        ("http://example.com/@a", .same),
        ("http://example.com/?q=a@b", .same),
        ("http://example.com./", .same),
        ("http://localhost", .same),
        ("http://sub.localhost:1", .same),
        ("http://my_host-1.example", .same),
        ("http://xn--fsq.example/", .same),
        ("http://127.0.0.1:8080/", .same),
        ("http://127.1/", .same),
        ("http://0x7f.1/", .same),
        ("http://0177.0.0.1/", .same),
        ("http://2130706433/", .same),
        ("http://127.0.0.1.example.com/", .same),
        ("http://1.2.3.4.5/", .same),
        ("http://256.1.1.1/", .same),
        ("http://[::1]", .same),
        ("http://[::1]:8080/a", .same),
        ("http://[2001:DB8::1]/", .same),
        ("http://[::ffff:127.0.0.1]/", .same),
        ("http://[::1", .bothReject),
        ("http://[::1]a/", .bothReject),
        ("http://[::1]:", .stricter("an empty port")),
        ("http://[zz]/", .bothReject),
        ("http://[1:2]/", .bothReject),
        ("http://[]/", .bothReject),
        ("http://[127.0.0.1]/", .bothReject),
        ("http://[fe80::1%25eth0]/", .stricter("an address that means another host on every machine")),
        ("http://user@example.com/", .stricter("a login")),
        ("http://user:secret@example.com/", .stricter("a login")),
        ("http://a@b", .stricter("a login")),
        ("http://example.com@evil.example/", .stricter("a login that looks like a host")),
        ("http://example.com:80@evil.example/", .stricter("a login that looks like a host")),
        ("http://a@b@c/", .bothReject),
        ("http://example.com#@evil.example/", .same),
        ("http://example.com?@evil.example/", .same),
        ("http://example.com\\@evil.example/", .stricter("a login that looks like a host")),
        ("http://example.com/\\evil.example", .stricter("a backslash, which browsers read as a slash")),
        ("http:\\\\example.com", .bothReject),
        ("http:example.com", .bothReject),
        ("http:/example.com", .stricter("one slash")),
        ("http:///example.com", .stricter("three slashes")),
        ("http:////example.com", .bothReject),
        ("http://", .bothReject),
        ("http:///", .bothReject),
        ("http://:80/", .bothReject),
        ("http://?a", .bothReject),
        ("//example.com/", .bothReject),
        ("example.com/", .bothReject),
        ("", .bothReject),
        ("ftp://example.com/", .stricter("another scheme")),
        ("file:///etc/passwd", .stricter("another scheme")),
        ("javascript://example.com/", .bothReject),
        ("http://example.com:0/", .stricter("port 0")),
        ("http://example.com:/", .stricter("an empty port")),
        ("http://example.com:65536/", .bothReject),
        ("http://example.com:99999999999999999999/", .bothReject),
        ("http://example.com:-1/", .bothReject),
        ("http://example.com:+80/", .bothReject),
        ("http://example.com:8a/", .bothReject),
        ("http://example.com:80:80/", .bothReject),
        ("http://exa mple.com/", .bothReject),
        ("http://example.com/a b", .bothReject),
        (" http://example.com/", .bothReject),
        ("http://example.com/ ", .bothReject),
        ("http://example.com/\n", .bothReject),
        ("http://exam\tple.com/", .bothReject),
        ("http://example.com/\u{7F}", .bothReject),
        ("http://example.com/\u{1}", .bothReject),
        ("http://ex%61mple.com/", .stricter("an escape in the host")),
        ("http://%31%32%37.0.0.1/", .stricter("an escape in the host")),
        ("http://example.com%2f@evil.example/", .stricter("a login")),
        ("http://example.com%00.evil.example/", .bothReject),
        ("http://exa<mple.com/", .bothReject),
        ("http://exa*mple.com/", .bothReject),
        ("http://그림.example/", .stricter("a host outside ASCII")),
        ("http://example.com/그림", .stricter("a path outside ASCII")),
        ("http://１２７.0.0.1/", .stricter("digits outside ASCII")),
        ("http://127。0。0。1/", .stricter("dots outside ASCII")),
    ]

    @Test("the same server, or a reason to differ", arguments: table)
    func comparison(url: String, relation: Relation) {
        let (own, curl) = (WebAddress(url), CurlAddress(url))
        switch relation {
        case .same, .sameServer:
            guard let own, let curl else {
                Issue.record("ours: \(own as Any), curl's: \(curl as Any)")
                return
            }
            #expect(own.scheme == curl.scheme)
            #expect(IPAddress(own.host) == IPAddress(curl.host))
            if IPAddress(own.host) == nil { #expect(own.host == curl.host.lowercased()) }
            #expect(own.port == curl.port)
            guard relation == .same else { return }
            #expect((own.path.isEmpty ? "/" : own.path) == curl.path)
            #expect(own.query == curl.query)
            #expect(own.fragment == curl.fragment)
        case .bothReject:
            #expect(own == nil)
            #expect(curl == nil)
        case .stricter:
            #expect(own == nil)
            #expect(curl != nil)
        }
    }

    @Test(
        "a URL whose parts are allowed leads to the same server",
        arguments: [
            "http://user:secret@example.com:81/a", "https://그림.example/v1", "https://example.com/그림?크기=1",
            "http://user@[fe80::1%25eth0]:8188/", "http://a:b@c:1/@d",
        ])
    func allowances(url: String) throws {
        let own = try #require(WebAddress(url, allowing: [.login, .international, .zone]))
        let curl = try #require(CurlAddress(url))
        let name = own.host.prefix { $0 != "%" }
        #expect((name.hasPrefix("[") && !name.hasSuffix("]") ? name + "]" : name) == curl.host)
        #expect(own.login == curl.login)
        #expect((own.port, own.path, own.query) == (curl.port, curl.path, curl.query))
    }
}

/// A URL's parts as libcurl finds them.
private struct CurlAddress {
    let scheme: String
    let host: String
    let port: UInt16
    let path: String
    let query: String?
    let fragment: String?
    let login: String?

    init?(_ url: String) {
        guard CurlLibrary.isReady, let parts = curl_url() else { return nil }
        defer { curl_url_cleanup(parts) }
        func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard chttp_url_get(parts, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
        guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK, let scheme = part(CURLUPART_SCHEME) else {
            return nil
        }
        self.scheme = scheme
        host = part(CURLUPART_HOST) ?? ""
        port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap { UInt16($0) } ?? 0
        path = part(CURLUPART_PATH) ?? ""
        query = part(CURLUPART_QUERY)
        fragment = part(CURLUPART_FRAGMENT)
        login = part(CURLUPART_USER).map { user in user + (part(CURLUPART_PASSWORD).map { ":" + $0 } ?? "") }
    }
}

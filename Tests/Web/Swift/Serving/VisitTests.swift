import ControlAPI
import PlatformHTTPServer
import Testing

@testable import Web

@Suite("Visits")
struct VisitTests {
    static let peer = Peer(user: 1, group: 1, groups: [], address: "127.0.0.1")
    static let place = GalleryPlace(
        host: "127.0.0.1", port: 8189, base: "/art/", hosts: ["art.example.org"], trustedProxies: ["10.0.0.2"])

    func visit(
        _ method: String = "GET", _ target: String = "/art/library", host: String = "127.0.0.1:8189",
        _ headers: [(String, String)] = [], from address: String = "127.0.0.1"
    ) throws(Visit.Refusal) -> Visit {
        var peer = Self.peer
        peer.address = address
        let all = [ServerHeader("Host", host)] + headers.map { ServerHeader($0.0, $0.1) }
        return try Visit(RequestHead(method: method, target: target, headers: all, peer: peer), Self.place)
    }

    func refusal(_ make: () throws(Visit.Refusal) -> Visit) -> Visit.Refusal? {
        do throws(Visit.Refusal) {
            _ = try make()
            return nil
        } catch { return error }
    }

    @Test(
        "Hosts that no other site can name",
        arguments: [
            "127.0.0.1:8189", "localhost:8189", "[::1]:8189", "192.168.1.5", "art.example.org", "ART.example.org:443",
        ])
    func hosts(host: String) {
        let made = refusal { () throws(Visit.Refusal) in try visit(host: host) }
        #expect(made == nil)
    }

    @Test(
        "Foreign hosts are refused",
        arguments: [
            "evil.example", "127.0.0.1.evil.example", "art.example.org.evil", "", "a b", "127.0.0.1:99999999",
            "127.0.0.1:80@evil.example",
        ])
    func foreignHosts(host: String) {
        let made = refusal { () throws(Visit.Refusal) in try visit(host: host) }
        #expect(made == .foreignHost)
    }

    @Test("The path is below the base, and the query decoded")
    func path() throws {
        let visit = try visit("GET", "/art/artworks/a%2Fb?q=sea+%ED%95%9C")
        #expect(visit.path == "artworks/a%2Fb")
        #expect(visit.segments == ["artworks", "a/b"])
        #expect(visit.query.text("q") == "sea 한")
        #expect(refusal { () throws(Visit.Refusal) in try self.visit("GET", "/artful") } == .elsewhere)
        #expect(refusal { () throws(Visit.Refusal) in try self.visit("GET", "http://x/art/") } == .malformed)
    }

    @Test(
        "Only the gallery's own pages may change something",
        arguments: [
            ([("Sec-Fetch-Site", "same-origin")], true), ([("Sec-Fetch-Site", "same-site")], false),
            ([("Sec-Fetch-Site", "cross-site"), ("Origin", "http://127.0.0.1:8189")], false),
            ([("Sec-Fetch-Site", "none")], false), ([("Origin", "http://127.0.0.1:8189")], true),
            ([("Origin", "http://127.0.0.1:9999")], false), ([("Origin", "null")], false), ([], false),
        ])
    func origins(headers: [(String, String)], isAllowed: Bool) {
        let made = refusal { () throws(Visit.Refusal) in try visit("POST", "/art/new", headers) }
        #expect(made == (isAllowed ? nil : .foreignPage))
        let api = refusal { () throws(Visit.Refusal) in try visit("DELETE", "/art/v1/jobs/a", headers) }
        #expect(api == (isAllowed ? nil : .foreignPage))
    }

    @Test("Other ports of this machine can't read the API, but lead to pages")
    func reading() {
        let foreign = [("Sec-Fetch-Site", "same-site")]
        #expect(refusal { () throws(Visit.Refusal) in try visit("GET", "/art/v1/jobs", foreign) } == .foreignPage)
        #expect(refusal { () throws(Visit.Refusal) in try visit("GET", "/art/library", foreign) } == nil)
        #expect(
            refusal { () throws(Visit.Refusal) in try visit("GET", "/art/v1/jobs", [("Sec-Fetch-Site", "none")]) }
                == nil)
    }

    @Test("Only a trusted proxy can say that the browser came by HTTPS")
    func proxies() throws {
        let said = [("X-Forwarded-Proto", "https")]
        #expect(try visit("GET", "/art/", said, from: "10.0.0.2").isEncrypted)
        #expect(try !visit("GET", "/art/", said, from: "10.0.0.3").isEncrypted)
        #expect(try !visit("GET", "/art/", from: "10.0.0.2").isEncrypted)
    }

    @Test("A cookie is found by its whole name")
    func cookies() throws {
        let visit = try visit(
            "GET", "/art/", [("Cookie", "a=1; textify-81890=x; textify-8189=y=z"), ("cookie", "b=2")])
        #expect(visit.cookie("textify-8189") == "y=z")
        #expect(visit.cookie("b") == "2")
        #expect(visit.cookie("textify") == nil)
        for strange in ["=", ";", "=;=", " = ; a", "textify-8189"] {
            #expect(try self.visit("GET", "/art/", [("Cookie", strange)]).cookie("textify-8189") == nil)
        }
    }

    @Test(
        "A form leads only to paths below the base",
        arguments: [
            ("/art/jobs?a=b", true), ("/art", true), ("//evil.example/art/", false), ("https://evil.example", false),
            ("/art/\\evil", false), ("/other", false), ("/artful", false), ("/art/\n", false),
            ("/\t/evil.example/art/", false), ("/art/\t/evil", false), ("/art/한", false),
        ])
    func local(address: String, isAllowed: Bool) {
        #expect((Self.place.local(address) != nil) == isAllowed)
    }
}

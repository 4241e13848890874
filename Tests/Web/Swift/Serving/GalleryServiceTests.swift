import ControlAPI
import Domain
import PlatformHTTPServer
import Synchronization
import Testing

@testable import Web

@Suite("The gallery's service")
struct GalleryServiceTests {
    let browser = Browser()

    @Test("A code signs in once; the cookie is hidden from scripts and other sites")
    func signIn() async {
        let code = browser.invite()
        let answer = await browser.post("/login", ["code": code, "next": "/library?q=sea"])
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/library?q=sea")
        let cookie = answer["Set-Cookie"] ?? ""
        #expect(cookie.hasPrefix("textify-8189="))
        for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(part)) }
        #expect(!cookie.contains("Secure"))
        let again = await browser.post("/login", ["code": code])
        #expect(again.status == 403)
        #expect(again.text.contains("was used"))
    }

    @Test("Signing in leads to no other site, and a given cookie is not taken over")
    func fixation() async {
        let answer = await browser.post(
            "/login", ["code": browser.invite(), "next": "//evil.example/"], [("Cookie", "textify-8189=mine")])
        #expect(answer["Location"] == "/")
        #expect(answer["Set-Cookie"]?.contains("mine") == false)
        #expect(await browser.get("/v1/status", [("Cookie", "textify-8189=mine")]).status == 401)
    }

    @Test("Without a session there are only the login page and assets")
    func signedOut() async {
        for path in ["/", "/library", "/artworks/abcd", "/nothing"] {
            let answer = await browser.get(path)
            #expect(answer.status == 401)
            #expect(answer.text.contains("textify web"))
        }
        #expect(await browser.get("/login").status == 200)
        let refused = await browser.get("/v1/status")
        #expect(refused.status == 401)
        #expect(refused["Content-Type"] == "application/problem+json")
        #expect(browser.control.requests.isEmpty)
    }

    @Test("A form that is sent without a session can be sent again with what was typed")
    func unsent() async {
        let answer = await browser.post("/new", ["prompt": "a <b>sea</b>\n\"x\"", "tags": "sea"])
        #expect(answer.status == 401)
        #expect(answer.text.contains("name=\"prompt\" hidden>a &lt;b&gt;sea&lt;/b&gt;\n&quot;x&quot;</textarea>"))
        #expect(answer.text.contains("action=\"/new\""))
    }

    @Test("The API is asked as the session's peer, without what only browsers send")
    func passing() async throws {
        let cookie = await browser.signIn()
        let answer = await browser.get(
            "/v1/jobs?limit=3",
            [cookie, ("Referer", "http://127.0.0.1:8189/"), ("Authorization", "Bearer x"), ("Accept", "*/*")])
        #expect(answer.status == 200)
        let request = try #require(browser.control.requests.last)
        #expect(request.target == "/v1/jobs?limit=3")
        #expect(request.peer == browser.world.kim)
        #expect(request.headers.map(\.name) == ["Accept", "Host"])
        #expect(request["Host"] == "textifyd")
    }

    @Test("Answers of the API run nothing in a browser, and only pictures may be kept")
    func dressing() async {
        let cookie = await browser.signIn()
        let answer = await browser.get("/v1/artworks/abcd/text.html", [cookie])
        #expect(answer["Content-Security-Policy"]?.hasPrefix("sandbox; default-src 'none'") == true)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer["Access-Control-Allow-Origin"] == nil)
        #expect(await browser.get("/v1/artworks/abcd/thumbnail", [cookie])["Cache-Control"] == "private, max-age=3600")
    }

    @Test("Requests from other sites change nothing")
    func forgery() async {
        let cookie = await browser.signIn()
        let before = browser.control.requests.count
        for site in ["same-site", "cross-site", "none"] {
            let answer = await browser.post("/service/pause", [:], [cookie, ("Sec-Fetch-Site", site)], isOwn: false)
            #expect(answer.status == 403)
        }
        #expect(await browser.post("/service/pause", [:], [cookie], isOwn: false).status == 403)
        #expect(browser.control.requests.count == before)
    }

    @Test("A form becomes a request to the API and leads back")
    func form() async throws {
        let cookie = await browser.signIn()
        let answer = await browser.post(
            "/library/change", ["id": "ab", "act": "tag", "tag": "sea side", "back": "/library?q=x"], [cookie])
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/library?q=x&done=1&undo=token")
        let request = try #require(browser.control.bodies.last)
        #expect(request.target == "/v1/artworks/change")
        #expect(request.body == #"{"add_tags":["sea side"],"ids":["ab"]}"#)
    }

    @Test("An unknown page, act or form is refused in words")
    func unknown() async {
        let cookie = await browser.signIn()
        #expect(await browser.get("/nothing", [cookie]).status == 404)
        #expect(await browser.get("/assets/../../etc/passwd", [cookie]).status == 404)
        for path in ["/%zz", "/library?q=%"] {
            let answer = await browser.get(path, [cookie])
            #expect(answer.status == 400)
            #expect(answer["Content-Type"]?.hasPrefix("text/html") == true)
        }
        #expect(await browser.post("/service/format", [:], [cookie]).status == 400)
        #expect(await browser.post("/library/change", ["act": "trash"], [cookie]).status == 422)
        #expect(await browser.ask("PUT", "/new", [cookie, ("Sec-Fetch-Site", "same-origin")]).status == 404)
    }

    @Test("Assets are compressed, and kept for ever under the name of their content")
    func assets() async throws {
        let page = await browser.get("/login").text
        let start = try #require(page.firstRange(of: "/assets/app."))
        let path = String(page[start.lowerBound...].prefix { $0 != "\"" })
        let plain = await browser.get(path)
        #expect(plain.status == 200)
        #expect(plain["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(plain["Content-Encoding"] == nil)
        #expect(plain.text.contains("/assets/") || plain.text.contains("art."))
        let small = await browser.get(path, [("Accept-Encoding", "br, gzip")])
        #expect(small["Content-Encoding"] == "gzip")
        #expect(small.body.count < plain.body.count / 2)
        #expect(await browser.get(path, [("Accept-Encoding", "gzip;q=0")])["Content-Encoding"] == nil)
        #expect(await browser.get("/assets/app.0000000000000000.css").status == 404)
    }

    @Test("Pages are strict about what they load, and in the browser's language")
    func pages() async {
        let answer = await browser.get("/login", [("Accept-Language", "ko-KR,ko;q=0.9")])
        let policy = answer["Content-Security-Policy"] ?? ""
        for part in ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
            #expect(policy.contains(part))
        }
        #expect(!policy.contains("unsafe"))
        #expect(answer.text.contains("<html lang=\"ko\""))
        let chosen = await browser.get("/login", [("Cookie", "textify-language=ko; textify-scheme=dark")])
        #expect(chosen.text.contains("<html lang=\"ko\""))
        #expect(chosen.text.contains("data-scheme=\"dark\""))
    }

    @Test("Whoever may only look sees no buttons that change something", arguments: ["read", "submit", "operate"])
    func roles(role: String) async {
        browser.control.set(role: role)
        let cookie = await browser.signIn()
        let page = await browser.get("/", [cookie]).text
        #expect(page.contains("data-role=\"\(role)\""))
        #expect(page.contains("/service/pause") == (role == "operate"))
        #expect(page.contains("value=\"approve\"") == (role == "operate"))
        #expect(page.contains("value=\"cancel\"") == (role != "read"))
        #expect(await browser.get("/library", [cookie]).text.contains("id=\"bulk\"") == (role != "read"))
        #expect(await browser.get("/settings", [cookie]).text.contains("name=\"lines\"") == (role == "operate"))
    }

    @Test("Bodies are bounded before they are read")
    func bounds() async {
        let (name, value) = await browser.signIn()
        func admission(_ method: String, _ path: String, _ headers: [(String, String)]) -> Admission {
            browser.service.admit(browser.head(method, path, headers + [("Sec-Fetch-Site", "same-origin")]))
        }
        #expect(admission("GET", "/library", []) == .read(upTo: 4096))
        #expect(admission("POST", "/login", []) == .read(upTo: 256 << 10))
        #expect(admission("POST", "/new", []) == .read(upTo: 256 << 10))
        #expect(admission("POST", "/new", [(name, value)]) == .read(upTo: 77))
        guard case .refuse(let answer) = admission("POST", "/v1/jobs", []) else {
            Issue.record("a body is read without a session")
            return
        }
        #expect(answer.status == 401)
    }

    @Test("The token signs in as the service, after five wrong ones only a minute later")
    func token() async {
        let browser = Browser(token: "long token")
        #expect(await browser.post("/login", ["code": "longtoken"]).status == 303)
        for _ in 0..<5 { #expect(await browser.post("/login", ["code": "wrong"]).status == 403) }
        #expect(await browser.post("/login", ["code": "longtoken"]).status == 429)
        browser.world.pass(60_000)
        #expect(await browser.post("/login", ["code": "longtoken"]).status == 303)
    }

    @Test("Behind a trusted proxy that speaks HTTPS the cookie is sent only encrypted")
    func encrypted() async {
        let answer = await browser.post(
            "/login", ["code": browser.invite()], [("X-Forwarded-Proto", "https")], from: "10.0.0.2")
        #expect(answer["Set-Cookie"]?.contains("Secure") == true)
    }
}

/// A browser of a gallery whose control API is scripted.
struct Browser {
    let world = SessionWorld()
    let control = ScriptedControl()
    let service: GalleryService
    let entrance: GalleryEntrance

    init(token: String? = nil) {
        let world = world
        entrance = GalleryEntrance(
            place: GalleryPlace(host: "127.0.0.1", port: 8189, base: "/", hosts: [], trustedProxies: ["10.0.0.2"]),
            sessions: world.sessions(), calendarKey: world.calendarKey())
        service = GalleryService(
            entrance: entrance, control: control, token: token.map { Secret($0.filter { $0 != " " }) }, owner: 7,
            language: .english, clock: GalleryClock(now: { world.now }, text: { "at \($0.milliseconds)" }),
            calendar: world)
    }

    /// A fresh code.
    func invite() -> String {
        String(entrance.invite(world.kim).url.split(separator: "#").last ?? "")
    }

    /// Signs in and returns the header of the cookie.
    func signIn() async -> (String, String) {
        let answer = await post("/login", ["code": invite()])
        return ("Cookie", String((answer["Set-Cookie"] ?? "").prefix { $0 != ";" }))
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async -> ServerResponse {
        await ask("GET", path, headers)
    }

    /// Sends a form. `isOwn`: from the gallery's own page.
    func post(
        _ path: String, _ fields: KeyValuePairs<String, String>, _ headers: [(String, String)] = [], isOwn: Bool = true,
        from address: String = "127.0.0.1"
    ) async -> ServerResponse {
        let form = QueryString.encode(fields.map { QueryString.Item($0.key, $0.value) })
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        let site = isOwn ? [("Sec-Fetch-Site", "same-origin")] : []
        return await ask("POST", path, headers + [type] + site, Array(form.utf8), from: address)
    }

    func ask(
        _ method: String, _ path: String, _ headers: [(String, String)], _ body: [UInt8] = [],
        from address: String = "127.0.0.1"
    ) async -> ServerResponse {
        let head = head(method, path, headers, from: address)
        if case .refuse(let answer) = service.admit(head) { return answer }
        return await service.answer(ServerRequest(head: head, body: body))
    }

    func head(
        _ method: String, _ path: String, _ headers: [(String, String)], from address: String = "127.0.0.1"
    ) -> RequestHead {
        let all = [("Host", "127.0.0.1:8189")] + headers
        return RequestHead(
            method: method, target: path, headers: all.map { ServerHeader($0.0, $0.1) },
            peer: Peer(user: .max, group: .max, groups: [], address: address))
    }
}

/// A control API that notes what it is asked.
final class ScriptedControl: RequestHandler {
    struct Asked: Sendable {
        let target: String
        let body: String
    }

    private let asked = Mutex<[(RequestHead, [UInt8])]>([])
    private let role = Mutex("operate")

    func set(role: String) { self.role.withLock { $0 = role } }

    /// Without what every page asks first.
    var requests: [RequestHead] {
        asked.withLock { $0.map(\.0) }.filter { $0.target != "/v1/access" }
    }

    var bodies: [Asked] {
        asked.withLock { $0.map { Asked(target: $0.0.target, body: String(decoding: $0.1, as: UTF8.self)) } }
    }

    private static let status: String = {
        let status = Status(
            version: "1", pid: 1, phase: .running, started: WireTime(UTCMillis(0)), uptime: 1)
        return String(decoding: (try? ControlJSON.encode(status)) ?? [], as: UTF8.self)
    }()

    func admit(_ head: RequestHead) -> Admission { .read(upTo: 77) }

    func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse { ServerResponse(status: 413) }

    func answer(_ request: ServerRequest) async -> ServerResponse {
        asked.withLock { $0.append((request.head, request.body)) }
        let path = request.head.target.prefix { $0 != "?" }
        let text =
            switch path {
            case "/v1/access": "{\"role\":\"\(role.withLock { $0 })\",\"last_event\":\"7-1\"}"
            case "/v1/jobs", "/v1/failures": #"{"jobs":[]}"#
            case "/v1/artworks": #"{"artworks":[]}"#
            case "/v1/artworks/months": #"{"months":[]}"#
            case "/v1/settings": #"{"files":[],"tables":[]}"#
            case "/v1/status": Self.status
            case "/v1/artworks/change": #"{"dry_run":false,"matched":1,"changed":1,"ids":["ab"],"undo":"token"}"#
            default: "{}"
            }
        let headers = [ServerHeader("Content-Type", "application/json"), ServerHeader("Cache-Control", "no-store")]
        return ServerResponse(status: 200, headers: headers, body: Array(text.utf8))
    }
}

extension ServerResponse {
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }
}

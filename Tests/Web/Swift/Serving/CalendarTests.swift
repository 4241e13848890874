import ControlAPI
import Domain
import PlatformHTTPServer
import Synchronization
import Testing

@testable import Web

@Suite("The calendar's address")
struct CalendarTests {
    private let browser = Browser()

    /// The path of a new address.
    private func path(renewing: Bool = false) throws -> String {
        let url = try #require(try browser.entrance.subscribe(renewing: renewing).url)
        #expect(url.hasPrefix("http://127.0.0.1:8189/calendar/") && url.hasSuffix(".ics"))
        return String(url.dropFirst("http://127.0.0.1:8189".count))
    }

    @Test("a calendar program reads the calendar without a session, and gets none; nothing is sent twice")
    func reads() async throws {
        let path = try path()
        let answer = await browser.get(path)
        #expect(answer.status == 200 && answer.text == "calendar for http://127.0.0.1:8189/")
        #expect(answer["Content-Type"] == "text/calendar; charset=utf-8")
        #expect(answer["Cache-Control"] == "private, max-age=900" && answer["Referrer-Policy"] == "no-referrer")
        #expect(answer["Set-Cookie"] == nil && answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer.headers.filter { $0.name == "Referrer-Policy" }.count == 1)
        let tag = try #require(answer["ETag"])
        for known in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
            let again = await browser.get(path, [("If-None-Match", known)])
            #expect(again.status == 304 && again.body == [] && again["ETag"] == tag)
        }
        #expect(await browser.get(path, [("If-None-Match", "\"other\"")]).status == 200)
        #expect(await browser.ask("HEAD", path, []).status == 200)
        #expect(browser.control.requests.isEmpty)
        // The gallery's other pages stay closed.
        #expect(await browser.get("/library").status == 401)
        #expect(await browser.get("/v1/status").status == 401)
    }

    @Test("any other address is not found, and no answer repeats it")
    func guesses() async throws {
        let path = try path()
        let token = path.dropFirst("/calendar/".count).dropLast(4)
        var paths = [
            "/calendar/", "/calendar/.ics", "/calendar/\(token)", "/calendar/\(token).ics/", "/calendar/x/\(token).ics",
        ]
        paths += [
            "/calendar/\(token.dropLast()).ics", "/calendar/\(token)a.ics", "/calendar/\(token.lowercased()).ics",
        ]
        paths += ["/calendar/" + String(repeating: "a", count: 5000) + ".ics", "/calendar/%\(token).ics"]
        for path in paths {
            let answer = await browser.get(path)
            #expect(answer.status == 404 && answer["Referrer-Policy"] == "no-referrer", "\(path)")
            #expect(!answer.text.contains(token) && answer["ETag"] == nil && answer["Set-Cookie"] == nil)
        }
        #expect(await browser.ask("PUT", path, [("Sec-Fetch-Site", "same-origin")]).status == 404)
        #expect(await browser.post(path, [:]).status == 404)
        let rebound = browser.head("GET", path, []).with(host: "evil.example")
        guard case .refuse(let answer) = browser.service.admit(rebound) else {
            Issue.record("a foreign host was admitted")
            return
        }
        #expect(answer.status == 403)
    }

    @Test("the address is told once; a new one, and its end, close the old one at once and after a restart")
    func ends() async throws {
        let first = try path()
        #expect(try browser.entrance.subscribe(renewing: false).url == nil)
        #expect(await browser.get(first).status == 200)
        let second = try path(renewing: true)
        #expect(await browser.get(first).status == 404)
        #expect(await browser.get(second).status == 200)
        let token = String(second.dropFirst("/calendar/".count).dropLast(4))
        #expect(!browser.world.calendarStore.text.contains(token))
        let restarted = browser.world.calendarKey()
        #expect(restarted.accepts(token) && restarted.service == browser.entrance.calendarKey.service)
        #expect(try browser.entrance.unsubscribe())
        #expect(try !browser.entrance.unsubscribe())
        #expect(await browser.get(second).status == 404)
        #expect(!browser.world.calendarKey().accepts(token) && !browser.world.calendarKey().accepts(""))
    }

    @Test("what can't be stored is not told, an end that can't be stored still ends; a damaged file lets nobody in")
    func unstored() async throws {
        let path = try path()
        browser.world.calendarStore.fails = true
        #expect(throws: ControlFailure.self) { try browser.entrance.subscribe(renewing: true) }
        #expect(await browser.get(path).status == 200)
        #expect(throws: ControlFailure.self) { try browser.entrance.unsubscribe() }
        #expect(await browser.get(path).status == 404)
        for text in ["", "{", "{\"service\":\"s\",\"digest\":\"\"}"] {
            browser.world.calendarStore.text = text
            #expect(
                !browser.world.calendarKey().accepts("")
                    && !browser.world.calendarKey().accepts(String(path.dropFirst(10))))
        }
    }
}

extension RequestHead {
    fileprivate func with(host: String) -> RequestHead {
        RequestHead(
            method: method, target: target,
            headers: headers.filter { $0.name != "Host" } + [ServerHeader("Host", host)],
            peer: peer)
    }
}

extension SessionWorld: CalendarWriting {
    func calendar(of service: String, gallery: String) async -> [UInt8]? { Array("calendar for \(gallery)".utf8) }

    func calendarKey() -> CalendarKey { CalendarKey(calendarStore, now: { self.now }, random: randomBytes) }
}

/// A file that can fail.
final class CalendarStore: CalendarKeyStore {
    private let bytes = Mutex<[UInt8]?>(nil)
    private let failing = Mutex(false)

    var text: String {
        get { bytes.withLock { String(decoding: $0 ?? [], as: UTF8.self) } }
        set { bytes.withLock { $0 = Array(newValue.utf8) } }
    }

    var fails: Bool {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    func load() -> [UInt8]? { bytes.withLock { $0 } }

    func save(_ bytes: [UInt8]) throws(FileFailure) {
        if fails { throw .full }
        self.bytes.withLock { $0 = bytes }
    }
}

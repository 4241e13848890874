import BackendKit
import BackendTransports
@testable import Channels
import Domain
import Testing

@Suite("Webhooks")
struct WebhookTests {
    private let done = NotificationMessage(
        id: "01k0c2n6d3s8x4v9b7m5q1w2e3-4", kind: .done, at: 1_782_870_600_000, title: "textifyd: cat.txt is done",
        text: "cat.txt is done.",
        entries: [NotificationEntry(kind: .done, at: 1_782_870_600_000, sentence: "cat.txt is done.")],
        art: NotificationArt(plain: "/\\_/\\\n( o.o )", html: "<pre>x</pre>"))

    private func channel(
        _ template: WebhookTemplate, _ transport: any HTTPTransport, _ address: String, token: String? = nil,
        secret: String? = nil
    ) -> WebhookChannel {
        WebhookChannel(
            template, chat: "42", caFile: nil, transport: transport, utc: { 1_782_870_601_000 },
            sign: { key, message in key + [0] + Array(message.prefix(3)) }
        ) { () throws(NotificationFailure) in
            WebhookSecrets(
                address: Secret(address), token: token.map { Secret($0) }, secret: secret.map { Secret($0) })
        }
    }

    /// What a channel sends for a message.
    private func sent(
        _ template: WebhookTemplate, _ address: String, token: String? = nil, secret: String? = nil,
        _ message: NotificationMessage? = nil
    ) async throws -> (request: HTTPRequest, body: JSONValue) {
        let transport = ScriptedTransport("{}")
        let channel = channel(template, transport, address, token: token, secret: secret)
        #expect(await channel.send(message ?? done) == .delivered)
        let request = try #require(transport.asked.first)
        #expect(request.redirects == 0)
        return (request, try #require(JSONBody.value(request.body)))
    }

    @Test("ntfy's topic is the end of the address; the rest is the server")
    func ntfy() async throws {
        let (request, body) = try await sent(.ntfy, "https://ntfy.example/me/art", token: "tk_1")
        #expect(request.url == "https://ntfy.example/me/" && request.method == .post)
        #expect(body["topic"] == .text("art") && body["title"] == .text(done.title))
        #expect(body["message"] == .text("cat.txt is done.\n\n/\\_/\\\n( o.o )"))
        #expect(request.headers.contains(HTTPHeader("Authorization", "Bearer tk_1", isSecret: true)))
    }

    @Test("Discord, Slack, Telegram, Matrix and Gotify get their own forms")
    func forms() async throws {
        let discord = try await sent(.discord, "https://discord.example/api/webhooks/1/abc")
        #expect(discord.body["content"]?.text?.hasSuffix("\n```\n/\\_/\\\n( o.o )\n```") == true)
        #expect(discord.body["allowed_mentions"] == .object(["parse": .list([])]))
        let slack = try await sent(.slack, "https://hooks.slack.example/services/T/B/x")
        #expect(slack.body["text"]?.text?.hasPrefix("*textifyd: cat.txt is done*\n") == true)
        let telegram = try await sent(.telegram, "https://api.telegram.example/bot1:x")
        #expect(telegram.request.url == "https://api.telegram.example/bot1:x/sendMessage")
        #expect(telegram.body["chat_id"] == .text("42"))
        #expect(telegram.body["text"]?.text?.hasSuffix("<pre>/\\_/\\\n( o.o )</pre>") == true)
        let room = "https://matrix.example/_matrix/client/v3/rooms/!a:matrix.example"
        let matrix = try await sent(.matrix, room, token: "t")
        // The identifier is the transaction's, so that a repetition is shown once.
        #expect(matrix.request.url == room + "/send/m.room.message/" + done.id && matrix.request.method == .put)
        let gotify = try await sent(.gotify, "https://gotify.example", token: "t")
        #expect(gotify.request.url == "https://gotify.example/message" && gotify.body["priority"] == .integer(4))
        #expect(gotify.request.headers.contains(HTTPHeader("X-Gotify-Key", "t", isSecret: true)))
    }

    @Test("JSON is signed as Standard Webhooks do")
    func signed() async throws {
        let (request, body) = try await sent(.json, "http://127.0.0.1:9/hook", secret: "whsec_QUI=")
        #expect(request.url == "http://127.0.0.1:9/hook" && body["event"] == .text("done"))
        #expect(body["art"] == .text("/\\_/\\\n( o.o )") && body["count"] == .integer(1))
        let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(headers["webhook-id"] == done.id && headers["webhook-timestamp"] == "1782870601")
        // The scripted signature: the key's bytes, a zero, and the signed text's first three.
        #expect(headers["webhook-signature"] == "v1,QUIAMDFr")
        let unsigned = try await sent(.json, "http://127.0.0.1:9/hook")
        #expect(!unsigned.request.headers.contains { $0.name == "webhook-signature" })
    }

    @Test("nothing of a prompt or a name becomes markup, a mention or a header", arguments: WebhookTemplate.allCases)
    func injection(_ template: WebhookTemplate) async throws {
        let evil = "@everyone <!channel> <b>&</b> [x](http://evil) ```\r\nX-Evil: 1\u{1B}[2J"
        let message = NotificationMessage(
            id: "a-1", kind: .failed, at: 0, title: "textifyd: \(evil)", text: evil,
            entries: [NotificationEntry(kind: .failed, at: 0, sentence: evil)],
            art: NotificationArt(plain: "``` </pre> <!here>", html: ""))
        let (request, body) = try await sent(template, "https://chat.example/rooms/1", message)
        #expect(!request.headers.contains { $0.value.contains("Evil") } && !request.url.contains("vil"))
        switch template {
        case .discord:
            let text = body["content"]?.text ?? ""
            #expect(text.contains("\\@everyone \\<!channel\\>") && text.contains("\\[x\\]\\(http\\://evil\\)"))
            #expect(!text.contains("```") || text.contains("\\`\\`\\`"))
        case .slack:
            let text = body["text"]?.text ?? ""
            #expect(!text.contains("<!") && text.contains("&lt;!channel&gt;"))
        case .telegram:
            let text = body["text"]?.text ?? ""
            #expect(text.contains("&lt;b&gt;&amp;&lt;/b&gt;") && text.components(of: "</pre>") == 1)
        case .matrix:
            let html = body["formatted_body"]?.text ?? ""
            #expect(html.contains("&lt;b&gt;") && html.contains("&lt;/pre&gt;") && body["m.mentions"] == .object([:]))
        case .ntfy, .gotify: #expect(body["title"]?.text?.contains("\r") == false)
        case .json: #expect(body["entries"]?.list?.first?["text"] == .text(evil))
        }
    }

    @Test("long messages are cut, and art that doesn't fit is left out", arguments: WebhookTemplate.allCases)
    func long(_ template: WebhookTemplate) async throws {
        let text = String(repeating: "가나다 ", count: 40_000)
        let message = NotificationMessage(
            id: "a-1", kind: nil, at: 0, title: "many", text: text, count: 9,
            art: NotificationArt(plain: String(repeating: "x", count: 200_000), html: ""))
        let (request, _) = try await sent(template, "https://chat.example/rooms/1", message)
        #expect(request.body.count < template.longest * 3 * 3 + 1000 || template == .json)
    }

    @Test(
        "what an answer means",
        arguments: [
            (200, [], NotificationOutcome.delivered), (204, [], .delivered),
            (301, [("Location", "http://evil")], .refused(.status(301))), (400, [], .refused(.status(400))),
            (404, [], .refused(.status(404))), (410, [], .refused(.status(410))), (408, [], .later(.status(408))),
            (429, [("Retry-After", "120")], .later(.status(429), after: 120_000)), (429, [], .later(.status(429))),
            (500, [], .later(.status(500))), (503, [("Retry-After", "5")], .later(.status(503), after: 5000)),
        ])
    func answers(_ status: Int, _ headers: [(String, String)], _ outcome: NotificationOutcome) async {
        let transport = ScriptedTransport(status, "{}", headers)
        #expect(await channel(.slack, transport, "https://chat.example/x").send(done) == outcome)
    }

    @Test("Telegram says in the body how long to wait")
    func telegramPause() async {
        let transport = ScriptedTransport(429, #"{"ok":false,"parameters":{"retry_after":7}}"#)
        #expect(
            await channel(.telegram, transport, "https://api.example/bot1").send(done)
                == .later(.status(429), after: 7000))
    }

    @Test("a lost answer is tried again, and no failure names the address")
    func lost() async {
        let cases: [(HTTPFailure, NotificationFailure)] = [
            (.notSent(host: "secret.example", HTTPFault(.resolve)), .noAnswer(.resolve)),
            (.sentNoAnswer(host: "secret.example", HTTPFault(.timeout)), .noAnswer(.timeout)),
            (.notSent(host: "secret.example", HTTPFault(.tls)), .noAnswer(.tls)),
            (.cancelled(host: "secret.example", wasSent: true), .stopped),
        ]
        for (failure, expected) in cases {
            let transport = ScriptedTransport { _ in .failure(failure) }
            let outcome = await channel(.json, transport, "https://secret.example/key").send(done)
            #expect(outcome == .later(expected) && !"\(outcome)".contains("secret"))
        }
    }

    @Test(
        "an address that is none is reported by the setting's name alone", arguments: ["", "ftp://x/y", "no address"])
    func address(_ text: String) async {
        let outcome = await channel(.json, ScriptedTransport("{}"), text).send(done)
        #expect(outcome == .later(.setting("address")))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}

@testable import Channels
import Domain
import Testing

@Suite("Notifications by mail")
struct MailTests {
    private func channel(_ failure: NotificationFailure?) throws -> MailChannel {
        try MailChannel(sender: MailAddress("art@mail.example"), recipients: [MailAddress("me@mail.example")]) {
            _ throws(NotificationFailure) in
            if let failure { throw failure }
        }
    }

    private func message(_ art: NotificationArt? = nil) -> NotificationMessage {
        NotificationMessage(
            id: "a-1", kind: .done, at: 0, title: "a <b>\r\nBcc: x@y", text: "<i>it</i>\nis done", art: art)
    }

    @Test("without art it is plain text; with it, the art stands below the text, as text and as its own page")
    func forms() throws {
        let plain = try channel(nil).mail(message())
        #expect(plain.html == nil && plain.text == "<i>it</i>\nis done" && plain.id == "a-1")
        #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("\r\nBcc:"))
        let art = NotificationArt(plain: "( o.o )", html: "<html><body class=\"a\"><pre>( o.o )</pre></body></html>")
        let page = try channel(nil).mail(message(art))
        #expect(page.text == "<i>it</i>\nis done\n\n( o.o )\n")
        #expect(page.html?.hasPrefix("<html><body class=\"a\">\n<p") == true)
        #expect(page.html?.contains("&lt;i&gt;it&lt;/i&gt;<br>\nis done</p>\n<pre>") == true)
    }

    @Test(
        "what a server's refusal means",
        arguments: [
            (NotificationFailure.mailReply(550), true), (.mailReply(450), false), (.mailLogin, false),
            (.noAnswer(.connect), false), (.setting("password"), false),
        ])
    func outcomes(_ failure: NotificationFailure, _ isFinal: Bool) async throws {
        let outcome = try await channel(failure).send(message())
        #expect(outcome == (isFinal ? .refused(failure) : .later(failure)))
        let arrived = try await channel(nil).send(message())
        #expect(arrived == .delivered)
    }
}

import Domain
import Foundation
import PlatformHTTP
import Testing

@Suite("Mail to aiosmtpd", .enabled(if: MailReceiver.isInstalled, "no python3-aiosmtpd"), .timeLimit(.minutes(2)))
struct MailReceiverTests {
    @Test("a message with art as text and as HTML arrives and is read there, after a login")
    func art() async throws {
        let art = (0..<60).map { row in String(repeating: row % 2 == 0 ? "░▒▓█" : ".:-=", count: 40) }.joined(
            separator: "\n")
        let message = MailMessage(
            from: try MailAddress("textifyd <art@example.org>"),
            to: [try MailAddress("에이다 <ada@example.org>"), try MailAddress("bob@example.org")],
            subject: "고양이.png: done", text: "It is done.\n\n" + art + "\n",
            html: "<p>It is done.</p>\n<pre>" + art + "</pre>\n<img src=\"cid:art\">\n",
            parts: [
                MailPart(name: "고양이.png", type: "image/png", bytes: (0...255).map { UInt8($0) }, contentID: "art")
            ], id: "01k0abc", date: UTCMillis(1_773_043_500_000), mark: "job-done")
        let receiver = try MailReceiver()
        let server = MailServer(
            host: "127.0.0.1", port: receiver.port, security: .none,
            login: MailServer.Login(user: "ada", password: Secret("hush, hush!")), ownName: "client.test")
        let receipt = try await MailSender().send(
            message.bytes, from: message.from, to: message.to, via: server, timeout: .seconds(100))
        #expect(receipt.reply.code == 250 && receipt.refused == [])
        let received = try receiver.finish()
        #expect(received.hello == "client.test")
        #expect(received.login == "ada hush, hush!")
        #expect(received.sender == "art@example.org")
        #expect(received.recipients == ["ada@example.org", "bob@example.org"])
        #expect(received.isSame(as: message.bytes))
        #expect(received.defects == [])
        #expect(received.subject == message.subject)
        #expect(received.plain == message.text)
        #expect(received.html == message.html)
        #expect(received.pictures == [Data(message.parts[0].bytes)])
    }
}

/// A mail server of the package `aiosmtpd` that receives one message and prints what Python's `email` package reads in
/// it.
private final class MailReceiver {
    struct Received: Decodable {
        let hello: String
        let login: String
        let sender: String
        let recipients: [String]
        let content: Data
        let defects: [String]
        let subject: String
        let plain: String
        let html: String
        let pictures: [Data]

        func isSame(as bytes: [UInt8]) -> Bool { Array(content) == bytes }
    }

    let port: UInt16
    private let process = Process()
    private let output = Pipe()

    static var isInstalled: Bool {
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/aiosmtpd")
    }

    private static let script = """
        import asyncio, base64, email, email.policy, json
        from aiosmtpd.smtp import SMTP, AuthResult

        text = lambda part: part.get_content().replace("\\r\\n", "\\n")
        encoded = lambda content: base64.b64encode(content).decode()

        class Handler:
            def __init__(self, end): self.end, self.login, self.received = end, None, None

            def authenticate(self, server, session, envelope, mechanism, data):
                self.login = data.login.decode() + " " + data.password.decode()
                return AuthResult(success=True)

            async def handle_DATA(self, server, session, envelope):
                message = email.message_from_bytes(envelope.content, policy=email.policy.SMTP)
                parts = list(message.walk())
                self.received = {
                    "hello": session.host_name, "login": self.login, "sender": envelope.mail_from,
                    "recipients": envelope.rcpt_tos, "content": encoded(envelope.content), "subject": message["Subject"],
                    "defects": [repr(defect) for part in parts for defect in part.defects],
                    "plain": text(message.get_body(("plain",))), "html": text(message.get_body(("html",))),
                    "pictures": [encoded(part.get_content()) for part in parts if part.get_content_maintype() == "image"],
                }
                return "250 read"

            async def handle_QUIT(self, server, session, envelope):
                self.end.set_result(None)
                return "221 bye"

        async def serve():
            loop = asyncio.get_running_loop()
            handler = Handler(loop.create_future())
            make = lambda: SMTP(handler, hostname="mail.test", authenticator=handler.authenticate, auth_required=True,
                                auth_require_tls=False)
            server = await loop.create_server(make, "127.0.0.1", 0)
            print(server.sockets[0].getsockname()[1], flush=True)
            await handler.end
            # Not before the client has its reply: the text may be longer than the pipe holds.
            print(json.dumps(handler.received), flush=True)

        asyncio.run(serve())
        """

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-I", "-W", "ignore", "-c", Self.script]
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
        port = try #require(UInt16(String(decoding: line, as: UTF8.self)))
    }

    deinit {
        // The child has inherited a mask that blocks SIGTERM.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Waits for the end of the server, and returns what it has received.
    func finish() throws -> Received {
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode(Received.self, from: text)
    }
}

import Domain
import Glibc
import Loopback
@testable import PlatformHTTP
import Testing

@Suite("Mail", .timeLimit(.minutes(2)))
struct MailTests {
    private static let message = Array("Subject: hello\r\n\r\n.\r\n..two dots\r\nend\r\n".utf8)
    /// Longer than what the kernel holds for a connection.
    private static let long: [UInt8] = {
        var lines = [UInt8](repeating: 65, count: 998) + [13, 10]
        while lines.count < 16_000_000 { lines += lines }
        return Array("Subject: long\r\n\r\n".utf8) + lines
    }()
    private static let login = MailServer.Login(user: "ada", password: Secret("hush, hush!"))

    private static func server(
        _ host: MailHost, _ security: MailServer.Security = .none, login: MailServer.Login? = nil,
        caFile: String? = nil,
        ownName: String? = "client.test"
    ) -> MailServer {
        MailServer(
            host: "127.0.0.1", port: host.port, security: security, login: login, caFile: caFile, ownName: ownName)
    }

    private static func send(
        _ message: [UInt8] = message, to recipients: [String] = ["eve@example.org"], via server: MailServer,
        timeout: Duration = .seconds(600)
    ) async throws -> Result<MailReceipt, MailFailure> {
        let sender = try MailAddress("art@example.org")
        let recipients = try recipients.map { try MailAddress($0) }
        do throws(MailFailure) {
            return .success(
                try await MailSender().send(message, from: sender, to: recipients, via: server, timeout: timeout))
        } catch {
            return .failure(error)
        }
    }

    /// A host that answers one command in its own way.
    private static func host(_ verb: String, _ steps: Step..., capabilities: [String] = ["SIZE"]) throws -> MailHost {
        try MailHost(capabilities: capabilities) { line in
            (verb.isEmpty ? line.isEmpty : line.hasPrefix(verb)) ? Answer(steps) : nil
        }
    }

    // MARK: Accepted

    @Test("a message arrives as it is, dots at the start of lines included, and the server's reply is returned")
    func accepted() async throws {
        let host = try MailHost()
        let outcome = try await Self.send(to: ["eve@example.org", "bob@example.org"], via: Self.server(host))
        #expect(outcome == .success(MailReceipt(reply: MailReply(code: 250, text: "queued as 17"))))
        let record = await host.ended(1)
        #expect(record.messages == [Self.message])
        #expect(
            record.commands == [
                "EHLO client.test", "MAIL FROM:<art@example.org> SIZE=\(Self.message.count)",
                "RCPT TO:<eve@example.org>",
                "RCPT TO:<bob@example.org>", "DATA", "QUIT",
            ])
    }

    @Test("a message of megabytes arrives whole")
    func long() async throws {
        let host = try MailHost()
        let outcome = try await Self.send(Self.long, via: Self.server(host))
        #expect((try? outcome.get())?.reply.code == 250)
        let record = await host.ended(1)
        #expect(record.messages.map(\.count) == [Self.long.count])
    }

    @Test("without a name of its own the machine's is used, and a server without EHLO is greeted with HELO")
    func hello() async throws {
        let host = try Self.host("EHLO", .send("502 what?\r\n"))
        let outcome = try await Self.send(via: Self.server(host, ownName: nil))
        #expect((try? outcome.get())?.reply.code == 250)
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count)
        let own = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(host.received.commands.prefix(2) == ["EHLO \(own)", "HELO \(own)"])
    }

    @Test("of several recipients some may be refused; the others get the message")
    func someRefused() async throws {
        let host = try MailHost { line in
            line.contains("<gone@")
                ? Answer(.send("550-no such\r\n550 user \u{1B}[31m\r\n"))
                : line.contains("<full@") ? Answer(.send("452 full\r\n")) : nil
        }
        let recipients = ["gone@example.org", "eve@example.org", "full@example.org"]
        let outcome = try await Self.send(to: recipients, via: Self.server(host))
        let refused = [
            MailReceipt.Refusal(
                recipient: try MailAddress(recipients[0]), reply: MailReply(code: 550, text: "no such user [31m")),
            MailReceipt.Refusal(recipient: try MailAddress(recipients[2]), reply: MailReply(code: 452, text: "full")),
        ]
        #expect(outcome == .success(MailReceipt(reply: MailReply(code: 250, text: "queued as 17"), refused: refused)))
        let record = await host.ended(1)
        #expect(record.messages == [Self.message])
    }

    @Test("a server that closes instead of saying goodbye has accepted the message")
    func rudeGoodbye() async throws {
        let host = try Self.host("QUIT", .close)
        let outcome = try await Self.send(via: Self.server(host))
        #expect((try? outcome.get())?.reply.text == "queued as 17")
    }

    @Test("a server that doesn't say goodbye is not waited for")
    func noGoodbye() async throws {
        let host = try Self.host("QUIT", .hold)
        let outcome = try await Self.send(via: Self.server(host))
        #expect((try? outcome.get())?.reply.text == "queued as 17")
    }

    // MARK: Refused

    @Test(
        "a refusal is for good or for now, whatever it refuses",
        arguments: [
            ("", "554 go away"), ("", "421 busy"), ("MAIL", "550 not you"), ("MAIL", "451 later"),
            ("MAIL", "552 too large"), ("RCPT", "550 no such user"), ("RCPT", "450 greylisted"), ("DATA", "554 no"),
            ("DATA", "421 closing"), (".", "554 spam"), (".", "452 full"),
        ])
    func refused(verb: String, line: String) async throws {
        let host = try Self.host(verb, .send(line + "\r\n"))
        let outcome = try await Self.send(via: Self.server(host))
        let reply = MailReply(code: try #require(Int(line.prefix(3))), text: String(line.dropFirst(4)))
        #expect(outcome == .failure(reply.code < 500 ? .deferred(reply) : .refused(reply)))
        let record = await host.ended(1)
        #expect(record.unfinished.isEmpty)
        #expect(record.messages.count == (verb == "." ? 1 : 0))
    }

    @Test("if all recipients are refused, the one that may be accepted later counts", arguments: [false, true])
    func allRefused(isReversed: Bool) async throws {
        let host = try MailHost { line in
            line.contains("<gone@")
                ? Answer(.send("550 gone\r\n")) : line.contains("<full@") ? Answer(.send("452 full\r\n")) : nil
        }
        let recipients = ["gone@example.org", "full@example.org"]
        let outcome = try await Self.send(to: isReversed ? recipients.reversed() : recipients, via: Self.server(host))
        #expect(outcome == .failure(.deferred(MailReply(code: 452, text: "full"))))
        #expect(host.received.messages.isEmpty)
    }

    @Test("a refused recipient doesn't hide that the connection was lost afterwards")
    func refusedAndLost() async throws {
        let host = try MailHost { line in
            line.contains("<gone@") ? Answer(.send("550 gone\r\n")) : line == "DATA" ? Answer(.close) : nil
        }
        let outcome = try await Self.send(to: ["eve@example.org", "gone@example.org"], via: Self.server(host))
        guard case .failure(.unreachable(.closed, _, mayHaveArrived: false)) = outcome else {
            throw UnexpectedOutcome(outcome)
        }
    }

    // MARK: Login

    @Test(
        "a login is sent as PLAIN, or as LOGIN if the server has nothing else",
        arguments: ["PLAIN NTLM GSSAPI", "LOGIN"])
    func login(mechanisms: String) async throws {
        let host = try MailHost(capabilities: ["AUTH \(mechanisms)"]) { line in
            line == "AUTH LOGIN"
                ? Answer(.send("334 VXNlcm5hbWU6\r\n"))
                : line == "YWRh"
                    ? Answer(.send("334 UGFzc3dvcmQ6\r\n"))
                    : line == "aHVzaCwgaHVzaCE=" ? Answer(.send("235 welcome\r\n")) : nil
        }
        let outcome = try await Self.send(via: Self.server(host, login: Self.login))
        #expect((try? outcome.get())?.reply.code == 250)
        let expected =
            mechanisms == "LOGIN"
            ? ["AUTH LOGIN", "YWRh", "aHVzaCwgaHVzaCE="] : ["AUTH PLAIN", "AGFkYQBodXNoLCBodXNoIQ=="]
        #expect(Array(host.received.commands.dropFirst().prefix(expected.count)) == expected)
    }

    @Test(
        "a refused login is told apart, and its reply never repeats the password",
        arguments: [
            ("AGFk", "535 5.7.8 wrong", MailFailure.authentication(MailReply(code: 535, text: "5.7.8 wrong"))),
            ("AGFk", "535 AGFkYQBodXNoLCBodXNoIQ== is wrong", .authentication(MailReply(code: 535, text: ""))),
            ("AGFk", "535 not hush, hush!", .authentication(MailReply(code: 535, text: ""))),
            ("AGFk", "454 later", .deferred(MailReply(code: 454, text: "later"))),
            ("MAIL", "530 log in", .authentication(MailReply(code: 530, text: "log in"))),
        ])
    func refusedLogin(verb: String, line: String, failure: MailFailure) async throws {
        let host = try Self.host(verb, .send(line + "\r\n"), capabilities: ["AUTH PLAIN"])
        let outcome = try await Self.send(via: Self.server(host, login: Self.login))
        #expect(outcome == .failure(failure))
        #expect(!"\(outcome)".contains("hush"))
    }

    @Test("a server with other mechanisms only gets no password")
    func noMechanism() async throws {
        let host = try MailHost(capabilities: ["AUTH CRAM-MD5 XOAUTH2 NTLM"])
        let outcome = try await Self.send(via: Self.server(host, login: Self.login))
        #expect(outcome == .failure(.authentication(nil)))
        #expect(host.received.commands.filter { $0.hasPrefix("AUTH") } == [])
    }

    // MARK: Encryption

    @Test(
        "with TLS and with STARTTLS nothing of the message or the login travels in the open", arguments: [false, true])
    func encrypted(isEncryptedAtOnce: Bool) async throws {
        let identity = try Identity(for: "IP:127.0.0.1")
        let trust = try TemporaryFile(identity.pem)
        let host = try MailHost(
            identity: identity, isEncrypted: isEncryptedAtOnce, capabilities: ["STARTTLS", "AUTH PLAIN"])
        let server = Self.server(host, isEncryptedAtOnce ? .tls : .starttls, login: Self.login, caFile: trust.path)
        let outcome = try await Self.send(via: server)
        #expect((try? outcome.get())?.reply.code == 250)
        let record = await host.ended(1)
        #expect(record.messages == [Self.message])
        let start = isEncryptedAtOnce ? [] : ["EHLO client.test", "STARTTLS"]
        #expect(Array(record.commands.prefix(start.count + 2)) == start + ["EHLO client.test", "AUTH PLAIN"])
    }

    @Test(
        "a certificate that is untrusted or for another name ends the exchange", arguments: [false, true],
        [false, true])
    func wrongCertificate(isEncryptedAtOnce: Bool, isRightName: Bool) async throws {
        let identity = try Identity(for: isRightName ? "IP:127.0.0.1" : "DNS:example.invalid")
        let trust = try TemporaryFile(identity.pem)
        let host = try MailHost(identity: identity, isEncrypted: isEncryptedAtOnce, capabilities: ["STARTTLS"])
        let server = Self.server(
            host, isEncryptedAtOnce ? .tls : .starttls, login: Self.login, caFile: isRightName ? nil : trust.path)
        let outcome = try await Self.send(via: server)
        #expect(outcome == .failure(.encryption(.certificate, code: 60)))
        let record = await host.ended(1)
        #expect(record.commands == (isEncryptedAtOnce ? [] : ["EHLO client.test", "STARTTLS"]))
    }

    @Test(
        "a server that doesn't offer STARTTLS, or refuses it, gets nothing",
        arguments: [nil, "454 not now", "502 what?"])
    func noStartTLS(line: String?) async throws {
        let host =
            try line.map { try Self.host("STARTTLS", .send($0 + "\r\n"), capabilities: ["STARTTLS"]) } ?? MailHost()
        let outcome = try await Self.send(via: Self.server(host, .starttls, login: Self.login))
        #expect(
            outcome
                == .failure(
                    line == "454 not now"
                        ? .deferred(MailReply(code: 454, text: "not now")) : .encryption(.notOffered, code: 64)))
        let record = await host.ended(1)
        #expect(record.commands.allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" || $0 == "QUIT" })
    }

    @Test("a missing CA file is reported as such, and so is a server without TLS")
    func noTLS() async throws {
        let host = try MailHost()
        let missing = try await Self.send(via: Self.server(host, .tls, caFile: try TemporaryFile().path))
        #expect(missing == .failure(.encryption(.caFile, code: 77)))
        let plain = try await Self.send(via: Self.server(host, .tls))
        #expect(plain == .failure(.encryption(.handshake, code: 35)))
    }

    // MARK: Lost, late and cancelled

    @Test("a refused connection, an unknown name and an answer that isn't a mail server's")
    func unreachable() async throws {
        let closed = try await Self.send(via: MailServer(host: "127.0.0.1", port: 1, security: .none))
        #expect(closed == .failure(.unreachable(.connect, code: 7, mayHaveArrived: false)))
        let unknown = try await Self.send(via: MailServer(host: "mail.invalid", port: 25, security: .none))
        #expect(unknown == .failure(.unreachable(.resolve, code: 6, mayHaveArrived: false)))
        let host = try Self.host("", .send("HTTP/1.1 200 OK\r\n\r\n"), .close)
        let wrong = try await Self.send(via: Self.server(host))
        guard case .failure(.unreachable(_, _, mayHaveArrived: false)) = wrong else { throw UnexpectedOutcome(wrong) }
    }

    @Test(
        "a connection that is lost says whether the message may have arrived",
        arguments: ["", "EHLO", "RCPT", "DATA", "."])
    func lost(verb: String) async throws {
        let host = try Self.host(verb, .close)
        let outcome = try await Self.send(via: Self.server(host))
        guard case .failure(.unreachable(.closed, _, let mayHaveArrived)) = outcome else {
            throw UnexpectedOutcome(outcome)
        }
        #expect(mayHaveArrived == (verb == "."))
    }

    @Test("a server that falls silent is left when the time is up", arguments: ["", "EHLO", "RCPT", "."])
    func silent(verb: String) async throws {
        let host = try Self.host(verb, .hold)
        let outcome = try await Self.send(via: Self.server(host), timeout: .milliseconds(300))
        #expect(outcome == .failure(.unreachable(.timeout, code: 28, mayHaveArrived: verb == ".")))
    }

    @Test(
        "half a message is never ended as if it were whole: the time is up, or the caller cancels",
        arguments: [false, true])
    func half(isCancelled: Bool) async throws {
        let gate = Gate()
        let host = try Self.host("DATA", .send("354 go\r\n"), .wait(gate))
        let server = Self.server(host)
        let task = Task {
            try await Self.send(Self.long, via: server, timeout: isCancelled ? .seconds(600) : .seconds(3))
        }
        if isCancelled {
            await gate.reached()
            task.cancel()
        }
        let outcome = try await task.value
        // The end of the connection arrives behind all bytes that were sent.
        gate.open()
        #expect(
            outcome
                == .failure(
                    isCancelled
                        ? .cancelled(mayHaveArrived: false)
                        : .unreachable(.timeout, code: 28, mayHaveArrived: false)))
        let record = await host.ended(1)
        #expect(record.messages.isEmpty)
        #expect(record.unfinished.count == 1)
    }

    @Test("cancelling ends the wait for any reply", arguments: ["", "RCPT", "."])
    func cancelled(verb: String) async throws {
        let gate = Gate()
        let host = try Self.host(verb, .wait(gate))
        let server = Self.server(host)
        let task = Task { try await Self.send(via: server) }
        await gate.reached()
        task.cancel()
        let outcome = try await task.value
        #expect(outcome == .failure(.cancelled(mayHaveArrived: verb == ".")))
        _ = await host.ended(1)
    }

    @Test("a libcurl without mail is told apart from other failures", arguments: [1, 4, 48, 43])
    func unsupported(code: Int) {
        let failure = HTTPFault(.other, code: code).mailFailure
        #expect(failure == (code == 43 ? .other(code: 43, mayHaveArrived: false) : .unsupported))
    }

    @Test("nothing is sent by a task that was cancelled before, without recipients or with unusable settings")
    func nothing() async throws {
        let host = try MailHost()
        let server = Self.server(host)
        let (start, mayStart) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in start {}
            return try await Self.send(via: server)
        }
        task.cancel()
        mayStart.finish()
        let outcome = try await task.value
        #expect(outcome == .failure(.cancelled(mayHaveArrived: false)))
        let toNone = try await Self.send(to: [], via: server)
        #expect(toNone == .failure(.noRecipient))
        let exposed = MailServer(host: "relay.invalid", security: .none, login: Self.login)
        let refused = try await Self.send(via: exposed)
        #expect(refused == .failure(.settings(.exposedPassword)))
        #expect(host.received.commands.isEmpty)
    }
}

private struct UnexpectedOutcome: Error {
    let outcome: Result<MailReceipt, MailFailure>

    init(_ outcome: Result<MailReceipt, MailFailure>) {
        self.outcome = outcome
    }
}

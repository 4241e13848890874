import Domain
import Testing

@Suite("Mail addresses")
struct MailAddressTests {
    @Test(
        "an address with or without a name is read",
        arguments: [
            ("ada@example.org", nil, "ada@example.org"), ("  ada@Example.ORG ", nil, "ada@example.org"),
            ("<ada@example.org>", nil, "ada@example.org"),
            ("Ada Lovelace <ada@example.org>", "Ada Lovelace", "ada@example.org"),
            ("\"Lovelace, Ada\" <ada@example.org>", "Lovelace, Ada", "ada@example.org"),
            (#""Ada \"the\" \\" <ada@example.org>"#, #"Ada "the" \"#, "ada@example.org"),
            ("\"\" <ada@example.org>", nil, "ada@example.org"),
            ("에이다 <ada@example.org>", "에이다", "ada@example.org"),
            ("root@localhost", nil, "root@localhost"),
            ("a.b+c=d@xn--bcher-kva.example", nil, "a.b+c=d@xn--bcher-kva.example"),
            ("A@1.2", nil, "A@1.2"),
        ] as [(String, String?, String)])
    func valid(text: String, name: String?, mailbox: String) throws {
        let address = try MailAddress(text)
        #expect(address.name == name)
        #expect(address.mailbox == mailbox)
    }

    @Test(
        "anything else is rejected with its reason",
        arguments: [
            ("", .malformed), ("ada", .malformed), ("@example.org", .malformed), ("ada@", .malformed),
            ("a@b@example.org", .malformed), ("ada@example.org>", .malformed), ("<ada@example.org", .localPart),
            ("a@x.org, b@y.org", .malformed), ("a@x.org, b <c@y.org>", .malformed),
            ("x <a@x.org> <b@y.org>", .malformed),
            (#""open <a@x.org>"#, .malformed), (#""a" b" <a@x.org>"#, .malformed), (#""a\" <a@x.org>"#, .malformed),
            ("ada@example.org\r\nRCPT TO:<eve@example.org>", .controlCharacter),
            ("ada\n@example.org", .controlCharacter),
            ("ada\u{0}@example.org", .controlCharacter), ("a\u{202E}b <ada@example.org>", .controlCharacter),
            ("ada\u{2028} <ada@example.org>", .controlCharacter), ("a\tb <ada@example.org>", .controlCharacter),
            (".ada@example.org", .localPart), ("a..b@example.org", .localPart), ("a b@example.org", .localPart),
            (#""a b"@example.org"#, .localPart), ("ädä@example.org", .localPart), ("a>b@example.org", .localPart),
            ("ada@bücher.example", .internationalDomain), ("ada@[192.0.2.1]", .domain), ("ada@-a.org", .domain),
            ("ada@a-.org", .domain), ("ada@a..org", .domain), ("ada@example.org.", .domain), ("ada@a_b.org", .domain),
            ("ada@example.org SIZE=1", .domain),
            (String(repeating: "a", count: 65) + "@example.org", .tooLong(limit: 64)),
            ("a@" + String(repeating: "a.", count: 127), .tooLong(limit: 253)),
            ("a@" + String(repeating: "a", count: 64), .domain),
            (String(repeating: "n", count: 101) + " <ada@example.org>", .tooLong(limit: 100)),
            (String(repeating: " ", count: 1001), .tooLong(limit: 1000)),
        ] as [(String, MailAddressProblem)])
    func invalid(text: String, problem: MailAddressProblem) {
        do throws(MailAddressProblem) {
            let address = try MailAddress(text)
            Issue.record("accepted as \(address)")
        } catch {
            #expect(error == problem)
        }
    }
}

@Suite("Mail servers and replies")
struct MailServerTests {
    @Test(
        "settings that can't be used are found",
        arguments: [
            (MailServer(host: "mail.example.org", security: .tls), nil),
            (MailServer(host: "[::1]", security: .none, login: .init(user: "ada", password: Secret("x"))), nil),
            (MailServer(host: "localhost", security: .none, login: .init(user: "ada", password: Secret("x"))), nil),
            (MailServer(host: "a.example", security: .starttls, ownName: "[IPv6:2001:db8::1]"), nil),
            (MailServer(host: "", security: .tls), .host), (MailServer(host: "a b", security: .tls), .host),
            (MailServer(host: "a/b", security: .tls), .host), (MailServer(host: "a:25", security: .tls), .host),
            (MailServer(host: "eve@a", security: .tls), .host), (MailServer(host: "bücher", security: .tls), .host),
            (MailServer(host: "a", security: .tls, ownName: "a\r\nRSET"), .ownName),
            (MailServer(host: "a", security: .tls, ownName: ""), .ownName),
            (MailServer(host: "a", security: .tls, caFile: "a\u{0}b"), .caFile),
            (MailServer(host: "a", security: .tls, login: .init(user: "", password: Secret("x"))), .login),
            (MailServer(host: "a", security: .tls, login: .init(user: "a", password: Secret("x\ny"))), .login),
            (MailServer(host: "a", security: .tls, login: .init(user: "a\u{0}b", password: Secret("x"))), .login),
            (
                MailServer(host: "a.example", security: .none, login: .init(user: "a", password: Secret("x"))),
                .exposedPassword
            ),
            (MailServer(host: "relay.example", security: .none), nil),
        ] as [(MailServer, MailServerProblem?)])
    func problems(server: MailServer, problem: MailServerProblem?) {
        #expect(server.problem == problem)
    }

    @Test("each protection has its usual port, and a password isn't printed")
    func ports() {
        #expect(MailServer.Security.allCases.map(\.defaultPort) == [465, 587, 25])
        let server = MailServer(host: "a.example", security: .tls, login: .init(user: "ada", password: Secret("hush!")))
        #expect(server.shown == "a.example:465")
        var dumped = ""
        dump(server, to: &dumped)
        #expect(!dumped.contains("hush!") && !"\(server)".contains("hush!"))
    }

    @Test("a reply's text is one bounded line")
    func reply() {
        #expect(MailReply(code: 550, text: " no\r\n  \u{1B}[31msuch\u{0}user ").text == "no [31msuch user")
        let long = MailReply(code: 550, text: String(repeating: "a", count: 5000)).text
        #expect(long.count == MailReply.maxText && long.hasSuffix("…"))
    }

    @Test("a password is found in a reply, plain and encoded")
    func repeated() {
        let login = MailServer.Login(user: "ada", password: Secret("hush!"))
        #expect(login.isRepeated(in: "no hush! here"))
        #expect(login.isRepeated(in: "AGFkYQBodXNoIQ== is wrong"))
        #expect(login.isRepeated(in: "aHVzaCE="))
        #expect(!login.isRepeated(in: "no such user"))
        #expect(!MailServer.Login(user: "ada", password: Secret("")).isRepeated(in: "x"))
    }

    @Test("failures say whether to try again, and whether the message may have arrived")
    func failures() {
        let reply = MailReply(code: 450, text: "later")
        let temporary: [MailFailure] = [
            .deferred(reply), .unreachable(.timeout, code: 28, mayHaveArrived: true), .cancelled(mayHaveArrived: false),
            .encryption(.handshake, code: 35), .other(code: 1, mayHaveArrived: false),
        ]
        let lasting: [MailFailure] = [
            .refused(reply), .authentication(nil), .encryption(.certificate, code: 60), .settings(.host), .noRecipient,
            .unsupported,
        ]
        #expect((temporary + lasting).filter(\.isTemporary) == temporary)
        #expect((temporary + lasting).filter(\.mayHaveArrived) == [temporary[1]])
    }
}

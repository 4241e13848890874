import Configuration
import Domain
import Testing

@Suite("Targets of notifications in the configuration")
struct NotifySettingsTests {
    private let watch = "[[watch]]\npath = \"/in\"\noutbox = \"/out\"\n"

    private func targets(_ text: String) throws -> [NotificationTarget] { try Settings.read(watch + text).targets }

    @Test("each way is read, with what it is told of")
    func ways() throws {
        let targets = try targets(
            """
            [[notify]]
            name = "phone"
            to = "webhook"
            template = "ntfy"
            address = { file = "/etc/textifyd/ntfy" }
            attach = "art"
            [[notify]]
            name = "me"
            to = "mail"
            server = "mail.example:587"
            security = "starttls"
            user = "me"
            password = { env = "MAIL_PASSWORD" }
            from = "textifyd <art@mail.example>"
            recipients = ["me@mail.example"]
            on = ["done", "budget_80"]
            folders = ["in"]
            tags = ["poster"]
            [[notify]]
            name = "after"
            to = "exec"
            command = ["/usr/local/bin/after", "-v"]
            on = ["done", "failed"]
            timeout = "5s"
            sandbox = "off"
            [[gate]]
            name = "quiet"
            when = { schedule = ["08:00-22:00"] }
            applies_to = { notify = ["phone"] }
            """)
        #expect(targets.map(\.name) == ["phone", "me", "after"])
        #expect(targets[0].rule.kinds == NotificationKind.troubles && targets[0].attachment == .art)
        #expect(targets[0].word == "webhook ntfy" && targets[0].digests)
        guard case .mail(let mail) = targets[1].channel, case .program(let program) = targets[2].channel else {
            Issue.record("\(targets)")
            return
        }
        #expect(mail.host == "mail.example" && mail.port == 587 && mail.security == .starttls)
        #expect(mail.sender.mailbox == "art@mail.example" && mail.password == .environment("MAIL_PASSWORD"))
        #expect(targets[1].rule.kinds == [.done, .budget] && targets[1].rule.folders == ["in"])
        #expect(targets[1].rule.tags.map(\.shown) == ["poster"])
        #expect(program.command == ["/usr/local/bin/after", "-v"] && program.timeout == .seconds(5))
        #expect(!program.isConfined && !targets[2].digests)
        let gates = try Settings.read(
            watch + "[[notify]]\nname = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\n"
                + "[[gate]]\nname = \"quiet\"\nwhen = { file = \"/f\" }\napplies_to = { notify = [\"a\"] }\n"
        ).gates
        #expect(gates.map(\.scope.targets) == [["a"]] && gates.map(\.scope.isEverything) == [false])
    }

    @Test("remind adds to what the target is told of; reminder alone means a year")
    func reminders() throws {
        func rule(_ lines: String) throws -> NotificationRule? {
            try targets("[[notify]]\nname = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\n" + lines).first?.rule
        }
        let year = ReminderSpan(1, .years)
        let only = try rule("on = [\"reminder\"]")
        #expect(only?.kinds == [.reminder] && only?.reminders == [year])
        let some = try rule("on = [\"reminder\", \"done\"]\nremind = [\"1w\", \"1y\"]")
        #expect(some?.kinds == [.reminder, .done] && some?.reminders == [ReminderSpan(1, .weeks), year])
        let added = try rule("remind = [\"6m\"]")
        #expect(added?.kinds == NotificationKind.troubles.union([.reminder]) && added?.reminders.count == 1)
        #expect(try rule("")?.reminders == [])
    }

    @Test(
        "mistakes are reported at their places",
        arguments: [
            ("to = \"exec\"\ncommand = [\"true\"]", ["notify[0].name"]),
            ("name = \"a\"", ["notify[0].to"]),
            ("name = \"a b\"\nto = \"exec\"\ncommand = [\"true\"]", ["notify[0].name"]),
            ("name = \"a\"\nto = \"sms\"", ["notify[0].to"]),
            ("name = \"a\"\nto = \"webhook\"", ["notify[0].address"]),
            ("name = \"a\"\nto = \"webhook\"\naddress = \"https://ntfy.example/t\"", ["notify[0].address"]),
            (
                "name = \"a\"\nto = \"webhook\"\naddress = { url = \"https://ntfy.example/t\" }",
                ["notify[0].address.url"]
            ),
            (
                "name = \"a\"\nto = \"webhook\"\naddress = { env = \"A\" }\ntemplate = \"telegram\"",
                ["notify[0].chat"]
            ),
            (
                "name = \"a\"\nto = \"webhook\"\naddress = { env = \"A\" }\ntemplate = \"slack\"\nsecret = { env = \"B\" }",
                ["notify[0].secret"]
            ),
            ("name = \"a\"\nto = \"mail\"", ["notify[0].server", "notify[0].from", "notify[0].recipients"]),
            (
                "name = \"a\"\nto = \"mail\"\nserver = \"m:0\"\nfrom = \"a@b\"\nrecipients = [\"c\"]",
                ["notify[0].server", "notify[0].recipients[0]"]
            ),
            (
                "name = \"a\"\nto = \"mail\"\nserver = \"m\"\nfrom = \"a@b.example\"\nrecipients = [\"c@d.example\"]\nuser = \"u\"",
                ["notify[0].password"]
            ),
            (
                "name = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\naddress = { env = \"A\" }",
                ["notify[0].address"]
            ),
            ("name = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\non = []", ["notify[0].on"]),
            ("name = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\non = [\"test\"]", ["notify[0].on[0]"]),
            ("name = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\nfolders = [\"x\"]", ["notify[0].folders[0]"]),
            ("name = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\nremind = []", ["notify[0].remind"]),
            (
                "name = \"a\"\nto = \"exec\"\ncommand = [\"true\"]\nremind = [\"1d\", \"1y\", \"0y\"]",
                ["notify[0].remind[0]", "notify[0].remind[2]"]
            ),
        ])
    func mistakes(_ text: String, _ keys: [String]) throws {
        do {
            _ = try targets("[[notify]]\n" + text)
            Issue.record("accepted: \(text)")
        } catch let failure as ConfigurationFailure {
            guard case .invalid(let findings) = failure else { throw failure }
            #expect(findings.map(\.key).sorted() == keys.sorted(), "\(findings)")
        }
    }
}

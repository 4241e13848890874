import Domain

/// A target of notifications while it is being read.
struct TargetDraft: Sendable {
    /// The way to the target, by the word of `to`.
    enum Channel: String, Equatable, Sendable, CaseIterable {
        case webhook, mail, exec

        /// The settings that belong to it alone.
        var own: [String] {
            switch self {
            case .webhook: ["template", "address", "token", "secret", "chat"]
            case .mail: ["server", "security", "user", "password", "from", "recipients"]
            case .exec: ["command", "timeout", "env", "sandbox", "read", "write", "memory"]
            }
        }

        /// Those of them without which there is no target.
        var required: [String] {
            switch self {
            case .webhook: ["address"]
            case .mail: ["server", "from", "recipients"]
            case .exec: ["command"]
            }
        }
    }

    var name: String?
    var to: Channel?
    var kinds: [NotificationKind] = NotificationKind.configurable.filter(NotificationKind.troubles.contains)
    var folders: [String] = []
    var backends: [String] = []
    var tags: [String] = []
    var reminders: [ReminderSpan] = []
    var attachment = NotificationTarget.Attachment.none
    var caFile: FolderPath?

    var template = WebhookTemplate.json
    var address: KeySource?
    var token: KeySource?
    var secret: KeySource?
    var chat: String?

    var server: MailHost?
    var security = MailServer.Security.tls
    var user: String?
    var password: KeySource?
    var sender: MailAddress?
    var recipients: [MailAddress] = []

    var program = NotificationTarget.Program(command: [])
    var isConfined = Confinement.on

    enum Confinement: String, Equatable, Sendable, CaseIterable {
        case on, off
    }
}

/// A mail server's name and port.
struct MailHost: Equatable, Sendable {
    let host: String
    let port: UInt16?
}

extension TargetDraft {
    /// `nil` if something is missing.
    var target: NotificationTarget? {
        guard let name, let channel else { return nil }
        let spans = reminders.isEmpty && kinds.contains(.reminder) ? [ReminderSpan(1, .years)] : reminders
        let rule = NotificationRule(
            target: name, kinds: Set(kinds + (spans.isEmpty ? [] : [.reminder])), folders: Set(folders),
            backends: Set(backends), tags: Set(tags.compactMap { Tag($0) }), reminders: spans)
        return NotificationTarget(rule: rule, channel: channel, attachment: attachment)
    }

    private var channel: NotificationTarget.Channel? {
        switch to {
        case nil: return nil
        case .webhook:
            guard let address else { return nil }
            var webhook = NotificationTarget.Webhook(address: address)
            webhook.template = template
            webhook.token = token
            webhook.secret = secret
            webhook.chat = chat ?? ""
            webhook.caFile = caFile
            return .webhook(webhook)
        case .mail:
            guard let server, let sender, !recipients.isEmpty else { return nil }
            var mail = NotificationTarget.Mail(host: server.host, sender: sender, recipients: recipients)
            mail.port = server.port
            mail.security = security
            mail.user = user
            mail.password = password
            mail.caFile = caFile
            return .mail(mail)
        case .exec:
            guard !program.command.isEmpty else { return nil }
            var program = program
            program.isConfined = isConfined == .on
            return .program(program)
        }
    }
}

extension FieldTable where Target == TargetDraft {
    /// `folders`, `backends`: the names that a target's filters may have.
    static func target(folders: [String], backends: [String], _ paths: PathResolver) -> FieldTable<TargetDraft> {
        FieldTable(rule(folders, backends, paths) + webhook(paths) + mail(paths) + program(paths))
    }

    private static func rule(
        _ folders: [String], _ backends: [String], _ paths: PathResolver
    ) -> [Field<TargetDraft>] {
        [
            Field("name", optional: \.name, .plainName("phone"), FieldHelp("Name of the target", "대상의 이름")),
            Field("to", optional: \.to, .choice, FieldHelp("Way to the target", "보내는 방법")),
            Field(
                "on", \.kinds, .list(of: .notificationKind, isSet: true),
                FieldHelp("Events to notify the target about; problems by default", "알릴 일. 기본은 문제가 생겼을 때")),
            Field(
                "folders", \.folders, .list(of: .choice(of: folders)),
                FieldHelp("Only what happens to these watch folders and their jobs", "이 감시 폴더와 그 작업의 일만")),
            Field(
                "backends", \.backends, .list(of: .choice(of: backends)),
                FieldHelp("Only what happens to these backends and their jobs", "이 백엔드와 그 작업의 일만")),
            Field(
                "tags", \.tags, .list(of: .tag),
                FieldHelp("Only jobs that were given one of these tags", "이 태그 중 하나가 붙은 작업만")),
            Field(
                "remind", \.reminders, .list(of: .reminderSpan, isSet: true, most: 10),
                FieldHelp(
                    "Reminds of what was made that long ago, each day at nine; 1y if on lists reminder",
                    "그만큼 전에 만든 작품을 매일 9시에 알림. on에 reminder가 있으면 기본 1y")),
            Field(
                "attach", \.attachment, .choice,
                FieldHelp("Whether a message about one artwork contains its art", "작품 하나에 대한 알림에 텍스트 아트를 넣을지")),
            Field(
                "ca_file", optional: \.caFile, .path(paths),
                FieldHelp("Certificates (PEM) to trust instead of the system's", "시스템 인증서 대신 신뢰할 인증서 파일(PEM)")),
        ]
    }

    private static func webhook(_ paths: PathResolver) -> [Field<TargetDraft>] {
        [
            Field("template", \.template, .choice, FieldHelp("Format of the webhook", "웹훅의 형식")),
            Field(
                "address", optional: \.address, .storedKey(paths),
                FieldHelp(
                    "Source of the webhook's address, which may contain a key: { env }, { file } or { credential }",
                    "웹훅 주소의 위치. 키가 들어 있을 수 있음: { env }, { file }, { credential }")),
            Field(
                "token", optional: \.token, .storedKey(paths),
                FieldHelp("Source of the token of ntfy, Matrix or Gotify", "ntfy, Matrix, Gotify 토큰의 위치")),
            Field(
                "secret", optional: \.secret, .storedKey(paths),
                FieldHelp("Source of the secret that signs JSON", "JSON에 서명할 비밀 값의 위치")),
            Field("chat", optional: \.chat, .line(1...128), FieldHelp("Telegram's chat", "텔레그램 채팅")),
        ]
    }

    private static func mail(_ paths: PathResolver) -> [Field<TargetDraft>] {
        [
            Field(
                "server", optional: \.server, .mailHost,
                FieldHelp("Mail server, such as mail.example:465", "메일 서버. 예: mail.example:465")),
            Field(
                "security", \.security, .choice,
                FieldHelp("How the connection with the mail server is protected", "메일 서버 연결의 보호 방식")),
            Field("user", optional: \.user, .line(1...256), FieldHelp("User at the mail server", "메일 서버의 사용자")),
            Field(
                "password", optional: \.password, .storedKey(paths),
                FieldHelp("Source of the password at the mail server", "메일 서버 비밀번호의 위치")),
            Field("from", optional: \.sender, .mailbox, FieldHelp("Sender of the mail", "보내는 사람")),
            Field(
                "recipients", \.recipients, .list(of: .mailbox, isSet: true, most: 50),
                FieldHelp("Recipients of the mail", "받는 사람")),
        ]
    }

    private static func program(_ paths: PathResolver) -> [Field<TargetDraft>] {
        [
            Field(
                "command", \.program.command, .command(paths),
                FieldHelp("Program and arguments, run without a shell", "프로그램과 인자, 셸을 거치지 않음")),
            Field(
                "timeout", \.program.timeout, .duration(.seconds(1) ... .seconds(3600)),
                FieldHelp("Time limit of the program", "프로그램의 제한 시간")),
            Field(
                "env", \.program.variables, .list(of: .variable),
                FieldHelp("Names of environment variables to pass on", "전달할 환경 변수의 이름")),
            Field(
                "sandbox", \.isConfined, .choice,
                FieldHelp(
                    "on: access to system files, its own folder, the outboxes and the folders below only",
                    "on: 시스템 파일, 자체 폴더, 출력 폴더와 아래 폴더만 접근")),
            Field(
                "read", \.program.readable, .list(of: .path(paths)),
                FieldHelp("Additional files and folders that it may read", "추가로 읽을 수 있는 파일과 폴더")),
            Field(
                "write", \.program.writable, .list(of: .path(paths)),
                FieldHelp("Additional files and folders that it may read and write", "추가로 읽고 쓸 수 있는 파일과 폴더")),
            Field(
                "memory", optional: \.program.memory, .integer((16 << 20)...(1 << 50)), unit: "bytes",
                FieldHelp("Maximum data memory of each of its processes", "프로세스별 최대 데이터 메모리")),
        ]
    }
}

extension FieldCodec where Value == NotificationKind {
    fileprivate static var notificationKind: Self {
        FieldCodec(
            words: NotificationKind.configurable.map(\.rawValue), show: { $0.rawValue },
            make: { word in NotificationKind.configurable.first { $0.rawValue == word } })
    }
}

extension FieldCodec where Value == String {
    fileprivate static var tag: Self {
        FieldCodec(.shortText(TagLimits.characters), show: { $0 }) { text throws(FieldFailure.Problem) in
            guard let tag = Tag(text) else { throw .malformed(got: text, example: "poster") }
            return tag.shown
        }
    }
}

extension FieldCodec where Value == ReminderSpan {
    fileprivate static var reminderSpan: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let span = ReminderSpan(text: text) else { throw .malformed(got: text, example: "1y") }
            return span
        }
    }
}

extension FieldCodec where Value == MailHost {
    fileprivate static var mailHost: Self {
        FieldCodec(.text, show: { server in server.port.map { "\(server.host):\($0)" } ?? server.host }) {
            text throws(FieldFailure.Problem) in
            guard let parts = HostAndPort(text), parts.isHost(allowing: []) else {
                throw .malformed(got: text, example: "mail.example:465")
            }
            let port = parts.port.map { UInt16(digits: $0) }
            if let port, port == nil || port == 0 { throw .malformed(got: text, example: "mail.example:465") }
            return MailHost(host: String(parts.host), port: port ?? nil)
        }
    }
}

extension FieldCodec where Value == MailAddress {
    fileprivate static var mailbox: Self {
        FieldCodec(.text, show: { $0.mailbox }) { text throws(FieldFailure.Problem) in
            do throws(MailAddressProblem) { return try MailAddress(text) } catch {
                throw .malformed(got: text, example: "textifyd <art@mail.example>")
            }
        }
    }
}

extension SettingsReader {
    /// Reads the tables of targets.
    mutating func targets(
        in entry: FieldEntry?, folders: [String]
    ) -> [(draft: TargetDraft, table: FieldValue)] {
        guard let entry, let tables = reader.elements(of: entry.value, key: "notify") else { return [] }
        let fields = FieldTable.target(folders: folders, backends: names, filePaths)
        var names: Set<String> = []
        return tables.enumerated().map { index, table in
            let key = "notify[\(index)]"
            var draft = TargetDraft()
            fields.apply(table, to: &draft, under: key, reader: &reader)
            if table.entries != nil { checkTarget(draft, table, key, &names) }
            return (draft, table)
        }
    }

    private mutating func checkTarget(
        _ draft: TargetDraft, _ table: FieldValue, _ key: String, _ names: inout Set<String>
    ) {
        for required in ["name", "to"] + (draft.to?.required ?? []) where table[required] == nil {
            reader.report(.missing, key: key + "." + required, at: table)
        }
        if let name = draft.name, !names.insert(name).inserted {
            reader.report(.duplicate, key: key + ".name", at: table["name"])
        }
        for (list, example) in [
            ("on", "[\"failed\"]"), ("remind", "[\"1y\"]"), ("recipients", "[\"me@mail.example\"]"),
        ] {
            guard let entry = table[list], case .list(let elements) = entry.value.content, elements.isEmpty else {
                continue
            }
            reader.report(.malformed(got: "[]", example: example), key: key + "." + list, at: entry)
        }
        guard let to = draft.to else { return }
        for other in TargetDraft.Channel.allCases where other != to {
            for stray in other.own where table[stray] != nil {
                reader.report(.conflict(with: key + ".to"), key: key + "." + stray, at: table[stray])
            }
        }
        checkWebhook(draft, table, key)
        if to == .mail, (draft.user == nil) != (draft.password == nil) {
            reader.report(.missing, key: key + (draft.user == nil ? ".user" : ".password"), at: table)
        }
    }

    /// A setting that the template doesn't use is a mistake.
    private mutating func checkWebhook(_ draft: TargetDraft, _ table: FieldValue, _ key: String) {
        guard draft.to == .webhook else { return }
        let users: [(name: String, templates: [WebhookTemplate])] = [
            ("token", [.ntfy, .matrix, .gotify, .json]), ("secret", [.json]), ("chat", [.telegram]),
        ]
        for (name, templates) in users where table[name] != nil && !templates.contains(draft.template) {
            reader.report(.conflict(with: key + ".template"), key: key + "." + name, at: table[name])
        }
        if draft.template == .telegram, table["chat"] == nil { reader.report(.missing, key: key + ".chat", at: table) }
    }
}

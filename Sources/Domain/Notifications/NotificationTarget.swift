/// A target of notifications as it is configured.
package struct NotificationTarget: Equatable, Sendable {
    package let rule: NotificationRule
    package let channel: Channel
    package let attachment: Attachment

    package enum Channel: Equatable, Sendable {
        case webhook(Webhook)
        case mail(Mail)
        case program(Program)
    }

    /// What a message about one artwork contains of it.
    package enum Attachment: String, Equatable, Sendable, CaseIterable {
        case none
        case art
    }

    /// The address may contain a key, so that its source is configured and not itself.
    package struct Webhook: Equatable, Sendable {
        package var template = WebhookTemplate.json
        package var address: KeySource
        package var token: KeySource?
        package var secret: KeySource?
        /// Telegram's chat.
        package var chat = ""
        package var caFile: FolderPath?

        package init(address: KeySource) { self.address = address }
    }

    package struct Mail: Equatable, Sendable {
        package var host: String
        package var port: UInt16?
        package var security = MailServer.Security.tls
        package var user: String?
        package var password: KeySource?
        package var caFile: FolderPath?
        package var sender: MailAddress
        package var recipients: [MailAddress]

        package init(host: String, sender: MailAddress, recipients: [MailAddress]) {
            self.host = host
            self.sender = sender
            self.recipients = recipients
        }
    }

    package struct Program: Equatable, Sendable {
        /// The program and its arguments, never empty.
        package var command: [String]
        package var timeout = Duration.seconds(60)
        /// Names of environment variables to pass on.
        package var variables: [String] = []
        /// `false`: it can access everything that the service can.
        package var isConfined = true
        package var readable: [FolderPath] = []
        package var writable: [FolderPath] = []
        /// In bytes.
        package var memory: Int64?

        package init(command: [String]) { self.command = command }
    }

    package init(rule: NotificationRule, channel: Channel, attachment: Attachment = .none) {
        self.rule = rule
        self.channel = channel
        self.attachment = attachment
    }

    package var name: String { rule.target }

    /// Whether many notifications become one message. A program is run for each.
    package var digests: Bool {
        if case .program = channel { return false }
        return true
    }

    /// The stable word for API and configuration.
    package var word: String {
        switch channel {
        case .webhook(let webhook): "webhook " + webhook.template.rawValue
        case .mail: "mail"
        case .program: "exec"
        }
    }
}

extension [NotificationTarget] {
    package var rules: NotificationRules { NotificationRules(map(\.rule)) }
}

/// The receivers whose formats are known.
package enum WebhookTemplate: String, Equatable, Sendable, CaseIterable {
    case ntfy
    case discord
    case slack
    case matrix
    case telegram
    case gotify
    /// The facts as JSON, signed if there is a secret.
    case json

    /// The largest number of characters of a message; longer ones are cut.
    package var longest: Int {
        switch self {
        case .ntfy: 3800
        case .discord: 1900
        case .slack: 3500
        case .matrix: 30_000
        case .telegram: 3800
        case .gotify: 16_000
        case .json: 100_000
        }
    }
}

package import Domain

/// Sends messages by mail: as plain text, and with art also as HTML.
package struct MailChannel: NotificationChannel {
    package typealias Send = @Sendable (_ bytes: [UInt8]) async throws(NotificationFailure) -> Void

    private let sender: MailAddress
    private let recipients: [MailAddress]
    private let transmit: Send

    /// `transmit` gives a finished message to the mail server.
    package init(sender: MailAddress, recipients: [MailAddress], transmit: @escaping Send) {
        self.sender = sender
        self.recipients = recipients
        self.transmit = transmit
    }

    package func send(_ message: NotificationMessage) async -> NotificationOutcome {
        do throws(NotificationFailure) {
            try await transmit(mail(message).bytes)
            return .delivered
        } catch {
            switch error {
            case .mailReply(500...): return .refused(error)
            default: return .later(error)
            }
        }
    }

    func mail(_ message: NotificationMessage) -> MailMessage {
        let art = message.art.map { "\n\n" + $0.plain + "\n" } ?? ""
        return MailMessage(
            from: sender, to: recipients, subject: message.title, text: message.text + art,
            html: message.art.map { html(message, $0) }, id: message.id, date: message.at, mark: message.id)
    }

    /// The art's own page with the text above the art, so that its styles and fonts stay as they are.
    private func html(_ message: NotificationMessage, _ art: NotificationArt) -> String {
        let text = WebhookBody.entities(message.text).replacing("\n", with: "<br>\n")
        let paragraph = "<p style=\"font-family:sans-serif\">\(text)</p>\n"
        guard let body = art.html.firstRange(of: "<body"), let end = art.html[body.upperBound...].firstIndex(of: ">")
        else { return paragraph + art.html }
        let start = art.html.index(after: end)
        return art.html[..<start] + "\n" + paragraph + art.html[start...]
    }
}

extension NotificationFailure {
    package init(_ failure: MailFailure) {
        self =
            switch failure {
            case .refused(let reply), .deferred(let reply): .mailReply(reply.code)
            case .authentication: .mailLogin
            case .unreachable(let outage, _, _):
                switch outage {
                case .resolve: .noAnswer(.resolve)
                case .connect: .noAnswer(.connect)
                case .timeout: .noAnswer(.timeout)
                case .closed: .noAnswer(.closed)
                case .malformed: .noAnswer(.malformed)
                }
            case .encryption(.caFile, _): .setting("ca_file")
            case .encryption: .noAnswer(.tls)
            case .cancelled: .stopped
            case .settings, .noRecipient: .setting("server")
            case .unsupported, .other: .noAnswer(.closed)
            }
    }
}

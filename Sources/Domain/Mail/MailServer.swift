/// A mail server that takes messages for others, as programs for reading mail use it.
package struct MailServer: Equatable, Sendable {
    /// How the connection is protected.
    package enum Security: String, Equatable, Sendable, CaseIterable {
        /// TLS from the first byte.
        case tls
        /// TLS after STARTTLS. If the server doesn't offer that, nothing is sent.
        case starttls
        /// Unprotected, for a relay on this machine or in a trusted network.
        case none

        package var defaultPort: UInt16 {
            switch self {
            case .tls: 465
            case .starttls: 587
            case .none: 25
            }
        }
    }

    /// A user's name and password. Only the mechanisms PLAIN and LOGIN are used.
    package struct Login: Equatable, Sendable {
        package let user: String
        package let password: Secret

        package init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }

        /// Returns whether a text contains the password, as it is or in a form in which it is sent.
        package func isRepeated(in text: String) -> Bool {
            guard !password.value.isEmpty else { return false }
            let sent = [password.value, "\0\(user)\0\(password.value)"].map { MailEncoding.base64(Array($0.utf8)[...]) }
            return text.contains(password.value) || sent.contains { text.contains(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// A name or an address; IPv6 in brackets.
    package let host: String
    package let port: UInt16
    package let security: Security
    package let login: Login?
    /// A PEM file with the certificates to trust instead of the system's.
    package let caFile: String?
    /// The name by which this machine introduces itself (EHLO). `nil` for its host name, which some servers reject if it
    /// has no domain.
    package let ownName: String?

    package init(
        host: String, port: UInt16? = nil, security: Security, login: Login? = nil, caFile: String? = nil,
        ownName: String? = nil
    ) {
        self.host = host
        self.port = port ?? security.defaultPort
        self.security = security
        self.login = login
        self.caFile = caFile
        self.ownName = ownName
    }

    /// The server's name and port, for people.
    package var shown: String { "\(host):\(port)" }

    /// The first reason why the settings can't be used; `nil` if they can.
    package var problem: MailServerProblem? {
        guard host.utf8.allSatisfy({ 33...126 ~= $0 }), let server = HostAndPort(host), server.port == nil,
            server.isHost(allowing: [])
        else { return .host }
        if let ownName, ownName.utf8.count > 253 || !Self.isName(ownName) { return .ownName }
        if let caFile, caFile.isEmpty || caFile.utf8.contains(0) { return .caFile }
        guard let login else { return nil }
        guard !login.user.isEmpty, Self.isCredential(login.user), Self.isCredential(login.password.value) else {
            return .login
        }
        return security == .none && !LoopbackHost.isNamed(host) ? .exposedPassword : nil
    }

    /// A host name, or an address in brackets, such as `[192.0.2.1]` or `[IPv6:2001:db8::1]`.
    private static func isName(_ text: String) -> Bool {
        let isLiteral = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
        let content = isLiteral ? text.dropFirst().dropLast() : text[...]
        let signs = isLiteral ? "-.:" : "-."
        return !content.isEmpty && content.utf8.allSatisfy { $0.isASCIILetterOrDigit || signs.utf8.contains($0) }
    }

    private static func isCredential(_ text: String) -> Bool {
        text.utf8.count <= 1000 && text.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
    }
}

/// The reason why the settings of a mail server can't be used.
package enum MailServerProblem: Equatable, Sendable {
    /// Not a host name, or with a port.
    case host
    /// Not a host name or an address in brackets.
    case ownName
    case caFile
    /// The user is empty, or user or password has a control character or is too long.
    case login
    /// The password would travel unprotected to another machine.
    case exposedPassword
}

/// A server's reply to a command: three digits and a text.
package struct MailReply: Equatable, Sendable {
    /// The longest text, in characters.
    package static let maxText = 300

    package let code: Int
    /// For people: one line without control characters.
    package let text: String

    /// `text` may have several lines and any characters.
    package init(code: Int, text: String) {
        self.code = code
        let words = MailEncoding.oneLine(text).split(separator: " ").joined(separator: " ")
        self.text = words.count > Self.maxText ? words.prefix(Self.maxText - 1) + "…" : words
    }
}

/// The result of a message that the server accepted for at least one recipient.
package struct MailReceipt: Equatable, Sendable {
    /// A recipient that the server refused, for good (5xx) or for now (4xx).
    package struct Refusal: Equatable, Sendable {
        package let recipient: MailAddress
        package let reply: MailReply

        package init(recipient: MailAddress, reply: MailReply) {
            self.recipient = recipient
            self.reply = reply
        }
    }

    /// The server's reply to the message, which often names it in the server's queue.
    package let reply: MailReply
    /// The recipients that don't get the message. To repeat it for one of them, send it to that one alone.
    package let refused: [Refusal]

    package init(reply: MailReply, refused: [Refusal] = []) {
        self.reply = reply
        self.refused = refused
    }
}

/// The reason why a message was not accepted. No case contains a password or the message.
///
/// `mayHaveArrived`: the message had been sent completely, but the server's answer is missing. Sent again with the same
/// ID, it may arrive twice; most programs then show it once.
package enum MailFailure: Error, Equatable, Sendable {
    /// The server refused for good (5xx): all recipients, the sender or the message.
    case refused(MailReply)
    /// The server refused for now (4xx).
    case deferred(MailReply)
    /// The server refused the login or requires one; without a reply, it offers none of the mechanisms in use.
    case authentication(MailReply?)
    /// There is no connection, or it ended or took too long. `code` is libcurl's.
    case unreachable(MailOutage, code: Int, mayHaveArrived: Bool)
    /// Nothing was sent, because the connection can't be protected. `code` is libcurl's.
    case encryption(MailEncryptionProblem, code: Int)
    /// The caller cancelled.
    case cancelled(mayHaveArrived: Bool)
    case settings(MailServerProblem)
    /// No recipient was given.
    case noRecipient
    /// libcurl is missing or can't send mail.
    case unsupported
    /// libcurl's code, or the errno if the system granted no thread.
    case other(code: Int, mayHaveArrived: Bool)

    /// Whether the same message may be accepted later without a change of settings.
    package var isTemporary: Bool {
        switch self {
        case .deferred, .unreachable, .cancelled, .other: true
        case .encryption(let problem, _): problem == .handshake
        case .refused, .authentication, .settings, .noRecipient, .unsupported: false
        }
    }

    /// Whether the server may have accepted the message.
    package var mayHaveArrived: Bool {
        switch self {
        case .unreachable(_, _, let may), .cancelled(let may), .other(_, let may): may
        case .refused, .deferred, .authentication, .encryption, .settings, .noRecipient, .unsupported: false
        }
    }
}

/// The reason why a mail server can't be reached.
package enum MailOutage: String, Equatable, Sendable, CaseIterable {
    /// The host name can't be resolved.
    case resolve
    /// The connection was refused, or the host is unreachable.
    case connect
    case timeout
    /// The server closed the connection.
    case closed
    /// The answer is not that of a mail server.
    case malformed
}

/// The reason why a connection to a mail server can't be protected.
package enum MailEncryptionProblem: String, Equatable, Sendable, CaseIterable {
    /// The server doesn't offer STARTTLS.
    case notOffered
    /// The certificate is not trusted or not the server's.
    case certificate
    /// The file of trusted certificates can't be read or has none.
    case caFile
    case handshake
}

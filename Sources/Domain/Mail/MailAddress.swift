/// A mailbox that mail comes from or goes to, with or without a display name.
///
/// Only what every mail server understands without an extension: a local part of ASCII letters, digits and the signs
/// that need no quotes, and a domain of ASCII labels. Quoted local parts and addresses in brackets are rejected.
package struct MailAddress: Hashable, Sendable {
    /// The longest display name, in characters.
    package static let maxName = 100
    static let maxLocalPart = 64
    static let maxDomain = 253
    /// The longest text to read an address from, in bytes.
    static let maxText = 1000

    /// The display name, such as `Ada Lovelace`. `nil` if there is none. Has no control characters.
    package let name: String?
    /// The part before the `@`.
    package let localPart: String
    /// The domain in lower case.
    package let domain: String

    /// `user@host`, as in the commands to a mail server.
    package var mailbox: String { localPart + "@" + domain }

    /// Reads `user@host`, `name <user@host>` or `"name" <user@host>`. Spaces around it are ignored.
    package init(_ text: String) throws(MailAddressProblem) {
        guard text.utf8.count <= Self.maxText else { throw .tooLong(limit: Self.maxText) }
        guard !text.unicodeScalars.contains(where: TerminalText.isHidden) else { throw .controlCharacter }
        let text = text.trimmingSpaces
        guard text.hasSuffix(">") else {
            try self.init(name: nil, mailbox: text)
            return
        }
        guard let opening = text.lastIndex(of: "<") else { throw .malformed }
        let name = try Self.name(text[..<opening].trimmingSpaces)
        try self.init(name: name, mailbox: text[text.index(after: opening)...].dropLast().trimmingSpaces)
    }

    private init(name: String?, mailbox: Substring) throws(MailAddressProblem) {
        let parts = mailbox.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw .malformed }
        guard parts[0].utf8.allSatisfy({ $0 < 128 }) else { throw .localPart }
        guard parts[0].utf8.count <= Self.maxLocalPart else { throw .tooLong(limit: Self.maxLocalPart) }
        let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard atoms.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isMailAtom) }) else { throw .localPart }
        try Self.check(domain: parts[1])
        self.name = name
        localPart = String(parts[0])
        domain = parts[1].lowercased()
    }

    private static func check(domain: Substring) throws(MailAddressProblem) {
        guard domain.utf8.allSatisfy({ $0 < 128 }) else { throw .internationalDomain }
        guard domain.utf8.count <= maxDomain else { throw .tooLong(limit: maxDomain) }
        let isFine = domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
        }
        guard isFine else { throw .domain }
    }

    /// Reads a display name. Without quotes it must not contain what separates addresses, because the text could then
    /// be meant as a list.
    private static func name(_ text: Substring) throws(MailAddressProblem) -> String? {
        var name = text
        if text.hasPrefix("\"") {
            var isEscaped = false
            var content = Substring()
            guard text.count >= 2, text.hasSuffix("\"") else { throw .malformed }
            for character in text.dropFirst().dropLast() {
                guard isEscaped || character != "\"" else { throw .malformed }
                isEscaped = !isEscaped && character == "\\"
                if !isEscaped { content.append(character) }
            }
            guard !isEscaped else { throw .malformed }
            name = content.trimmingSpaces
        } else if text.contains(where: { "<>\"@,;".contains($0) }) {
            throw .malformed
        }
        guard name.count <= maxName else { throw .tooLong(limit: maxName) }
        return name.isEmpty ? nil : String(name)
    }
}

extension MailAddress: CustomStringConvertible {
    package var description: String { name.map { "\($0) <\(mailbox)>" } ?? mailbox }
}

/// The reason why a text is not the address of a mailbox.
package enum MailAddressProblem: Error, Equatable, Sendable {
    /// A line break or another control character.
    case controlCharacter
    /// The address, one of its two parts or the name exceeds this limit.
    case tooLong(limit: Int)
    /// Neither `user@host` nor `name <user@host>`.
    case malformed
    /// The part before the `@` is not of ASCII letters, digits, single dots and ``!#$%&'*+-/=?^_`{|}~``.
    case localPart
    /// The domain has characters outside ASCII. Its ASCII form (`xn--…`) is accepted.
    case internationalDomain
    /// The domain is not of labels of letters, digits and hyphens.
    case domain
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmingSpaces: Substring {
        let head = drop { $0 == " " }
        return head.lastIndex { $0 != " " }.map { head[...$0] } ?? head.prefix(0)
    }
}

extension UInt8 {
    /// Whether the ASCII character needs no quotes in an address (RFC 5322, 3.2.3).
    fileprivate var isMailAtom: Bool { isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(self) }
}

/// A message by mail, and its form as bytes: ASCII lines that every mail server takes (RFC 5322, 2045–2047, 2231).
///
/// None of its texts can add a header or end the message: control characters in headers become spaces, and bodies are
/// always encoded. The same message is the same bytes.
package struct MailMessage: Equatable, Sendable {
    /// The longest subject, in characters. A longer one is cut off.
    package static let maxSubject = 250

    package let from: MailAddress
    /// The addresses in the header, usually the ones that the message is sent to.
    package let to: [MailAddress]
    package let subject: String
    package let text: String
    /// The same content as HTML, for programs that show it instead of `text`.
    package let html: String?
    package let parts: [MailPart]
    /// What makes the message ID unique: letters, digits, `-`, `_` and dots; others are left out, and it is cut off after
    /// 64. A message that is sent again with its ID is shown once by most programs.
    package let id: String
    package let date: UTCMillis
    /// Sent as `X-Textify-Notification`, for filters and to find a message again.
    package let mark: String?

    package init(
        from: MailAddress, to: [MailAddress], subject: String, text: String, html: String? = nil,
        parts: [MailPart] = [], id: String, date: UTCMillis, mark: String? = nil
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.parts = parts
        self.id = id
        self.date = date
        self.mark = mark
    }

    /// The whole message with CRLF line breaks, ending with one. The dots at the start of lines need no doubling, as
    /// there are none.
    package var bytes: [UInt8] {
        let content = content
        return headers + content.headers + MailEncoding.lineBreak + content.body + MailEncoding.lineBreak
    }

    private var headers: [UInt8] {
        let header = MailEncoding.header
        return header("Date", [Self.dateText(date)]) + header("From", from.headerTokens(indent: 6))
            + header("To", recipientTokens) + header("Subject", subjectTokens)
            + header("Message-ID", ["<\(token)@\(from.domain)>"])
            // Keeps replies of absent people and other robots away (RFC 3834).
            + header("Auto-Submitted", ["auto-generated"])
            + (mark.map { header("X-Textify-Notification", [Self.plainMark($0)]) } ?? [])
            + header("MIME-Version", ["1.0"])
    }

    private var recipientTokens: [String] {
        guard !to.isEmpty else { return ["undisclosed-recipients:;"] }
        return to.enumerated().flatMap { number, address in
            var tokens = address.headerTokens(indent: 4)
            if number < to.count - 1 { tokens[tokens.count - 1] += "," }
            return tokens
        }
    }

    private var subjectTokens: [String] {
        let line = MailEncoding.oneLine(subject)
        let shown = line.count > Self.maxSubject ? line.prefix(Self.maxSubject - 1) + "…" : line
        let indent = "Subject: ".utf8.count
        guard MailEncoding.isPlain(shown), shown.utf8.count <= MailEncoding.lineLength - indent else {
            return MailEncoding.encodedWords(shown, indent: indent)
        }
        return [shown]
    }

    /// The ID without what could not stand in a message ID.
    private var token: String {
        let kept = id.utf8.filter { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) || $0 == UInt8(ascii: ".") }
        // An atom has no dot at its ends and no two of them in a row.
        let atoms = String(decoding: kept.prefix(64), as: UTF8.self).split(separator: ".")
        return atoms.isEmpty ? "0" : atoms.joined(separator: ".")
    }

    private static func plainMark(_ text: String) -> String {
        String(decoding: text.utf8.map { 33...126 ~= $0 ? $0 : UInt8(ascii: "-") }.prefix(200), as: UTF8.self)
    }

    /// `Sun, 09 Mar 2026 08:05:00 +0000`. Years that mail can't name are replaced by the nearest that it can.
    static func dateText(_ date: UTCMillis) -> String {
        let second = Int(date.milliseconds).quotient(1000)
        let day = LocalDay(dayNumber: second.quotient(86_400))
        let shown =
            day.year < 1900
            ? LocalDay(year: 1900, month: 1, day: 1)
            : day.year > 9999 ? LocalDay(year: 9999, month: 12, day: 31) : day
        let time = second.modulo(86_400)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.digits(2) }.joined(separator: ":")
        let name = months[shown.month - 1]
        return "\(shown.weekday.shortName), \(shown.day.digits(2)) \(name) \(shown.year) \(clock) +0000"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// A picture or another file that goes with a message.
package struct MailPart: Equatable, Sendable {
    package let name: String
    /// Such as `image/png`; anything that isn't a media type is sent as `application/octet-stream`.
    package let type: String
    package let bytes: [UInt8]
    /// The name by which the HTML shows the picture: `<img src="cid:art">`. `nil` for an attachment.
    package let contentID: String?

    package init(name: String, type: String, bytes: [UInt8], contentID: String? = nil) {
        self.name = name
        self.type = type
        self.bytes = bytes
        self.contentID = contentID
    }
}

// MARK: - The parts of the body

extension MailMessage {
    /// A body with the headers that describe it. The body has no line break at its end.
    fileprivate struct Entity {
        let headers: [UInt8]
        let body: [UInt8]
    }

    private var content: Entity {
        let plain = Self.textEntity(text, "plain")
        guard let html else { return combined("mixed", 2, [plain] + parts.map { $0.entity(isInline: false) }) }
        let pictures = parts.filter { $0.contentID != nil }.map { $0.entity(isInline: true) }
        let files = parts.filter { $0.contentID == nil }.map { $0.entity(isInline: false) }
        // Programs show the last alternative that they can show.
        let page = combined("related; type=\"text/html\"", 0, [Self.textEntity(html, "html")] + pictures)
        return combined("mixed", 2, [combined("alternative", 1, [plain, page])] + files)
    }

    /// Returns one entity of several; a single one as it is.
    ///
    /// The boundary can't occur in a body, because no encoding of a body has a `=` before a `_`, and boundaries of
    /// different levels differ in the digit behind that.
    private func combined(_ kind: String, _ level: Int, _ entities: [Entity]) -> Entity {
        guard entities.count != 1 else { return entities[0] }
        let boundary = "=_\(level)" + String(token.prefix(50))
        let delimiter = Array("--\(boundary)".utf8)
        var body: [UInt8] = []
        for entity in entities {
            body += delimiter + MailEncoding.lineBreak + entity.headers + MailEncoding.lineBreak + entity.body
            body += MailEncoding.lineBreak
        }
        let header = MailEncoding.header("Content-Type", ["multipart/\(kind);", "boundary=\"\(boundary)\""])
        return Entity(headers: header, body: body + delimiter + Array("--".utf8))
    }

    /// Chooses the shorter encoding: text art of block characters is half as long in base64.
    private static func textEntity(_ text: String, _ kind: String) -> Entity {
        let bytes = MailEncoding.canonical(text)
        let quoted = MailEncoding.quotedPrintable(bytes)
        let lines = MailEncoding.base64Lines(bytes)
        let isQuoted = quoted.count <= lines.count
        return Entity(
            headers: MailEncoding.header("Content-Type", ["text/\(kind);", "charset=utf-8"])
                + MailEncoding.header("Content-Transfer-Encoding", [isQuoted ? "quoted-printable" : "base64"]),
            body: isQuoted ? quoted : lines)
    }
}

extension MailPart {
    fileprivate func entity(isInline: Bool) -> MailMessage.Entity {
        var headers = MailEncoding.header("Content-Type", [mediaType])
        headers += MailEncoding.header("Content-Transfer-Encoding", ["base64"])
        headers += MailEncoding.header("Content-Disposition", [isInline ? "inline;" : "attachment;"] + nameTokens)
        if isInline, let contentID {
            let token = contentID.utf8.filter { $0.isASCIILetterOrDigit || "-_.@".utf8.contains($0) }
            headers += MailEncoding.header("Content-ID", ["<\(String(decoding: token.prefix(60), as: UTF8.self))>"])
        }
        return MailMessage.Entity(headers: headers, body: MailEncoding.base64Lines(bytes))
    }

    private var mediaType: String {
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isFine =
            parts.count == 2
            && parts.allSatisfy { part in
                (1...60).contains(part.utf8.count)
                    && part.utf8.allSatisfy { $0.isASCIILetterOrDigit || "!#$&-^_.+".utf8.contains($0) }
            }
        // A part of several parts, or a message, must not be in base64.
        let isWhole = parts.first.map { !["multipart", "message"].contains($0.lowercased()) } ?? false
        return isFine && isWhole ? type : "application/octet-stream"
    }

    /// The file's name as a parameter, in pieces if it is long or not ASCII (RFC 2231).
    private var nameTokens: [String] {
        let line = MailEncoding.oneLine(name).map { "/\\".contains($0) ? "_" : $0 }
        var shown = String(line.prefix(120))
        while shown.utf8.count > 240 { shown.removeLast() }
        if shown.isEmpty { shown = "file" }
        if MailEncoding.isPlain(shown), shown.utf8.count <= 60 {
            return ["filename=\"\(shown.replacing("\"", with: "\\\""))\""]
        }
        var pieces = ["utf-8''"]
        for character in shown {
            for scalar in character.unicodeScalars {
                let encoded = PercentEncoding.encoded(String(scalar))
                if pieces[pieces.count - 1].utf8.count + encoded.utf8.count > 60 { pieces.append("") }
                pieces[pieces.count - 1] += encoded
            }
        }
        return pieces.enumerated().map { number, piece in
            "filename*\(number)*=\(piece)\(number < pieces.count - 1 ? ";" : "")"
        }
    }
}

extension MailAddress {
    /// The address as tokens of a header whose name takes `indent` characters.
    fileprivate func headerTokens(indent: Int) -> [String] {
        guard let name else { return [mailbox] }
        let shown = MailEncoding.oneLine(name)
        guard MailEncoding.isPlain(shown), shown.utf8.count <= 60 else {
            return MailEncoding.encodedWords(shown, indent: indent) + ["<\(mailbox)>"]
        }
        let isPhrase = shown.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 32 || "-_'".utf8.contains($0) }
        let quoted = shown.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return [isPhrase ? shown : "\"\(quoted)\"", "<\(mailbox)>"]
    }
}

import Foundation
import Testing

@testable import Domain

@Suite("Mail messages")
struct MailMessageTests {
    private static let art = (0..<30).map { row in
        String((0..<120).map { "█▓▒░ .:"["█▓▒░ .:".index("█▓▒░ .:".startIndex, offsetBy: ($0 * row) % 7)] })
    }.joined(separator: "\n")

    private static func message(
        from: String = "textifyd <art@example.org>", to: [String] = ["ada@example.org"], subject: String = "Done",
        text: String = "hello\n", html: String? = nil, parts: [MailPart] = [], id: String = "01k0abc",
        mark: String? = nil
    ) throws -> MailMessage {
        MailMessage(
            from: try MailAddress(from), to: try to.map { try MailAddress($0) }, subject: subject, text: text,
            html: html,
            parts: parts, id: id, date: try #require(UTCMillis(text: "2026-03-09T08:05:00.999Z")), mark: mark)
    }

    @Test("a small message, byte by byte")
    func small() throws {
        let message = try Self.message(mark: "job-done 17")
        let expected = """
            Date: Mon, 09 Mar 2026 08:05:00 +0000
            From: textifyd <art@example.org>
            To: ada@example.org
            Subject: Done
            Message-ID: <01k0abc@example.org>
            Auto-Submitted: auto-generated
            X-Textify-Notification: job-done-17
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            hello


            """
        #expect(String(decoding: message.bytes, as: UTF8.self) == expected.replacing("\n", with: "\r\n"))
        let again = try Self.message(mark: "job-done 17")
        #expect(again.bytes == message.bytes)
    }

    @Test(
        "dates outside the range of mail are moved into it",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
            (951_868_799_000, "Tue, 29 Feb 2000 23:59:59 +0000"), (.max, "Fri, 31 Dec 9999 07:12:55 +0000"),
            (.min, "Mon, 01 Jan 1900 16:47:04 +0000"),
        ] as [(Int64, String)])
    func dates(milliseconds: Int64, text: String) {
        #expect(MailMessage.dateText(UTCMillis(milliseconds)) == text)
    }

    private static let everything = MailSample(
        from: "\"Text, Art\" <art@example.org>",
        to: ["ada@example.org", "에이다 러블레이스와 아주 긴 이름을 가진 사람들의 모임 <eve@example.org>", "Bob <bob@example.org>"],
        subject: "고양이 그림 “cat.png” is done: " + String(repeating: "👩‍👩‍👧 ", count: 20),
        text: art + "\n.\n..leading dots\nFrom here on\ntrailing space \n=3D and tabs\t\n"
            + String(repeating: "x", count: 500),
        html: "<p>Grüße</p>\n<pre>" + art + "</pre><img src=\"cid:art\">\n",
        parts: [
            MailPart(
                name: "cat.png", type: "image/png", bytes: (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) },
                contentID: "art"),
            MailPart(
                name: "그림 " + String(repeating: "아주", count: 30) + ".txt", type: "text/plain",
                bytes: Array(".\r\n--=_2\r\n".utf8)),
            MailPart(name: "a\"b\\c/../d\r\ne.bin", type: "multipart/mixed; boundary=x", bytes: []),
        ])

    @Test("lines are ASCII, end with CRLF, have at most 76 characters, and none begins with a dot")
    func lines() throws {
        let samples = [Self.everything, MailSample(), MailSample(text: Self.art), MailSample(html: Self.art)]
        for sample in samples {
            let bytes = try sample.message().bytes
            #expect(bytes.allSatisfy { $0 == 13 || $0 == 10 || 32...126 ~= $0 })
            #expect(bytes.suffix(2) == [13, 10])
            var before: UInt8 = 0
            for byte in bytes {
                #expect((byte == 10) == (before == 13))
                before = byte
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(
                separator: "\r\n", omittingEmptySubsequences: false)
            #expect(lines.map(\.utf8.count).max() ?? 0 <= 76)
            #expect(!lines.contains { $0.hasPrefix(".") || $0.hasPrefix("From ") })
        }
    }

    @Test("an independent reader finds the same message", .enabled(if: MailReader.isInstalled, "no python3"))
    func independent() throws {
        let sample = Self.everything
        let message = try sample.message()
        let read = try MailReader.read(message.bytes)
        #expect(read.defects == [])
        let subject = message.subject.trimmingCharacters(in: .whitespaces)
        #expect(read.headers["Subject"]?.trimmingCharacters(in: .whitespaces) == subject)
        #expect(read.from.map(\.mailbox) == ["art@example.org"] && read.from.map(\.name) == ["Text, Art"])
        #expect(read.to.map(\.mailbox) == message.to.map(\.mailbox))
        // This reader puts a space between the encoded words of a name.
        #expect(
            read.to.map { $0.name.replacing(" ", with: "") }
                == message.to.map { ($0.name ?? "").replacing(" ", with: "") })
        #expect(read.headers["Message-ID"] == "<01k0abc@example.org>")
        #expect(read.headers["Auto-Submitted"] == "auto-generated")
        #expect(read.headers["X-Textify-Notification"] == nil)
        #expect(read.milliseconds == 1_773_043_500_000)
        #expect(
            read.parts.map(\.type) == [
                "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
                "text/plain", "application/octet-stream",
            ])
        #expect(read.parts[2].text == message.text + "\n")
        #expect(read.parts[4].text == message.html)
        #expect(read.parts[5].bytes == message.parts[0].bytes)
        #expect(read.parts[5].disposition == "inline" && read.parts[5].contentID == "<art>")
        #expect(read.parts[6].bytes == message.parts[1].bytes)
        #expect(read.parts[6].name == message.parts[1].name && read.parts[6].disposition == "attachment")
        #expect(read.parts[7].bytes == [] && read.parts[7].name == "a\"b_c_.._d  e.bin")
    }

    @Test(
        "no text can add a header or a part", .enabled(if: MailReader.isInstalled, "no python3"),
        arguments: [
            "\r\nBcc: eve@example.org", "\nBcc: eve@example.org", "\rBcc: eve@example.org", "\u{85}Bcc: x",
            "\u{2028}Bcc: x",
            "\u{0}\r\n\r\n.\r\nMAIL FROM:<eve@example.org>\r\n", "=?utf-8?q?=0D=0ABcc:_eve?=", "\r\n--=_201k0abc\r\n",
            "\">\r\nBcc: x", "\u{1B}[2J",
        ])
    func injection(text: String) throws {
        let part = MailPart(name: "a" + text, type: "image/png" + text, bytes: Array(text.utf8), contentID: text)
        let message = try Self.message(
            subject: "a" + text, text: text, html: text, parts: [part, part], id: "01k" + text, mark: text)
        let read = try MailReader.read(message.bytes)
        #expect(read.defects == [])
        #expect(
            read.headers.keys.sorted() == [
                "Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To",
                "X-Textify-Notification",
            ])
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.map { TerminalText.isHidden($0) ? " " : $0 }))
        #expect(read.headers["Subject"]?.split(separator: " ") == ("a" + shown).split(separator: " "))
        #expect(read.parts.filter { !$0.type.hasPrefix("multipart/") }.count == 4)
    }

    @Test("a subject is cut off at its limit, and marks without end still make words of whole characters")
    func subjects() throws {
        let bytes = try Self.message(subject: "e" + String(repeating: "\u{301}", count: 3000)).bytes
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.map(\.utf8.count).max() ?? 0 <= 76)
        let long = MailEncoding.encodedWords(String(repeating: "a", count: 100), indent: 9)
        #expect(long.map(\.utf8.count) == [64, 72, 36])
        let cut = try Self.message(subject: String(repeating: "a", count: 300)).bytes
        #expect(!String(decoding: cut, as: UTF8.self).contains(String(repeating: "a", count: 77)))
    }

    @Test(
        "base64 as in RFC 4648",
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
    func base64(plain: String, encoded: String) {
        #expect(String(decoding: MailEncoding.base64(Array(plain.utf8)[...]), as: UTF8.self) == encoded)
    }
}

/// The texts of a message.
private struct MailSample {
    var from = "art@example.org"
    var to = ["ada@example.org"]
    var subject = ""
    var text = ""
    var html: String?
    var parts: [MailPart] = []

    func message() throws -> MailMessage {
        MailMessage(
            from: try MailAddress(from), to: try to.map { try MailAddress($0) }, subject: subject, text: text,
            html: html,
            parts: parts, id: "01k0abc", date: UTCMillis(1_773_043_500_000))
    }
}

/// Python's `email` package, which reads mail independently.
private struct MailReader: Decodable {
    struct Part: Decodable {
        let type: String
        let name: String?
        let disposition: String?
        let contentID: String?
        let text: String?
        let base64: String?

        var bytes: [UInt8]? { base64.flatMap { Data(base64Encoded: $0) }.map(Array.init) }
    }

    struct Mailbox: Decodable {
        let name: String
        let mailbox: String
    }

    let headers: [String: String]
    let defects: [String]
    let from: [Mailbox]
    let to: [Mailbox]
    let milliseconds: Int
    let parts: [Part]

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(
        where: FileManager.default.isExecutableFile(atPath:))

    static var isInstalled: Bool { python != nil }

    private static let script = """
        import base64, email, email.policy, json, sys

        message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.SMTP)
        assert len(message.keys()) == len(set(message.keys()))
        people = lambda name: [{"name": one.display_name, "mailbox": one.addr_spec} for one in message[name].addresses]
        defects = [repr(defect) for part in message.walk() for defect in part.defects]
        defects += [repr(defect) for part in message.walk() for value in part.values() for defect in value.defects]
        parts = []
        for part in message.walk():
            entry = {"type": part.get_content_type(), "name": part.get_filename(), "contentID": part["Content-ID"],
                     "disposition": part.get_content_disposition()}
            if not part.is_multipart():
                entry["base64"] = base64.b64encode(part.get_payload(decode=True)).decode()
            if part.get_content_maintype() == "text" and not part.is_attachment():
                entry["text"] = part.get_content().replace("\\r\\n", "\\n")
            parts.append(entry)
        json.dump({"headers": dict(message.items()), "defects": defects, "from": people("From"), "to": people("To"),
                   "milliseconds": int(message["Date"].datetime.timestamp() * 1000), "parts": parts}, sys.stdout)
        """

    static func read(_ bytes: [UInt8]) throws -> MailReader {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = ["-I", "-c", script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The script reads everything before it writes.
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode(MailReader.self, from: read)
    }
}

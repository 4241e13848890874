/// The forms in which text and bytes travel in mail: ASCII lines of at most 76 characters.
///
/// No line of a body begins with a dot, so a transport that forgets to double it, or doubles it twice, changes nothing.
enum MailEncoding {
    static let lineBreak: [UInt8] = [13, 10]
    static let lineLength = 76

    /// Base64 without line breaks (RFC 4648).
    static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
            let count = min(3, bytes.endIndex - start)
            var bits = 0
            for place in 0..<3 { bits = bits << 8 | (place < count ? Int(bytes[start + place]) : 0) }
            for place in 0..<4 {
                text.append(place <= count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return text
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Base64 in lines (RFC 2045, 6.8), without a line break at the end.
    static func base64Lines(_ bytes: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count / 57 * 78 + 80)
        // 57 bytes are 76 digits.
        for start in stride(from: 0, to: bytes.count, by: 57) {
            if start > 0 { lines += lineBreak }
            lines += base64(bytes[start..<min(start + 57, bytes.count)])
        }
        return lines
    }

    /// Quoted-printable (RFC 2045, 6.7). `bytes` has CRLF line breaks.
    static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        var column = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : nil
            index += 1
            if byte == 13, next == 10 {
                output += lineBreak
                index += 1
                column = 0
                continue
            }
            let isAtEnd = next == nil || next == 13
            let isPlain = byte == 32 || byte == 9 ? !isAtEnd : 33...126 ~= byte && byte != UInt8(ascii: "=")
            // The last column is for the mark of a continued line.
            if column + (isPlain ? 1 : 3) > lineLength - 1 {
                output += [UInt8(ascii: "=")] + lineBreak
                column = 0
            }
            if isPlain, column > 0 || !isSpecialAtStart(bytes[(index - 1)...]) {
                output.append(byte)
                column += 1
            } else {
                output += [UInt8(ascii: "="), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
                column += 3
            }
        }
        return output
    }

    /// Whether programs treat a line specially that starts like this: a dot ends the message in SMTP, and `From ` begins
    /// the next one in mailbox files, so some write `>From `.
    private static func isSpecialAtStart(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: ".") || line.starts(with: Array("From ".utf8))
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// Returns the text in UTF-8 with CRLF line breaks, the last line with one too.
    static func canonical(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + text.utf8.count / 32)
        var before: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 13: bytes += lineBreak
            case 10: if before != 13 { bytes += lineBreak }
            default: bytes.append(byte)
            }
            before = byte
        }
        return bytes.suffix(2) == lineBreak[...] || bytes.isEmpty ? bytes : bytes + lineBreak
    }

    /// Returns text for a header: white space and control characters become spaces, so that it stays in its line.
    static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { TerminalText.isHidden($0) ? " " : $0 }))
    }

    /// Splits text for a header into encoded words (RFC 2047) of whole characters, each at most 75 characters long.
    /// The first one leaves room for `indent` characters before it in its line.
    static func encodedWords(_ text: String, indent: Int) -> [String] {
        let frame = "=?utf-8?B??=".utf8.count
        var words: [String] = []
        var word: [UInt8] = []
        func append(_ piece: some Collection<UInt8>) {
            let room = words.isEmpty ? lineLength - max(1, indent) : lineLength - 1
            if !word.isEmpty, (word.count + piece.count + 2) / 3 * 4 > room - frame {
                words.append("=?utf-8?B?" + String(decoding: base64(word[...]), as: UTF8.self) + "?=")
                word = []
            }
            word += piece
        }
        for character in text {
            if character.utf8.count <= 15 {
                append(character.utf8)
            } else {
                // A base with a heap of marks doesn't fit into a word, its code points do.
                for scalar in character.unicodeScalars { append(Character(scalar).utf8) }
            }
        }
        return words + ["=?utf-8?B?" + String(decoding: base64(word[...]), as: UTF8.self) + "?="]
    }

    /// Returns whether a text can stand in a header as it is: ASCII that no reader takes for an encoded word.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { 32...126 ~= $0 } && !text.contains("=?")
    }

    /// Returns a header line of these tokens, continued in further lines where it would be too long.
    static func header(_ name: String, _ tokens: [String]) -> [UInt8] {
        var text = name + ":"
        var column = text.utf8.count
        for (number, token) in tokens.enumerated() {
            let isTooLong = column + 1 + token.utf8.count > lineLength
            text += isTooLong && number > 0 ? "\r\n " + token : " " + token
            column = isTooLong && number > 0 ? 1 + token.utf8.count : column + 1 + token.utf8.count
        }
        return Array(text.utf8) + lineBreak
    }
}

/// Text that is safe to write to a terminal: it contains no control sequences except the program's own.
///
/// The standard streams accept only this type, so that a new command can't print a foreign escape sequence by mistake.
/// Text from a `String` is escaped; colours and cursor moves come from literals; text art comes from its writers, which
/// never output a control character of a picture or a prompt.
///
/// All output uses the same escapes: `\xHH` for an ASCII control character or a byte that is not UTF-8, `\uHHHH` for
/// any other hidden character.
package struct TerminalText: Equatable, Sendable {
    package private(set) var text: String

    /// Escapes any text, possibly of several lines: line feeds and tabs are kept, all other hidden characters are
    /// escaped.
    package init(_ words: String) {
        text = Self.escaped(words) { $0 == "\n" || $0 == "\t" ? $0 : nil }
    }

    /// Wraps a control sequence of the program's own, such as a colour.
    package init(order: StaticString) {
        text = order.description
    }

    /// Wraps text art from a writer, with its colour sequences. Not escaped.
    package init(art: String) {
        text = art
    }

    /// Moves the cursor to the start of a row, counted from 1.
    package static func row(_ number: Int) -> TerminalText {
        TerminalText(art: "\u{1B}[\(number);1H")
    }

    /// Returns the sequence that sets the terminal's clipboard (OSC 52). Characters that aren't base64 are removed.
    package static func clipboard(base64: String) -> TerminalText {
        let digits = base64.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) }
        return TerminalText(art: "\u{1B}]52;c;\(digits)\u{7}")
    }

    package static func + (one: TerminalText, other: TerminalText) -> TerminalText {
        TerminalText(art: one.text + other.text)
    }

    package static func += (one: inout TerminalText, other: TerminalText) {
        one.text += other.text
    }
}

extension TerminalText {
    /// Escapes any text as part of one line: white space becomes a blank, all other hidden characters are escaped.
    /// Idempotent.
    package static func line(_ words: String) -> String {
        escaped(words) { "\t\n\u{C}\r\u{2028}\u{2029}".unicodeScalars.contains($0) ? " " : nil }
    }

    /// Returns whether a character controls a terminal or reorders a line instead of being displayed: control
    /// characters, line and paragraph separators, and bidirectional controls (Unicode TR 9).
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns the escape for a hidden character.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        scalar.isASCII ? escape(UInt8(truncatingIfNeeded: scalar.value)) : unicodeEscape(scalar)
    }

    /// Returns the escape for a byte that is not UTF-8.
    static func escape(_ byte: UInt8) -> String {
        "\\x" + byte.digits(2, radix: 16)
    }

    /// Escapes the hidden characters of a JSON document, since JSON itself only requires escapes below U+0020. `json`
    /// must be a whole document, in which such characters occur only inside strings.
    package static func json(_ json: [UInt8]) -> [UInt8] {
        // The possible first bytes of hidden characters in UTF-8.
        guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else { return json }
        var safe = ""
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            // Below U+0020 there is only the white space between values, which is kept.
            if scalar.value >= 0x20, isHidden(scalar) {
                safe += unicodeEscape(scalar)
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return Array(safe.utf8)
    }

    private static func escaped(_ words: String, _ kept: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard words.unicodeScalars.contains(where: isHidden) else { return words }
        var shown = ""
        for scalar in words.unicodeScalars {
            if !isHidden(scalar) {
                shown.unicodeScalars.append(scalar)
            } else if let plain = kept(scalar) {
                shown.unicodeScalars.append(plain)
            } else {
                shown += escape(scalar)
            }
        }
        return shown
    }

    private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
        "\\u" + scalar.value.digits(4, radix: 16)
    }
}

/// Control characters that are forbidden in text from outside because terminals interpret them: C0 except tab, line
/// feed, form feed and carriage return; DEL; C1. Prompts, tags, names and all other free text of a request are rejected
/// if they contain one, whether they come from a file, TOML, JSON or the control socket.
package enum ControlCharacter {
    /// A regular expression (ECMA-262) that matches text without forbidden characters, for schemas.
    package static let freeText = #"^[^\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]*$"#

    /// Returns the offset of the first forbidden character, in bytes of UTF-8; `nil` if there is none.
    package static func offset(in text: String) -> Int? { offset(in: text.utf8) }

    /// Returns the offset of the first forbidden character in UTF-8 bytes; `nil` if there is none.
    package static func offset(in bytes: some Sequence<UInt8>) -> Int? {
        var before: UInt8 = 0
        for (offset, byte) in bytes.enumerated() {
            if isForbiddenASCII(byte) { return offset }
            // C1 is U+0080 to U+009F: C2 80 to C2 9F in UTF-8.
            if before == 0xC2, byte < 0xA0 { return offset - 1 }
            before = byte
        }
        return nil
    }

    private static func isForbiddenASCII(_ byte: UInt8) -> Bool {
        switch byte {
        case 9, 10, 12, 13: false
        case 0..<0x20, 0x7F: true
        default: false
        }
    }
}

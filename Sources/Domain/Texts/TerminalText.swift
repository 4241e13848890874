/// Text that a terminal may be given: nothing in it acts but what this program itself ordered.
///
/// The standard streams take nothing else, so that a new command cannot print a foreign escape sequence by mistake. What
/// comes from a `String` is escaped; colours and cursor moves come from literals; text art comes from its writers, which
/// draw no control character of a picture or a prompt.
///
/// One form of escape for all output: `\xHH` for an ASCII control character or a byte that is not UTF-8, `\uHHHH` for any other
/// character that is hidden.
package struct TerminalText: Equatable, Sendable {
    package private(set) var text: String

    /// Foreign or own words on any number of lines: line feeds and tabs stay, every other hidden character is escaped.
    package init(_ words: String) {
        text = Self.escaped(words) { $0 == "\n" || $0 == "\t" ? $0 : nil }
    }

    /// A sequence of the program's own, such as a colour.
    package init(order: StaticString) {
        text = order.description
    }

    /// Text art as its writer made it, with the writer's colours.
    package init(art: String) {
        text = art
    }

    /// Moves the cursor to the start of a row, counted from 1.
    package static func row(_ number: Int) -> TerminalText {
        TerminalText(art: "\u{1B}[\(number);1H")
    }

    /// The order that fills the terminal's clipboard (OSC 52). Nothing but base64 comes through.
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
    /// Foreign words as part of one line: white space of any kind becomes a blank, every other hidden character is escaped.
    /// Applied twice it changes nothing.
    package static func line(_ words: String) -> String {
        escaped(words) { "\t\n\u{C}\r\u{2028}\u{2029}".unicodeScalars.contains($0) ? " " : nil }
    }

    /// Whether a character acts on a terminal, or reorders a line, instead of being shown: control characters, line and
    /// paragraph separators, and the controls of bidirectional text (Unicode TR 9).
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The escape of a hidden character.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        scalar.isASCII ? escape(UInt8(truncatingIfNeeded: scalar.value)) : unicodeEscape(scalar)
    }

    /// The escape of a byte that is not UTF-8.
    static func escape(_ byte: UInt8) -> String {
        "\\x" + padded(String(byte, radix: 16), to: 2)
    }

    /// JSON whose texts are shown literally by no terminal: JSON itself only demands escapes below U+0020.
    /// `json` is a whole document; hidden characters above that stand nowhere but in texts.
    package static func json(_ json: [UInt8]) -> [UInt8] {
        // The first bytes of all hidden characters in UTF-8.
        guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else { return json }
        var safe = ""
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            // White space between values stays.
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
        "\\u" + padded(String(scalar.value, radix: 16), to: 4)
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

/// Characters that no text from outside may hold, because a terminal obeys them: C0 without tab, line feed, form feed and
/// carriage return, DEL, and C1. Prompts, tags, names and every other free text of a request are refused for one, whether
/// they come as a file, as TOML, as JSON or over the control socket.
package enum ControlCharacter {
    /// The same rule as a regular expression (ECMA-262), for schemas.
    package static let freeText = #"^[^\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]*$"#

    /// The offset of the first one, in bytes of UTF-8.
    package static func offset(in text: String) -> Int? {
        offset(in: text.utf8)
    }

    /// The same in bytes that are taken for UTF-8.
    package static func offset(in bytes: some Sequence<UInt8>) -> Int? {
        var before: UInt8 = 0
        for (place, byte) in bytes.enumerated() {
            if isASCII(byte) { return place }
            // C1 is U+0080 to U+009F, C2 80 to C2 9F in UTF-8.
            if before == 0xC2, byte < 0xA0 { return place - 1 }
            before = byte
        }
        return nil
    }

    private static func isASCII(_ byte: UInt8) -> Bool {
        switch byte {
        case 9, 10, 12, 13: false
        case 0..<0x20, 0x7F: true
        default: false
        }
    }
}

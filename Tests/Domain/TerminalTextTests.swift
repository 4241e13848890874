import Domain
import Testing

@Suite("Terminal text")
struct TerminalTextTests {
    /// Texts that attack a terminal or mislead its user.
    static let hostile = [
        "\u{1B}[2J\u{1B}[H", "\u{1B}]52;c;ZXZpbA==\u{7}", "\u{1B}]0;title\u{1B}\\", "\u{1B}P+q544e\u{1B}\\",
        "\u{9B}31m",
        "\u{9D}52;c;ZXZpbA==\u{9C}", "\u{90}q\u{9C}", "a\u{8}\u{8}b", "safe\rroot", "\u{7}", "\u{0}", "\u{7F}",
        "\u{E}\u{F}", "invoice\u{202E}gpj.exe", "\u{2066}a\u{2069}", "\u{200F}a\u{200E}\u{61C}", "a\u{2028}b\u{2029}c",
        "one\ntwo", "a\tb", "\u{85}", "\u{1B}\u{5B}\u{31}\u{6D}",
    ]

    private func hidden(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter(TerminalText.isHidden)
    }

    @Test(
        "No cursor, colour, title or clipboard sequence in a text reaches the terminal",
        arguments: hostile)
    func words(text: String) {
        #expect(hidden(in: TerminalText(text).text).allSatisfy { $0 == "\n" || $0 == "\t" })
        let line = TerminalText.line(text)
        #expect(hidden(in: line).isEmpty, "\(line)")
        #expect(TerminalText.line(line) == line)
        #expect(hidden(in: FileName(text).shown).isEmpty)
        #expect(FileName(TerminalText.line(text)).shown == TerminalText.line(text))
    }

    @Test("Every scalar is displayed unchanged or escaped") func everyScalar() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let line = TerminalText.line(String(scalar))
            let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            let isSeparator = [0x2028, 0x2029].contains(value)
            #expect(TerminalText.isHidden(scalar) == (isControl || isSeparator), "\(value)")
            #expect(hidden(in: line).isEmpty && (isControl || isSeparator || line == String(scalar)))
        }
    }

    @Test("Escapes have a single form") func form() {
        #expect(TerminalText.line("\u{1B}[1m\u{7F}\u{9B}\u{202E}") == #"\x1b[1m\x7f\u009b\u202e"#)
        #expect(TerminalText("a\u{1B}b\nc\td").text == "a\\x1bb\nc\td")
        #expect(FileName(bytes: [0x61, 0x9B, 0x0A, 0xC2, 0x9B, 0xE2, 0x80, 0xAE]).shown == #"a\x9b\x0a\u009b\u202e"#)
        #expect(TerminalText.line("한글 été 👩‍👩‍👧 עברית") == "한글 été 👩‍👩‍👧 עברית")
    }

    @Test("The program's own escape sequences pass, and its clipboard sequence accepts base64 only") func orders() {
        #expect((TerminalText(order: "\u{1B}[1m") + TerminalText("a\u{1B}")).text == "\u{1B}[1ma\\x1b")
        #expect(TerminalText.clipboard(base64: "YQ==\u{7}\u{1B}[2J").text == "\u{1B}]52;c;YQ==2J\u{7}")
    }

    @Test("JSON keeps its meaning and contains no hidden characters", arguments: hostile)
    func json(text: String) throws {
        // As written by an encoder that escapes only what JSON requires.
        let quoted = text.replacing("\\", with: "\\\\").unicodeScalars.map { scalar in
            scalar.value < 0x20
                ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16) : String(scalar)
        }.joined()
        let document = Array("{\"a\":\"\(quoted)\"}".utf8)
        let safe = TerminalText.json(document)
        #expect(hidden(in: String(decoding: safe, as: UTF8.self)).isEmpty)
        #expect(try JSONReader.read(safe) == JSONReader.read(document))
    }

    @Test("Free text permits only tab, line feed, form feed and carriage return as control characters")
    func rule() {
        for value in UInt32(0)...0x2FF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isControl = scalar.properties.generalCategory == .control
            let isRefused = isControl && ![9, 10, 12, 13].contains(value)
            #expect(ControlCharacter.offset(in: "é\(scalar)") == (isRefused ? 2 : nil), "\(value)")
        }
        // U+00C5 ends with a byte in the C1 range, and an incomplete character is not a control character.
        #expect(ControlCharacter.offset(in: "Å\u{C2}x") == nil)
        #expect(ControlCharacter.offset(in: [0xC2, 0x9B]) == 0)
        #expect(ControlCharacter.offset(in: [0xC2, 0xA0, 0xC2]) == nil)
    }
}

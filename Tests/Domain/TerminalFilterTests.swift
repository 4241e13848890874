import Testing

@testable import Domain

@Suite("Recorded terminal output")
struct TerminalFilterTests {
    private func filtered(_ text: String, _ alternate: TerminalFilter.Alternate = .pass) -> String {
        var filter = TerminalFilter(alternate: alternate)
        return String(decoding: filter.filter(text), as: UTF8.self)
    }

    /// Writes escape sequences shorter: `~` is an ESC.
    private func escaped(_ text: String) -> String { text.replacing("~", with: "\u{1B}") }

    @Test(
        "text, colours, movement, erasing and scrolling pass unchanged",
        arguments: [
            "a\tb\r\n고양이 e\u{301} 👩‍👩‍👧 \u{8}", "~[m", "~[0;1;38;2;1;2;3;48;5;17m", "~[4:3m", "~[38:2::1:2:3m",
            "~[A~[12B~[3C~[4D~[E~[F~[5G~[6d~[7e~[2;3H~[2;3f", "~[J~[1J~[2J~[K~[1K~[L~[M~[P~[X~[@~[S~[3T~[5b",
            "~7~8~[s~[u~D~E~M~[2;20r~[4h~[4l", "~(0lqk~(B~)0\u{E}\u{F}",
            "~[?25l~[?25h~[?7l~[?2026h~[?2026l~[?1049h~[?1049l",
        ])
    func passes(text: String) { #expect(filtered(escaped(text)) == escaped(text)) }

    @Test(
        "sequences that are answered, act on the terminal or its keyboard, or carry strings are removed",
        arguments: [
            "~[6n", "~[5n", "~[?6n", "~[c", "~[0c", "~[>c", "~[=c", "~[>q", "~[x", "~Z", "~[?2026$p", "~[21t",
            "~[8;9;9t",
            "~[i", "~[5i", "~[?5i", "~[3J", "~[2 q", "~]52;c;YQ==\u{7}", "~]0;title~\\", "~]8;;http://a~\\",
            "~]11;?~\\",
            "~P1$r0m~\\", "~Pq#0;2;0;0;0~\\", "~P=1s~\\", "~_Ga=T;AAAA~\\", "~^a~\\", "~Xa~\\", "\u{90}q\u{9C}",
            "\u{9D}52;c;YQ==\u{7}", "\u{9F}G\u{9C}", "\u{9B}", "\u{85}", "~[?1000h", "~[?1006h", "~[?2004h", "~[?1h",
            "~[?6h", "~[?69h", "~[20h", "~[2h", "~=", "~>", "~[>1u", "~[=1u", "~[?u", "~[>4;2m", "~[?4m",
            "~[1;2;3;4;5T",
            "~[2;5s", "~#8", "~ F", "~%G", "~H", "~N", "~(A", "~*0", "~[!p", "~[61\"p", "~[1$r", "~[99999999b",
            "~[99999999999999999999999S", "~[1\nm", "\u{7}", "\u{5}", "\u{0}", "\u{7F}", "\u{202E}", "\u{2028}",
        ])
    func removes(sequence: String) { #expect(filtered("a" + escaped(sequence) + "b") == "ab") }

    @Test("sequences may be split anywhere") func splits() {
        let text = escaped("a~[31mb~]0;t~\\c~[6nd~(0q~(B~[?25;1000le~P1~[32mf~c")
        let whole = filtered(text)
        #expect(whole == escaped("a~[31mbcd~(0q~(B~[?25le~[32mf~[0m~[r~(B\u{F}~[H~[2J"))
        let scalars = Array(text.unicodeScalars)
        for cut in 0...scalars.count {
            var filter = TerminalFilter()
            let parts = [scalars[..<cut], scalars[cut...]].map { String(String.UnicodeScalarView($0)) }
            #expect(String(decoding: parts.flatMap { filter.filter($0) }, as: UTF8.self) == whole)
        }
    }

    @Test("a sequence without an end shows nothing, and the next sequence ends it") func unfinished() {
        #expect(filtered(escaped("a~[31")) == "a")
        #expect(filtered(escaped("~[1~[2Cx")) == escaped("~[2Cx"))
        #expect(filtered(escaped("~[1\u{18}x")) == "x")
        #expect(filtered(escaped("~]0;") + String(repeating: "x", count: 9_999)).isEmpty)
        #expect(filtered(escaped("~[") + String(repeating: "1;", count: 300) + "mx") == "x")
    }

    @Test("the alternate screen is passed once, or replaced by clearing") func alternate() {
        #expect(filtered(escaped("~[?47h~[?1049h~[?1047l~[?1049l")) == escaped("~[?1049h~[?1049l"))
        #expect(filtered(escaped("~[?1049ha~[?1049lb"), .clear) == escaped("~7~[2J~[Ha~[2J~8b"))
        var filter = TerminalFilter()
        _ = filter.filter(escaped("~[?25;1049h~[5;5H~[2J"))
        #expect(filter.isAlternate && !filter.usesPlaces)
        _ = filter.filter(escaped("~[?1049l~[J~[K~[3A"))
        #expect(!filter.isAlternate && !filter.usesPlaces)
        _ = filter.filter(escaped("~[H"))
        #expect(filter.usesPlaces)
    }

    @Test("of random characters nothing passes but text and the listed sequences") func random() {
        let alphabet = Array(escaped("~~~[[[]P_?>=;:$ 0123456789mnchltHJqux\\\u{7}\u{9B}\u{9D}\u{90}a고").unicodeScalars)
        var rng = SplitMix64(seed: 5)
        for _ in 0..<5_000 {
            let text = (0..<40).map { _ in alphabet[Int(rng.next() % UInt64(alphabet.count))] }
            let shown = filtered(String(String.UnicodeScalarView(text)))
            for part in shown.unicodeScalars.split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst()
            where part.first != "7" && part.first != "8" {
                let isPrivate = part.starts(with: "[?".unicodeScalars)
                let rest = part.dropFirst(isPrivate ? 2 : part.first == "[" ? 1 : 0)
                let numbers = rest.prefix { "0123456789;:".unicodeScalars.contains($0) }
                let final = rest.dropFirst(numbers.count).first
                let isHarmless =
                    switch final {
                    case "m", "H", "J", "u", "r", "a", "P": !isPrivate && part.first == "["
                    case "h", "l":
                        (isPrivate ? ["7", "25", "2026", "1049"] : ["4"])
                            .contains(String(String.UnicodeScalarView(numbers)))
                    case "(": part.dropFirst().first == "0" || part.dropFirst().first == "B"
                    default: false
                    }
                #expect(isHarmless, "\(text) became \(shown.debugDescription)")
            }
            #expect(shown.unicodeScalars.allSatisfy { $0 == "\u{1B}" || $0 == "\u{F}" || !TerminalText.isHidden($0) })
        }
    }
}

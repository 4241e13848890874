import Domain
import Glibc
import PlatformSystem
import Testing

@Suite("Terminals")
struct TerminalTests {
    @Test(
        "a terminal's reply is parsed as a colour, with any number of digits and either terminator",
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;c", RGB.white),
            ("\u{1B}]11;rgb:00/80/ff\u{7}", RGB(text: "#0080ff")),
            ("\u{1B}]11;rgb:0/8/f\u{1B}\\", RGB(text: "#0088ff")),
            ("xx\u{1B}]11;rgb:1e1e/2a2a/3c3c\u{1B}\\", RGB(text: "#1e2a3c")),
            ("\u{1B}[?62;c", nil), ("", nil), ("\u{1B}]11;rgb:ffff/ffff\u{1B}\\", nil),
            ("\u{1B}]11;rgb:fffff/0/0\u{7}", nil),
            ("\u{1B}]11;rgb://\u{7}", nil), ("\u{1B}]11;rgba:ff/ff/ff/ff\u{7}", nil),
        ])
    func answers(text: String, color: RGB?) {
        #expect(TerminalReport(answer: text.utf8).background == color)
    }

    @Test(
        "a terminal's name and version are found beside its other answers, and only if complete",
        arguments: [
            ("\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}]11;rgb:00/00/00\u{1B}\\\u{1B}[?62;c", "kitty(0.35.2)"),
            ("\u{1B}P>|WezTerm 20240203-110809\u{7}\u{1B}[?65;4c", "WezTerm 20240203-110809"),
            ("\u{1B}P>|tmux 3.4", nil), ("\u{1B}P>|\u{1B}\\", nil), ("\u{1B}[?62;c", nil), ("", nil),
        ])
    func versions(text: String, version: String?) {
        #expect(TerminalReport(answer: text.utf8).version == version)
    }

    @Test(
        "keys are parsed from what a terminal sends, several at once, and unknown sequences are skipped",
        arguments: [
            ("q", [.character("q")]), ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}", [.escape]),
            ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
            ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
            ("밤\r\u{7F}", [.character("밤"), .enter, .backspace]), ("\u{3}", [.interrupt]),
            ("\t\u{1B}[15~x", [.character("x")]),
            ("\u{1B}[C\u{1B}OD", [.right, .left]), ("\u{1B}[1;5Cy", [.right, .character("y")]), ("\u{1B}[", []),
        ] as [(String, [TerminalKey])])
    func keys(typed: String, keys: [TerminalKey]) {
        #expect(TerminalKey.keys(in: typed.utf8) == keys)
    }

    @Test("a descriptor that isn't a terminal has no size and isn't queried")
    func none() {
        guard isatty(1) == 0 else { return }
        #expect(TerminalSize(of: .output) == nil)
        #expect(ConsoleFont(of: .output) == nil)
        #expect(TerminalReport.query() == nil)
    }
}

import Domain
import PlatformSystem
import Testing

@testable import textify

@Suite("Terminals that draw blocks")
struct TerminalProfileTests {
    /// A terminal as it appears to a program: its variables, and its answer to XTVERSION.
    struct Place: CustomTestStringConvertible {
        let name: String
        let environment: [String: String]
        let report: String?
        let tmux: TmuxClient?
        let charset: Charset
        let colors: ArtColor

        init(
            _ name: String, _ environment: [String: String], _ report: String? = nil, tmux: TmuxClient? = nil,
            _ charset: Charset, _ colors: ArtColor
        ) {
            self.name = name
            self.environment = environment
            self.report = report
            self.tmux = tmux
            self.charset = charset
            self.colors = colors
        }

        var testDescription: String { name }
    }

    static let places = [
        Place("xterm", ["TERM": "xterm-256color"], "XTerm(390)", .block, .palette),
        Place("xterm with variables inherited from VTE", ["VTE_VERSION": "7800"], "XTerm(390)", .block, .palette),
        Place("xterm-direct", ["TERM": "xterm-direct"], nil, .block, .full),
        Place("unknown", ["TERM": "xterm"], nil, .block, .palette),
        Place("unknown, by name", ["TERM": "xterm"], "Something(9.9)", .block, .palette),
        Place("kitty, old", ["TERM": "xterm-kitty"], "kitty(0.35.2)", .sextant, .full),
        Place("kitty, new", ["TERM": "xterm-kitty"], "kitty(0.40.0)", .octant, .full),
        Place("kitty, silent", ["TERM": "xterm-kitty"], nil, .sextant, .full),
        Place("foot, old", ["TERM": "foot"], "foot(1.16.2)", .sextant, .full),
        Place("foot, new", ["TERM": "foot"], "foot(1.20.0-12-gabcdef)", .octant, .full),
        Place("ghostty, old", ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"], "ghostty 1.1.3", .sextant, .full),
        Place("ghostty, new", ["TERM": "xterm-ghostty"], "ghostty 1.2.0", .octant, .full),
        Place(
            "ghostty, silent", ["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.3.1-arch2"], nil, .octant, .full),
        Place("VTE, ancient", ["VTE_VERSION": "5202", "COLORTERM": "truecolor"], nil, .block, .full),
        Place("VTE, old", ["VTE_VERSION": "6200", "COLORTERM": "truecolor"], "VTE(6200)", .sextant, .full),
        Place("VTE, new", ["VTE_VERSION": "7802"], "VTE(7802)", .octant, .full),
        Place("WezTerm", ["TERM_PROGRAM": "WezTerm"], "WezTerm 20240203-110809-5046fc22", .sextant, .full),
        Place("iTerm2", ["TERM_PROGRAM": "iTerm.app", "COLORTERM": "truecolor"], "iTerm2 3.5.0", .block, .full),
        Place("Konsole", ["COLORTERM": "truecolor"], "Konsole 23.08.1", .block, .full),
        Place("Windows Terminal", ["TERM": "xterm-256color", "WT_SESSION": "a"], nil, .block, .full),
        Place("Alacritty", ["TERM": "alacritty"], nil, .block, .full),
        Place("Apple Terminal", ["TERM_PROGRAM": "Apple_Terminal", "VTE_VERSION": "7800"], nil, .block, .palette),
        Place("VS Code", ["TERM_PROGRAM": "vscode", "COLORTERM": "truecolor"], "xterm.js(5.6.0)", .block, .full),
        Place("ssh from a Linux console", ["TERM": "linux"], nil, .ascii, .sixteen),
        Place("dumb", ["TERM": "dumb"], nil, .ascii, .none),
        Place("no colours", ["TERM": "xterm-kitty", "NO_COLOR": "1"], "kitty(0.40.0)", .octant, .none),
        Place("colours", ["TERM": "xterm", "NO_COLOR": ""], nil, .block, .palette),
        Place("ssh from kitty", ["TERM": "xterm-256color"], "kitty(0.42.1)", .octant, .full),
        Place("ssh from xterm", ["TERM": "xterm-256color"], nil, .block, .palette),
        Place(
            "tmux in kitty", ["TERM": "tmux-256color", "TMUX": "x"], "tmux 3.4",
            tmux: TmuxClient(isUTF8: true, terminal: "kitty(0.40.0)"), .sextant, .palette),
        Place(
            "tmux in xterm", ["TERM": "screen-256color", "TMUX": "x"], "tmux 3.2a",
            tmux: TmuxClient(isUTF8: true, terminal: "XTerm(390)"), .block, .palette),
        Place(
            "tmux without UTF-8", ["TMUX": "x", "COLORTERM": "truecolor"], "tmux 3.4",
            tmux: TmuxClient(isUTF8: false, terminal: "kitty(0.40.0)"), .ascii, .full),
        Place(
            "tmux before 3.3", ["TMUX": "x"], nil, tmux: TmuxClient(isUTF8: true, terminal: ""), .block, .palette),
        Place("tmux, silent", ["TMUX": "x", "TERM_PROGRAM": "tmux"], nil, .block, .palette),
        Place("ssh from tmux", ["TERM": "tmux-256color"], "tmux 3.4", .block, .palette),
        Place("kitty started in tmux", ["TERM": "xterm-kitty", "TMUX": "x"], "kitty(0.40.0)", .octant, .full),
        Place("screen", ["TERM": "screen.xterm-256color", "STY": "x", "VTE_VERSION": "7800"], nil, .block, .palette),
        Place("not UTF-8", ["LC_ALL": "C", "TERM": "xterm-kitty"], "kitty(0.40.0)", .ascii, .full),
        Place("not UTF-8 by LC_CTYPE", ["LC_CTYPE": "de_DE.ISO-8859-1", "TERM": "xterm"], nil, .ascii, .palette),
        Place("UTF-8 by LC_CTYPE", ["LANG": "C", "LC_CTYPE": "C.utf8", "TERM": "xterm"], nil, .block, .palette),
        Place("no locale", ["LANG": "", "TERM": "xterm-256color"], "XTerm(390)", .ascii, .palette),
        Place("no locale, but a terminal for UTF-8", ["LANG": "", "TERM": "foot"], "foot(1.20.2)", .octant, .full),
    ]

    @Test("a terminal gets the most detailed blocks that it surely draws", arguments: places)
    func profile(place: Place) {
        let environment = ["LANG": "ko_KR.UTF-8"].merging(place.environment) { $1 }
        let profile = TerminalProfile(environment, report: place.report, tmux: place.tmux)
        #expect(profile.charset == place.charset && profile.colors == place.colors, "\(profile)")
    }

    @Test(
        "a Linux console gets the blocks that its font has",
        arguments: [
            ("█░▒", Charset.ascii), ("▀▄█▌▐░▒▓", .half), ("▀▄▌▐▘▝▖▗▚▞▛▜▙▟█", .quad), ("", .ascii),
        ])
    func console(characters: String, charset: Charset) {
        let environment = ["LANG": "C.UTF-8", "TERM": "linux"]
        let profile = TerminalProfile(
            environment, report: nil, tmux: nil, console: ConsoleFont(characters.utf16))
        #expect(profile.charset == charset && profile.colors == .sixteen)
    }

    @Test("tmux's answer is parsed, and anything else is ignored")
    func tmux() {
        #expect(TmuxClient(answer: "1 kitty(0.35.2)\n") == TmuxClient(isUTF8: true, terminal: "kitty(0.35.2)"))
        #expect(TmuxClient(answer: "0 \n") == TmuxClient(isUTF8: false, terminal: ""))
        for text in ["", "1", "no server running", "kitty 1"] { #expect(TmuxClient(answer: text) == nil) }
    }
}

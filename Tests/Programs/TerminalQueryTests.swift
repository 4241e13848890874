import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Testing

/// Runs `convert` in a real terminal, which `script` provides, with the answers that terminals were recorded to give.
@Suite("Asking the terminal", .ownThread)
struct TerminalQueryTests {
    private let service: Service
    private let picture: String
    /// One query: XTVERSION, OSC 11, primary device attributes. `tr` breaks the output at escapes.
    private let query = ["[>q", "]11;?", "\\", "[c"]

    init() throws {
        service = try Service()
        try service.keep("ramp.png", try Pictures.ramp())
        picture = service.kept("ramp.png")
    }

    /// Returns the terminal's output in the sequences between escapes. `answer` is typed before the program starts.
    private func shown(_ answer: String, _ variables: String, _ options: String = "") throws -> [String] {
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let typing = open(keys, O_RDWR)
        defer {
            close(typing)
            unlink(keys)
        }
        #expect(Array(answer.utf8).withUnsafeBytes { write(typing, $0.baseAddress, $0.count) } == answer.utf8.count)
        let command = "\(Spawn.place(of: "textify")) convert \(options) --columns 20 \(picture)"
        let program = try service.shown("stty -echo; \(variables) \(command); echo; echo ended", keys)
        #expect(try program.ending() == .code(0))
        return program.log
    }

    private func count(_ lines: [String], _ range: ClosedRange<UInt32>) -> Int {
        lines.joined().unicodeScalars.count { range.contains($0.value) }
    }

    @Test("kitty, foot and VTE are asked once and get the parts of a cell that they draw")
    func recorded() throws {
        let octants: ClosedRange<UInt32> = 0x1CD00...0x1CDE5
        let sextants: ClosedRange<UInt32> = 0x1FB00...0x1FB3B
        let dark = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
        for (answer, range) in [
            ("\u{1B}P>|kitty(0.42.1)\u{1B}\\\(dark)\u{1B}[?62;52;c", octants),
            ("\u{1B}P>|kitty(0.35.2)\u{1B}\\\(dark)\u{1B}[?62;c", sextants),
            ("\u{1B}P>|foot(1.16.2)\u{1B}\\\(dark)\u{1B}[?62;4;22c", sextants),
            ("\u{1B}P>|VTE(7802)\u{1B}\\\(dark)\u{1B}[?65;1;9c", octants),
        ] {
            // On a loaded machine an answer may take longer than the command waits.
            var lines: [String] = []
            for _ in 0..<5 where count(lines, range) == 0 {
                lines = try shown(answer, "LC_ALL=C.UTF-8 COLORTERM=truecolor", "-q")
            }
            #expect(query.allSatisfy(lines.contains), "\(lines.prefix(8))")
            #expect(count(lines, range) > 0, "\(answer.debugDescription)")
            #expect(count(lines, octants) == 0 || count(lines, sextants) == 0)
        }
    }

    @Test("a terminal that answers little or nothing gets blocks, without waiting for more than the limit")
    func silent() throws {
        for answer in ["\u{1B}[?1;2c", ""] {
            let start = ContinuousClock.now
            let lines = try shown(answer, "LC_ALL=C.UTF-8")
            #expect(count(lines, 0x2580...0x259F) > 0 && count(lines, 0x1CD00...0x1FBFF) == 0)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test("a light background inverts; without UTF-8 there are only letters; charset and invert leave nothing to ask")
    func others() throws {
        let light = "\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?64;1;2c"
        let ascii = try shown(light, "LC_ALL=C")
        #expect(ascii.joined().unicodeScalars.allSatisfy { $0.isASCII })
        #expect(ascii.contains { $0.contains("38;5;") })
        let known = try shown("", "LC_ALL=C.UTF-8", "--charset half --invert")
        #expect(!known.contains("[>q") && count(known, 0x2580...0x2588) > 0)
        let console = try shown("", "LC_ALL=C.UTF-8 TERM=linux")
        // This terminal is no Linux console, so nothing is known of its font.
        #expect(!console.contains("[>q") && console.joined().unicodeScalars.allSatisfy { $0.isASCII })
    }
}

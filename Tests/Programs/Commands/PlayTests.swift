import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import TestPictures
import Testing

/// Plays recordings into pipes and in a real terminal, which `script` provides.
@Suite("textify play", .ownThread)
struct PlayTests {
    private static let head = "{\"version\": 2, \"width\": 80, \"height\": 24}\n"

    private let folder: Service

    init() throws {
        folder = try Service()
    }

    private func keep(_ text: String) throws {
        try FileDescriptor.folder(folder.root).replace(FileName("a.cast"), with: Array(text.utf8))
    }

    /// Runs `textify` with words for a shell.
    private func printed(_ words: String) throws -> (code: Program.Ending, output: String, errors: [String]) {
        let line = "\(Spawn.place(of: "textify")) \(words)"
        let program = try Program("/bin/sh", ["-c", line], home: folder.root.shown)
        let ending = try program.ending()
        return (ending, String(decoding: program.output, as: UTF8.self), program.log)
    }

    private var cast: String { folder.root.shown + "/a.cast" }

    @Test("into a pipe all text is printed once without waiting, and only what draws") func pipes() throws {
        try keep(
            Self.head + "[1, \"o\", \"\\u001b[31mred\\u001b]52;c;YQ==\\u0007\\u001b[\"]\n[2, \"i\", \"x\"]\n"
                + "[9999, \"o\", \"6n!\\r\\n\"]\n")
        for words in ["play \(cast)", "play - < \(cast)", "cat \(cast) | ", "play --dump --speed 20 -i 0.5 \(cast)"] {
            let isPiped = words.hasPrefix("cat")
            let line = isPiped ? "--version >/dev/null; \(words)\(Spawn.place(of: "textify")) play -" : words
            let result = try printed(line)
            #expect(result.code == .code(0) && result.output == "\u{1B}[31mred!\r\n", "\(result)")
        }
    }

    @Test("a damaged recording is shown up to the damage, and the message has its line") func damaged() throws {
        try keep(Self.head + "[1, \"o\", \"good\"]\n[2, \"o\", \"cut")
        let result = try printed("play \(cast)")
        #expect(result.code == .code(65) && result.output == "good")
        #expect(result.errors.first?.contains("a.cast, line 3: no valid JSON: unterminated text.") == true, "\(result)")
        try keep("hello")
        let other = try printed("play \(cast)")
        #expect(other.code == .code(65) && other.errors.first?.contains("is not an asciicast") == true, "\(other)")
    }

    @Test(
        "wrong words are told",
        arguments: [
            ("play", 64, "no recording given"), ("play a b", 64, "2 given, but only one"),
            ("play --speed 0 a", 64, "--speed: expected a number from 0.1 to 20, not “0”"),
            ("play --speed nan a", 64, "not “nan”"), ("play --loop=0 a", 64, "from 1 to 1000000"),
            ("play --idle x a", 64, "--idle: expected"), ("play /no/such", 66, "/no/such"), ("play /", 66, "/"),
        ])
    func mistakes(words: String, code: Int32, text: String) throws {
        let result = try printed(words)
        #expect(result.code == .code(code) && result.errors.first?.contains(text) == true, "\(result)")
    }

    @Test("a recording that uses places of the screen gets the alternate screen; q restores the terminal")
    func fullScreen() throws {
        try keep(Self.head + "[0, \"o\", \"\\u001b[2J\\u001b[5;5Hhere\\u001b[m\"]\n[3600, \"o\", \"late\"]\n")
        let shown = try played("play \(cast)", type: "q", after: "[5;5Hhere")
        #expect(shown.contains { $0.hasPrefix("[?1049h") } && shown.contains { $0.hasPrefix("[?1049lended 0") })
        #expect(!shown.contains { $0.contains("late") })
        #expect(shown.contains { $0.contains(" icanon") } && shown.contains { $0.hasPrefix("[?25h") })
    }

    @Test("other recordings play below what is on the screen, and stay there") func inline() throws {
        try keep(Self.head + "[0, \"o\", \"one\\r\\ntwo\"]\n[0.05, \"o\", \" three\"]\n")
        let shown = try played("play \(cast)", type: nil, after: "ended 0")
        #expect(!shown.contains { $0.contains("?1049") })
        #expect(shown.contains { $0.contains("two three") })
    }

    @Test("a recording from a pipe leaves the keys to the terminal, also while it waits for more") func live() throws {
        let pipe = folder.root.shown + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Kept open, so that there may be more.
        let feed = open(pipe, O_RDWR)
        defer { close(feed) }
        let text = Self.head + "[0, \"o\", \"live\\r\\n\"]\n"
        #expect(write(feed, text, text.utf8.count) == text.utf8.count)
        let shown = try played("play - <pipe", type: "q", after: "live")
        #expect(shown.contains { $0.contains("ended 0") })
    }

    @Test("SIGTERM ends it with the terminal restored") func signals() throws {
        try keep(Self.head + "[0, \"o\", \"\\u001b[2J\\u001b[?25lhere\\u001b[m\"]\n[3600, \"o\", \"late\"]\n")
        let order = "\(Spawn.place(of: "textify")) play \(cast)"
        // A terminal whose keys have ended would end it too.
        let pipe = folder.root.shown + "/keys"
        #expect(mkfifo(pipe, 0o600) == 0)
        let typing = open(pipe, O_RDWR)
        defer { close(typing) }
        let program = try folder.shown("sh -c \"echo \\$\\$ > pid; exec \(order)\"; echo ended $?; stty -a", pipe)
        try program.wait(for: "[?25lhere")
        let pid = try String(contentsOfFile: folder.root.shown + "/pid", encoding: .utf8)
        kill(try #require(pid_t(pid.filter(\.isNumber))), SIGTERM)
        for mark in ["?25h", "?1049lended 0", " icanon"] { try program.wait(for: mark) }
        _ = try program.ending()
    }

    @Test("convert plays a moving picture below what is on the screen, and leaves its last frame there")
    func convert() throws {
        try keepFilm(frames: 4, plays: 2)
        let shown = try played("convert film.gif", type: nil, after: "ended 0")
        #expect(!shown.contains { $0.contains("?1049") || $0.contains("[H") })
        // Two plays of four frames, each drawn at once.
        #expect(shown.filter { $0.hasPrefix("[?2026h") }.count == 8)
        let rows = 23
        #expect(shown.filter { $0 == "[B" || $0.hasPrefix("[B\rended 0") }.count == rows)
    }

    @Test("A moving picture that is played for ever ends with q, and stands still with space") func keys() throws {
        try keepFilm(frames: 4, plays: 0)
        let shown = try played("convert --loop 0 film.gif", type: " q", after: "[?2026l")
        #expect(shown.contains { $0.contains("ended 0") } && shown.contains { $0.contains(" icanon") })
    }

    @Test(
        "One frame is shown where a still is asked for",
        arguments: ["--frame 200ms", "--format ansi", "--copy", "--score"])
    func still(option: String) throws {
        try keepFilm(frames: 4, plays: 0)
        let shown = try played("convert \(option) film.gif", type: nil, after: "ended 0")
        #expect(!shown.contains { $0.contains("?2026h") })
    }

    @Test("Into a pipe a moving picture is text; as a cast it has all frames, also from a pipe") func casts() throws {
        try keepFilm(frames: 4, plays: 0)
        let order = Spawn.place(of: "textify")
        let text = try printed("convert \(folder.root.shown)/film.gif")
        #expect(text.code == .code(0) && !text.output.contains("\u{1B}"))
        let piped = try printed("convert -f cast - < \(folder.root.shown)/film.gif | \(order) play --dump -")
        #expect(piped.output.components(separatedBy: "\u{1B}[?2026h").count == 5)
        let effect = try printed("convert --effect wipe --effect-seconds 0.2 -f cast \(folder.root.shown)/one.png")
        #expect(effect.output.components(separatedBy: "?2026h").count == 8, "\(effect)")
    }

    private func keepFilm(frames: Int, plays: Int) throws {
        let film = GIFMaker.film(frames: frames, delay: 4, before: plays == 1 ? [] : GIFMaker.loops(max(0, plays - 1)))
        let root = try FileDescriptor.folder(folder.root)
        try root.replace(FileName("film.gif"), with: film)
        try root.replace(FileName("one.png"), with: try Pictures.ramp())
    }

    /// Runs `textify` in a terminal, types `keys` once `mark` was shown, and returns its output in the sequences between
    /// escapes.
    private func played(_ words: String, type keys: String?, after mark: String) throws -> [String] {
        let pipe = folder.root.shown + "/keys"
        #expect(mkfifo(pipe, 0o600) == 0)
        let order = "cd \(folder.root.shown); \(Spawn.place(of: "textify")) \(words)"
        let line = "stty cols 80 rows 24; \(order); echo ended $?; stty -a"
        // Opening only for writing would wait for a reader, which may have ended by then.
        let typing = open(pipe, O_RDWR)
        defer { close(typing) }
        let program = try folder.shown(line, pipe)
        try program.wait(for: mark)
        if let keys { #expect(write(typing, keys, keys.utf8.count) == keys.utf8.count) }
        try program.wait(for: " icanon")
        _ = try program.ending()
        return program.log
    }
}

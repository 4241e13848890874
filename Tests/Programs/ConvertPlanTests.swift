import Domain
import PlatformSystem
import Synchronization
import Testing

@testable import textify

@Suite("Conversion plan")
struct ConvertPlanTests {
    private let window = TerminalSize(columns: 120, rows: 40, cellAspect: 0.45)

    /// The terminal's reply would appear at the shell's prompt after the command has ended.
    @Test("an invalid command line does not query the terminal")
    func wrong() throws {
        let options = try options([])
        let asking = OutputTraits(
            terminal: window, isTerminal: true,
            report: {
                Issue.record("the terminal was queried")
                return nil
            }, environment: [:])
        #expect(throws: CommandFailure.self) { try options.plan(asking) }
    }

    @Test("a pipe gets plain text of 80 columns")
    func pipe() throws {
        let plan = try plan([], .piped())
        #expect(plan.format == .txt && plan.options.art == ArtOptions())
    }

    @Test("--color makes piped or file output ANSI unless another format is chosen")
    func colorsInPipe() throws {
        #expect(try plan([("color", "full")], .piped()).format == .ansi)
        #expect(try plan([("color", "16")], .piped(), isFile: true).format == .ansi)
        #expect(try plan([("color", "none")], .piped()).format == .txt)
        #expect(try plan([("color", "full"), ("format", "txt")], .piped()).format == .txt)
        #expect(try plan([("color", "full")], .piped(), named: .html, isFile: true).format == .html)
    }

    @Test("a terminal gets colours, its own size less one row for the prompt, and its own cell aspect")
    func terminal() throws {
        let art = try plan([], .terminal(window)).options.art
        #expect(art.columns == 120 && art.rows == 39 && art.cellAspect == 0.45 && art.color == .full && !art.invert)
        #expect(try plan([], .terminal(window)).format == .ansi)
        let said = try plan([("columns", "50"), ("cell-aspect", "0.5")], .terminal(window)).options.art
        #expect(said.columns == 50 && said.rows == nil && said.cellAspect == 0.5)
        let rows = try plan([("rows", "10")], .terminal(window)).options.art
        #expect(rows.columns == 120 && rows.rows == 10)
        #expect(try plan([], .terminal(nil)).options.art.columns == 80)
    }

    @Test("a light terminal inverts the art unless an option says otherwise; file output ignores the terminal")
    func light() throws {
        let art = try plan([], .terminal(window, .white)).options.art
        #expect(art.invert && art.background == .white)
        #expect(try plan([("background", "#123456")], .terminal(window, .white)).options.art.background != .white)
        #expect(try !plan([("invert", "false")], .terminal(window, .white)).options.art.invert)
        #expect(try !plan([("format", "svg")], .terminal(window, .white)).options.art.invert)
        let file = try plan([], .terminal(window, .white), isFile: true)
        #expect(file.format == .txt && file.options.art == ArtOptions())
    }

    @Test("letters are the default of art without colours alone; charset and characters override the terminal's blocks")
    func charsets() throws {
        let kitty = OutputTraits.terminal(window, version: "kitty(0.42.0)")
        #expect(try plan([], kitty).options.art.charset == .octant)
        #expect(try plan([("charset", "block")], kitty).options.art.charset == .block)
        #expect(try plan([("characters", "ab")], kitty).options.art.charset == .auto)
        for given in [[("color", "none")], [("format", "txt")], [("format", "html")]] {
            #expect(try plan(given.map { ($0.0, $0.1) }, kitty).options.art.charset == .auto)
        }
        #expect(try plan([], kitty, isFile: true).options.art.charset == .auto)
        #expect(try plan([("color", "full")], .piped()).options.art.charset == .auto)
    }

    @Test("the terminal is queried once, and only if its answer can matter")
    func queries() throws {
        for (given, count) in [
            ([], 1), ([("charset", "half")], 1), ([("invert", "true")], 1),
            ([("charset", "half"), ("invert", "true")], 0), ([("format", "svg")], 0),
        ] as [([(String, String)], Int)] {
            let queries = Mutex(0)
            let place = OutputTraits(
                terminal: window, isTerminal: true,
                report: {
                    queries.withLock { $0 += 1 }
                    return nil
                }, environment: [:])
            _ = try plan(given.map { (name: $0.0, text: Optional($0.1)) }, place)
            #expect(queries.withLock { $0 } == count, "\(given)")
        }
    }

    @Test("a preset overrides the terminal's defaults, and options override the preset")
    func preset() throws {
        let motd = try #require(Preset.builtIn.first { $0.name == "motd" })
        let plan = try plan([("columns", "60")], .terminal(window, .white), preset: motd)
        #expect(plan.format == .ansi && plan.options.art.columns == 60 && plan.options.art.rows == 20)
        #expect(plan.options.art.color == .sixteen && plan.options.art.charset == .half)
    }

    @Test("with only rows given, the default columns do not limit the size")
    func rows() throws {
        #expect(try plan([("rows", "100")], .piped()).options.art.columns == 500)
        #expect(try plan([("rows", "100"), ("columns", "90")], .piped()).options.art.columns == 90)
        #expect(try plan([("rows", "100"), ("fit", "stretch")], .piped()).options.art.columns == 80)
    }

    @Test("--format, else a preset's format with the file's extension, else the extension selects the format")
    func endings() throws {
        let discord = try #require(Preset.builtIn.first { $0.name == "discord" })
        for (named, preset, said, format) in [
            (OutputKind.txt, discord, nil, OutputKind.discord), (.svg, discord, nil, .svg),
            (nil, discord, nil, .discord),
            (.svg, nil, nil, .svg), (nil, nil, nil, .txt), (.svg, discord, "html", .html),
        ] as [(OutputKind?, Preset?, String?, OutputKind)] {
            let words = said.map { [(name: "format", text: Optional($0))] } ?? []
            let plan = try ConvertPlan(given: words, preset: preset, named: named, isFile: true, output: .piped())
            #expect(plan.format == format)
        }
    }

    @Test("a pixel format is refused for a terminal and accepted for a pipe", arguments: ["png", "bmp"])
    func pixels(format: String) throws {
        for words in [["--format", format, "a.png"], ["--preset", "eink", "--format", format, "a.png"]] {
            let options = try options(words)
            let refused = #expect(throws: CommandFailure.self) { try options.plan(.terminal(window)) }
            #expect(refused?.exit == .usage)
            #expect(refused?.text == "convert: \(format) can't be shown in a terminal; name a file with -o")
            #expect(try options.plan(.piped()).format.format == format)
        }
    }

    private func options(_ words: [String]) throws -> ConvertOptions {
        try ConvertOptions(try #require(try ConvertCommand.parsed(words.map { Array($0.utf8) })))
    }

    private func plan(
        _ given: [(name: String, text: String?)], _ output: OutputTraits, preset: Preset? = nil,
        named: OutputKind? = nil,
        isFile: Bool = false
    ) throws -> ConvertPlan {
        try ConvertPlan(given: given, preset: preset, named: named, isFile: isFile, output: output)
    }
}

extension OutputTraits {
    fileprivate static func piped() -> OutputTraits {
        OutputTraits(terminal: nil, isTerminal: false, report: { nil }, environment: [:])
    }

    fileprivate static func terminal(
        _ size: TerminalSize?, _ background: RGB? = nil, version: String? = nil
    ) -> OutputTraits {
        OutputTraits(
            terminal: size, isTerminal: true, report: { TerminalReport(background: background, version: version) },
            environment: ["COLORTERM": "truecolor", "LANG": "en_US.UTF-8"])
    }
}

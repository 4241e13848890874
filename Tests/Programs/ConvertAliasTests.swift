import Domain
import PlatformSystem
import Testing
import Words

@testable import textify

@Suite("Aliases of convert")
struct ConvertAliasTests {
    private func plan(_ words: [String]) throws -> ConvertPlan {
        let parsed = try #require(try ConvertCommand.parsed((words + ["a.png"]).map { Array($0.utf8) }))
        return try ConvertOptions(parsed).plan(
            OutputTraits(terminal: nil, isTerminal: false, report: { nil }, environment: [:]))
    }

    @Test(
        "an alias does what its option does",
        arguments: [
            (["--width", "40"], ["--columns", "40"]), (["-w", "40"], ["--columns", "40"]),
            (["-w40"], ["--columns=40"]),
            (["--size", "80x40"], ["--columns", "80", "--rows", "40"]),
            (["-s", "80x40"], ["--columns", "80", "--rows", "40"]), (["-s", "80"], ["--columns", "80"]),
            (["-s", "80x"], ["--columns", "80"]), (["-s", "x40"], ["--rows", "40"]),
            (["-c", "16"], ["--color", "16"]), (["--colors", "none"], ["--color", "none"]),
            (["-c", "full"], ["--color", "full"]), (["-c", "truecolor"], ["--color", "full"]),
            (["-c", "tc"], ["--color", "full"]), (["-c", "24bit"], ["--color", "full"]),
            (["-c", "2"], ["--color", "2"]), (["-c", "8"], ["--color", "8"]), (["-c", "256"], ["--color", "256"]),
            (["-c", "240"], ["--color", "256"]), (["-c", "16/8"], ["--color", "16"]),
            (["--symbols", "ascii"], ["--charset", "ascii"]), (["--symbols", "vhalf"], ["--charset", "half"]),
            (["--symbols", "border+digit"], ["--charset", "box,digits"]),
            (["--symbols", "half,ascii"], ["--charset", "ascii+half"]),
            (["--columns", "90", "-w", "40"], ["--columns", "40"]),
        ]
            + ["block", "half", "quad", "sextant", "octant", "braille", "all"].map {
                (["--symbols", $0], ["--charset", $0])
            })
    func same(alias: [String], option: [String]) throws {
        let (one, other) = (try plan(alias), try plan(option))
        #expect(one.options == other.options && one.format == other.format)
    }

    @Test(
        "a wrong value is refused with what would be right",
        arguments: [
            (["-s", "axb"], "convert: --size: \"axb\" is not a valid value; write the columns and rows like 80x40"),
            (["-s", "x"], "convert: --size: \"x\" is not a valid value"), (["-s", "80x40x2"], "\"80x40x2\""),
            (["-s", "5"], "convert: --size: 5 is out of range; allowed: 10–500."),
            (["-w", "wide"], "--width: \"wide\" is not a valid value"),
            (["-c", "ful"], "--colors: \"ful\" is not a valid value. Did you mean full?"),
            (["--symbols", "half,asci"], "--symbols: \"asci\" is not a valid value. Did you mean ascii?"),
            (
                ["--charset", "auto,half"],
                "--charset: \"auto,half\" is not a valid value; write it like auto / half,ascii."
            ),
            (["--symbls", "ascii"], "unknown option --symbls. Did you mean --symbols?"),
        ])
    func wrong(words: [String], text: String) {
        let failure = #expect(throws: CommandFailure.self) { try plan(words) }
        #expect(failure?.exit == .usage && failure?.text?.contains(text) == true, "\(failure?.text ?? "")")
    }

    @Test("a value is checked before the pictures: a forgotten number isn't a forgotten picture")
    func forgotten() throws {
        let parsed = try #require(try ConvertCommand.parsed(["--width", "a.png"].map { Array($0.utf8) }))
        let failure = #expect(throws: CommandFailure.self) { try ConvertOptions(parsed) }
        #expect(failure?.text?.contains("--width: \"a.png\" is not a valid value") == true)
    }

    @Test("the help lists every alias once, in both languages, and shells complete them", arguments: Language.allCases)
    func help(language: Language) {
        let lines = Screen.convert.lines(LineFormatter(words: Wording(language), width: 100) { _ in "" })
        for option in ConvertAlias.options {
            #expect(lines.count { $0.hasPrefix("  " + option.head) } == 1, "\(option.head)")
            let names = [option.spec.letter.map { "-\($0)" }, "--" + option.spec.name].compactMap(\.self)
            let offered = CompletionAnswer(["convert", "-"], splits: true, in: language).words.map(\.word)
            #expect(names.allSatisfy(offered.contains))
            let answer = CompletionAnswer(["convert", names[0], ""], splits: true, in: language)
            #expect(answer.values == option.values)
        }
    }

    @Test("no two options share a letter or a name")
    func unique() {
        let specs = ConvertOptions.known.map(\.spec)
        let letters = specs.compactMap(\.letter)
        #expect(Set(specs.map(\.name)).count == specs.count && Set(letters).count == letters.count)
    }
}

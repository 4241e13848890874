import Domain
import PlatformSystem
import Testing

@Suite("Options")
struct OptionParserTests {
    private let parser = OptionParser([
        OptionSpec("columns", .required, letter: "c"), OptionSpec("color", .optional), OptionSpec("quiet", letter: "q"),
        OptionSpec("watch", .required), OptionSpec("verbose", letter: "v"),
    ])

    private func words(_ parsed: ParsedOptions) -> [String] {
        parsed.options.map { $0.name + ($0.text.map { "=" + $0 } ?? "") }
    }

    @Test("options and positionals can be mixed, repeated options keep their order")
    func mixed() throws {
        let parsed = try parser.parse(["a", "--watch", "1", "b", "--watch=2", "-qc", "80", "--color", "--", "--quiet"])
        #expect(words(parsed) == ["watch=1", "watch=2", "quiet", "columns=80", "color"])
        #expect(parsed.positionals.map { String(decoding: $0, as: UTF8.self) } == ["a", "b", "--quiet"])
        #expect(parsed.all("watch").map(\.text) == ["1", "2"])
        #expect(parsed.last("watch")?.text == "2")
    }

    @Test("values keep invalid UTF-8 and may be empty")
    func bytes() throws {
        let parsed = try parser.parse([Array("--watch".utf8), [0xFF, 47], Array("--color=".utf8), [0xFE]])
        #expect(parsed.options.map(\.value) == [[0xFF, 47], []])
        #expect(parsed.positionals == [[0xFE]])
    }

    @Test("a long option may be abbreviated if unambiguous")
    func shortened() throws {
        #expect(words(try parser.parse(["--verb", "--colu", "3"])) == ["verbose", "columns=3"])
    }

    @Test(
        "an error names the argument as written",
        arguments: [
            (["--nope=3"], OptionFailure.unknown(option: "--nope")),
            (["-qx"], .unknown(option: "-x")),
            (["--col=3"], .ambiguous(option: "--col", candidates: ["--columns", "--color"])),
            (["a", "--watch"], .missingValue(option: "--watch")),
            (["-c"], .missingValue(option: "-c")),
            (["--quiet=yes"], .unwantedValue(option: "--quiet")),
        ])
    func failures(arguments: [String], failure: OptionFailure) {
        #expect(throws: failure) { try parser.parse(arguments) }
    }

    @Test("an empty command line is valid, and parses don't affect each other")
    func empty() throws {
        #expect(throws: OptionFailure.self) { try parser.parse(["-vvvx"]) }
        #expect(try parser.parse([String]()).options.isEmpty)
        #expect(words(try parser.parse(["-vv"])) == ["verbose", "verbose"])
    }

    @Test("parsing is thread-safe")
    func threads() async throws {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let parsed = try? parser.parse(["x", "--columns", "\(number)", "-v"])
                    return parsed?.last("columns")?.text == "\(number)" && parsed?.positionals.count == 1
                }
            }
            for await right in group { #expect(right) }
        }
    }
}

extension OptionParser {
    fileprivate func parse(_ arguments: [String]) throws(OptionFailure) -> ParsedOptions {
        try parse(arguments.map { Array($0.utf8) })
    }
}

import Testing

@Suite("textify-bench", .ownThread)
struct BenchTests {
    private func run(_ words: String...) throws -> (ending: Program.Ending, output: String, log: [String]) {
        let program = try Program("textify-bench", words, home: "/tmp")
        let ending = try program.ending()
        return (ending, String(decoding: program.output, as: UTF8.self), program.log)
    }

    @Test("each benchmark prints its usage") func help() throws {
        let all = try run("--help")
        let parts = all.output.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first }
        #expect(all.ending == .code(0) && parts.count > 10)
        for part in parts.map(String.init) {
            let told = try run(part, "--help")
            #expect(told.ending == .code(0) && told.output.hasPrefix("usage: textify-bench \(part)"), "\(told)")
        }
    }

    @Test(
        "an unknown argument exits with 64 and prints the usage",
        arguments: [
            ["simulate", "--sed"], ["simulate", "--seeds", "0"], ["drops", "-1"], ["drops", "many"], ["control", "0"],
            ["polling", "1", "1", "1"],
        ])
    func wrong(words: [String]) throws {
        let program = try Program("textify-bench", words, home: "/tmp")
        #expect(try program.ending() == .code(64))
        #expect(program.log.count == 2 && program.log.last?.hasPrefix("usage: ") == true, "\(program.log)")
    }

    @Test("a run without concurrent drops prints no figures for them") func none() throws {
        let told = try run("drops", "0", "1", "0")
        #expect(told.ending == .code(0) && told.output.contains("1 one by one"), "\(told)")
        #expect(!told.output.contains("at once"))
    }
}

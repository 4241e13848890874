import Domain
import Testing

@Suite("textify convert under a memory limit", .ownThread)
struct StarvedConvertTests {
    @Test("a PNG that needs too much memory exits with 65 and names the amount, the limit and the option")
    func wide() throws {
        let service = try Service()
        try service.keep("wide.png", try Pictures.claiming(width: 299_000_000, height: 1))
        let program = try Program("textify", ["convert", service.kept("wide.png")], home: "/nonexistent")
        #expect(try program.ending() == .code(65))
        #expect(program.output.isEmpty)
        #expect(program.log.count == 1 && program.log[0].contains("wide.png"), "\(program.log)")
        for word in ["GiB of memory", "--memory allows 512 MiB"] {
            #expect(program.log[0].contains(word), "\(program.log)")
        }
    }

    @Test("--memory sets the limit, and an invalid value exits with 64")
    func option() throws {
        let service = try Service()
        try service.keep("ramp.png", try Pictures.ramp())
        try service.keep("large.ppm", Array("P6 9000000 1 255\n".utf8))
        let small = try Program(
            "textify", ["convert", "--memory", "33554432", service.kept("large.ppm")], home: "/nonexistent")
        #expect(try small.ending() == .code(65))
        #expect(small.log.first?.contains("--memory allows 32 MiB") == true, "\(small.log)")
        let usual = try Program(
            "textify", ["convert", "--memory", "33554432", service.kept("ramp.png")], home: "/nonexistent")
        #expect(try usual.ending() == .code(0), "\(usual.log)")
        let wrong = try Program(
            "textify", ["convert", "--memory", "much", service.kept("ramp.png")], home: "/nonexistent")
        #expect(try wrong.ending() == .code(64))
    }
}

import Domain
import Glibc
import Testing

@Suite("Bad drops", .ownThread)
struct BadDropTests {
    @Test(
        "a bad drop moves to failed/ with a one-line error text, and a good drop beside it is delivered",
        arguments: BadDrop.all)
    func once(bad: BadDrop) throws {
        let service = try Service()
        try bad.drop(into: service)
        try service.drop("good.png", Pictures.ramp())
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        try expectFailure(of: bad, in: service)
        #expect(try service.names(service.failed).count == 2)
        #expect(try service.names(service.outbox) == ["good.json", "good.txt"])
        #expect(try service.names(service.inbox) == ["done", "failed"])
        #expect(program.log.allSatisfy { $0.hasPrefix("20") }, "each event is one line: \(program.log)")
    }

    @Test("a running service survives every bad drop in succession")
    func serving() throws {
        let service = try Service()
        let program = try service.serve()
        for bad in BadDrop.all {
            try bad.drop(into: service)
            try program.wait(for: " warning ")
        }
        try service.drop("good.png", Pictures.ramp())
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
        let rest = try service.start("--once")
        #expect(try rest.ending() == .code(0), "\(rest.log)")
        for bad in BadDrop.all { try expectFailure(of: bad, in: service) }
        #expect(try service.names(service.failed).count == BadDrop.all.count * 2)
        #expect(try service.names(service.outbox) == ["good.json", "good.txt"])
    }

    @Test("a prompt is delivered as text, HTML page, art image, picture and provenance")
    func prompt() throws {
        let service = try Service("settle.prompt = \"0s\"\nrequest.size = \"64x64\"")
        try service.drop("boat.txt", Array("a sailing boat at sunset".utf8))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(
            try service.names(service.outbox) == [
                "boat.art.png", "boat.html", "boat.json", "boat.picture.png", "boat.txt",
            ])
        #expect(try service.bytes("boat.picture.png", in: service.outbox).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try service.text("boat.json", in: service.outbox).contains("a sailing boat at sunset"))
    }

    @Test("a drop with unusual characters in its name is delivered under a portable name")
    func oddNames() throws {
        let service = try Service()
        let names = [
            FileName("two\nlines.png"), FileName(bytes: [0x61, 0xFF] + Array(".png".utf8)), FileName("a:b?.png"),
            FileName("-rf.png"), FileName("그림.png"),
        ]
        for (index, name) in names.enumerated() { try service.drop(name, Pictures.numbered(index)) }
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        let delivered = try service.names(service.outbox)
        #expect(delivered.count == names.count * 2, "\(delivered)")
        #expect(delivered.contains("그림.txt") && delivered.contains("-rf.txt"), "\(delivered)")
        let unfit = Set("<>:\"|?*\\\n")
        #expect(delivered.allSatisfy { $0.allSatisfy { !unfit.contains($0) } }, "\(delivered)")
        #expect(try service.names(service.inbox) == ["done"])
    }

    private func expectFailure(of bad: BadDrop, in service: Service) throws {
        let names = try service.names(service.failed)
        #expect(names.contains(bad.name.shown) && names.contains(bad.name.shown + ".error.txt"), "\(names)")
        let file = FileName(bytes: bad.name.bytes + Array(".error.txt".utf8))
        let text = try service.text(file, in: service.failed)
        #expect(text.contains(bad.says), "\(text)")
        #expect(text.hasSuffix(".\n") && text.split(separator: "\n").count == 1, "\(text)")
    }
}

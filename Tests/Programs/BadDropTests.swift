import ControlContract
import Domain
import Glibc
import PlatformSystem
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

    @Test("a refused drop is a failed job everywhere, and textify retry reads its corrected file with the same ID")
    func retried() throws {
        let service = try Service()
        let program = try service.serve()
        try service.drop("boat.txt", Array(" \n".utf8))
        try program.wait(for: " prompt_empty: ")
        #expect(try service.textify("sync").code == 0)
        let id = try #require(try service.jobs("failed").first)
        #expect(program.log.contains { $0.contains(" prompt_empty: ") && $0.contains(id) }, "\(program.log)")
        let listed = try service.textify("jobs", "--state", "failed").output
        #expect(listed.contains("boat.txt") && listed.contains(String(id.suffix(8))), "\(listed)")
        #expect(try service.textify("status").output.contains("1 failed"))
        let shown = try service.textify("show", id)
        #expect(shown.code == 0 && shown.output.contains("contains no prompt"), "\(shown)")
        let detail = try JSONValue.read(try service.textify("show", id, "--json"))
        guard case .object(let members) = detail else { return #expect(Bool(false)) }
        #expect(members["request"] == .null && members["code"]?.text == "prompt_empty", "\(detail)")

        let still = try service.textify("retry", id)
        #expect(still.code == 65 && still.errors.first?.contains("contains no prompt") == true, "\(still)")
        try FileDescriptor.folder(service.failed).replace(FileName("boat.txt"), with: Array("a boat".utf8))
        #expect(try service.textify("retry", id).code == 0)
        try program.wait(for: " job_done: ")
        #expect(try service.textify("sync").code == 0)
        #expect(try service.jobs("failed") == [] && service.jobs("done") == [id])
        let done = try JSONValue.read(try service.textify("show", id, "--json"))
        #expect(done["request"]?["prompt"]?.text == "a boat")
        #expect(try service.names(service.outbox).contains("boat.txt"))
        #expect(try service.names(service.failed) == [])
        #expect(try service.files(below: service.inbox.appending("done")) == ["boat.txt"])
    }

    @Test("textify failures lists what nobody has read, status --check warns, and --acknowledge ends both")
    func acknowledged() throws {
        let service = try Service()
        try service.run()
        let none = try service.textify("failures")
        #expect(none.code == 0 && none.output == "No unread failures\n", "\(none)")
        #expect(try service.textify("status", "--check").code == 0)
        for name in ["one.txt", "two.txt", "three.txt"] {
            try service.drop(name, [])
            #expect(try service.textify("sync").code == 0)
        }
        let listed = try service.textify("failures")
        #expect(listed.code == 0 && listed.output.split(separator: "\n").count == 4, "\(listed)")
        for part in ["inbox/one.txt", "drop_empty", "is empty"] { #expect(listed.output.contains(part), "\(listed)") }
        let warned = try service.textify("status", "--check")
        #expect(warned.code == 1 && warned.output.contains("3 files were refused"), "\(warned)")

        let ids = try service.jobs("failed")
        #expect(try service.textify("failures", ids[1]).code == 64)
        let one = try service.textify("failures", "--acknowledge", ids[1])
        #expect(one.code == 0 && one.output == "1 failure marked as read\n", "\(one)")
        let left = try service.textify("failures").output
        #expect(!left.contains("two.txt") && left.contains("one.txt") && left.contains("three.txt"), "\(left)")
        #expect(try service.textify("status", "--check").output.contains("2 files were refused"))
        #expect(try service.textify("failures", "--acknowledge").output == "2 failures marked as read\n")
        #expect(try service.textify("failures").output == "No unread failures\n")
        #expect(try service.textify("status", "--check").code == 0)
        #expect(try service.jobs("failed").count == 3)
        let page = try JSONValue.read(try service.textify("failures", "--json"))
        #expect(page["jobs"]?.list == [], "\(page)")
    }

    @Test("a refused drop survives a restart, and can't be retried without its file") func gone() throws {
        let service = try Service()
        try service.drop("gone.txt", [])
        #expect(try service.start("--once").ending() == .code(65))
        try service.run()
        let id = try #require(try service.jobs("failed").first)
        #expect(unlink(service.failed.appending("gone.txt").shown) == 0)
        let lost = try service.textify("retry", id)
        #expect(lost.code == 65 && lost.errors.count == 1, "\(lost)")
        #expect(lost.errors.first?.contains("no longer in the folder for failed files") == true, "\(lost)")
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

extension JSONValue {
    /// What a command printed as JSON.
    fileprivate static func read(_ reply: Reply) throws -> JSONValue {
        try #require(JSONValue(json: Array(reply.output.utf8)), "\(reply)")
    }
}

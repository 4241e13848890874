import Domain
import Glibc
import Loopback
import Testing

@Suite("Batches and request files from a folder", .ownThread)
struct BatchTests {
    @Test("each line of a batch is a job; failed/ keeps only the invalid lines, ready to be dropped again")
    func batch() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        let lines = [#"{"prompt": "boat 1"}"#, #"{"prompt": "boat 2", "sise": "64x64"}"#, "", #"{"prompt": "boat 4"}"#]
        try service.drop("many.jsonl", Array(lines.joined(separator: "\n").utf8))
        let first = try service.start("--once")
        #expect(try first.ending() == .code(65), "\(first.log)")
        #expect(studio.orders == ["boat 1": 1, "boat 4": 1])
        #expect(
            try service.names(service.outbox)
                == ["0001", "0004"].flatMap { number in
                    ["json", "picture.png", "txt"].map { "many-\(number).\($0)" }
                })
        #expect(try service.text("many.jsonl", in: service.failed) == lines[1] + "\n")
        let text = try service.text("many.jsonl.error.txt", in: service.failed)
        #expect(text.contains("many.jsonl:2:22: sise: unknown key. Did you mean size?"), "\(text)")
        #expect(first.log.contains { $0.contains("many-0002.jsonl has an error") }, "\(first.log)")
        let mended = try service.text("many.jsonl", in: service.failed).replacing("sise", with: "size")
        unlink(service.failed.shown + "/many.jsonl")
        try service.drop("many.jsonl", Array(mended.utf8))
        let second = try service.start("--once")
        #expect(try second.ending() == .code(0), "\(second.log)")
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1, "boat 4": 1])
        #expect(try service.names(service.failed).isEmpty)
    }

    @Test("a batch of invalid lines fails and requests nothing")
    func allBad() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.drop("bad.jsonl", Array("{}\nnonsense\n".utf8))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        #expect(try service.text("bad.jsonl", in: service.failed) == "{}\nnonsense\n")
        #expect(try service.names(service.inbox) == ["done", "failed"] && studio.total == 0)
        try service.run()
        let job = try #require(try service.jobs("failed").first)
        let retried = try service.textify("retry", job)
        #expect(
            retried.code != 0 && retried.errors.joined().contains("Correct the batch in failed/"), "\(retried.errors)")
    }

    @Test("with batch = lines, each line of a text is a prompt, and all share the front matter")
    func lines() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "batch = \"lines\"")
        try service.drop("many.txt", Array("+++\ntags = ['sea']\n+++\nboat 1\n\nboat 2\n".utf8))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1])
        #expect(try service.text("many-0006.json", in: service.outbox).contains("\"sea\""))
    }

    @Test(
        "a .toml or .json file is a complete request",
        arguments: [
            ("ship.toml", "prompt = \"boat 3\"\n[art]\ncolumns = 12\n"),
            ("ship.json", #"{"prompt": "boat 3", "art": {"columns": 12}}"#),
        ])
    func requests(name: String, words: String) throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.drop(name, Array(words.utf8))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(studio.orders == ["boat 3": 1])
        let art = try service.text("ship.txt", in: service.outbox)
        #expect(art.split(separator: "\n").allSatisfy { $0.count <= 12 }, "\(art)")
    }

    @Test("a kill during the calls of a batch requests no picture twice")
    func killed() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            order.number == 2 && order.before == 0
                ? Answer([.wait(gate)] + FakeImagesServer.picture(2).steps) : FakeImagesServer.picture(order.number)
        }
        let service = try Service(backends: studio.table("concurrency = 1"))
        let first = try service.serve()
        let lines = (1...4).map { "{\"prompt\": \"boat \($0)\"}" }.joined(separator: "\n")
        try service.drop("many.jsonl", Array(lines.utf8))
        await gate.reached()
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        gate.open()
        let second = try service.start("--once")
        #expect(try second.ending() == .code(75), "the outcome of one call is unknown: \(second.log)")
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1, "boat 3": 1, "boat 4": 1])
    }
}

import Domain
import Glibc
import Loopback
import Testing

/// The drops that a folder accepts, when it accepts them, and how it rewrites prompts.
@Suite("Admission rules of a folder", .ownThread)
struct DoorTests {
    @Test("the folder's template applies to dropped and to submitted prompts")
    func template() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "request.template = \"a drawing of {prompt}\"")
        let program = try service.serve()
        try service.drop(prompt: "boat 3", "three.txt")
        try program.wait(for: "three.txt became")
        let submitted = try service.textify("submit", "boat 4", "--wait")
        #expect(submitted.code == 0, "\(submitted.errors)")
        #expect(studio.orders == ["a drawing of boat 3": 1, "a drawing of boat 4": 1])
    }

    @Test("tags in a template are part of the prompt that is bought: other tags buy another picture")
    func tags() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "request.template = \"{tags}, {prompt}\"")
        let program = try service.serve()
        for tags in [[], ["--tag", "sea"], ["--tag", "sea", "--tag", "night"]] {
            let submitted = try service.reply(service.ask(["submit", "boat 4", "--wait"] + tags))
            #expect(submitted.code == 0, "\(submitted.errors)")
        }
        #expect(studio.orders == ["boat 4": 1, "sea, boat 4": 1, "sea, night, boat 4": 1], "\(program.log)")
    }

    @Test("a kind that the folder does not accept fails at no cost, and the error lists what is accepted")
    func accept() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "accept = [\"pictures\"]")
        try service.drop(prompt: "boat 3", "three.txt")
        try service.drop("good.png", Pictures.ramp())
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        let text = try service.text("three.txt.error.txt", in: service.failed)
        #expect(text.contains("is of kind prompts, but its folder accepts only pictures."), "\(text)")
        #expect(try service.names(service.outbox) == ["good.json", "good.txt"] && studio.total == 0)
    }

    @Test("with require_done a prompt waits for NAME.done, which leaves the inbox with it")
    func done() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "require_done = true")
        try service.drop(prompt: "boat 3", "three.txt")
        let first = try service.start("--once")
        #expect(try first.ending() == .code(0), "\(first.log)")
        #expect(studio.total == 0)
        try service.drop("three.txt.done", [])
        let second = try service.start("--once")
        #expect(try second.ending() == .code(0), "\(second.log)")
        #expect(studio.orders == ["boat 3": 1])
        #expect(try service.names(service.inbox) == ["done"])
    }

    @Test(
        "a mistake in one of these settings is reported with its place",
        arguments: [
            ("request.template = \"ink\"", "template"), ("request.template = \"{prompt} {tag}\"", "{tags}"),
            ("accept = []", "accept"), ("accept = [\"picture\"]", "accept"),
            ("existing = \"keep\"", "existing"), ("sidecar = \"always\"", "sidecar"), ("batch = \"line\"", "batch"),
        ])
    func mistakes(line: String, key: String) throws {
        let service = try Service(line)
        let program = try service.start("--check")
        #expect(try program.ending() == .code(78))
        #expect(program.log.contains { $0.contains("textifyd.toml:") && $0.contains(key) }, "\(program.log)")
    }
}

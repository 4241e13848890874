import Domain
import Glibc
import Loopback
import Testing

/// What a folder lets in, when, and what it makes of words.
@Suite("What a folder takes", .ownThread)
struct DoorTests {
    @Test("a prompt is worded by its folder's template, also one that comes through the socket")
    func template() throws {
        let studio = try Studio()
        let service = try Service(backends: studio.table(), watch: "request.template = \"a drawing of {prompt}\"")
        let program = try service.serve()
        try service.drop(prompt: "boat 3", "three.txt")
        try program.wait(for: "three.txt became")
        let submitted = try service.textify("submit", "boat 4", "--wait")
        #expect(submitted.code == 0, "\(submitted.errors)")
        #expect(studio.orders == ["a drawing of boat 3": 1, "a drawing of boat 4": 1])
    }

    @Test("what it does not accept goes to failed unpaid, and says what is taken")
    func accept() throws {
        let studio = try Studio()
        let service = try Service(backends: studio.table(), watch: "accept = [\"pictures\"]")
        try service.drop(prompt: "boat 3", "three.txt")
        try service.drop("good.png", Pictures.ramp())
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        let text = try service.text("three.txt.error.txt", in: service.failed)
        #expect(text.contains("is one of the prompts, but its folder accepts only pictures."), "\(text)")
        #expect(try service.names(service.outbox) == ["good.json", "good.txt"] && studio.total == 0)
    }

    @Test("where NAME.done is required a prompt is bought once it is there, and it goes with its prompt")
    func done() throws {
        let studio = try Studio()
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
        "a mistake in any of these is told with its place",
        arguments: [
            ("request.template = \"ink\"", "template"), ("accept = []", "accept"), ("accept = [\"picture\"]", "accept"),
            ("existing = \"keep\"", "existing"), ("sidecar = \"always\"", "sidecar"), ("batch = \"line\"", "batch"),
        ])
    func mistakes(line: String, key: String) throws {
        let service = try Service(line)
        let program = try service.start("--check")
        #expect(try program.ending() == .code(78))
        #expect(program.log.contains { $0.contains("textifyd.toml:") && $0.contains(key) }, "\(program.log)")
    }
}

import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("Gates of a running service", .ownThread)
struct GateTests {
    private func gate(_ scope: String = "") -> String {
        "[[gate]]\nname = \"flag\"\nwhen = { file = \"flag\" }\n" + scope
    }

    private func open(_ service: Service) throws {
        try FileDescriptor.folder(service.root).write([], to: FileName("flag"))
    }

    @Test("behind a closed gate drops stay, submissions wait, and nothing is paid for until it opens")
    func everything() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table() + gate())
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        let sent = try service.textify("submit", "boat 6")
        #expect(sent.code == 0, "\(sent)")
        #expect(try service.textify("scan").code == 0)
        let gates = try service.textify("gates").output
        #expect(gates.contains("flag") && gates.contains("closed") && gates.contains("everything"), "\(gates)")
        let late = try service.textify("sync", "--timeout", "1")
        #expect(late.code == 75, "\(late)")
        let waiting = try #require(try service.jobs("waiting").first)
        let shown = try service.textify("show", waiting).output
        #expect(shown.contains("waits until the gate flag opens"), "\(shown)")
        #expect(try service.names(service.inbox).contains("boat.txt") && studio.total == 0)
        try open(service)
        try program.wait(for: " gate_opened: ")
        #expect(try service.textify("sync").code == 0)
        #expect(studio.orders == ["boat 5": 1, "boat 6": 1])
    }

    @Test("a backend's gate lets other work pass; jobs behind it survive a kill; without the gate they continue")
    func killed() throws {
        let studio = try FakeImagesServer()
        let scope = "applies_to = { backends = [\"studio\"] }\n"
        let service = try Service(backends: studio.table() + gate(scope))
        var program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try service.drop("a.png", Pictures.ramp())
        try program.wait(for: " job_done: ")
        // The prompt's job is stored before its drop's file is moved, and waits from then on.
        #expect(try service.textify("sync", "--timeout", "1").code == 75)
        let waiting = try service.jobs("waiting")
        #expect(waiting.count == 1)
        program.send(SIGKILL)
        _ = try program.ending()
        program = try service.serve()
        #expect(try service.jobs("waiting") == waiting && studio.total == 0)
        try service.configure(backends: studio.table())
        #expect(try service.textify("reload").code == 0)
        try program.wait(for: " job_done: ")
        #expect(studio.orders == ["boat 5": 1])
        #expect(try service.jobs("done").contains(waiting[0]))
    }

    @Test("a job behind a gate can be cancelled")
    func cancelled() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table() + gate())
        try service.run()
        #expect(try service.textify("submit", "boat 6").code == 0)
        _ = try service.textify("sync", "--timeout", "1")
        let id = try #require(try service.jobs("waiting").first)
        #expect(try service.textify("cancel", id).code == 0)
        #expect(try service.jobs("cancelled") == [id] && studio.total == 0)
    }
}

import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

/// Folders that disappear and come back, and the files that were in them before.
@Suite("Folders and files that disappear, change or come back", .ownThread)
struct FolderTests {
    private func move(_ service: Service, _ name: String, to other: String) {
        #expect(rename(service.root.shown + "/" + name, service.root.shown + "/" + other) == 0)
    }

    @Test("a folder on an unmounted disk waits while another folder works, and resumes once it is mounted")
    func mount() throws {
        let studio = try FakeImagesServer()
        let more = """
            interval = "100ms"

            [[watch]]
            name = "other"
            path = "other"
            outbox = "outbox"
            backend = "studio"
            \(Service.quick)
            """
        let service = try Service(backends: studio.table(), watch: more)
        let other = service.root.appending("other")
        try FileDescriptor.makeFolder(other)
        try service.drop(prompt: "boat 1", "one.txt")
        let before = try service.start("--once")
        #expect(try before.ending() == .code(0), "\(before.log)")
        try service.drop(prompt: "boat 2", "two.txt")
        move(service, "inbox", to: "disk")
        try FileDescriptor.makeFolder(service.inbox)
        let program = try service.serve()
        try program.wait(for: " folder_unmounted: ")
        try FileDescriptor.folder(other).write(Array("boat 3".utf8), to: FileName("three.txt"))
        try program.wait(for: "three.txt became")
        let status = try service.textify("status")
        #expect(status.output.contains(".textifyd"), "\(status.output)")
        #expect(studio.orders == ["boat 1": 1, "boat 3": 1])
        #expect(try FileDescriptor.folder(service.inbox).list().isEmpty, "nothing is written to the mount point")
        rmdir(service.inbox.shown)
        move(service, "disk", to: "inbox")
        try program.wait(for: "two.txt became")
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1, "boat 3": 1])
    }

    @Test("nothing is written to an outbox whose disk is not mounted, and its jobs wait")
    func outbox() throws {
        let service = try Service()
        try service.drop("first.png", Pictures.ramp())
        let before = try service.start("--once")
        #expect(try before.ending() == .code(0), "\(before.log)")
        move(service, "outbox", to: "disk")
        try FileDescriptor.makeFolder(service.outbox)
        try service.drop("second.png", Pictures.numbered(2))
        let away = try service.start("--once")
        #expect(try away.ending() == .code(75), "\(away.log)")
        #expect(
            away.log.contains { $0.contains("outbox is no longer the folder that was served before") }, "\(away.log)")
        #expect(try FileDescriptor.folder(service.outbox).list().isEmpty)
        #expect(try service.names(service.inbox).contains("second.png"), "its source stays until it is delivered")
    }

    @Test("a source that is restored during its call is bought once, delivered once and archived")
    func restored() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            Answer([.wait(gate)] + FakeImagesServer.picture(order.number).steps)
        }
        let service = try Service(backends: studio.table(), watch: "interval = \"100ms\"")
        let program = try service.serve()
        try service.drop(prompt: "boat 7", "seven.txt")
        await gate.reached()
        try service.keep("copy.txt", Array("boat 7".utf8))
        chmod(service.kept("copy.txt"), 0o600)
        #expect(rename(service.kept("copy.txt"), service.inbox.shown + "/seven.txt") == 0)
        gate.open()
        try program.wait(for: " job_done: ")
        let synced = try service.textify("sync", "--timeout", "60")
        #expect(synced.code == 0, "\(synced.errors)")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
        let again = try service.start("--once")
        #expect(try again.ending() == .code(0), "\(again.log)")
        #expect(studio.orders == ["boat 7": 1])
        #expect(try service.names(service.outbox) == ["seven.json", "seven.picture.png", "seven.txt"])
        #expect(try service.names(service.inbox) == ["done"])
    }

    @Test("a prompt that is replaced or deleted before its submission is not bought; its replacement is")
    func withdrawn() throws {
        let studio = try FakeImagesServer(isOpen: false)
        let service = try Service(backends: studio.table(), watch: "interval = \"100ms\"")
        let program = try service.serve()
        for number in 1...3 { try service.drop(prompt: "boat \(number)", "\(number).txt") }
        try program.wait(for: " job_accepted: ", 3)
        try service.drop(prompt: "boat 40", "1.txt")
        try program.wait(for: " drop_replaced: ")
        #expect(unlink(service.inbox.shown + "/2.txt") == 0)
        try program.wait(forAll: " drop_deleted: ", "2.txt was cancelled")
        try studio.server.open()
        #expect(try service.textify("reload").code == 0)
        let synced = try service.textify("sync", "--timeout", "60")
        #expect(synced.code == 0, "\(synced.errors)")
        #expect(studio.orders == ["boat 40": 1, "boat 3": 1])
        #expect(try service.jobs("cancelled").count == 2)
        #expect(try service.names(service.inbox) == ["done"])
    }

    @Test("a prompt that is replaced or deleted after its submission is bought and delivered")
    func submitted() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            order.number > 9
                ? FakeImagesServer.picture(order.number)
                : Answer([.wait(gate)] + FakeImagesServer.picture(order.number).steps)
        }
        let service = try Service(backends: studio.table("concurrency = 8"), watch: "interval = \"100ms\"")
        let program = try service.serve()
        for number in 1...2 { try service.drop(prompt: "boat \(number)", "\(number).txt") }
        _ = await studio.server.request(1)
        try service.drop(prompt: "boat 40", "1.txt")
        #expect(unlink(service.inbox.shown + "/2.txt") == 0)
        try program.wait(forAll: " drop_deleted: ", " job_done: ")
        gate.open()
        let synced = try service.textify("sync", "--timeout", "60")
        #expect(synced.code == 0, "\(synced.errors)")
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1, "boat 40": 1])
        #expect(try service.jobs("done").count == 3)
    }

    @Test("an output that is dropped again is refused at no cost; the newest is also delivered as `latest`")
    func ownOutput() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "latest = true\nlocal_only = true")
        try service.drop("first.png", Pictures.ramp())
        #expect(try service.start("--once").ending() == .code(0))
        let art = try service.bytes("first.txt", in: service.outbox)
        #expect(try service.bytes("latest.txt", in: service.outbox) == art)
        try service.drop("again.txt", art)
        let again = try service.start("--once")
        #expect(try again.ending() == .code(65), "\(again.log)")
        let why = try service.text("again.txt.error.txt", in: service.failed)
        #expect(why.contains("is an output of job"), "\(why)")
        #expect(studio.orders.isEmpty)
    }

    @Test("after a kill a claimed prompt is recognised by its content and not bought again")
    func killed() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            order.before == 0 ? Answer([.wait(gate)] + FakeImagesServer.picture(7).steps) : FakeImagesServer.picture(7)
        }
        let service = try Service(backends: studio.table())
        let first = try service.serve()
        try service.drop(prompt: "boat 7", "seven.txt")
        await gate.reached()
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        gate.open()
        try service.drop(prompt: "boat 7", "seven.txt")
        let second = try service.start("--once")
        #expect(
            try second.ending() == .code(75), "the outcome of its one call is unknown, so it is held: \(second.log)")
        #expect(studio.orders == ["boat 7": 1])
    }

    @Test("existing prompts that cost money wait for approval; later ones are processed")
    func existing() throws {
        let studio = try FakeImagesServer()
        let table = studio.table("cost = { per_picture = \"0.02 USD\" }")
        let service = try Service(backends: table)
        try service.drop(prompt: "boat 1", "old.txt")
        let program = try service.serve()
        try program.wait(for: " held_approval: ")
        try service.drop(prompt: "boat 2", "new.txt")
        try program.wait(for: "new.txt became")
        #expect(studio.orders == ["boat 2": 1])
        let job = try #require(try service.jobs("held").first)
        #expect(try service.textify("approve", job).code == 0)
        try program.wait(for: "old.txt became")
        #expect(studio.orders == ["boat 1": 1, "boat 2": 1])
    }

    @Test(
        "the `existing` setting processes existing prompts, or ignores them until they change",
        arguments: ["take", "ignore"])
    func otherwise(rule: String) throws {
        let studio = try FakeImagesServer()
        let table = studio.table("cost = { per_picture = \"0.02 USD\" }")
        let service = try Service(backends: table, watch: "existing = \"\(rule)\"")
        try service.drop(prompt: "boat 1", "old.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(studio.orders == (rule == "take" ? ["boat 1": 1] : [:]))
        chmod(service.inbox.shown + "/old.txt", 0o600)
        let again = try service.start("--once")
        #expect(try again.ending() == .code(0), "\(again.log)")
        #expect(studio.orders == ["boat 1": 1])
    }
}

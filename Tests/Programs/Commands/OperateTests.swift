import Domain
import Glibc
import Loopback
import Testing

@Suite("Operator commands of textify", .ownThread)
struct OperateTests {
    @Test("a paused service accepts jobs but starts none until it is resumed")
    func pause() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        let paused = try service.textify("pause")
        #expect(paused.code == 0 && paused.output == "textifyd is paused\n", "\(paused)")
        #expect(try service.textify("submit", "boat 5").code == 0)
        #expect(try service.textify("reload").output == "textifyd is paused\n")
        let status = try service.textify("status").output
        #expect(status.contains("is paused") && status.contains("1 queued"), "\(status)")
        #expect(status.contains("until textify resume"), "\(status)")
        #expect(studio.total == 0)
        #expect(try service.textify("resume").output == "textifyd is running\n")
        try program.wait(for: " job_done: ")
        #expect(studio.total == 1)
    }

    @Test("a queued job is cancelled at once, and its picture is never requested")
    func cancelQueued() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        _ = try service.textify("pause")
        try service.drop(prompt: "boat 5", "boat.txt")
        let id = try submitted("boat 6", service)
        let cancelled = try service.textify("cancel", id)
        #expect(cancelled.code == 0 && cancelled.output == "\(id.suffix(8)) is cancelled\n", "\(cancelled)")
        #expect(try service.textify("cancel", id).code == 0)
        _ = try service.textify("resume")
        #expect(try service.textify("sync").code == 0)
        #expect(studio.orders == ["boat 5": 1])
        #expect(try service.jobs("cancelled") == [id])
        let done = try #require(try service.jobs("done").first)
        let late = try service.textify("cancel", done)
        #expect(late.code == 65 && late.errors.count == 1, "\(late)")
    }

    @Test("cancelling a job during its call delivers nothing and keeps the picture for a retry")
    func cancelRunning() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            Answer([.wait(gate)] + FakeImagesServer.picture(order.number).steps)
        }
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        let id = try submitted("boat 5", service)
        await gate.reached()
        let marked = try service.textify("cancel", id)
        #expect(marked.code == 0, "\(marked)")
        #expect(marked.output.contains("will be cancelled when the backend answers"), "\(marked)")
        gate.open()
        try program.wait(for: " job_cancelled: ")
        let show = try service.textify("show", id).output
        #expect(show.contains("cancelled"), "\(show)")
        let outputs = try service.names(service.outbox)
        #expect(outputs == [])
        // The picture was paid for: a retry reuses it instead of requesting another.
        let retried = try service.textify("retry", id)
        #expect(retried.code == 0, "\(retried)")
        try program.wait(for: " job_done: ")
        #expect(studio.total == 1)
        let delivered = try service.names(service.outbox)
        #expect(delivered.contains("boat-5.txt"), "\(delivered)")
    }

    @Test("sync exits with 75 and the number of open jobs on a timeout, and with 0 once all are processed")
    func sync() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            Answer([.wait(gate)] + FakeImagesServer.picture(order.number).steps)
        }
        let service = try Service(backends: studio.table())
        try service.run()
        try service.drop(prompt: "boat 5", "boat.txt")
        await gate.reached()
        let late = try service.textify("sync", "--timeout", "1")
        #expect(late.code == 75 && late.output.isEmpty, "\(late)")
        #expect(late.errors.first?.contains("1") == true, "\(late)")
        gate.open()
        let done = try service.textify("sync")
        #expect(done.code == 0, "\(done)")
        let outputs = try service.names(service.outbox)
        #expect(outputs == ["boat.json", "boat.picture.png", "boat.txt"])
        #expect(try service.textify("sync").output == "all finished\n")
    }

    @Test("scan lists the folders at once, regardless of their interval")
    func scan() throws {
        let service = try Service(Service.quick + "\ninterval = \"1d\"")
        let program = try service.serve()
        #expect(rename(service.inbox.shown, service.root.shown + "/away") == 0)
        try program.wait(for: " folder_missing: ")
        #expect(rename(service.root.shown + "/away", service.inbox.shown) == 0)
        try service.drop("a.png", Pictures.ramp())
        #expect(try service.textify("scan").output == "textifyd is running\n")
        try program.wait(for: " job_done: ")
    }

    @Test("reloading an invalid file exits with 65, lists every mistake and keeps the old configuration")
    func reload() throws {
        let service = try Service()
        try service.run()
        try service.configure("art.columns = 8\nouputs = [\"txt\"]")
        let broken = try service.textify("reload")
        #expect(broken.code == 65 && broken.output.isEmpty, "\(broken)")
        #expect(broken.errors.first?.contains("the previous one stays active") == true, "\(broken)")
        #expect(broken.errors.joined().contains("ouputs") && broken.errors.joined().contains("outputs"), "\(broken)")
        try service.drop("ramp.png", Pictures.ramp())
        #expect(try service.textify("sync").code == 0)
        let outputs = try service.names(service.outbox)
        #expect(outputs == ["ramp.json", "ramp.txt"])
        try service.configure(Service.quick.replacing("columns = 16", with: "columns = 24"))
        #expect(try service.textify("reload").code == 0)
        try service.drop("wide.png", Pictures.ramp())
        #expect(try service.textify("sync").code == 0)
        let art = try service.text("wide.txt", in: service.outbox)
        #expect(art.split(separator: "\n").map(\.count).max() == 24)
    }

    @Test("a picture is rendered once, whatever the names of its files")
    func sharedRendering() throws {
        let service = try Service()
        try service.configure(Service.quick)
        try service.run()
        for name in ["one.png", "two.png", "three.png"] {
            try service.drop(name, try Pictures.ramp())
            #expect(try service.textify("sync").code == 0)
        }
        let caches = try service.textify("caches", "--json").output
        #expect(caches.contains(#""hits":2"#) && caches.contains(#""misses":1"#), "\(caches)")
        #expect(try service.text("two.txt", in: service.outbox) == service.text("one.txt", in: service.outbox))
    }

    @Test("backends shows each backend's state, and caches shows each cache's hits and size")
    func parts() throws {
        let studio = try FakeImagesServer { _ in .json("{\"error\":{\"message\":\"no\"}}", status: 401) }
        // A health check in the meantime would retry the prompt, hence the long probe interval.
        let service = try Service(backends: studio.table(probed: "1h"))
        let program = try service.serve()
        let idle = try service.textify("backends").output.split(separator: "\n")
        #expect(idle.count == 2 && idle.allSatisfy { $0.contains("  ready  ") }, "\(idle)")
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " backend_auth: ")
        let down = try service.textify("backends").output
        #expect(down.contains("backend_auth") && down.contains("rejected its API key"), "\(down)")
        let caches = try service.textify("caches").output
        #expect(caches.contains("renderings       0 of 0 reused  holds 0 bytes, limit "), "\(caches)")
        #expect(caches.contains("renderings_disk  0 of 0 reused  holds 0 bytes, limit 256 MiB"), "\(caches)")
    }

    @Test("render shows a job's picture with other options, to the terminal or a file, without another purchase")
    func render() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        #expect(try service.textify("submit", "boat 5", "--wait", "-q").code == 0)
        let wide = try service.textify("render", "last", "--columns", "44", "--charset", "braille")
        #expect(wide.code == 0 && wide.output.split(separator: "\n").map(\.count).max() ?? 0 <= 44, "\(wide)")
        #expect(wide.output.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        let file = service.root.shown + "/x.svg"
        let written = try service.textify("render", "last", "--columns", "44", "-o", file)
        #expect(written.code == 0 && written.output.isEmpty, "\(written)")
        #expect(try service.text("x.svg", in: service.root).hasPrefix("<svg"))
        for (words, said) in [
            (["last", "-o", service.root.shown + "/x.avi"], "no format has this extension"),
            (["last", "--columns", "9999"], "out of range"), (["last", "-f", "avi"], "one of"), ([], "no job given"),
        ] {
            let refused = try service.reply(service.ask(["render"] + words))
            #expect(refused.code == 64 && refused.errors.joined().contains(said), "\(refused)")
        }
        #expect(studio.total == 1)
    }

    @Test("cat prints a job's art, even if its output file is gone")
    func cat() throws {
        let service = try Service()
        try service.run()
        try service.drop("ramp.png", Pictures.ramp())
        try service.drop(prompt: "a boat at sea", "boat.txt")
        #expect(try service.textify("sync").code == 0)
        for id in try service.jobs("done") {
            let name = try service.textify("show", id).output.contains("ramp.png") ? "ramp.txt" : "boat.txt"
            let art = try service.textify("cat", id)
            #expect(art.code == 0, "\(art)")
            let delivered = try service.text(name, in: service.outbox)
            #expect(art.output == delivered)
            unlink(service.outbox.shown + "/" + name)
            let again = try service.textify("cat", id)
            #expect(again.code == 0 && again.output == delivered, "\(again)")
        }
    }

    @Test("in a colour terminal, cat prints the text of a dropped picture that was not kept and has no coloured output")
    func colorless() throws {
        // A database that is shared keeps a picture for a day after nothing has needed it.
        let service = try Service(Service.quick + "\n[keep]\noriginal_days = 0\n", onServer: false)
        try service.run()
        try service.drop("ramp.png", Pictures.ramp())
        #expect(try service.textify("sync").code == 0)
        let textify = Spawn.place(of: "textify")
        let cat = "\(textify) cat last --socket \(service.socket); echo shown $?"
        let chosen = "\(textify) cat last -f ansi --socket \(service.socket); echo refused $?"
        let terminal = try service.shown(cat + "; " + chosen)
        _ = try terminal.ending()
        let lines = terminal.log.flatMap { $0.split { $0.isNewline } }.map(String.init)
        for mark in ["shown 0", "refused 66"] { #expect(lines.contains(mark), "\(terminal.log)") }
        let art = try service.text("ramp.txt", in: service.outbox).split(separator: "\n").map(String.init)
        // The question to the terminal comes first, on the same line.
        #expect(lines.joined(separator: "\n").contains(art.joined(separator: "\n")), "\(terminal.log)")
    }

    private func submitted(_ prompt: String, _ service: Service) throws -> String {
        let reply = try service.textify("submit", prompt)
        #expect(reply.code == 0, "\(reply)")
        return String(reply.output.dropLast())
    }
}

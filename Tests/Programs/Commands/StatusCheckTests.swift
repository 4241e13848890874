import Domain
import FoundationEssentials
import Glibc
import Testing

@Suite("textify status --check", .ownThread)
struct StatusCheckTests {
    @Test("it prints one line and exits with 0 if healthy, 1 if degraded, 2 if stopped, 3 if unreachable")
    func codes() throws {
        let service = try Service()
        let program = try service.serve()
        #expect(try service.textify("sync").code == 0)
        let well = try service.textify("status", "--check")
        #expect(well.code == 0 && well.output == "OK: nothing to do\n" && well.errors.isEmpty, "\(well)")
        #expect(try service.textify("status").output.contains("\nall is well\n"))

        try service.configure("ouputs = [\"txt\"]")
        #expect(try service.textify("reload").code == 65)
        let degraded = try service.textify("status", "--check")
        #expect(
            degraded.code == 1 && degraded.output.hasPrefix("DEGRADED: The new configuration is invalid"), "\(degraded)"
        )
        #expect(degraded.output.count { $0 == "\n" } == 1 && degraded.output.contains("ouputs"), "\(degraded)")

        #expect(try service.textify("pause").code == 0)
        let stopped = try service.textify("status", "--check")
        #expect(stopped.code == 2 && stopped.output.hasPrefix("STOPPED: "), "\(stopped)")
        #expect(stopped.output.contains("textify resume") && stopped.output.contains("(1 more: textify status)"))
        let screen = try service.textify("status").output
        #expect(screen.contains("\nstopped: ") && screen.contains("\ndegraded, since "), "\(screen)")

        try service.configure(Service.quick)
        #expect(try service.textify("reload").code == 0)
        #expect(try service.textify("resume").code == 0)
        #expect(try service.textify("status", "--check").code == 0)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let gone = try service.textify("status", "--check")
        #expect(gone.code == 3 && gone.output.hasPrefix("UNREACHABLE: ") && gone.errors.isEmpty, "\(gone)")
    }

    @Test("a missing watch folder degrades the health until it is back")
    func folder() throws {
        let service = try Service()
        try service.configure(Service.quick + "\ninterval = \"1s\"")
        let program = try service.serve()
        #expect(try service.textify("sync").code == 0)
        let (here, away) = (service.inbox.shown, service.root.appending("away").shown)
        try FileManager.default.moveItem(atPath: here, toPath: away)
        try program.wait(for: " folder_missing: ")
        let missing = try service.textify("status", "--json").output
        #expect(
            missing.contains(#""code":"folder_missing""#) && missing.contains(#""verdict":"degraded""#), "\(missing)")
        #expect(try service.textify("status", "--check").code == 1)
        try FileManager.default.moveItem(atPath: away, toPath: here)
        try program.wait(for: " folder_fine: ")
        #expect(try service.textify("status", "--check").code == 0)
    }
    @Test("while less than free_bytes is free no file is picked up and the status says so, then work continues")
    func disk() throws {
        let service = try Service()
        try service.configure(Service.quick + "\ninterval = \"1s\"\n\n[keep]\nfree_bytes = \(1 << 50)")
        let program = try service.serve()
        try program.wait(for: " disk_low: ")
        try service.drop("tree.png", Pictures.ramp())
        let low = try service.textify("status", "--json").output
        #expect(low.contains(#""code":"disk_low""#), "\(low)")
        #expect(try service.textify("status", "--check").code != 0)
        #expect(try service.textify("status").output.contains("No new work is accepted"))
        #expect(try service.names(service.inbox).contains("tree.png"))
        #expect(try service.names(service.outbox).isEmpty)
        try service.configure(Service.quick + "\n\n[keep]\nfree_bytes = 0")
        #expect(try service.textify("reload").code == 0)
        #expect(try service.textify("sync").code == 0)
        #expect(try service.names(service.outbox).contains("tree.txt"))
        #expect(try service.textify("status", "--check").code == 0)
    }
}

import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Testing

@Suite("Damaged and newer databases", .ownThread)
struct DatabaseCareTests {
    @Test("damage is detected after an unclean exit and stops the service with 74 until a backup is restored")
    func damage() throws {
        let service = try Service(onServer: false)
        let first = try service.serve()
        for number in 0..<12 { try service.drop("\(number).png", Pictures.numbered(number)) }
        #expect(try service.textify("sync").code == 0)
        let backup = try service.textify("backup")
        #expect(backup.code == 0 && backup.output.hasSuffix("Z.db\n"), "\(backup)")
        try service.drop("12.png", Pictures.numbered(12))
        #expect(try service.textify("sync").code == 0)
        first.send(SIGTERM)
        #expect(try first.ending() == .code(0))

        try harm(service)
        // The lock file as a killed process leaves it.
        try FileDescriptor.folder(service.root.appending("state")).replace(FileName("lock"), with: Array("12\n".utf8))
        let second = try service.start()
        #expect(try second.ending() == .code(74), "\(second.log)")
        #expect(
            second.log.contains { $0.contains(" error database_corrupt: ") && $0.contains("Restore a backup") },
            "\(second.log)")
        let third = try service.start()
        #expect(try third.ending() == .code(74))
        #expect(third.log.count == 1 && third.log[0].contains("textifyd.db is damaged"), "\(third.log)")

        let copy = String(backup.output.dropLast())
        let restored = try service.textify("backup", "restore", copy, "--state", service.root.shown + "/state")
        #expect(restored.code == 0 && restored.lines.count == 2, "\(restored)")
        let fourth = try service.serve()
        try service.drop("13.png", Pictures.numbered(13))
        #expect(try service.textify("sync").code == 0)
        #expect(try service.jobs("done").count == 13)
        let texts = try service.names(service.outbox).filter { $0.hasSuffix(".txt") }
        #expect(texts.count == 14)
        fourth.send(SIGTERM)
        #expect(try fourth.ending() == .code(0))
    }

    @Test("a restored backup buys nothing by itself, and keeps the database that it replaces")
    func restored() throws {
        let service = try Service(onServer: false)
        let first = try service.serve()
        #expect(try service.textify("submit", "a red fox", "--wait", "-q").code == 0)
        #expect(try service.textify("pause").code == 0)
        #expect(try service.textify("submit", "a lake", "-q").code == 0)
        let copy = try service.textify("backup").lines[0]
        let running = try service.textify("backup", "restore", copy, "--state", service.root.shown + "/state")
        #expect(running.code == 75, "\(running)")
        #expect(try service.textify("resume").code == 0)
        #expect(try service.textify("sync").code == 0)
        #expect(try service.textify("submit", "a hill", "--wait", "-q").code == 0)
        first.send(SIGTERM)
        #expect(try first.ending() == .code(0))

        let program = try service.start("--restore", copy)
        #expect(try program.ending() == .code(0), "\(program.log)")
        let lines = String(decoding: program.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3 && lines[2].hasPrefix("1 job waits for approval"), "\(lines)")
        let replaced = try service.names(service.root.appending("state").appending("backups"))
        #expect(replaced.count { $0.hasPrefix("textifyd-replaced-") } == 1, "\(replaced)")
        let second = try service.serve()
        #expect(!second.log.contains { $0.contains("state_new") }, "\(second.log)")
        #expect(try service.jobs("done").count == 1 && service.jobs("held").count == 1)
        #expect(try service.textify("verify").code == 0)
        #expect(try service.textify("approve", service.textify("jobs", "--state", "held", "-q").lines[0]).code == 0)
        #expect(try service.textify("sync").code == 0)
        #expect(try service.jobs("done").count == 2)
    }

    @Test("what is no backup changes nothing", arguments: ["no database at all", ""])
    func noBackup(content: String) throws {
        let service = try Service(onServer: false)
        let once = try service.start("--once")
        #expect(try once.ending() == .code(0))
        let state = service.root.appending("state")
        let before = try FileDescriptor.folder(state).file(beneath: FileName("textifyd.db")).all(limit: 1 << 20)
        try service.keep("backup.db", Array(content.utf8))
        for path in [service.kept("backup.db"), service.kept("missing.db")] {
            let program = try service.start("--restore", path)
            #expect(try program.ending() == .code(65), "\(program.log)")
            #expect(program.log.count == 1 && program.log[0].contains(path), "\(program.log)")
        }
        let after = try FileDescriptor.folder(state).file(beneath: FileName("textifyd.db")).all(limit: 1 << 20)
        #expect(before == after)
    }

    @Test("a database of a newer version stops the service with 78, because no restart can fix it")
    func newer() throws {
        let service = try Service(onServer: false)
        let once = try service.start("--once")
        #expect(try once.ending() == .code(0))
        // PRAGMA user_version is stored at offset 60, in four bytes.
        try overwrite(service, [0, 0, 0, 99], at: 60)
        let program = try service.start("--once")
        #expect(try program.ending() == .code(78))
        #expect(program.log.count == 1 && program.log[0].contains("Install the newer version"), "\(program.log)")
    }

    @Test("the database of an earlier development build stops the service with 78 and is left unchanged")
    func foreign() throws {
        let service = try Service(onServer: false)
        let once = try service.start("--once")
        #expect(try once.ending() == .code(0))
        // PRAGMA application_id is stored at offset 68, in four bytes.
        try overwrite(service, Array("txtf".utf8), at: 68)
        let state = service.root.appending("state")
        let before = try FileDescriptor.folder(state).file(beneath: FileName("textifyd.db")).all(limit: 1 << 20)
        let program = try service.start("--once")
        #expect(try program.ending() == .code(78))
        #expect(
            program.log.count == 1 && program.log[0].contains("earlier development build")
                && program.log[0].contains(state.appending("textifyd.db").shown), "\(program.log)")
        let after = try FileDescriptor.folder(state).file(beneath: FileName("textifyd.db")).all(limit: 1 << 20)
        #expect(before == after)
    }

    /// Overwrites the last four pages, which contain the newest rows.
    private func harm(_ service: Service) throws {
        let path = service.root.shown + "/state/textifyd.db"
        var status = stat()
        #expect(stat(path, &status) == 0)
        let size = 4 * 4096
        try overwrite(service, [UInt8](repeating: 0xAA, count: size), at: Int(status.st_size) - size)
    }

    private func overwrite(_ service: Service, _ bytes: [UInt8], at place: Int) throws {
        let file = open(service.root.shown + "/state/textifyd.db", O_WRONLY)
        defer { close(file) }
        #expect(pwrite(file, bytes, bytes.count, off_t(place)) == bytes.count)
    }
}

import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Testing

@Suite("Damaged and newer databases", .ownThread)
struct DatabaseCareTests {
    @Test("damage is detected after an unclean exit and stops the service with 74 until a backup is restored")
    func damage() throws {
        let service = try Service()
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
        let state = service.root.shown + "/state/"
        for ending in ["", "-wal", "-shm"] { unlink(state + "textifyd.db" + ending) }
        try FileManager.default.copyItem(atPath: copy, toPath: state + "textifyd.db")
        let fourth = try service.serve()
        try service.drop("13.png", Pictures.numbered(13))
        #expect(try service.textify("sync").code == 0)
        #expect(try service.jobs("done").count == 13)
        let texts = try service.names(service.outbox).filter { $0.hasSuffix(".txt") }
        #expect(texts.count == 14)
        fourth.send(SIGTERM)
        #expect(try fourth.ending() == .code(0))
    }

    @Test("a database of a newer version stops the service with 78, because no restart can fix it")
    func newer() throws {
        let service = try Service()
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
        let service = try Service()
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

import Domain
import Glibc
import PlatformPostgreSQL
import PlatformSQL
import Repositories
import TestPostgreSQL
import Testing

@Suite("Moving a service to PostgreSQL and back", .ownThread, .enabled(if: PostgreSQLServer.isInstalled))
struct MigrationProgramTests {
    private let schema: TemporarySchema
    private let service: Service

    init() throws {
        schema = try TemporarySchema()
        service = try Service(onServer: false)
    }

    private func migrate(_ words: [String]) throws -> Reply {
        let words = ["migrate"] + words + ["--config", service.root.shown + "/textifyd.toml"]
        return try service.reply(try Program("textify", words, home: service.root.shown))
    }

    private func migrate(_ words: String...) throws -> Reply { try migrate(words) }

    /// Has the service use the database on the server, or the file.
    private func configure(onServer: Bool) throws {
        try service.configure(Service.quick)
        guard onServer else { return }
        try service.write(
            try service.text("textifyd.toml", in: service.root) + "\n[database]\nurl = \"\(schema.address)\"\n")
    }

    private func stop(_ program: Program) throws {
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("A service that was killed at work is moved, finishes there what it had begun, once, and comes back")
    func thereAndBack() throws {
        let first = try service.serve()
        for number in 0..<10 { try service.drop("p\(number).png", try Pictures.numbered(number)) }
        _ = try first.wait(for: "job_done")
        let busy = try migrate("--to", schema.address)
        #expect(busy.code == 75, "\(busy)")
        // Pictures may be copied meanwhile.
        let ahead = try migrate("--to", schema.address, "--ahead")
        #expect(ahead.code == 0 && ahead.lines.first?.hasPrefix("pictures: ") == true, "\(ahead)")
        first.send(SIGKILL)
        _ = try first.ending()

        let moved = try migrate("--to", schema.address)
        #expect(moved.code == 0, "\(moved)")
        #expect(moved.lines.contains { $0.hasPrefix("jobs ") }, "\(moved)")
        #expect(moved.lines.suffix(2) == ["[database]", "url = \"\(schema.address)\""], "\(moved)")
        let refused = try service.start()
        #expect(try refused.ending() == .code(78))
        #expect(refused.log.contains { $0.contains("textify migrate --reopen") }, "\(refused.log)")

        try configure(onServer: true)
        let second = try service.start("--once")
        #expect(try second.ending() == .code(0), "\(second.log)")
        #expect(try service.names(service.outbox).count == 20)
        #expect(try service.names(service.inbox).filter { $0.hasSuffix(".png") }.isEmpty)

        let back = try migrate("--to", "file")
        #expect(back.code == 0, "\(back)")
        let elsewhere = try service.start("--once")
        #expect(try elsewhere.ending() == .code(78))
        try configure(onServer: false)
        let third = try service.serve()
        try service.drop("cat.txt", Array("a cat by the sea\n".utf8))
        #expect(try service.textify("sync").code == 0)
        #expect(try service.textify("search", "cat", "--count").lines == ["1"])
        #expect(try service.jobs("done").count == 11)
        #expect(try service.textify("verify").code == 0)
        try stop(third)
    }

    @Test("A migration that is killed leaves a target that no service accepts, until a second one has completed it")
    func killed() async throws {
        let first = try service.serve()
        try service.drop("one.png", try Pictures.scene(64))
        #expect(try service.textify("sync").code == 0)
        try stop(first)
        let tables = try FleetDatabase(schema.settings, readers: 1)
        await tables.close()
        // Keeps the migration from emptying the tables.
        let lock = try PostgreSQLConnection(schema.settings)
        try lock.script("BEGIN; LOCK TABLE jobs IN ACCESS SHARE MODE")
        let observer = try PostgreSQLConnection(schema.settings)
        let migration = try service.start("--migrate", schema.address)
        func isWaiting() throws -> Bool {
            try observer.select(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'jobs'::regclass"
            ) { $0.integer(0) } == [1]
        }
        while try !isWaiting() {}
        migration.send(SIGKILL)
        #expect(try migration.ending() == .killed(SIGKILL))
        try lock.script("ROLLBACK")

        try configure(onServer: true)
        let early = try service.start()
        #expect(try early.ending() == .code(78))
        #expect(early.log.contains { $0.contains("is incomplete") }, "\(early.log)")
        let second = try migrate("--to", schema.address)
        #expect(second.code == 0, "\(second)")
        let moved = try service.serve()
        #expect(try service.textify("search", "one", "--count").lines == ["1"])
        try stop(moved)
    }

    @Test("A database that was moved away can be used again on purpose")
    func reopened() throws {
        try stop(try service.serve())
        #expect(try migrate("--to", schema.address).code == 0)
        #expect(try migrate("--reopen").code == 0)
        let again = try migrate("--reopen")
        #expect(again.code == 78 && again.errors.first?.contains("was not moved away") == true, "\(again)")
        try stop(try service.serve())
    }

    @Test(
        "A command line that can't be meant is refused before anything is opened",
        arguments: [
            [], ["--to", "file", "--reopen"], ["--to", "mysql://db/x"], ["--to", "postgresql://me:secret@db/x"],
            ["--to", "postgresql:///x", "--from", "postgresql:///y"], ["--to", "file"], ["--to", "file", "more"],
            ["--to", "file", "--from", "postgresql:///y", "--ahead"],
        ])
    func usage(words: [String]) throws {
        let refused = try migrate(words)
        #expect(refused.code == 64, "\(refused)")
        #expect(!refused.errors.contains { $0.contains("secret") })
    }
}

import Domain
import Glibc
import TestPostgreSQL
import Testing

@Suite("A service whose database is on a PostgreSQL server", .ownThread, .enabled(if: PostgreSQLServer.isInstalled))
struct DatabaseServerTests {
    @Test("Prompts and pictures become art, are found and checked; a backup is the server's")
    func works() throws {
        let service = try Service(onServer: true)
        let program = try service.serve()
        try service.drop("one.png", try Pictures.scene(64))
        try service.drop("cat.txt", Array("a cat by the sea\n".utf8))
        #expect(try service.textify("sync").code == 0)
        #expect(try Set(service.names(service.outbox)).isSuperset(of: ["one.txt", "cat.txt", "cat.picture.png"]))
        #expect(try service.textify("search", "cat", "--count").lines == ["1"])
        #expect(try service.textify("verify").code == 0)
        let backup = try service.textify("backup")
        #expect(backup.code != 0 && backup.errors.first?.contains("pg_dump") == true, "\(backup)")
        #expect(try !service.names(service.root.appending("state")).contains("textifyd.db"))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("After a kill the next start goes on where it was, and nothing is delivered twice")
    func killed() throws {
        let service = try Service(onServer: true)
        let first = try service.serve()
        for number in 0..<20 { try service.drop("p\(number).png", try Pictures.numbered(number)) }
        _ = try first.wait(for: "job_done")
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        let second = try service.start("--once")
        #expect(try second.ending() == .code(0), "\(second.log)")
        #expect(try service.names(service.outbox).count == 40)
        #expect(try service.names(service.inbox).filter { $0.hasSuffix(".png") }.isEmpty)
    }

    @Test("Of two services with the same folder one takes its drops; when it is killed, the other finishes its work")
    func takeover() throws {
        let one = try Service(onServer: true)
        let two = try Service(onServer: false)
        try two.write(
            try one.text("textifyd.toml", in: one.root)
                .replacing("path = \"inbox\"", with: "path = \"\(one.inbox.shown)\"")
                .replacing("outbox = \"outbox\"", with: "outbox = \"\(one.outbox.shown)\""))
        let first = try one.serve()
        for number in 0..<10 { try one.drop("p\(number).png", try Pictures.numbered(number)) }
        _ = try first.wait(for: "job_done")
        let second = try two.serve()
        _ = try second.wait(for: "folder_elsewhere")
        // Its own state folder is new, but the database knows the folder.
        #expect(try !two.textify("status", "--json").output.contains("state_new"))
        for number in 10..<30 { try one.drop("p\(number).png", try Pictures.numbered(number)) }
        _ = try first.wait(for: "job_done")
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        _ = try second.wait(for: "node_lost")
        #expect(try two.textify("sync").code == 0)
        #expect(try one.names(one.outbox).count == 60)
        #expect(try one.names(one.inbox).filter { $0.hasSuffix(".png") }.isEmpty)
        second.send(SIGTERM)
        #expect(try second.ending() == .code(0))
    }

    @Test("Pictures of the state folder are moved to the database, and only to where the configuration keeps them")
    func moved() throws {
        let service = try Service(onServer: true)
        let before = try Service(onServer: false)
        let first = try before.serve()
        for number in 0..<3 { try before.drop("p\(number).png", try Pictures.numbered(number)) }
        #expect(try before.textify("sync").code == 0)
        let kept = try before.textify("blobs", "move", "--to", "disk")
        #expect(kept.code == 0 && kept.lines == ["0 pictures moved (0 bytes), 0 left."], "\(kept)")
        first.send(SIGTERM)
        #expect(try first.ending() == .code(0))
        try before.write(try service.text("textifyd.toml", in: service.root))
        let second = try before.serve()
        let refused = try before.textify("blobs", "move", "--to", "s3")
        #expect(refused.code == 65 && refused.errors.first?.contains("database") == true, "\(refused)")
        let moved = try before.textify("blobs", "move", "--to", "database")
        #expect(moved.code == 0 && moved.lines.first?.hasPrefix("3 pictures moved") == true, "\(moved)")
        #expect(try before.textify("blobs", "move", "--to", "database", "-q").lines == [])
        second.send(SIGTERM)
        #expect(try second.ending() == .code(0))
    }

    @Test(
        "An address that is none, or that has a password, is a mistake in the configuration",
        arguments: ["mysql://db/textifyd", "postgresql://me:secret@db/textifyd", "postgresql:///t?password=secret"])
    func address(url: String) throws {
        let service = try Service(onServer: false)
        try service.write(
            """
            [service]
            state = "state"

            [database]
            url = "\(url)"

            [[watch]]
            path = "inbox"
            outbox = "outbox"

            """)
        let program = try service.start("--check")
        #expect(try program.ending() == .code(78))
        #expect(program.log.contains { $0.contains("database.url") && $0.contains("passfile=") }, "\(program.log)")
        #expect(!program.log.contains { $0.contains("secret") })
    }

    @Test("A backup of the file isn't restored where the database is on a server")
    func restoring() throws {
        let service = try Service(onServer: true)
        let program = try service.start("--restore", "backup.db")
        #expect(try program.ending() == .code(78))
        #expect(program.log.contains { $0.contains("would not be used") }, "\(program.log)")
        #expect(try !service.names(service.root).contains("state"))
    }

    @Test("Without a server the service says so and ends, to be started again")
    func noServer() throws {
        let service = try Service(onServer: false)
        try service.write(
            try service.text("textifyd.toml", in: service.root)
                + "\n[database]\nurl = \"postgresql:///textifyd?host=/nowhere\"\n")
        let program = try service.start()
        #expect(try program.ending() == .code(75))
        #expect(program.log.contains { $0.contains("The database can't be reached") }, "\(program.log)")
    }
}

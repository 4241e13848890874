import Domain
import Glibc
import PlatformPostgreSQL
import PlatformSQL
import PlatformSystem
import Repositories
import TestPostgreSQL
import Testing

/// What an operator does to a server, or forgets.
enum DatabaseTrouble: CaseIterable {
    case password
    case readOnly
    case rights
    case timeLimit

    /// What the service says.
    var words: String {
        switch self {
        case .password: "password authentication failed for user"
        case .readOnly: "it is a replica, or default_transaction_read_only is on"
        case .rights: "denies the service's role a right"
        case .timeLimit: "canceling statement due to statement timeout"
        }
    }
}

@Suite("A PostgreSQL server that refuses", .ownThread, .enabled(if: PostgreSQLServer.isInstalled))
struct DatabaseTroubleTests {
    private let role: TemporaryRole
    private let service: Service
    /// Holds what the service waits for, while its time is limited.
    private let other: PostgreSQLConnection

    init() throws {
        role = try TemporaryRole(password: "right")
        service = try Service(onServer: false)
        var settings = role.schema.settings
        settings.longestPause = .seconds(300)
        other = try PostgreSQLConnection(settings)
        try write(password: "right")
        try use(role.address())
    }

    private func use(_ address: String) throws {
        try service.configure("interval = \"1s\"\n" + Service.quick)
        let passfile = service.root.shown + "/pgpass"
        let url = address + "&passfile=" + passfile
        try service.write(try service.text("textifyd.toml", in: service.root) + "\n[database]\nurl = \"\(url)\"\n")
    }

    private func write(password: String) throws {
        let folder = try FileDescriptor.folder(service.root)
        try folder.replace(FileName("pgpass"), with: Array("*:*:*:*:\(password)\n".utf8))
        guard chmod(service.root.shown + "/pgpass", 0o600) == 0 else { throw Failed(call: "chmod", code: errno) }
    }

    private func begin(_ trouble: DatabaseTrouble) throws {
        switch trouble {
        case .password: try role.run("ALTER ROLE \(role.name) PASSWORD 'other'")
        case .readOnly: try role.run("ALTER ROLE \(role.name) SET default_transaction_read_only = on")
        case .rights:
            try role.run("REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA \(role.schema.name) FROM \(role.name)")
        case .timeLimit:
            try role.run("ALTER ROLE \(role.name) SET statement_timeout = '50ms'")
            try other.begin()
        }
        try role.disconnect()
    }

    private func end(_ trouble: DatabaseTrouble) throws {
        switch trouble {
        case .password: try write(password: "other")
        case .readOnly:
            try role.run("ALTER ROLE \(role.name) RESET default_transaction_read_only")
            try role.disconnect()
        case .rights: try role.run("GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA \(role.schema.name) TO \(role.name)")
        case .timeLimit:
            try role.run("ALTER ROLE \(role.name) RESET statement_timeout")
            try other.commit()
            try role.disconnect()
        }
    }

    @Test(
        "A start says why in one sentence and ends with 75; once that is cured, the next one serves",
        arguments: DatabaseTrouble.allCases)
    func start(trouble: DatabaseTrouble) throws {
        let first = try service.start("--once")
        #expect(try first.ending() == .code(0), "\(first.log)")
        try begin(trouble)
        let refused = try service.start()
        #expect(try refused.ending() == .code(75), "\(refused.log)")
        #expect(refused.log.count == 1 && refused.log.allSatisfy { $0.contains(trouble.words) }, "\(refused.log)")
        try end(trouble)
        let cured = try service.serve()
        cured.send(SIGTERM)
        let ending = try cured.ending()
        #expect(ending == .code(0), "\(cured.log)")
    }

    @Test(
        "A running service says why, takes nothing, and continues by itself once that is cured",
        arguments: DatabaseTrouble.allCases)
    func running(trouble: DatabaseTrouble) throws {
        let program = try service.serve()
        try service.drop("one.png", try Pictures.numbered(1))
        try program.wait(for: " job_done: ")
        try begin(trouble)
        try service.drop("two.png", try Pictures.numbered(2))
        try program.wait(for: trouble.words)
        try end(trouble)
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(try service.names(service.outbox).contains("two.txt"))
    }

    @Test("The end of a drop that a promoted replica doesn't know is written again")
    func lostCommit() throws {
        let program = try service.serve()
        let schema = role.schema.name
        try role.run(
            """
            CREATE FUNCTION \(schema).tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.phase = 'gone' THEN PERFORM pg_notify('\(schema)_gone', ''); END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER tell AFTER UPDATE ON \(schema).drops FOR EACH ROW EXECUTE FUNCTION \(schema).tell()
            """)
        #expect(try other.listen(to: "'\(schema)_gone'"))
        try service.drop("one.png", try Pictures.numbered(1))
        #expect(try other.hasNotification(within: .seconds(60)))
        try role.run("UPDATE \(schema).drops SET phase = 'ended'")
        try role.disconnect()
        #expect(try other.hasNotification(within: .seconds(60)))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(try service.names(service.outbox) == ["one.json", "one.txt"])
    }

    @Test("A replica is refused until it is promoted, and of several hosts the primary is found")
    func replica() throws {
        let first = try service.start("--once")
        #expect(try first.ending() == .code(0), "\(first.log)")
        let replica = try PostgreSQLServer.replica()
        try use(role.address(hosts: [replica.host]))
        let refused = try service.start("--once")
        #expect(try refused.ending() == .code(75))
        #expect(
            refused.log.count == 1 && refused.log.allSatisfy { $0.contains(DatabaseTrouble.readOnly.words) },
            "\(refused.log)")
        try use(role.address(hosts: [replica.host, try PostgreSQLServer.running().host]))
        try service.drop("one.png", try Pictures.numbered(1))
        let several = try service.start("--once")
        #expect(try several.ending() == .code(0), "\(several.log)")
        #expect(try service.names(service.outbox) == ["one.json", "one.txt"])
        let address = replica.address(schema: "public") + "&target_session_attrs=any"
        // A query that waits for the end may itself be in the way of it.
        func ask(_ sql: String) throws -> [Int64] {
            try PostgreSQLConnection(PostgreSQLSettings(address: address)).select(sql) { $0.integer(0) }
        }
        #expect(try ask("SELECT pg_promote(FALSE)::int") == [1])
        while try ask("SELECT pg_is_in_recovery()::int") == [1] {}
        try use(role.address(hosts: [replica.host]))
        let served = try service.start("--once")
        #expect(try served.ending() == .code(0), "\(served.log)")
    }
}

@Suite("A newer version and older nodes", .ownThread, .enabled(if: PostgreSQLServer.isInstalled))
struct UpgradeProgramTests {
    private let newer = Schema(
        application: SpoolSchema.application,
        migrations: SpoolSchema.schema.migrations + ["CREATE TABLE later (n INTEGER) STRICT;"])

    @Test("A newer schema waits until the older node has ended, and an older program is refused afterwards")
    func stopped() async throws {
        let schema = try TemporarySchema()
        let service = try service(on: schema)
        let program = try service.serve()
        let nodes = older(on: schema.settings)
        #expect(nodes.count == 1 && nodes.allSatisfy { $0.hasSuffix("(0.1.0)") }, "\(nodes)")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        await (try FleetDatabase(schema.settings, readers: 1, schema: newer)).close()
        let older = try service.start()
        #expect(try older.ending() == .code(78))
        #expect(older.log.contains { $0.contains("written by a newer version") }, "\(older.log)")
    }

    @Test("An older node that was cut off while a newer version took over ends with 78")
    func cutOff() async throws {
        let schema = try TemporarySchema()
        let service = try service(on: schema)
        let program = try service.serve()
        program.send(SIGSTOP)
        let new = try takenOver(schema)
        program.send(SIGCONT)
        try service.drop("one.png", try Pictures.numbered(1))
        try program.wait(for: "database_expelled")
        try program.wait(for: "database_newer")
        #expect(try program.ending() == .code(78), "\(program.log)")
        #expect(try service.names(service.inbox).contains("one.png"))
        await new.close()
    }

    /// A newer program's database, once all nodes count as silent.
    private func takenOver(_ schema: TemporarySchema) throws -> FleetDatabase {
        while true {
            try PostgreSQLConnection(schema.settings).execute("UPDATE nodes SET seen = 0")
            let opened = Result { () throws(RepositoryFailure) in
                try FleetDatabase(schema.settings, readers: 1, schema: newer)
            }
            // A beat may have been under way when the process was stopped.
            if case .failure(.usedByOlder) = opened { continue }
            return try opened.get()
        }
    }

    /// The nodes because of which a newer program doesn't start.
    private func older(on settings: PostgreSQLSettings) -> [String] {
        do throws(RepositoryFailure) {
            _ = try FleetDatabase(settings, readers: 1, schema: newer)
        } catch {
            if case .usedByOlder(let nodes) = error { return nodes }
        }
        return []
    }

    private func service(on schema: TemporarySchema) throws -> Service {
        let service = try Service(onServer: false)
        try service.write(
            try service.text("textifyd.toml", in: service.root) + "\n[database]\nurl = \"\(schema.address)\"\n")
        return service
    }
}

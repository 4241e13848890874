import Domain
import PlatformDigest
import PlatformPostgreSQL
import PlatformSQL
import Repositories
import TestPostgreSQL
import Testing

@Suite("A database that several services share", .enabled(if: PostgreSQLServer.isInstalled))
struct FleetDatabaseTests {
    private func lend(_ body: (TemporarySchema) async throws -> Void) async throws {
        await ServerShare.shared.take()
        do { try await body(try TemporarySchema()) } catch {
            await ServerShare.shared.give()
            throw error
        }
        await ServerShare.shared.give()
    }

    private func count(_ database: FleetDatabase, _ sql: String) async throws -> Int64 {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.value(sql)
        }
    }

    @Test("The lease begins when the node joins, and each beat renews it")
    func lease() async throws {
        try await lend { schema in
            let database = try FleetDatabase(schema.settings, readers: 1)
            try await database.join(Node(id: NodeID("one-1"), name: "one", machine: "m", version: "1"))
            #expect(database.lease.isValid)
            _ = try await database.fleet?.beat(NodeReach(folders: []))
            #expect(database.lease.isValid)
            await database.close()
        }
    }

    @Test("A blob is stored by one statement: a service that is suspended meanwhile holds up no other one")
    func blobStatement() async throws {
        try await lend { schema in
            await (try FleetDatabase(schema.settings, readers: 1)).close()
            let server = try PostgreSQLServer.running().folder
            let folder = server + "/blobs"
            let proxy = try WireProxy(in: folder, to: server + "/.s.PGSQL.5432")
            let address = schema.address.replacing(server, with: folder)
            let store = try DatabaseBlobStore(PostgreSQLSettings(address: address), connections: 1)
            proxy.arm(nil)
            #expect(try await store.put(sha256([1]), [1], replacing: false))
            #expect(proxy.count(.statement) == 1 && proxy.count(.commit) == 0)
            #expect(try await store.get(sha256([1]), limit: 1) == [1])
            await store.close()
            proxy.stop()
        }
    }

    @Test("Services that start at once create the tables once, and see each other's writes")
    func together() async throws {
        try await lend { schema in
            let settings = schema.settings
            let databases = try await withThrowingTaskGroup(of: FleetDatabase.self) { group in
                for _ in 0..<3 { group.addTask { try FleetDatabase(settings, readers: 1) } }
                return try await group.reduce(into: [FleetDatabase]()) { $0.append($1) }
            }
            let artwork = try await databases[0].repositories.made(1, tags: ["sea"])
            for database in databases {
                #expect(try await database.repositories.artworks.artwork(of: artwork.job) == artwork)
                #expect(try await count(database, "SELECT count(*) FROM textify_schema") == 1)
                await database.close()
            }
        }
    }

    @Test("Tables of a newer version or of an earlier development build are refused and stay as they are")
    func versions() async throws {
        try await lend { schema in
            await (try FleetDatabase(schema.settings, readers: 1)).close()
            let other = try PostgreSQLConnection(schema.settings)
            try other.execute("UPDATE textify_schema SET version = 99")
            #expect(throws: RepositoryFailure.newer(found: 99, known: 1)) { try FleetDatabase(schema.settings) }
            try other.execute("UPDATE textify_schema SET version = 1, application = 7")
            #expect(throws: RepositoryFailure.foreign(application: 7)) { try FleetDatabase(schema.settings) }
            #expect(try other.select("SELECT application FROM textify_schema") { $0.integer(0) } == [7])
        }
    }

    @Test("A newer schema waits for the last node of the older one, which can't come back")
    func upgraded() async throws {
        try await lend { schema in
            let newer = Schema(
                application: SpoolSchema.application,
                migrations: SpoolSchema.schema.migrations + ["CREATE TABLE later (n INTEGER) STRICT;"])
            func node(_ name: String) -> Node {
                Node(id: NodeID(name), name: name, machine: "of " + name, version: "1.0")
            }
            let (older, same) = (
                try FleetDatabase(schema.settings, readers: 1), try FleetDatabase(schema.settings, readers: 1)
            )
            try await older.join(node("alpha"))
            try await same.join(node("beta"))
            #expect(throws: RepositoryFailure.usedByOlder(["alpha (1.0)", "beta (1.0)"])) {
                try FleetDatabase(schema.settings, readers: 1, schema: newer)
            }
            try await same.leave()
            #expect(throws: RepositoryFailure.usedByOlder(["alpha (1.0)"])) {
                try FleetDatabase(schema.settings, readers: 1, schema: newer)
            }
            // As if its machine had been cut off.
            try PostgreSQLConnection(schema.settings).execute("UPDATE nodes SET seen = 0")
            let new = try FleetDatabase(schema.settings, readers: 1, schema: newer)
            try await new.join(node("gamma"))
            #expect(try await count(new, "SELECT count(*) FROM later") == 0)
            await #expect(throws: RepositoryFailure.expelled) {
                try await older.write { connection throws(RepositoryFailure) in try connection.add(1) }
            }
            for database in [older, same] {
                await #expect(throws: RepositoryFailure.newer(found: 2, known: 1)) {
                    try await database.join(node("alpha"))
                }
            }
            let another = try FleetDatabase(schema.settings, readers: 1, schema: newer)
            try await another.join(node("delta"))
            for database in [older, same, new, another] { await database.close() }
        }
    }

    @Test("Without a server, or without rights on it, nothing begins")
    func refused() async throws {
        #expect(throws: RepositoryFailure.self) {
            try FleetDatabase(PostgreSQLSettings(address: "postgresql:///nothing?host=/nowhere"))
        }
        try await lend { schema in
            let owner = try PostgreSQLConnection(schema.settings)
            try owner.script(
                """
                DO $$ BEGIN
                    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'weak') THEN CREATE ROLE weak LOGIN; END IF;
                END $$; GRANT USAGE ON SCHEMA \(schema.name) TO weak
                """)
            var settings = schema.settings
            settings.address = settings.address.replacing("user=textify", with: "user=weak")
            #expect(throws: RepositoryFailure.onServer(.denied("permission denied for schema \(schema.name)"))) {
                try FleetDatabase(settings)
            }
            try owner.script("REVOKE USAGE ON SCHEMA \(schema.name) FROM weak")
        }
    }

    @Test("A failed write is undone alone, among those that share its commit")
    func alone() async throws {
        try await lend { schema in
            let database = try FleetDatabase(schema.settings, readers: 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try? await database.write { connection throws(RepositoryFailure) in
                            try connection.add(number)
                            if number % 2 == 0 { try connection.add(number) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await count(database, "SELECT count(*) FROM refusals") == 10)
            #expect(try await count(database, "SELECT sum(drops % 2) FROM refusals") == 10)
            await database.close()
        }
    }

    @Test("After the server has ended every connection, work goes on with new ones")
    func restarted() async throws {
        try await lend { schema in
            let database = try FleetDatabase(schema.settings, readers: 1)
            let before = try await database.repositories.made(1)
            let other = try PostgreSQLConnection(schema.settings)
            let ended = try other.select(
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE application_name = ? AND pid <> pg_backend_pid()
                """, [.text(schema.name)]
            ) { $0.integer(0) }
            // The writer, the reader and the one for beats.
            #expect(ended == [3])
            // A read is repeated. A write fails once, because nobody can know whether it was done.
            #expect(try await database.repositories.artworks.artwork(of: before.job) == before)
            _ = try? await database.repositories.artworks.change([before.job], .favourite(false))
            #expect(try await database.repositories.artworks.artwork(of: before.job) == before)
            let changed = try await database.repositories.artworks.change([before.job], .favourite(true))
            #expect(changed.map(\.after.isFavourite) == [true])
            await database.close()
        }
    }
}

extension SQLConnection {
    fileprivate func value(_ sql: String) throws(RepositoryFailure) -> Int64 {
        do throws(SQLFailure) { return try select(sql) { $0.integer(0) }.first ?? 0 } catch {
            throw .failed(code: 0, error.message)
        }
    }

    /// Adds a number, which fails the second time.
    fileprivate func add(_ number: Int) throws(RepositoryFailure) {
        do throws(SQLFailure) {
            try execute(
                "INSERT INTO refusals (code, drops) VALUES (?, ?)", [.text("\(number)"), .integer(Int64(number))])
        } catch { throw .failed(code: 0, error.message) }
    }
}

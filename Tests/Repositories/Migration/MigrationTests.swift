import Domain
import PlatformPostgreSQL
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Synchronization
import TestPostgreSQL
import Testing

@testable import Repositories

@Suite("Moving a state between a file and PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled))
struct MigrationTests {
    private func found(_ text: String, in spool: SpoolRepositories) async throws -> [Int64] {
        let calendar = LibraryCalendar(now: 0, today: LocalDay(year: 1970, month: 1, day: 1), start: { _ in 0 })
        let page = try await spool.artworks.page(try LibraryQuery(text: text), ArtworkRange(limit: 50), in: calendar)
        return page.artworks.map(\.number.value)
    }

    @Test("There and back, every table has the same rows, and a search the same answers")
    func whole() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            let tables = try MigrationFixture.tables()
            let before = try MigrationFixture.rows(of: fixture.fileConnection, tables: tables)
            for table in tables { #expect(before[table]?.isEmpty == false, "the fixture has no row of \(table)") }
            let report = try await fixture.move(.toServer)
            #expect(Set(report.tables.map(\.name)) == Set(tables))
            #expect(report.tables.map { $0.rows == before[$0.name]?.count } == tables.map { _ in true })
            #expect(report.ledger.map(\.calls) == [1])
            #expect(try MigrationFixture.rows(of: fixture.serverConnection, tables: tables) == before)
            try await fixture.server { database async throws in
                #expect(try await found("lighthouse", in: database.repositories) == [3, 2, 1])
                #expect(try await found("등대 tag:n2", in: database.repositories) == [2])
                #expect(try await database.countDefects().isEmpty)
                #expect(try await database.indexDefects().isEmpty)
                // Number 4 was erased, and is never given again.
                #expect(try await database.repositories.made(5).number.value == 5)
                _ = try await database.repositories.accepted(20)
            }
            let middle = try MigrationFixture.rows(of: fixture.serverConnection, tables: tables)
            try await fixture.move(.toFile)
            #expect(try MigrationFixture.rows(of: fixture.fileConnection, tables: tables) == middle)
            try await fixture.file { database async throws in
                #expect(try await found("lighthouse", in: database.repositories) == [3, 2, 1])
                #expect(try await database.fileDefects().isEmpty)
                #expect(try await database.countDefects().isEmpty)
                #expect(try await database.indexDefects().isEmpty)
                #expect(try await database.repositories.made(6).number.value == 6)
            }
        }
    }

    /// Refuses to go on after a number of steps.
    private func stop(after steps: Int) -> MigrationProgress.Report {
        let left = Countdown(steps)
        return { _ throws(RepositoryFailure) in if left.isOver() { throw .full } }
    }

    @Test(
        "Interrupted after any step, neither database is lost, no service starts on half of it, and a second run completes it",
        arguments: [MigrationDirection.toServer, .toFile])
    func interrupted(direction: MigrationDirection) async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            let tables = try MigrationFixture.tables()
            if direction == .toFile { try await fixture.move(.toServer) }
            let source = try direction == .toServer ? fixture.fileConnection : fixture.serverConnection
            let before = try MigrationFixture.rows(of: source, tables: tables)
            var steps = 0
            while true {
                do throws(MigrationFailure) {
                    try await fixture.move(direction, report: stop(after: steps))
                    break
                } catch {
                    #expect(error == .database(.target, .full))
                }
                #expect(try MigrationFixture.rows(of: source, tables: tables) == before)
                if direction == .toServer {
                    let place = fixture.state.appending(SpoolDatabase.fileName).shown
                    await #expect(throws: RepositoryFailure.incomplete(from: place)) {
                        try await fixture.server { _ in }
                    }
                } else {
                    let refused = RepositoryFailure.movedAway(to: fixture.schema.address)
                    await #expect(throws: refused) { try await fixture.file { _ in } }
                }
                steps += 1
            }
            // Each table is copied and compared; besides, there are the index and the end.
            #expect(steps >= 2 * tables.count + 2)
            let target = try direction == .toServer ? fixture.serverConnection : fixture.fileConnection
            #expect(try MigrationFixture.rows(of: target, tables: tables) == before)
        }
    }

    @Test("A crash between the two notes leaves both databases refused, and a second run completes the move")
    func betweenNotes() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            let migration = try fixture.migration(.toServer)
            try await migration.begin()
            _ = try await migration.copyRows()
            await migration.close()
            try fixture.fileConnection.script(
                """
                CREATE TABLE textify_migration (role text, place text, folder text);
                INSERT INTO textify_migration VALUES ('moved', '\(fixture.schema.address)', 'here')
                """)
            await #expect(throws: RepositoryFailure.self) { try await fixture.file { _ in } }
            await #expect(throws: RepositoryFailure.self) { try await fixture.server { _ in } }
            try await fixture.move(.toServer)
            try await fixture.server { _ in }
        }
    }

    @Test("Without a database, only the beginning of one is refused too")
    func part() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            try await fixture.move(.toServer)
            let folder = try FileDescriptor.folder(fixture.state)
            try folder.unlink(SpoolDatabase.fileName)
            let migration = try fixture.migration(.toFile)
            try await migration.begin()
            _ = try await migration.copyRows()
            await migration.close()
            await #expect(throws: RepositoryFailure.self) { try await fixture.file { _ in } }
            try await fixture.move(.toFile)
            try await fixture.file { _ in }
        }
    }

    @Test("A source that was moved away is refused until it is opened again on purpose")
    func source() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            try await fixture.move(.toServer)
            let refused = RepositoryFailure.movedAway(to: fixture.schema.address)
            await #expect(throws: refused) { try await fixture.file { _ in } }
            await #expect(throws: MigrationFailure.database(.source, refused)) { try await fixture.move(.toServer) }
            try StateMigration.reopenFile(in: fixture.state)
            try await fixture.file { _ in }
            #expect(throws: MigrationFailure.notMoved) { try StateMigration.reopenFile(in: fixture.state) }
            await #expect(throws: MigrationFailure.notMoved) {
                try await StateMigration.reopen(fixture.schema.settings)
            }
            // The two have gone separate ways.
            await #expect(throws: MigrationFailure.targetInUse) { try await fixture.move(.toServer) }
            await #expect(throws: MigrationFailure.targetInUse) { try await fixture.move(.toFile) }
        }
    }

    @Test("The file that was moved away is replaced on the way back, and kept among the backups")
    func replaced() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            try await fixture.move(.toServer)
            try await fixture.server { database in _ = try await database.repositories.made(5) }
            try await fixture.move(.toFile)
            let kept = fixture.state.appending(SpoolDatabase.backups).asRoot
            #expect(try FileDescriptor.folder(kept).list().map(\.name) == [FileName("kept.db")])
            let place = fixture.state.appending(SpoolDatabase.fileName).shown
            await #expect(throws: RepositoryFailure.movedAway(to: place)) { try await fixture.server { _ in } }
            // There again: what is on the server is old.
            try await fixture.file { database in _ = try await database.repositories.made(6) }
            try await fixture.move(.toServer)
            try await fixture.server { database async throws in
                #expect(try await found("cat", in: database.repositories) == [6, 5])
            }
        }
    }

    @Test("A target with jobs of its own, of a newer version or in use stays as it is")
    func targets() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            let other = try fixture.serverConnection
            try await fixture.server { database in _ = try await database.repositories.accepted(1) }
            await #expect(throws: MigrationFailure.targetInUse) { try await fixture.move(.toServer) }
            try other.script("DELETE FROM job_history; DELETE FROM jobs; DELETE FROM drops")
            try other.script("UPDATE textify_schema SET version = 99")
            await #expect(throws: MigrationFailure.database(.target, .newer(found: 99, known: 1))) {
                try await fixture.move(.toServer)
            }
            try other.script("UPDATE textify_schema SET version = 1")
            let service = try FleetDatabase(fixture.schema.settings, readers: 1)
            await #expect(throws: MigrationFailure.database(.target, .unreachable("another service uses it"))) {
                try await fixture.move(.toServer)
            }
            await service.close()
            try await fixture.file { _ in }
            try await fixture.move(.toServer)
        }
    }

    @Test("A service whose lock a pooler can't keep is noticed by its beats, and one that was killed holds nothing up")
    func pooled() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            try await fixture.server { _ in }
            let settings = fixture.schema.settings
            try fixture.serverConnection.script(
                "INSERT INTO nodes (id, name, machine, version, started, seen) VALUES ('n', 'nas', 'm', '1', 0, 0)")
            let beating = Task.detached {
                let connection = try PostgreSQLConnection(settings)
                while !Task.isCancelled {
                    try connection.script("UPDATE nodes SET seen = extract(epoch FROM clock_timestamp()) * 1000")
                    try connection.script("SELECT pg_sleep(0.2)")
                }
            }
            // Until the first beat.
            while try fixture.serverConnection.select("SELECT max(seen) FROM nodes", [], { $0.integer(0) }) == [0] {}
            await #expect(throws: MigrationFailure.database(.target, .unreachable("another service uses it"))) {
                try await fixture.move(.toServer)
            }
            beating.cancel()
            _ = try await beating.value
            try await fixture.move(.toServer)
        }
    }

    @Test("Another state that is on its way to the same database is not mixed with this one")
    func taken() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            let migration = try fixture.migration(.toServer)
            try await migration.begin()
            await migration.close()
            try fixture.serverConnection.script(
                "UPDATE textify_migration SET folder = 'there', place = '/srv/other'")
            await #expect(throws: MigrationFailure.targetTaken(from: "/srv/other")) {
                try await fixture.move(.toServer)
            }
        }
    }

    @Test("Without a server, without access to it, or without a source, nothing begins")
    func unreachable() async throws {
        try await MigrationFixture.lend { fixture in
            await #expect(throws: MigrationFailure.noSource) { try await fixture.move(.toServer) }
            try await fixture.fill()
            for address in [
                "postgresql:///nothing?host=/nowhere",
                fixture.schema.address.replacing("user=textify", with: "user=nobody-at-all"),
            ] {
                let failure = #expect(throws: MigrationFailure.self) {
                    try StateMigration(
                        .toServer, state: fixture.state, folder: "here",
                        server: PostgreSQLSettings(address: address))
                }
                guard case .database(.target, .unreachable) = failure else {
                    Issue.record("\(address): \(String(describing: failure))")
                    continue
                }
            }
            try await fixture.file { _ in }
        }
    }

    @Test("A table that only one side has is not passed over")
    func unknownTable() async throws {
        try await MigrationFixture.lend { fixture in
            try await fixture.fill()
            try fixture.fileConnection.script("CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT")
            await #expect(throws: MigrationFailure.tableDiffers("later")) { try await fixture.move(.toServer) }
        }
    }

    @Test("A row that was changed on the way is noticed")
    func changedRow() throws {
        let source = try Connection(path: Array(":memory:".utf8), .write)
        let target = try Connection(path: Array(":memory:".utf8), .write)
        for connection in [source, target] { try connection.script(SpoolSchema.version1) }
        try source.script("INSERT INTO places VALUES ('m', x'2f', 'one', 1), ('m', x'30', '', 2)")
        let spoiling = SpoilingConnection(base: target)
        #expect(throws: MigrationFailure.rowsDiffer("places")) {
            try RowTransfer(source: source, target: spoiling, report: { _ in }).run()
        }
    }
}

/// Writes an empty text as NULL.
private final class SpoilingConnection: SQLConnection {
    private let base: Connection

    init(base: Connection) { self.base = base }

    var dialect: SQLDialect { base.dialect }
    var isInTransaction: Bool { base.isInTransaction }
    var hasMoved: Bool { base.hasMoved }
    func begin() throws(SQLFailure) { try base.begin() }
    func beginReading() throws(SQLFailure) { try base.beginReading() }
    func commit() throws(SQLFailure) { try base.commit() }
    func script(_ sql: String) throws(SQLFailure) { try base.script(sql) }

    func execute(_ sql: String, _ values: [SQLValue]) throws(SQLFailure) -> Int {
        try base.execute(sql, values.map { $0 == .text("") ? .null : $0 })
    }

    func each(_ sql: String, _ values: [SQLValue], _ row: (borrowing Row) -> Void) throws(SQLFailure) {
        try base.each(sql, values, row)
    }
}

/// Counts down from any thread.
private final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    /// Whether this is one call too many.
    func isOver() -> Bool { left.subtract(1, ordering: .relaxed).oldValue == 0 }
}

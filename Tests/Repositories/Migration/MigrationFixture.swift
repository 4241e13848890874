import Domain
import PlatformPostgreSQL
import PlatformSQL
import PlatformSQLite
import Repositories
import TestPostgreSQL
import Testing

/// A state folder with a database, and a schema on the tests' server to move it to.
struct MigrationFixture {
    let state: FolderPath
    let schema: TemporarySchema

    static func lend(_ body: (MigrationFixture) async throws -> Void) async throws {
        await ServerShare.shared.take()
        do {
            let schema = try TemporarySchema()
            try await withFolder { try await body(MigrationFixture(state: $0, schema: schema)) }
        } catch {
            await ServerShare.shared.give()
            throw error
        }
        await ServerShare.shared.give()
    }

    func file<T>(_ body: (SpoolDatabase) async throws -> T) async throws -> T {
        let database = try SpoolDatabase(folder: state)
        do {
            let answer = try await body(database)
            await database.close()
            return answer
        } catch {
            await database.close()
            throw error
        }
    }

    func server<T>(_ body: (FleetDatabase) async throws -> T) async throws -> T {
        let database = try FleetDatabase(schema.settings, readers: 1)
        do {
            let answer = try await body(database)
            await database.close()
            return answer
        } catch {
            await database.close()
            throw error
        }
    }

    var fileConnection: any SQLConnection {
        get throws { try Connection(path: state.appending(SpoolDatabase.fileName).bytes, .write) }
    }

    var serverConnection: any SQLConnection { get throws { try PostgreSQLConnection(schema.settings) } }

    /// A state with rows in every table, among them artworks of which the last is erased.
    func fill() async throws {
        try await file { database in
            let spool = database.repositories
            for number in 1...4 {
                try await spool.made(
                    number, prompt: "바다 앞의 등대, a lighthouse \(number)", name: "\(number).txt",
                    tags: ["sea", "n\(number)"])
            }
            _ = try await spool.begun(try await spool.accepted(10))
        }
        try fileConnection.script(Self.others)
    }

    /// Rows of the tables that finished jobs leave empty, with every kind of value: a number of 64 bits, bytes that are
    /// no text, an empty text and none.
    private static let others = """
        INSERT INTO job_inputs SELECT id, 1, zeroblob(32), 1 FROM jobs LIMIT 1;
        INSERT INTO refusals VALUES ('drop_empty', 9223372036854775807), ('', -9223372036854775808);
        INSERT INTO outputs SELECT x'2f00ff', 'cat', 'cat', id FROM jobs LIMIT 1;
        INSERT INTO kept_pictures VALUES (x'00ff', 'dropped', 5, 6);
        INSERT INTO removed_pictures VALUES (x'', 6);
        INSERT OR IGNORE INTO delivered SELECT x'2f', 'cat', x'01', id FROM jobs LIMIT 1;
        INSERT OR IGNORE INTO authors SELECT x'02', id FROM jobs LIMIT 1;
        INSERT INTO tag_calls SELECT 7, 'call', id, 'eye', x'03', 'answered', '[]', NULL, 1, 2 FROM jobs LIMIT 1;
        INSERT INTO tagged_folders VALUES ('inbox', 1, 2);
        INSERT INTO artworks_apart VALUES (1, 2);
        INSERT INTO submissions SELECT 1000, 'key', id, x'04' FROM drops LIMIT 1;
        INSERT INTO plans VALUES ('plan', '{}', 'inbox', x'2f', 'number', x'ff', 1, NULL, 7, '07:00', NULL, NULL, 'once',
            'active', 9, 3, NULL, NULL, 0, 'key', x'05', 1, 2);
        INSERT INTO plan_runs VALUES ('plan', 8, NULL, 9);
        INSERT INTO plan_pictures VALUES (x'00ff', 'plan');
        INSERT INTO notifications VALUES (7, 'phone', 'key', 'gate', NULL, NULL, '{}', 1, 'dead', 7, 2, 3, 4, '{}', NULL, 0);
        INSERT INTO notes SELECT id, 'inbox', x'2f00ff', x'ff', '' FROM jobs LIMIT 1;
        INSERT INTO places VALUES ('', x'ff', NULL, 1);
        DELETE FROM artwork_tags WHERE artwork = 4;
        INSERT INTO artwork_words (artwork_words) VALUES ('delete-all');
        DELETE FROM artworks WHERE number = 4;
        DELETE FROM artwork_words_version;
        """

    /// The rows of every table of the file's schema, as text. Written without the code under test.
    static func rows(of connection: any SQLConnection, tables: [String]) throws -> [String: [String]] {
        var all: [String: [String]] = [:]
        for table in tables {
            let columns = try columns(of: table)
            let shown = columns.map { column in
                let name = "\"\(column.name)\""
                let bytes = connection.dialect == .sqlite ? "hex(\(name))" : "upper(encode(\(name), 'hex'))"
                return
                    "CASE WHEN \(name) IS NULL THEN '-' ELSE \(column.type == "BLOB" ? bytes : "CAST(\(name) AS text)") END"
            }
            all[table] = try connection.select("SELECT \(shown.joined(separator: " || '|' || ")) FROM \(table)") {
                $0.text(0)
            }.sorted()
        }
        return all
    }

    private static func columns(of table: String) throws -> [(name: String, type: String)] {
        let schema = try Connection(path: Array(":memory:".utf8), .write)
        try schema.script(SpoolSchema.version1)
        return try schema.select("SELECT name, type FROM pragma_table_info(?)", [.text(table)]) {
            ($0.text(0), $0.text(1))
        }
    }

    /// All tables of the schema, apart from the index of words and the marks of pictures, which stay with their database.
    static func tables() throws -> [String] {
        let schema = try Connection(path: Array(":memory:".utf8), .write)
        try schema.script(SpoolSchema.version1)
        return try schema.select(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'artwork_words%'
            AND name NOT LIKE 'sqlite_%' AND name <> 'blob_marks'
            """
        ) { $0.text(0) }
    }

    func migration(
        _ direction: MigrationDirection, report: @escaping MigrationProgress.Report = { _ in }
    ) throws(MigrationFailure) -> StateMigration {
        try StateMigration(direction, state: state, folder: "here", server: schema.settings, report: report)
    }

    /// Moves the state.
    @discardableResult
    func move(
        _ direction: MigrationDirection, report: @escaping MigrationProgress.Report = { _ in }
    ) async throws(MigrationFailure) -> MigrationReport {
        let migration = try migration(direction, report: report)
        do throws(MigrationFailure) {
            try await migration.begin()
            let moved = try await migration.copyRows()
            _ = try await migration.finish(keepingAs: FileName("kept.db"))
            await migration.close()
            return moved
        } catch {
            await migration.close()
            throw error
        }
    }
}

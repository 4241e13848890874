import Glibc
import PlatformSQL
import PlatformSQLite
import Testing

@Suite("Schema")
struct SchemaTests {
    private let first = "CREATE TABLE a (x INTEGER) STRICT"
    private let second = "CREATE TABLE b (x INTEGER) STRICT"

    @Test("a new file gets every migration, an older one those it lacks")
    func migrates() throws {
        try withDatabase { path in
            let connection = try opened(path)
            try Schema(application: 7, migrations: [first]).apply(to: connection)
            #expect(try version(of: connection) == 1)
            try Schema(application: 7, migrations: [first, second]).apply(to: connection)
            #expect(try version(of: connection) == 2)
            #expect(try tables(of: connection) == ["a", "b"])
            try Schema(application: 7, migrations: [first, second]).apply(to: connection)
            #expect(try version(of: connection) == 2)
        }
    }

    @Test("a failed migration leaves the file unchanged")
    func undone() throws {
        try withDatabase { path in
            let connection = try opened(path)
            try Schema(application: 7, migrations: [first]).apply(to: connection)
            #expect(throws: SchemaFailure.self) {
                try Schema(application: 7, migrations: [first, second, "CREATE NONSENSE"]).apply(to: connection)
            }
            #expect(try version(of: connection) == 1)
            #expect(try tables(of: connection) == ["a"])
            #expect(!connection.isInTransaction)
        }
    }

    @Test("a newer version's file is rejected")
    func newer() throws {
        try withDatabase { path in
            let connection = try opened(path)
            try Schema(application: 7, migrations: [first, second]).apply(to: connection)
            #expect(throws: SchemaFailure.newer(found: 2, known: 1)) {
                try Schema(application: 7, migrations: [first]).apply(to: connection)
            }
        }
    }

    @Test("another program's database is rejected, with or without an application ID")
    func foreign() throws {
        try withDatabase { path in
            let connection = try opened(path)
            try connection.script(first)
            #expect(throws: SchemaFailure.foreign(application: 0)) {
                try Schema(application: 7, migrations: [first]).apply(to: connection)
            }
            try connection.script("PRAGMA application_id = 8")
            #expect(throws: SchemaFailure.foreign(application: 8)) {
                try Schema(application: 7, migrations: [first]).apply(to: connection)
            }
        }
    }

    private func version(of connection: Connection) throws -> Int64? {
        try connection.select("PRAGMA user_version") { $0.integer(0) }.first
    }

    private func tables(of connection: Connection) throws -> [String] {
        try connection.select("SELECT name FROM sqlite_schema ORDER BY name") { $0.text(0) }
    }
}

import Glibc
import PlatformSQL
import PlatformSQLite
import Testing

@Suite("Connection")
struct ConnectionTests {
    @Test("values of every type survive a round trip")
    func values() throws {
        try withDatabase { path in
            let connection = try opened(path)
            try connection.script("CREATE TABLE t (a INTEGER, b TEXT, c BLOB, d TEXT) STRICT")
            let changed = try connection.execute(
                "INSERT INTO t VALUES (?, ?, ?, ?)",
                [.integer(.min), .text("한글 \u{0}x"), .blob([0, 255, 0]), .null])
            #expect(changed == 1)
            let rows = try connection.select("SELECT a, b, c, d FROM t") { row in
                (row.integer(0), row.text(1), row.blob(2), row.isNull(3), row.textIfAny(3))
            }
            #expect(rows.count == 1)
            #expect(rows.first?.0 == .min)
            #expect(rows.first?.1 == "한글 \u{0}x")
            #expect(rows.first?.2 == [0, 255, 0])
            #expect(rows.first?.3 == true)
            #expect(rows.first?.4 == .some(nil))
        }
    }

    @Test("an empty text and an empty blob aren't null")
    func emptyIsNotNull() throws {
        try withDatabase { path in
            let connection = try opened(path)
            let rows = try connection.select("SELECT ?, ?", [.text(""), .blob([])]) { row in
                [row.isNull(0), row.isNull(1), row.blobIfAny(1) == []]
            }
            #expect(rows == [[false, false, true]])
        }
    }

    @Test("a constraint violation reports its code, and the statement stays usable")
    func failureAndReuse() throws {
        try withDatabase { path in
            let connection = try opened(path)
            try connection.script("CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT")
            let insert = "INSERT INTO t VALUES (?)"
            try connection.execute(insert, [.integer(1)])
            let failure = #expect(throws: SQLFailure.self) { try connection.execute(insert, [.integer(1)]) }
            #expect(failure?.primary == 19)
            #expect(try connection.execute(insert, [.integer(2)]) == 1)
        }
    }

    @Test("a wrong number of values is rejected")
    func wrongCount() throws {
        try withDatabase { path in
            let connection = try opened(path)
            let failure = #expect(throws: SQLFailure.self) { try connection.select("SELECT ?") { $0.text(0) } }
            #expect(failure?.code == 25)
        }
    }

    @Test("a statement may run while its own result is being read")
    func nested() throws {
        try withDatabase { path in
            let connection = try opened(path)
            let numbers = "WITH n (v) AS (VALUES (1), (2)) SELECT v FROM n"
            let pairs = try connection.select(numbers) { outer in
                let inner = try? connection.select(numbers) { $0.integer(0) }
                return (outer.integer(0), inner ?? [])
            }
            #expect(pairs.map(\.0) == [1, 2])
            #expect(pairs.map(\.1) == [[1, 2], [1, 2]])
        }
    }

    @Test("a configured connection uses WAL, syncs each commit and enforces foreign keys")
    func settings() throws {
        try withDatabase { path in
            let connection = try opened(path)
            #expect(try connection.select("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
            #expect(try connection.select("PRAGMA synchronous") { $0.integer(0) } == [2])
            #expect(try connection.select("PRAGMA foreign_keys") { $0.integer(0) } == [1])
            #expect(try connection.select("PRAGMA busy_timeout") { $0.integer(0) } == [5_000])
        }
    }

    @Test("a read connection can't write")
    func readOnly() throws {
        try withDatabase { path in
            let writing = try opened(path)
            try writing.script("CREATE TABLE t (a INTEGER) STRICT")
            let reading = try Connection(path: path, .read)
            try reading.prepare(.read)
            let failure = #expect(throws: SQLFailure.self) { try reading.execute("INSERT INTO t VALUES (1)") }
            #expect(failure?.primary == 8)
        }
    }

    @Test("opening in a missing folder fails with its errno")
    func missingFolder() {
        let failure = #expect(throws: SQLFailure.self) {
            try Connection(path: Array("/nowhere/at/all.db".utf8), .write)
        }
        #expect(failure?.primary == 14)
        #expect(failure?.system == ENOENT)
    }
}

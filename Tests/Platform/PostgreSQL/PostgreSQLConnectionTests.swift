import Glibc
import PlatformPostgreSQL
import PlatformSQL
import TestPostgreSQL
import Testing

@Suite("A connection to PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled))
struct PostgreSQLConnectionTests {
    private func connection(_ schema: String = "public") throws -> PostgreSQLConnection {
        let address = try PostgreSQLServer.running().address(schema: schema)
        return try PostgreSQLConnection(PostgreSQLSettings(address: address))
    }

    /// A connection whose new tables vanish with it.
    private func temporary(_ sql: String) throws -> PostgreSQLConnection {
        let connection = try connection("pg_temp")
        try connection.script(sql)
        return connection
    }

    private func state(_ work: () throws(SQLFailure) -> Void) -> String? {
        do throws(SQLFailure) { try work() } catch { return error.state }
        return nil
    }

    @Test("Values come back as they were bound")
    func values() throws {
        let connection = try temporary("CREATE TABLE things (n bigint, t text, b bytea)")
        let rows: [[SQLValue]] = [
            [.integer(.min), .text("한글 'a' \"b\""), .blob([0, 1, 255])], [.integer(.max), .text(""), .blob([])],
            [.null, .null, .null],
        ]
        for row in rows { #expect(try connection.execute("INSERT INTO things VALUES (?, ?, ?)", row) == 1) }
        let back = try connection.select("SELECT n, t, b FROM things ORDER BY n NULLS LAST") { row in
            [
                row.isNull(0) ? .null : SQLValue.integer(row.integer(0)), SQLValue(row.textIfAny(1)),
                SQLValue(row.blobIfAny(2)),
            ]
        }
        #expect(back == rows)
    }

    @Test("Every type of whole numbers is read, sums and truth values too")
    func numbers() throws {
        let connection = try connection()
        let sql = """
            SELECT 7::smallint, -7::integer, true, false, sum(n), -1234567890123456789::numeric, 20000::numeric,
            0::numeric, 1.5::numeric FROM (VALUES (4000000000::bigint), (5)) AS things (n)
            """
        let row = try connection.select(sql) { row in (0..<9).map { row.integer($0) } }.first
        #expect(row == [7, -7, 1, 0, 4_000_000_005, -1_234_567_890_123_456_789, 20_000, 0, 1])
    }

    @Test(
        "Question marks are numbered, but not in texts, names and comments",
        arguments: [
            ("a = ? AND b = ?", "a = $1 AND b = $2"), ("a = ?2 OR b = ?1", "a = $2 OR b = $1"),
            ("a = '?' AND \"b?\" = ?", "a = '?' AND \"b?\" = $1"), ("a -- why?\n= ?", "a -- why?\n= $1"),
            ("a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1"), ("a - ?", "a - $1"), ("'open ?", "'open ?"),
        ])
    func numbered(sql: String, expected: String) {
        #expect(numberedParameters(sql) == expected)
    }

    @Test("A failed statement tells the server's state, and the transaction is useless until it ends")
    func failed() throws {
        let connection = try temporary("CREATE TABLE things (n bigint PRIMARY KEY)")
        try connection.begin()
        #expect(connection.isInTransaction)
        try connection.execute("INSERT INTO things VALUES (?)", [.integer(1)])
        #expect(
            state { () throws(SQLFailure) in try connection.execute("INSERT INTO things VALUES (?)", [.integer(1)]) }
                == "23505")
        #expect(
            state { () throws(SQLFailure) in try connection.execute("SELECT 1") } == "25P02"
                && connection.isInTransaction)
        try connection.execute("ROLLBACK")
        #expect(
            !connection.isInTransaction
                && state { () throws(SQLFailure) in try connection.execute("SELEKT") } == "42601")
        #expect(try connection.select("SELECT n FROM things") { $0.integer(0) }.isEmpty)
    }

    @Test("Writing transactions take turns, and readers see what was committed")
    func turns() throws {
        let (first, reader) = (try connection(), try connection())
        try first.script("CREATE TABLE turns (n bigint); BEGIN")
        try first.script("COMMIT")
        defer { try? first.script("ROLLBACK; DROP TABLE turns") }
        try first.begin()
        try first.execute("INSERT INTO turns VALUES (1)")
        var settings = PostgreSQLSettings(address: try PostgreSQLServer.running().address(schema: "public"))
        settings.answering = .milliseconds(50)
        let second = try PostgreSQLConnection(settings)
        // The lock is not given in time: the connection is closed, and the next transaction connects again.
        #expect(state { () throws(SQLFailure) in try second.begin() } == "")
        try reader.beginReading()
        #expect(try reader.select("SELECT n FROM turns") { $0.integer(0) }.isEmpty)
        try first.execute("COMMIT")
        #expect(try reader.select("SELECT n FROM turns") { $0.integer(0) }.isEmpty)
        #expect(state { () throws(SQLFailure) in try reader.execute("DELETE FROM turns") } == "25006")
        try reader.execute("ROLLBACK")
        try second.begin()
        #expect(try second.select("SELECT n FROM turns") { $0.integer(0) } == [1])
    }

    @Test("A connection that the server ends fails once, and the next transaction has another one")
    func terminated() throws {
        let (victim, other) = (try connection(), try connection())
        let number = try victim.select("SELECT pg_backend_pid()") { $0.integer(0) }
        try victim.begin()
        try other.execute("SELECT pg_terminate_backend(?::int)", [.integer(number[0])])
        let ending = state { () throws(SQLFailure) in try victim.execute("SELECT 1") }
        #expect(["57P01", ""].contains(ending) && !victim.isInTransaction)
        try victim.begin()
        #expect(try victim.select("SELECT pg_backend_pid()") { $0.integer(0) } != number)
    }

    @Test("A server that is not there is a failure without a state, in one line")
    func unreachable() {
        let settings = PostgreSQLSettings(address: "postgresql:///nothing?host=/nowhere")
        do throws(SQLFailure) {
            _ = try PostgreSQLConnection(settings)
            Issue.record("connected to nothing")
        } catch {
            #expect(
                error.state.isEmpty && error.message.contains("/nowhere") && !error.message.contains("\n"), "\(error)")
        }
    }

    @Test("Of several hosts one that doesn't answer, one that isn't there and a replica are passed over")
    func hosts() throws {
        let server = try PostgreSQLServer.running()
        // Accepts connections, and never answers.
        let silent = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(silent) }
        let folder = "/tmp/textify-silent-\(getpid())"
        mkdir(folder, 0o700)
        defer {
            unlink(folder + "/.s.PGSQL.5432")
            rmdir(folder)
        }
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: (folder + "/.s.PGSQL.5432").utf8) }
        let isListening = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(silent, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(silent, 8) == 0
            }
        }
        #expect(isListening)
        let rest = "&user=textify"
        var settings = PostgreSQLSettings(
            address: "postgresql:///postgres?host=\(folder),/nowhere,\(server.host)&port=5432" + rest)
        settings.connecting = .milliseconds(200)
        #expect(try PostgreSQLConnection(settings).select("SELECT 1") { $0.integer(0) } == [1])
        settings.address = "postgresql:///postgres?host=\(folder),/nowhere" + rest
        let (silence, absence) = ("failed: no answer within 0.2 seconds; ", "/nowhere")
        do throws(SQLFailure) {
            _ = try PostgreSQLConnection(settings)
            Issue.record("connected to nothing")
        } catch {
            #expect(error.message.contains(silence) && error.message.contains(absence), "\(error)")
        }
    }

    @Test("Answers and statements of any size pass")
    func large() throws {
        let connection = try temporary("CREATE TABLE things (b bytea)")
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try connection.execute("INSERT INTO things VALUES (?)", [.blob(bytes)])
        #expect(try connection.select("SELECT b FROM things") { $0.blob(0) } == [bytes])
    }
}

import Domain
import PlatformConcurrency
import PlatformSQL
import PlatformSQLite
import Repositories
import Synchronization
import Testing

@Suite("Group commit")
struct GroupCommitTests {
    @Test("pending writes share commits, and an idle writer commits at once")
    func shares() async throws {
        try await withWriter { writer async throws in
            try await insert(-1, writer)
            let before = writer.commits
            try await insert(-2, writer)
            #expect(writer.commits == before + 1)
            try await blocked(writer, by: 500) { number in try await insert(number, writer) }
            // The blocking write, then 500 in groups of at most 256.
            #expect(writer.commits == before + 4)
            #expect(try await writer.numbers().count == 502)
        }
    }

    @Test("a failed write is rolled back alone")
    func undoesAlone() async throws {
        try await withWriter { writer async throws in
            try await blocked(writer, by: 10) { number in
                guard number == 4 else { return try await insert(number, writer) }
                await #expect(throws: RepositoryFailure.full) {
                    try await writer.write { connection throws(RepositoryFailure) in
                        _ = try? connection.execute("INSERT INTO t VALUES (100)")
                        throw .full
                    }
                }
            }
            #expect(try await writer.numbers() == [0, 1, 2, 3, 5, 6, 7, 8, 9])
        }
    }

    @Test("a transaction left open by a failed read is ended: the next read sees later writes")
    func endsReads() async throws {
        try await withFolder { folder async throws in
            let path = folder.appending("t.db").bytes
            let writing = try Connection(path: path, .write)
            _ = try writing.select("PRAGMA journal_mode = WAL") { $0.text(0) }
            try writing.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
            let reader = try DatabaseReader(Connection(path: path, .read))
            await #expect(throws: RepositoryFailure.full) {
                try await reader.read { connection throws(RepositoryFailure) in
                    // An I/O error can also affect the statement that would have ended the transaction.
                    for order in ["RELEASE piece", "BEGIN", "SELECT n FROM t"] { _ = try? connection.execute(order) }
                    throw .full
                }
            }
            try writing.execute("INSERT INTO t VALUES (7)")
            let seen = try await reader.read { connection throws(RepositoryFailure) in
                (try? connection.select("SELECT n FROM t") { $0.integer(0) }) ?? []
            }
            #expect(seen == [7])
            await reader.close()
        }
    }

    @Test("if the transaction is lost, none of its writes reports success")
    func losesAll() async throws {
        try await withWriter { writer async throws in
            let failed = Atomic(0)
            try await blocked(writer, by: 10) { number in
                do {
                    try await writer.write { connection throws(RepositoryFailure) in
                        _ = try? connection.execute("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
                        // SQLite itself does this on a full disk.
                        if number == 4 { _ = try? connection.execute("ROLLBACK") }
                    }
                } catch {
                    failed.add(1, ordering: .relaxed)
                }
            }
            let kept = try await writer.numbers().count
            #expect(failed.load(ordering: .relaxed) + kept == 10)
            let isKept = try await writer.numbers().contains(4)
            #expect(!isKept)
        }
    }

    @Test("a failed commit fails its whole group, and the next group is unaffected")
    func failsTogether() async throws {
        try await withWriter { writer async throws in
            let failed = Atomic(0)
            try await blocked(writer, by: 6) { number in
                do throws(RepositoryFailure) {
                    try await writer.write { connection throws(RepositoryFailure) in
                        // A foreign key that is only checked at the commit.
                        let table = number == 3 ? "child" : "t"
                        _ = try? connection.execute("INSERT INTO \(table) VALUES (?)", [.integer(Int64(number))])
                    }
                } catch {
                    #expect(error == .failed(code: 787, "FOREIGN KEY constraint failed"))
                    failed.add(1, ordering: .relaxed)
                }
            }
            #expect(failed.load(ordering: .relaxed) == 6)
            #expect(try await writer.numbers() == [])
            try await insert(7, writer)
            #expect(try await writer.numbers() == [7])
        }
    }

    @Test("writes before shutdown are completed, later ones are refused")
    func closes() async throws {
        try await withWriter { writer async throws in
            try await insert(1, writer)
            await writer.close()
            await #expect(throws: RepositoryFailure.self) { try await insert(2, writer) }
            await writer.close()
        }
    }

    /// Holds the writer's thread until `count` writes wait, so that they form one group.
    private func blocked(
        _ writer: GroupCommitWriter, by count: Int, _ write: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let gate = Semaphore()
        try await withThrowingTaskGroup { group in
            let (entered, enter) = AsyncStream<Void>.makeStream()
            group.addTask {
                try await writer.write { _ in
                    enter.finish()
                    gate.wait()
                }
            }
            for await _ in entered {}
            // An immediate task runs until it suspends; by then its write is in the queue.
            for number in 0..<count { group.addImmediateTask { try await write(number) } }
            gate.post()
            try await group.waitForAll()
        }
    }

    private func insert(_ number: Int, _ writer: GroupCommitWriter) async throws {
        try await writer.write { connection throws(RepositoryFailure) in
            do throws(SQLFailure) {
                try connection.execute("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
            } catch {
                throw .failed(code: error.code, error.message)
            }
        }
    }

    private func withWriter(_ body: (GroupCommitWriter) async throws -> Void) async throws {
        try await withFolder { folder in
            let connection = try Connection(path: folder.appending("test.db").bytes, .write)
            try connection.prepare(.write)
            try connection.script(
                """
                CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT;
                CREATE TABLE child (a INTEGER REFERENCES t (a) DEFERRABLE INITIALLY DEFERRED) STRICT;
                """)
            let writer = try GroupCommitWriter(connection)
            try await body(writer)
            await writer.close()
        }
    }
}

extension GroupCommitWriter {
    fileprivate func numbers() async throws -> [Int] {
        try await write { connection in
            (try? connection.select("SELECT a FROM t ORDER BY a") { Int($0.integer(0)) }) ?? []
        }
    }
}

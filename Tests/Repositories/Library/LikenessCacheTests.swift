import Domain
import PlatformSQL
import PlatformSQLite
import Testing

@testable import Repositories

@Suite("Likenesses in memory")
struct LikenessCacheTests {
    private static func look(_ number: Int) -> Likeness {
        Likeness(hash: 1 << UInt64(number) - 1, isFlat: number == 5, colors: [UInt8](repeating: 128, count: 48))
    }

    private static let nearest = LibraryQuery(
        conditions: [LibraryCondition(.key(.like, [LikeTarget(look(0))].map { .like($0) }))], sort: .likeness)

    private func numbers(_ cache: LikenessCache) async throws -> [Int64] {
        try #require(try await cache.candidates(for: Self.nearest)).map(\.number.value)
    }

    private func withLibrary(_ body: (SpoolDatabase) async throws -> Void) async throws {
        try await withFolder { folder in
            let database = try SpoolDatabase(folder: folder)
            for number in 1...6 {
                try await database.repositories.made(number, making: ArtworkMaking(likeness: Self.look(number)))
            }
            try await body(database)
            await database.close()
        }
    }

    @Test("Likenesses that were read before are kept up to date, in whatever order they change")
    func changes() async throws {
        try await withLibrary { database in
            #expect(try await numbers(database.likenesses) == [1, 2, 3, 4, 6])
            try await database.set(Self.look(0), of: 4)
            try await database.set(Self.look(5), of: 1)
            try await database.set(nil, of: 2)
            #expect(try await numbers(database.likenesses) == [4, 3, 6])
            try await database.set(Self.look(1), of: 1)
            try await database.repositories.made(7, making: ArtworkMaking(likeness: Self.look(2)))
            #expect(try await numbers(database.likenesses) == [4, 1, 7, 3, 6])
            #expect(try await database.likenesses.count() == 6)
        }
    }

    @Test("More changes than are remembered make it read everything again")
    func many() async throws {
        try await withLibrary { database in
            #expect(try await numbers(database.likenesses) == [1, 2, 3, 4, 6])
            try await database.set(nil, of: 1)
            // Twenty thousand changes of another artwork.
            _ = try await database.write { connection throws(RepositoryFailure) in
                try connection.run(
                    """
                    WITH RECURSIVE changes (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM changes WHERE id < 20000)
                    INSERT INTO artwork_changes (artwork) SELECT 3 FROM changes
                    """)
            }
            try await database.set(Self.look(0), of: 6)
            let remembered = try await database.read { connection throws(RepositoryFailure) in
                try connection.rows("SELECT count(*) FROM artwork_changes") { $0.integer(0) }
            }
            #expect(remembered == [10_000])
            #expect(try await numbers(database.likenesses) == [6, 2, 3, 4])
        }
    }

    @Test("Searches at the same time read once, and all find everything")
    func together() async throws {
        try await withLibrary { database in
            let found = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for _ in 0..<8 { group.addTask { try await numbers(database.likenesses) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(found == Array(repeating: [1, 2, 3, 4, 6], count: 8))
        }
    }
}

extension SpoolDatabase {
    fileprivate func set(_ likeness: Likeness?, of number: Int64) async throws {
        _ = try await write { connection throws(RepositoryFailure) in
            try connection.run(
                "UPDATE artworks SET likeness = ? WHERE number = ?", [SQLValue(likeness?.bytes), .integer(number)])
        }
    }
}

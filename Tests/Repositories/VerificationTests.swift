import Domain
import MVISimulation
import PlatformSQL
import PlatformSQLite
import Repositories
import Testing

/// What is done to the file behind the service's back, and the defects that a check finds.
private let damages: [(sql: String, defects: [StoredDefect])] = [
    ("INSERT INTO artwork_words (rowid, words) VALUES (1, 'stray')", [.indexDiffers]),
    ("INSERT INTO artwork_words (rowid, words) VALUES (77, 'stray')", [.indexDiffers]),
    ("INSERT INTO artwork_words (artwork_words, rowid, words) VALUES ('delete', 2, 'lighthouse')", [.indexDiffers]),
    ("INSERT INTO artwork_words (artwork_words) VALUES ('delete-all')", [.indexDiffers]),
    ("UPDATE artworks SET prompt = 'another' WHERE number = 3", [.indexDiffers]),
    ("UPDATE tags SET artworks = artworks + 1", [.countsWrong(table: "tags", rows: 2)]),
    ("UPDATE job_counts SET jobs = 0 WHERE state = 'done'", [.countsWrong(table: "job_counts", rows: 1)]),
    ("UPDATE kept_sizes SET bytes = 7", [.countsWrong(table: "kept_sizes", rows: 2)]),
]

@Suite("Verification of the database")
struct VerificationTests {
    private static let calendar = LibraryCalendar(now: 0, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }

    @Test("What was stored in ordinary ways has no defects") func sound() async throws {
        try await withLibrary { database, _ in
            let spool = database.repositories
            let artworks = try await spool.artworks.page(
                try LibraryQuery(text: ""), ArtworkRange(), in: Self.calendar)
            let jobs = artworks.artworks.map(\.job)
            _ = try await spool.artworks.change(
                [jobs[0]], .tags(added: [try Samples.tag("새 태그")], removed: [try Samples.tag("sea")]))
            _ = try await spool.artworks.change([jobs[1]], .trash(5))
            _ = try await spool.tags.rename(
                try Samples.tag("night"), to: try Samples.tag("sea"), merging: true)
            _ = try await spool.erasure.forget(jobs[2], at: 9)
            #expect(try await defects(database) == [])
        }
    }

    @Test("A defect of what is derived is found and repaired", arguments: damages.indices)
    func derived(index: Int) async throws {
        try await withLibrary { database, folder in
            let (sql, expected) = damages[index]
            try harm(folder, sql)
            #expect(try await defects(database) == expected)
            try await database.rebuildIndex()
            try await database.recount()
            #expect(try await defects(database) == [])
        }
    }

    @Test("A damaged part of the index is found, and rebuilt") func damagedIndex() async throws {
        try await withLibrary { database, folder in
            // What is in its first part beyond the head.
            try harm(folder, "DELETE FROM artwork_words_data WHERE id > 1000")
            guard case .indexDamaged = try await database.indexDefects().first else {
                Issue.record("the damage was not found")
                return
            }
            try await database.rebuildIndex()
            #expect(try await defects(database) == [])
            let found = try await database.repositories.artworks.page(
                try LibraryQuery(text: "lighthouse"), ArtworkRange(), in: Self.calendar)
            #expect(found.artworks.count == 10)
        }
    }

    @Test("Rows that refer to missing rows are found") func references() async throws {
        try await withLibrary { database, folder in
            try harm(folder, "DELETE FROM art_options")
            #expect(try await database.fileDefects() == [.referencesBroken(table: "artworks", rows: 10)])
        }
    }

    @Test("The pictures that are needed come in pages, and are those that removal spares") func needed() async throws {
        try await withLibrary { database, _ in
            let spool = database.repositories
            // The two dropped pictures of the library are kept.
            var expected: Set<Digest> = [try Samples.digest(5), try Samples.digest(10)]
            for number in 20..<31 {
                let job = try await spool.accepted(number)
                var call = try Samples.call(number, of: job.id)
                #expect(try await spool.calls.begin(call, token: 0, at: 2))
                call.phase = .fetched
                let digest = try Samples.digest(UInt8(200 - number))
                call.picture = StoredPicture(digest: digest, format: .png)
                try await spool.calls.keep(call, at: 3)
                expected.insert(digest)
            }
            #expect(try await spool.contents.neededPictures(among: Array(expected)) == expected)
            var seen: [Digest] = []
            repeat {
                let page = try await database.neededPictures(after: seen.last, limit: 4)
                seen += page
                if page.count < 4 { break }
            } while true
            #expect(seen == expected.sorted())
            let gone = seen[3]
            #expect(try await database.jobs(with: gone, limit: 10).count == 1)
            try await database.giveUp(gone, at: 9)
            #expect(try await spool.contents.neededPictures(among: seen) == expected.subtracting([gone]))
            #expect(try await database.jobs(with: gone, limit: 10) == [])
        }
    }

    /// A library of ten artworks, two of them without a prompt.
    private func withLibrary(_ body: (SpoolDatabase, FolderPath) async throws -> Void) async throws {
        try await withFolder { folder in
            let database = try SpoolDatabase(folder: folder)
            for number in 1...10 {
                try await database.repositories.made(
                    number, prompt: number % 5 == 0 ? nil : "a lighthouse, 등대 \(number) 🦊", name: "lighthouse.txt",
                    tags: number % 2 == 0 ? ["sea", "night"] : ["sea"])
            }
            do { try await body(database, folder) } catch {
                await database.close()
                throw error
            }
            await database.close()
        }
    }

    private func defects(_ database: SpoolDatabase) async throws -> [StoredDefect] {
        try await database.fileDefects() + database.indexDefects() + database.countDefects()
    }

    /// Changes the file as nothing in the service does.
    private func harm(_ folder: FolderPath, _ sql: String) throws {
        let connection = try Connection(path: folder.appending(SpoolDatabase.fileName).bytes, .write)
        try connection.script("PRAGMA foreign_keys = OFF")
        try connection.script(sql)
    }
}

import Domain
import Glibc
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Repositories
import Testing

@Suite("Spool: maintenance of the file")
struct SpoolCareTests {
    private func path(_ folder: FolderPath) -> [UInt8] { folder.appending(SpoolDatabase.fileName).bytes }

    @Test("a backup has everything committed, and only the latest backups are kept")
    func backUp() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            let job = try await spool.repositories.accepted(1)
            let backups = folder.appending(SpoolDatabase.backups)
            try FileDescriptor.makeFolder(backups)
            try FileDescriptor.folder(backups).write([1], to: FileName("kim.db"))
            // The remains of an interrupted backup.
            try FileDescriptor.folder(backups).write([1], to: FileName("copy-3.db.part"))
            for number in 1...3 {
                let size = try await spool.backUp(
                    as: FileName("copy-\(number).db"), keeping: 2, prefix: "copy-")
                #expect(size > 4096)
            }
            let names = try FileDescriptor.folder(backups).list().map(\.name.shown).sorted()
            #expect(names == ["copy-2.db", "copy-3.db", "kim.db"])
            _ = try await spool.repositories.accepted(2)
            await spool.close()

            try FileDescriptor.folder(backups).rename(
                FileName("copy-3.db"), to: SpoolDatabase.fileName, in: FileDescriptor.folder(backups))
            let copy = try SpoolDatabase(folder: backups)
            #expect(try await copy.repositories.jobs.job(job.id) == job)
            #expect(try await copy.repositories.jobList.counts() == ["queued": 1])
            await copy.close()
        }
    }

    @Test("a restored backup asks a model about new artworks only: the others may have been asked about since")
    func restoredFolders() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            try await spool.repositories.tagCalls.resume(folders: ["inbox"], at: 1)
            let artwork = try await spool.repositories.made(2)
            #expect(try await spool.repositories.tagCalls.nextUntagged() == artwork.job)
            _ = try await spool.backUp(as: FileName("copy.db"), keeping: 1, prefix: "copy")
            await spool.close()

            let copy = folder.appending(SpoolDatabase.backups).appending(FileName("copy.db"))
            _ = try SpoolRestoration(state: folder).restore(copy.bytes, keepingAs: FileName("replaced.db"), at: 5)
            let restored = try SpoolDatabase(folder: folder)
            try await restored.repositories.tagCalls.resume(folders: ["inbox"], at: 6)
            #expect(try await restored.repositories.tagCalls.nextUntagged() == nil)
            let new = try await restored.repositories.made(7)
            #expect(try await restored.repositories.tagCalls.nextUntagged() == new.job)
            await restored.close()
        }
    }

    @Test("a failed backup names the folder and leaves nothing")
    func noFolder() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            try FileDescriptor.folder(folder).write([1], to: SpoolDatabase.backups)
            await #expect(throws: BackupFailure.folder(.failed(code: Errno(ENOTDIR)))) {
                _ = try await spool.backUp(as: FileName("a.db"), keeping: 1, prefix: "a")
            }
            #expect(try await spool.repositories.accepted(1).state == .queued)
            await spool.close()
        }
    }

    @Test("a database of an earlier version is backed up before migration; a failed migration changes nothing")
    func older() async throws {
        try await withFolder { folder in
            let backups = folder.appending(SpoolDatabase.backups)
            let new = try SpoolDatabase(folder: folder)
            for number in 1...3 { _ = try await new.repositories.accepted(number) }
            await new.close()
            #expect(throws: FileFailure.missing) { _ = try FileDescriptor.folder(backups) }
            #expect(throws: RepositoryFailure.self) {
                _ = try SpoolDatabase(folder: folder, schema: later("CREATE NONSENSE"))
            }
            let unchanged = try SpoolDatabase(folder: folder)
            #expect(try await unchanged.repositories.jobList.counts() == ["queued": 3])
            await unchanged.close()

            let schema = later("ALTER TABLE jobs ADD COLUMN later TEXT")
            let migrated = try SpoolDatabase(folder: folder, schema: schema)
            #expect(try await migrated.repositories.jobList.counts() == ["queued": 3])
            await migrated.close()
            let names = try FileDescriptor.folder(backups).list().map(\.name.shown)
            #expect(names == ["textifyd-schema-1.db"])
            #expect(throws: RepositoryFailure.newer(found: 2, known: 1)) {
                try SpoolDatabase(folder: folder)
            }
        }
    }

    /// The schema followed by an example migration.
    private func later(_ migration: String) -> Schema {
        Schema(application: SpoolSchema.application, migrations: [SpoolSchema.version1, migration])
    }

    @Test("a database file moved, deleted or replaced while open accepts no writes until it is back")
    func moved() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            let job = try await spool.repositories.accepted(1)
            let (place, aside) = (SpoolDatabase.fileName, FileName("aside.db"))
            let descriptor = try FileDescriptor.folder(folder)
            try descriptor.rename(place, to: aside, in: FileDescriptor.folder(folder))
            await #expect(throws: RepositoryFailure.moved) { _ = try await spool.repositories.accepted(2) }
            await #expect(throws: RepositoryFailure.moved) { _ = try await spool.repositories.jobList.counts() }
            try descriptor.write([1, 2, 3], to: place)
            await #expect(throws: RepositoryFailure.moved) { _ = try await spool.repositories.accepted(2) }
            try descriptor.unlink(place)
            try descriptor.rename(aside, to: place, in: FileDescriptor.folder(folder))
            #expect(try await spool.repositories.accepted(2).state == .queued)
            #expect(try await spool.repositories.jobs.job(job.id) == job)
            await spool.close()
        }
    }

    @Test("an intact file passes the check, a corrupt one is reported, and not opened if suspected")
    func check() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder, isSuspect: true)
            for number in 1...20 { _ = try await spool.repositories.accepted(number) }
            try await spool.check()
            await spool.close()
            try damage(folder)
            #expect {
                _ = try SpoolDatabase(folder: folder, isSuspect: true)
            } throws: { error in
                if case .corrupt = error as? RepositoryFailure { true } else { false }
            }
            let damaged = try SpoolDatabase(folder: folder)
            let failure = await #expect(throws: RepositoryFailure.self) { try await damaged.check() }
            guard case .corrupt = failure else { throw try #require(failure) }
            await damaged.close()
        }
    }

    /// Overwrites a page of the jobs.
    private func damage(_ folder: FolderPath) throws {
        let page: Int
        do {
            let connection = try Connection(path: path(folder), .write)
            try connection.script("PRAGMA wal_checkpoint(TRUNCATE)")
            let sql = "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = 'jobs'"
            page = try #require(try connection.select(sql) { Int($0.integer(0)) }.first)
        }
        let file = open(String(decoding: path(folder), as: UTF8.self), O_WRONLY)
        defer { close(file) }
        #expect(pwrite(file, [UInt8](repeating: 0xAA, count: 4096), 4096, off_t(page - 1) * 4096) == 4096)
    }
}

import Domain
import Glibc
import MVISimulation
import PlatformDigest
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Repositories
import Testing

@Suite("Spool: the file")
struct SpoolFileTests {
    @Test("closing and reopening keeps everything")
    func reopens() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            let job = try await spool.repositories.accepted(1)
            #expect(try await spool.repositories.calls.begin(Samples.call(1, of: job.id), token: 0, at: 2))
            let staged = try await spool.repositories.accepted(2)
            let outputs = try await spool.repositories.jobs.stage(
                staged.id, stem: "a", parts: Samples.parts, taken: [], missingArt: nil, token: 0, at: 3)
            let (before, call, drops) = (
                try await spool.repositories.jobs.job(job.id), try await spool.repositories.calls.lastCall(of: job.id),
                try await spool.repositories.drops.unfinishedDrops()
            )
            await spool.close()
            await #expect(throws: RepositoryFailure.self) { try await spool.repositories.jobList.counts() }
            await #expect(throws: RepositoryFailure.self) { try await spool.repositories.accepted(9) }

            let again = try SpoolDatabase(folder: folder)
            #expect(try await again.repositories.jobs.job(job.id) == before)
            #expect(try await again.repositories.calls.lastCall(of: job.id) == call)
            #expect(try await again.repositories.drops.unfinishedDrops() == drops)
            #expect(try await again.repositories.jobs.job(staged.id)?.outputs == outputs)
            let (story, times) = (
                try await again.repositories.jobList.timeline(job.id),
                try await again.repositories.jobList.steps(of: job.id)
            )
            #expect(story?.steps.map(\.state) == [.queued, .submitting])
            #expect(times?.created == job.created && times?.steps == story?.steps)
            #expect(try await again.repositories.jobList.steps(of: JobID(high: 9, low: 9)) == nil)
            await again.close()
        }
    }

    @Test("a job of a version with fewer art options is read with defaults")
    func fewerOptions() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            let job = try await spool.repositories.accepted(1)
            await spool.close()
            let connection = try Connection(path: database(folder), .write)
            let changed = try connection.execute(
                "UPDATE jobs SET request = json_remove(request, '$.art.fit', '$.art.look', '$.art.levels')")
            #expect(changed == 1)

            let again = try SpoolDatabase(folder: folder)
            #expect(try await again.repositories.jobs.job(job.id) == job)
            await again.close()
        }
    }

    @Test("used folders are remembered as first used")
    func places() async throws {
        try await withFolder { folder in
            let spool = try SpoolDatabase(folder: folder)
            let places = [
                KnownFolder(folder: FolderPath("/a"), marker: "one", since: 5),
                KnownFolder(folder: FolderPath(bytes: [47, 255]), marker: nil, since: 6),
            ]
            for place in places { try await spool.repositories.folders.keep(place) }
            try await spool.repositories.folders.keep(KnownFolder(folder: FolderPath("/a"), marker: "two", since: 7))
            #expect(try await spool.repositories.folders.places() == places)
            try await spool.repositories.folders.keep(KnownFolder(folder: places[1].folder, marker: "late", since: 9))
            #expect(
                try await spool.repositories.folders.places()[1]
                    == KnownFolder(folder: places[1].folder, marker: "late", since: 6))
            await spool.close()
        }
    }

    @Test("a newer version's database is rejected")
    func newer() async throws {
        try await withFolder { folder in
            await (try SpoolDatabase(folder: folder)).close()
            let connection = try Connection(path: database(folder), .write)
            try connection.script("PRAGMA user_version = 99")
            #expect(throws: RepositoryFailure.newer(found: 99, known: 1)) {
                try SpoolDatabase(folder: folder)
            }
        }
    }

    @Test("a file that isn't a database is rejected and left unchanged")
    func noDatabase() async throws {
        try await withFolder { folder in
            let bytes = [UInt8](repeating: 65, count: 5_000)
            try FileDescriptor.folder(folder).create(SpoolDatabase.fileName).write(bytes)
            #expect {
                try SpoolDatabase(folder: folder)
            } throws: { error in
                guard case .corrupt = error as? RepositoryFailure else { return false }
                return true
            }
            let kept = try FileDescriptor.folder(folder).file(beneath: SpoolDatabase.fileName)
                .all(limit: 10_000)
            #expect(kept == bytes)
        }
    }

    @Test("the database of an earlier development build or another program is rejected", arguments: [0x7478_7466, 9])
    func foreign(_ application: Int64) async throws {
        try await withFolder { folder in
            try Connection(path: database(folder), .write).script(
                "CREATE TABLE theirs (x); PRAGMA application_id = \(application)")
            #expect(throws: RepositoryFailure.foreign(application: application)) {
                try SpoolDatabase(folder: folder)
            }
        }
    }

    /// After an edit of version 1, raise the application ID and record both here. Once packages are made, neither
    /// changes any more.
    @Test("an edited schema has another application ID, so that earlier databases are refused")
    func edited() {
        #expect(SpoolSchema.application == 0x7466_7949)
        #expect(sha256(Array(SpoolSchema.version1.utf8)).hex.prefix(16) == "74add7e26b836302")
    }

    private func database(_ folder: FolderPath) -> [UInt8] {
        folder.appending(SpoolDatabase.fileName).bytes
    }
}

import Domain
import MVISimulation
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Repositories
import Testing

@Suite("Spool: forgetting jobs")
struct ForgetTests {
    private static let day = LocalDay(year: 1970, month: 1, day: 1)

    @Test("an ended job is removed everywhere, but its cost stays", arguments: SpoolKind.allCases)
    func gone(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (job, other) = (try await spool.accepted(1), try await spool.accepted(2))
            let bought = try await spool.bought(job.id)
            let spent = try await spool.ledger.spend(SpendQuery(days: Self.day...Self.day, today: Self.day))
            #expect(spent.map(\.pictures) == [1])
            let left = try await spool.erasure.forget(job.id, at: 9).get()
            #expect(left.outbox == Samples.outbox && left.outputs.map(\.name.shown) == ["a.txt", "a.json"])
            #expect(left.pictures == [bought])
            #expect(try await spool.jobs.job(job.id) == nil)
            #expect(try await spool.jobList.timeline(job.id) == nil)
            let part = try #require(JobIDFragment(text: job.id.text))
            #expect(try await spool.jobList.find(part, limit: 9) == [])
            #expect(try await spool.jobList.page(JobQuery()).jobs.map(\.job.id) == [other.id])
            #expect(try await spool.jobList.counts() == ["queued": 1])
            #expect(try await spool.calls.purchase(try Samples.digest(7)) == nil)
            #expect(try await spool.contents.neededPictures(among: [bought]) == [])
            #expect(try await spool.ledger.spend(SpendQuery(days: Self.day...Self.day, today: Self.day)) == spent)
            #expect(try await spool.jobs.reopen(job.id, mayPayTwice: true, token: 9, at: 9) == .failure(.noSuchJob))
            #expect(try await spool.erasure.forget(job.id, at: 9) == .failure(.noSuchJob))
        }
    }

    @Test("an unfinished job can't be forgotten", arguments: SpoolKind.allCases)
    func open(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            #expect(try await spool.erasure.forget(job.id, at: 9) == .failure(.notEnded(state: "queued")))
            #expect(try await spool.erasure.forget(Samples.jobID(7), at: 9) == .failure(.noSuchJob))
            #expect(try await spool.jobs.job(job.id) == job)
        }
    }

    @Test("every input picture is given back, and no row names one", arguments: SpoolKind.allCases)
    func inputs(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let digests = try (4...6).map { try Samples.digest($0) }
            let (job, drop) = try Samples.edit(1, of: digests)
            _ = try await spool.drops.claim([drop], at: 1)
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1)
            #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 0, at: 3))
            let forgotten = try await spool.erasure.forget(job.id, at: 4).get()
            #expect(Set(forgotten.pictures) == Set(digests) && forgotten.pictures.count == 3)
            #expect(try await spool.contents.pictures(of: drop.id) == [])
        }
    }

    @Test("its idempotency key is free again", arguments: SpoolKind.allCases)
    func key(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            let key = SubmissionKey(user: 1, text: "k")
            let drop = Samples.drop(2, name: "b")
            let sent = Samples.job(2, of: drop)
            let submission = SubmittedJobs(sent, content: try Samples.digest(5))
            _ = try await spool.submissions.submit(submission, drop: drop, key: key, at: 2)
            #expect(try await spool.jobs.move(sent.id, to: .cancelled, picture: nil, token: 0, at: 3))
            _ = try await spool.erasure.forget(sent.id, at: 4).get()
            #expect(try await spool.submissions.submission(key) == nil)
            #expect(try await spool.jobs.job(job.id) != nil)
        }
    }

    @Test("neither the tables nor the file contain its prompt once its drop is gone") func words() async throws {
        try await withFolder { folder in
            let database = try SpoolDatabase(folder: folder)
            let spool = database.repositories
            let job = try await spool.accepted(1)
            _ = try await spool.bought(job.id)
            try await spool.drops.advance(job.drop, to: .gone, failure: nil, at: 3)
            _ = try await spool.erasure.forget(job.id, at: 4).get()
            await database.close()
            let file = try FileDescriptor.folder(folder).file(beneath: FileName("textifyd.db")).all(limit: 1 << 24)
            // "고양" and "양이" are how the index of words has it.
            for word in ["고양이", "cat.png", "고양", "양이"] {
                #expect(file.firstRange(of: Array(word.utf8)) == nil, "\(word)")
            }
            let connection = try Connection(path: folder.appending(FileName("textifyd.db")).bytes, .write)
            let names = try connection.select(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
                    + "AND sql NOT LIKE 'CREATE VIRTUAL%'"
            ) { $0.text(0) }
            #expect(names.count > 7)
            for name in names {
                let columns = try connection.select("PRAGMA table_info(\(name))") { $0.text(1) }
                for column in columns {
                    let found = try connection.select(
                        """
                        SELECT count(*) FROM \(name) WHERE instr(CAST(\(column) AS BLOB), CAST('고양이' AS BLOB))
                        OR instr(CAST(\(column) AS BLOB), CAST('cat.png' AS BLOB))
                        """
                    ) { $0.integer(0) }
                    #expect(found == [0], "\(name).\(column)")
                }
            }
        }
    }
}

extension SpoolRepositories {
    /// Buys a picture for a job, completes the job, and returns the picture's digest.
    fileprivate func bought(_ job: JobID) async throws -> Digest {
        let digest = try Samples.digest(9)
        var call = try Samples.call(1, of: job)
        #expect(try await calls.begin(call, token: 0, at: 2))
        call.phase = .fetched
        let picture = StoredPicture(digest: digest, format: .png)
        call.picture = picture
        try await calls.keep(call, settling: Settlement(.spent), at: 2)
        #expect(try await jobs.move(job, to: .generated, picture: picture, token: 0, at: 2))
        _ = try await jobs.stage(job, stem: "a", parts: Samples.parts, taken: [], missingArt: nil, token: 0, at: 2)
        #expect(try await jobs.move(job, to: .done, picture: picture, token: 0, at: 3))
        return digest
    }
}

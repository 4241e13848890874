import Domain
import MVISimulation
import Testing

/// Old jobs are erased by the database and by the model alike.
@Suite("Old jobs")
struct OldJobTests {
    private static let today = LocalDay(year: 1970, month: 1, day: 1)
    private static let failed = JobState.failed(.noSuchBackend("b", nearest: nil))
    private let old = OldJobs(ended: 10, unread: 5)

    /// Job `number`, ended at `utc`, and its drop, which is gone.
    private func ended(
        _ spool: SpoolRepositories, _ number: Int, _ state: JobState, at utc: UTCMillis
    ) async throws -> Job {
        try await end(spool, try await spool.accepted(number), state, at: utc)
    }

    private func end(
        _ spool: SpoolRepositories, _ job: Job, _ state: JobState, at utc: UTCMillis
    ) async throws -> Job {
        #expect(try await spool.jobs.move(job.id, to: state, picture: nil, token: 0, at: utc))
        try await spool.drops.advance(job.drop, to: .gone, failure: nil, at: utc)
        return job
    }

    /// Stores a picture that call `number` of the job has bought.
    private func buy(_ spool: SpoolRepositories, _ number: Int, _ job: Job, _ picture: Digest) async throws {
        var call = try Samples.call(number, of: job.id)
        #expect(try await spool.calls.begin(call, token: 0, at: 2))
        call.phase = .fetched
        call.picture = StoredPicture(digest: picture, format: .png)
        try await spool.calls.keep(call, settling: Settlement(.spent), at: 3)
    }

    private func erase(_ spool: SpoolRepositories) async throws -> ErasedJobs {
        try await spool.retention.eraseJobs(old, after: nil, limit: 10, at: 20)
    }

    @Test(
        "Jobs that ended long ago are erased in parts; artworks, unread failures and unfinished work stay",
        arguments: SpoolKind.allCases)
    func parts(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let first = try await ended(spool, 1, Self.failed, at: 6)
            try await spool.failures.markRead(first.id, at: 7)
            let unread = try await ended(spool, 2, Self.failed, at: 6)
            let second = try await ended(spool, 3, .cancelled, at: 10)
            let unfinished = try await spool.accepted(4)
            let artwork = try await spool.made(5)
            let disposed = try await spool.accepted(6)
            #expect(try await spool.jobs.move(disposed.id, to: .cancelled, picture: nil, token: 0, at: 6))
            let recent = try await ended(spool, 7, .cancelled, at: 11)
            #expect(try await spool.retention.erasable(old) == CleanUpAmount(jobs: 2))
            let one = try await spool.retention.eraseJobs(old, after: nil, limit: 1, at: 20)
            #expect(one == ErasedJobs(jobs: 1, next: first.id))
            let rest = try await spool.retention.eraseJobs(old, after: one.next, limit: 5, at: 20)
            #expect(rest == ErasedJobs(jobs: 1))
            #expect(try await erase(spool) == ErasedJobs())
            for gone in [first, second] {
                #expect(try await spool.jobs.job(gone.id) == nil)
                #expect(try await spool.jobList.timeline(gone.id) == nil)
                let answer = try await spool.jobs.reopen(gone.id, mayPayTwice: true, token: 9, at: 21)
                #expect(answer == .failure(.noSuchJob))
            }
            let stay = [recent.id, disposed.id, artwork.job, unfinished.id, unread.id]
            #expect(try await spool.jobList.page(JobQuery()).jobs.map(\.job.id) == stay)
            #expect(try await spool.jobList.counts() == ["failed": 1, "cancelled": 2, "queued": 1, "done": 1])
            let later = OldJobs(ended: 20, unread: 6)
            #expect(try await spool.retention.erasable(later) == CleanUpAmount(jobs: 2))
        }
    }

    @Test(
        "What a job cost stays, and its picture that was never delivered is given back", arguments: SpoolKind.allCases
    )
    func bought(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let job = try await spool.accepted(1)
            let picture = try Samples.digest(9)
            try await buy(spool, 1, job, picture)
            _ = try await end(spool, job, .cancelled, at: 4)
            let days = SpendQuery(days: Self.today...Self.today, today: Self.today)
            let spent = try await spool.ledger.spend(days)
            #expect(spent.map(\.pictures) == [1])
            #expect(try await spool.retention.erasable(old) == CleanUpAmount(jobs: 1, pictures: 1))
            #expect(try await erase(spool) == ErasedJobs(jobs: 1, pictures: [picture]))
            #expect(try await spool.ledger.spend(days) == spent)
            #expect(try await spool.contents.neededPictures(among: [picture]).isEmpty)
            #expect(try await spool.calls.purchase(try Samples.digest(7)) == nil)
        }
    }

    @Test("A picture that an artwork shows is not bought again", arguments: SpoolKind.allCases)
    func reused(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let shown = try await spool.made(1, making: ArtworkMaking(pictureSize: 100)).picture.digest
            let job = try await spool.accepted(2)
            try await buy(spool, 1, job, shown)
            _ = try await end(spool, job, .cancelled, at: 4)
            #expect(try await spool.retention.erasable(old) == CleanUpAmount(jobs: 1))
            #expect(try await erase(spool) == ErasedJobs(jobs: 1))
            #expect(try await spool.calls.purchase(try Samples.digest(7))?.picture?.digest == shown)
            #expect(try await spool.contents.neededPictures(among: [shown]) == [shown])
        }
    }

    @Test("A picture that another failed job has bought too stays", arguments: SpoolKind.allCases)
    func shared(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let picture = try Samples.digest(9)
            let (first, second) = (try await spool.accepted(1), try await spool.accepted(2))
            try await buy(spool, 1, first, picture)
            try await buy(spool, 2, second, picture)
            _ = try await end(spool, first, .cancelled, at: 4)
            _ = try await end(spool, second, Self.failed, at: 6)
            #expect(try await spool.retention.erasable(old) == CleanUpAmount(jobs: 1))
            #expect(try await erase(spool) == ErasedJobs(jobs: 1))
            #expect(try await spool.contents.neededPictures(among: [picture]) == [picture])
        }
    }

    @Test("Its texts are still no prompts, and its files may still be replaced", arguments: SpoolKind.allCases)
    func delivered(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let job = try await spool.accepted(1)
            let picture = StoredPicture(digest: try Samples.digest(9), format: .png)
            #expect(try await spool.jobs.move(job.id, to: .generated, picture: picture, token: 0, at: 2))
            let text = try Samples.digest(4)
            let part = StagedOutput(kind: .txt, ending: "txt", part: FileName(".1.txt.part"), digest: text)
            let staging = Staging(job: job.id, stem: "a", parts: [part], making: ArtworkMaking())
            guard case .staged = try await spool.jobs.stage(staging, token: 0, at: 3) else {
                Issue.record("not staged")
                return
            }
            _ = try await end(spool, job, .done, at: 4)
            #expect(try await erase(spool) == ErasedJobs(), "it has an artwork")
            _ = try await spool.artworks.change([job.id], .trash(5))
            _ = try await spool.retention.emptyTrash(to: 5, limit: 10, at: 6)
            #expect(try await erase(spool).jobs == 1)
            #expect(try await spool.contents.author(of: text) == job.id)
            #expect(try await spool.contents.deliverer(of: FileName("a.txt"), in: Samples.outbox) == job.id)
        }
    }

    @Test("A file that stays in its folder is not processed again", arguments: SpoolKind.allCases)
    func observed(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let drops = (1...2).map { Samples.observedDrop($0, name: "\($0).txt") }
            _ = try await spool.drops.claim(drops, at: 1)
            let content = try Samples.digest(1)
            #expect(try await spool.drops.observe(drops[0].id, content: content, at: 2))
            let job = Samples.job(1, of: drops[0])
            _ = try await spool.drops.accept(drops[0].id, content: content, jobs: [job], at: 2)
            _ = try await end(spool, job, .cancelled, at: 4)
            #expect(try await erase(spool).jobs == 1)
            #expect(try await spool.drops.observed(in: "inbox") == [drops[0].identity])
            #expect(try await !spool.drops.observe(drops[1].id, content: content, at: 30))
        }
    }

    @Test("The key of a submission is known as long as one of its jobs", arguments: SpoolKind.allCases)
    func key(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            var drop = Samples.drop(1, name: "b", inode: 0)
            drop.phase = .read
            let jobs = Samples.samples(2, from: 1, of: drop)
            let key = SubmissionKey(user: 1, text: "k")
            let submission = SubmittedJobs(jobs[0], [jobs[1]], content: try Samples.digest(5))
            _ = try await spool.submissions.submit(submission, drop: drop, key: key, at: 1)
            for (job, utc) in zip(jobs, [4, 12] as [UTCMillis]) {
                #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 0, at: utc))
            }
            try await spool.drops.advance(drop.id, to: .gone, failure: nil, at: 12)
            #expect(try await erase(spool).jobs == 1)
            #expect(try await spool.submissions.submission(key)?.first.id == jobs[1].id)
            _ = try await spool.retention.eraseJobs(OldJobs(ended: 12, unread: 12), after: nil, limit: 10, at: 20)
            #expect(try await spool.submissions.submission(key) == nil)
        }
    }

    @Test("Refused files are released once their failure was read, and only once", arguments: SpoolKind.allCases)
    func refused(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            var jobs: [Job] = []
            for number in 1...4 {
                let drop = Samples.drop(number, inode: UInt64(number))
                _ = try await spool.drops.claim([drop], at: 1)
                let job = Samples.refusal(of: drop)
                let utc = UTCMillis(Int64(number))
                try await spool.drops.refuse(drop.id, failure: .empty, as: job, code: "empty", at: utc)
                try await spool.drops.keep(drop.id, as: FileName("\(number).png"))
                if number != 2 { try await spool.drops.advance(drop.id, to: .gone, failure: .empty, at: utc) }
                if number != 3 { try await spool.failures.markRead(job.id, at: 5) }
                jobs.append(job)
            }
            let retention = spool.retention
            #expect(try await retention.refused(to: 3, limit: 5).map(\.kept) == [FileName("1.png")])
            let released = try await retention.releaseRefused(to: 3, limit: 5, at: 6)
            #expect(released.map(\.kept) == [FileName("1.png")] && released.map(\.id) == [jobs[0].drop])
            #expect(try await retention.releaseRefused(to: 3, limit: 5, at: 6) == [])
            #expect(try await spool.drops.drop(jobs[0].drop)?.kept == nil)
            #expect(try await retention.releaseRefused(to: 4, limit: 5, at: 7).map(\.kept) == [FileName("4.png")])
            #expect(try await spool.jobs.job(jobs[0].id)?.state == .failed(.refused(.empty)))
        }
    }

    @Test("A step looks at a part of the jobs, and the next continues behind it")
    func steps() async throws {
        try await withSpool { spool in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let lines = (1...5_000).map { Samples.job($0, of: drop, line: $0) }
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: lines, at: 1)
            _ = try await ended(spool, 5_001, .cancelled, at: 5_001)
            let old = OldJobs(ended: 6_000, unread: 6_000)
            let first = try await spool.retention.eraseJobs(old, after: nil, limit: 10, at: 9_000)
            #expect(first == ErasedJobs(next: lines[4_999].id))
            let second = try await spool.retention.eraseJobs(old, after: first.next, limit: 10, at: 9_000)
            #expect(second == ErasedJobs(jobs: 1))
            #expect(try await spool.jobList.counts() == ["queued": 5_000])
        }
    }
}

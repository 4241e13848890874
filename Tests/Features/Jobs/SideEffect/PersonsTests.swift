import Domain
import MVISimulation
import JobsFeature
import JobsSideEffect
import MVIEffects
import Testing

@Suite("Jobs decided by a person")
struct PersonsTests {
    private let report = Report<Jobs> { _ in true }

    @Test("a dropped picture can be retried only while its content exists")
    func retry() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        let perform = Jobs.performer(spooler.world())
        let failed = JobState.failed(.pictureLost)
        #expect(try await spooler.spool.jobs.move(job.id, to: failed, picture: nil, token: 0, at: 1))
        let again = await perform(.reopen(job.id, mayPayTwice: false, token: 3), report)
        let reopened = try #require(try await spooler.spool.jobs.job(job.id))
        #expect(reopened.state == .queued && again == .reopened(job.id, .success(Jobs.ReopenedJob(reopened))))

        #expect(try await spooler.spool.jobs.move(job.id, to: failed, picture: nil, token: 3, at: 1))
        guard case .picture(let digest, _) = job.request?.source else { return }
        await spooler.blobs.release(digest)
        try await spooler.blobs.remove([digest], .unneeded) { _ in [] }
        let late = await spooler.world().reopen(job.id, mayPayTwice: false, token: 3)
        #expect(late == .failure(.pictureLost))
        let stranger = await spooler.world().reopen(JobID(utc: 9, seed: 9), mayPayTwice: false, token: 3)
        #expect(stranger == .failure(.noSuchJob))
        await spooler.close()
        let closed = await spooler.world().reopen(job.id, mayPayTwice: false, token: 3)
        #expect(throws: RetryRefusal.self) { try closed.get() }
    }

    @Test("an input picture is required for a retry too, until the result exists")
    func edit() async throws {
        let spooler = try await JobFixture()
        let failed = JobState.failed(.backend("sketch", .empty))
        let job = try await spooler.edit()
        #expect(try await spooler.spool.jobs.move(job.id, to: failed, picture: nil, token: 0, at: 1))
        let again = await spooler.world().reopen(job.id, mayPayTwice: false, token: 3)
        #expect((try? again.get())?.job.state == .queued)
        #expect(try await spooler.spool.jobs.move(job.id, to: failed, picture: nil, token: 3, at: 1))
        let digest = try #require(job.request?.source.given.first?.digest)
        await spooler.blobs.release(digest)
        try await spooler.blobs.remove([digest], .unneeded) { _ in [] }
        let late = await spooler.world().reopen(job.id, mayPayTwice: false, token: 3)
        #expect(late == .failure(.pictureLost))
        await spooler.close()
    }

    @Test("a job whose file is gone is cancelled, unless its call may have been sent")
    func withdraw() async throws {
        let spooler = try await JobFixture()
        let edit = try await spooler.edit()
        let perform = Jobs.performer(spooler.world())
        #expect(await perform(.withdraw(edit), report) == .withdrawn(edit.id, .success(true)))
        #expect(try await spooler.spool.jobs.job(edit.id)?.state == .cancelled)
        let painted = try await spooler.prompt(2)
        #expect(await spooler.world().withdraw(painted) == .success(false))
        #expect(try await spooler.spool.jobs.job(painted.id)?.state == .generated)
        await spooler.close()
        let closed = await spooler.world().withdraw(edit)
        #expect(throws: RepositoryFailure.self) { try closed.get() }
    }

    @Test("a cancellation during work is recorded in the row, or its failure reported")
    func recordCancellation() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        let perform = Jobs.performer(spooler.world())
        #expect(await perform(.recordCancellation(job.id), report) == .cancelRecorded(job.id, nil))
        #expect(try await spooler.spool.jobs.job(job.id)?.isCancelRequested == true)
        await spooler.close()
        #expect(await spooler.world().recordCancellation(job.id) != nil)
    }

    @Test("a row is cancelled whoever owns it, its temporary files are removed, and ended jobs are unchanged")
    func cancelRow() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture())
        _ = try await spooler.spool.jobs.claimUnfinished(limit: 9, after: nil, token: 5, at: 1)
        let perform = Jobs.performer(spooler.world())
        let answer = await perform(.cancelRow(job.id, token: 3), report)
        let cancelled = try #require(try await spooler.spool.jobs.job(job.id))
        #expect(cancelled.state == .cancelled && answer == .rowCancelled(job.id, .success(cancelled)))
        #expect(try await spooler.names().isEmpty)
        let twice = await spooler.world().cancelRow(job.id, token: 3)
        #expect(twice == .success(nil))
        await spooler.close()
        let closed = await spooler.world().cancelRow(job.id, token: 3)
        #expect(throws: RepositoryFailure.self) { try closed.get() }
    }
}

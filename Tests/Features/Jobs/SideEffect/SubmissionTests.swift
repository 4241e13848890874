import Domain
import JobsFeature
import JobsSideEffect
import PlatformDigest
import Testing

@Suite("Submissions are stored")
struct SubmissionTests {
    @Test("a submission is stored with its picture, which is kept only as long as its row needs it")
    func picture() async throws {
        let spooler = try await JobFixture()
        let submission = Self.submission(spooler, 1)
        let stored = await spooler.world().submit(submission)
        #expect(stored == .success(submission.jobs))
        #expect(try await spooler.spool.jobs.job(submission.jobs.first.id) == submission.jobs.first)
        #expect(try await spooler.spool.drops.unfinishedDrops() == [submission.drop])
        let digest = try #require(submission.jobs.first.picture?.digest)
        #expect(try await spooler.blobs.read(digest, limit: 100) == JobFixture.pixels)
        try await spooler.blobs.remove([digest], .unneeded) { _ in [] }
        #expect(try await spooler.blobs.all() == [])
        await spooler.close()
    }

    @Test("a repeated key returns the first job and stores nothing")
    func key() async throws {
        let spooler = try await JobFixture()
        let key = SubmissionKey(user: 1, text: "k")
        let first = Self.submission(spooler, 1, key: key)
        _ = await spooler.world().submit(first)
        let again = await spooler.world().submit(Self.submission(spooler, 2, key: key))
        #expect(again == .success(first.jobs))
        #expect(try await spooler.spool.jobList.page(JobQuery()).jobs.map(\.job.id) == [first.jobs.first.id])
        await spooler.close()
    }

    @Test("a submission that can't be stored is refused, and its picture isn't kept")
    func closed() async throws {
        let spooler = try await JobFixture()
        await spooler.close()
        let refused = await spooler.world().submit(Self.submission(spooler, 1))
        guard case .failure(.repository) = refused else {
            Issue.record("\(refused)")
            return
        }
        try await spooler.blobs.remove(spooler.blobs.all(), .unneeded) { _ in [] }
        #expect(try await spooler.blobs.all() == [])
    }

    private static func submission(
        _ spooler: JobFixture, _ number: UInt64, key: SubmissionKey? = nil
    ) -> Jobs.Submission {
        let digest = sha256(JobFixture.pixels)
        let drop = Drop(
            id: DropID(high: 2, low: number), folder: "inbox",
            identity: FileIdentity(name: FileName(".submitted-\(number)"), inode: 0, size: 0, modified: 1),
            phase: .read)
        let job = Job(
            id: JobID(high: 1, low: number), drop: drop.id, line: 0, folder: "inbox", name: FileName("cat.png"),
            outbox: spooler.outbox, request: Request(source: .picture(digest, .png)),
            picture: StoredPicture(digest: digest, format: .png), created: JobFixture.utc, submitter: 1)
        return Jobs.Submission(
            SubmittedJobs(job, content: digest), drop: drop, pictures: [JobFixture.pixels], key: key)
    }
}

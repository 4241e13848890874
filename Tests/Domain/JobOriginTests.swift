import Domain
import Testing

@Suite("Origins of jobs")
struct JobOriginTests {
    private static let day = LocalDay(year: 2026, month: 3, day: 9)
    private let drop = Drop.submission(to: "inbox", at: 5, seed: 9)

    @Test("a job has what its order says, and begins as new")
    func whole() {
        let origin = JobOrigin(
            drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9, reference: "mine", submitter: 1000)
        let request = Request(source: .prompt("a cat"), tags: ["x"])
        let job = origin.job(named: FileName("cat.txt"), for: request)
        #expect(
            job
                == Job(
                    id: JobID(utc: 5, seed: 9), drop: drop.id, line: 0, folder: "inbox", name: FileName("cat.txt"),
                    outbox: FolderPath("/out"), request: request, created: 5, reference: "mine", submitter: 1000))
        let line = origin.job(2, line: 3, named: FileName("a-3.txt"), for: request, state: .failed(.request(.empty)))
        #expect(line.id == JobID(utc: 5, seed: 9, index: 2) && line.line == 3 && line.id > job.id)
        #expect(line.state == .failed(.request(.empty)))
    }

    @Test("only a given picture that becomes art itself is the job's picture at once")
    func picture() throws {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        let origin = JobOrigin(drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9)
        func picture(_ source: RequestSource) -> StoredPicture? {
            origin.job(named: FileName("a"), for: Request(source: source)).picture
        }
        #expect(picture(.picture(digest, .png)) == StoredPicture(digest: digest, format: .png))
        #expect(picture(.edit("a cat", digest, .png)) == nil && picture(.edit("", digest, .png)) == nil)
        #expect(picture(.prompt("a cat")) == nil)
    }

    @Test("outputs are named by the request's template; without a file the job is shown under that name")
    func named() throws {
        var request = Request(source: .prompt("a cat"))
        request.name = try NameTemplate(parsing: "{date}-{n}-{stem}")
        let file = FileIdentity(name: FileName("cat.txt"), inode: 1, size: 1, modified: 1)
        for hasTwin in [false, true] {
            let dropped = Drop(id: drop.id, folder: "inbox", identity: file, hasTwin: hasTwin)
            let origin = JobOrigin(
                drop: dropped, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9, onConflict: .fail)
            let job = origin.job(line: 7, named: FileName("a/cat.txt"), for: request)
            let stem = hasTwin ? "cat.txt" : "cat"
            #expect(job.naming == OutputNaming(parts: ["a/2026-03-09-0007-" + stem], onConflict: .fail))
            #expect(job.name == FileName("a/cat-0007.txt"))
        }
        let origin = JobOrigin(drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9)
        #expect(origin.job(named: FileName("cat.txt"), for: request).name == FileName("2026-03-09-0001-cat.txt"))
    }

    @Test("submissions in one millisecond are different drops without a source")
    func drops() {
        let other = Drop.submission(to: "inbox", at: 5, seed: 10)
        #expect(!drop.hasSource && drop.phase == .read)
        #expect(drop.id != other.id && drop.identity != other.identity)
    }
}

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
                    id: JobID(utc: 5, seed: 9), drop: drop.id, line: 0, folder: "inbox",
                    name: FileName("cat.txt"),
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

    @Test("each sample is a job with a name, an identifier and a seed of its own, and asks for one picture")
    func samples() {
        let origin = JobOrigin(drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9)
        var request = Request(source: .prompt("a cat"), origins: ["samples": [.submission], "seed": [.submission]])
        request.generation.samples = 3
        request.generation.seed = 7
        let jobs = origin.jobs(from: 4, line: 2, named: FileName("a/cat.txt"), for: request)
        #expect(jobs.map(\.name.shown) == ["a/cat-0002-1.txt", "a/cat-0002-2.txt", "a/cat-0002-3.txt"])
        #expect(jobs.map(\.sample) == (1...3).map { Sample($0, of: 3) } && jobs.allSatisfy { $0.line == 2 })
        #expect(jobs.map(\.id) == (4...6).map { JobID(utc: 5, seed: 9, index: $0) })
        #expect(jobs.map(\.request?.generation.seed) == [7, 8, 9])
        #expect(
            jobs.allSatisfy { $0.request?.generation.samples == 1 && $0.request?.origins.keys.sorted() == ["seed"] })
        request.generation.seed = nil
        #expect(
            origin.jobs(named: FileName("x"), for: request).allSatisfy {
                $0.request != nil && $0.request?.generation.seed == nil
            })
    }

    @Test("samples never share a purchase, but a sample and a single picture with its seed do")
    func purchases() {
        let origin = JobOrigin(drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9)
        func made(_ samples: Int, seed: UInt64?) -> [Job] {
            var request = Request(source: .prompt("a cat"))
            request.generation.samples = samples
            request.generation.seed = seed
            return origin.jobs(named: FileName("cat.txt"), for: request)
        }
        for seed in [nil, 7] as [UInt64?] {
            let (one, other) = (made(2, seed: seed), made(3, seed: seed))
            #expect(!one[0].buysSame(as: one[1]) && !other[2].buysSame(as: one[1]))
            #expect(one[1].buysSame(as: other[1]) && one[0].buysSame(as: made(1, seed: seed)[0]))
        }
        #expect(made(2, seed: 7)[1].buysSame(as: made(1, seed: 8)[0]))
    }

    @Test("one sample keeps the plain name, and a picture that is only converted is one job")
    func single() throws {
        let origin = JobOrigin(drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9)
        var request = Request(source: .prompt("a cat"))
        #expect(
            origin.jobs(named: FileName("cat.txt"), for: request)
                == [origin.job(named: FileName("cat.txt"), for: request)])
        request.generation.samples = 4
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        request.source = .picture(digest, .png)
        let converted = origin.jobs(named: FileName("cat.png"), for: request)
        #expect(converted.map(\.name.shown) == ["cat.png"] && converted.map(\.sample) == [.only])
        request.source = .edit("at night", digest, .png)
        #expect(origin.jobs(named: FileName("cat.png"), for: request).map(\.name.shown).last == "cat-4.png")
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

    @Test("the job of a refused drop keeps its identifier when the file is read again, in names too")
    func again() throws {
        var request = Request(source: .prompt("a cat"))
        request.name = try NameTemplate(parsing: "{job}")
        let origin = JobOrigin(
            drop: drop, outbox: FolderPath("/out"), utc: 5, day: Self.day, seed: 9, first: drop.refusedJob)
        let (first, second) = (
            origin.job(named: FileName("a"), for: request), origin.job(1, named: FileName("a"), for: request)
        )
        #expect(first.id == drop.refusedJob && first.naming.parts == [drop.refusedJob.text])
        #expect(second.id == JobID(utc: 5, seed: 9, index: 1) && second.naming.parts == [second.id.text])
    }

    @Test("submissions in one millisecond are different drops without a source")
    func drops() {
        let other = Drop.submission(to: "inbox", at: 5, seed: 10)
        #expect(!drop.hasSource && drop.phase == .read)
        #expect(drop.id != other.id && drop.identity != other.identity)
    }
}

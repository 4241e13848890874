import Domain
import MVISimulation
import Repositories
import Testing

@Suite("Spool: queries of the control socket")
struct ControlTests {
    private static let key = SubmissionKey(user: 1_000, text: "order 7")

    @Test("pages are sorted from newest to oldest and report whether there are more", arguments: SpoolKind.allCases)
    func pages(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            for number in 1...5 { _ = try await spool.accepted(number) }
            let first = try await spool.jobList.page(JobQuery(limit: 2))
            #expect(first.jobs.map(\.job.id) == [5, 4].map(Samples.jobID) && first.hasMore)
            let second = try await spool.jobList.page(JobQuery(limit: 3, after: first.jobs.last?.job.id))
            #expect(second.jobs.map(\.job.id) == [3, 2, 1].map(Samples.jobID) && !second.hasMore)
            let last = try await spool.jobList.page(JobQuery(after: Samples.jobID(1)))
            #expect(last == JobPage(jobs: [], hasMore: false))
        }
    }

    @Test(
        "a page is filtered by states and folder, each job with its last change",
        arguments: SpoolKind.allCases)
    func filters(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            for number in 1...4 { _ = try await spool.accepted(number) }
            let failure = JobFailure.pictureLost
            #expect(try await spool.jobs.move(Samples.jobID(2), to: .failed(failure), picture: nil, token: 0, at: 9))
            #expect(try await spool.jobs.move(Samples.jobID(3), to: .unknown, picture: nil, token: 0, at: 8))
            let ended = try await spool.jobList.page(JobQuery(states: ["unknown", "failed"]))
            #expect(ended.jobs.map(\.job.id) == [3, 2].map(Samples.jobID))
            #expect(ended.jobs.map(\.changed) == [8, 9])
            #expect(ended.jobs.map(\.job.state) == [.unknown, .failed(failure)])
            let queued = try await spool.jobList.page(JobQuery(states: ["queued"], folder: "inbox", limit: 1))
            #expect(queued.jobs.map(\.job.id) == [Samples.jobID(4)] && queued.hasMore)
            let late = try await spool.jobList.page(JobQuery(states: ["unknown", "failed"], since: 9))
            #expect(late.jobs.map(\.job.id) == [Samples.jobID(2)])
            let elsewhere = try await spool.jobList.page(JobQuery(folder: "other"))
            #expect(elsewhere.jobs.isEmpty)
            let stranger = try await spool.jobList.page(JobQuery(states: ["x' OR 1"]))
            #expect(stranger.jobs.isEmpty)
        }
    }

    @Test("a page can be filtered by backend, without dropped pictures", arguments: SpoolKind.allCases)
    func backends(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let digest = try Samples.digest(7)
            let sources: [(RequestSource, String)] = [
                (.prompt("\"backend\":\"studio\""), "sketch"), (.edit("a hat", digest, .png), "studio"),
                (.picture(digest, .png), "studio"), (.prompt("picture"), "studio"),
            ]
            for (number, (source, backend)) in zip(1..., sources) {
                let drop = Samples.drop(number, inode: UInt64(number))
                #expect(try await spool.drops.claim([drop], at: 1) == [drop])
                let plain = Samples.job(number, of: drop)
                let request = Request(source: source, generation: GenerationOptions(backend: backend))
                let job = Job(
                    id: plain.id, drop: drop.id, line: 0, folder: "inbox", name: plain.name, outbox: plain.outbox,
                    request: request, created: 1)
                #expect(try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1).count == 1)
            }
            let studio = try await spool.jobList.page(JobQuery(backend: "studio"))
            #expect(studio.jobs.map(\.job.id) == [4, 2].map(Samples.jobID))
            let first = try await spool.jobList.page(JobQuery(states: ["queued"], backend: "studio", limit: 1))
            #expect(first.jobs.map(\.job.id) == [Samples.jobID(4)] && first.hasMore)
            #expect(try await spool.jobList.page(JobQuery(backend: "studio' OR 1")).jobs.isEmpty)
        }
    }

    @Test("a page can be filtered by tags, which jobs must have all", arguments: SpoolKind.allCases)
    func tags(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            for (number, tags) in zip(1..., [["sea", "밤"], ["sea"], ["sea\" OR 1"], []]) {
                let drop = Samples.drop(number, inode: UInt64(number))
                #expect(try await spool.drops.claim([drop], at: 1) == [drop])
                let plain = Samples.job(number, of: drop)
                let job = Job(
                    id: plain.id, drop: drop.id, line: 0, folder: "inbox", name: plain.name, outbox: plain.outbox,
                    request: Request(source: .prompt("x"), tags: tags), created: 1)
                #expect(try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1).count == 1)
            }
            for (tags, jobs) in [
                (["sea"], [2, 1]), (["sea", "밤"], [1]), (["sea\" OR 1"], [3]), (["SEA"], []), ([], [4, 3, 2, 1]),
            ] {
                let page = try await spool.jobList.page(JobQuery(tags: tags))
                #expect(page.jobs.map(\.job.id) == jobs.map(Samples.jobID), "\(tags)")
            }
        }
    }

    @Test(
        "a job is found by the start or end of its identifier, with all matches, newest first",
        arguments: SpoolKind.allCases)
    func endings(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let jobs = [(1, 0x1234), (2, 0x1234), (3, 0x5678)].enumerated().map { line, parts in
                Job(
                    id: JobID(high: UInt64(parts.0), low: UInt64(parts.1)), drop: drop.id, line: line, folder: "inbox",
                    name: drop.identity.name, outbox: Samples.outbox, request: Request(source: .prompt("x")), created: 1
                )
            }
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: jobs, at: 1)
            let ending = try #require(JobIDFragment(text: String(jobs[0].id.text.suffix(4))))
            #expect(try await spool.jobList.find(ending, limit: 9) == [jobs[1].id, jobs[0].id])
            #expect(try await spool.jobList.find(ending, limit: 1) == [jobs[1].id])
            let longer = try #require(JobIDFragment(text: String(jobs[2].id.text.suffix(7)).uppercased()))
            #expect(try await spool.jobList.find(longer, limit: 9) == [jobs[2].id])
            let whole = try #require(JobIDFragment(text: jobs[0].id.text))
            #expect(try await spool.jobList.find(whole, limit: 9) == [jobs[0].id])
            let prefix = try #require(JobIDFragment(text: String(jobs[2].id.text.prefix(14))))
            #expect(try await spool.jobList.find(prefix, limit: 9) == [jobs[2].id])
            let all = try #require(JobIDFragment(text: String(jobs[2].id.text.prefix(4))))
            #expect(try await spool.jobList.find(all, limit: 9) == jobs.map(\.id).reversed())
            #expect(try await spool.jobList.find(all, limit: 2) == [jobs[2].id, jobs[1].id])
            let none = try #require(JobIDFragment(text: "zzzz"))
            #expect(try await spool.jobList.find(none, limit: 9) == [])
        }
    }

    @Test("a story has the job, all its states, and its newest call", arguments: SpoolKind.allCases)
    func timeline(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            var call = try await spool.begun(job)
            call.phase = .settled
            call.failure = .moderated(stage: "input", charged: false)
            try await spool.calls.keep(call, at: 4)
            let failure = JobFailure.backend("sketch", .moderated(stage: "input", charged: false))
            #expect(try await spool.jobs.move(job.id, to: .failed(failure), picture: nil, token: 0, at: 5))
            let story = try #require(try await spool.jobList.timeline(job.id))
            #expect(story.entry == JobEntry(job: try #require(try await spool.jobs.job(job.id)), changed: 5))
            #expect(story.steps.map(\.state) == [.queued, .submitting, .failed(failure)])
            #expect(story.steps.map(\.at) == [1, 3, 5])
            #expect(story.call == call)
            #expect(try await spool.jobList.timeline(Samples.jobID(9)) == nil)
        }
    }

    @Test(
        "a repeatedly postponed wait is one step of the story", arguments: SpoolKind.allCases)
    func waits(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            for until in 1...3 {
                let waiting = JobState.waiting(until: UTCMillis(Int64(until)), .backend("sketch", .auth))
                #expect(try await spool.jobs.move(job.id, to: waiting, picture: nil, token: 0, at: 2))
                #expect(try await spool.jobs.job(job.id)?.state == waiting)
            }
            let other = JobState.waiting(until: 9, .backend("sketch", .quota))
            #expect(try await spool.jobs.move(job.id, to: other, picture: nil, token: 0, at: 3))
            let steps = try #require(try await spool.jobList.timeline(job.id)).steps
            #expect(steps.map(\.state) == [.queued, .waiting(until: 1, .backend("sketch", .auth)), other])
        }
    }

    @Test("a submission is a job and a drop that has already been read", arguments: SpoolKind.allCases)
    func submits(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (sent, drop) = Self.submission(1)
            let job = sent.first
            #expect(try await spool.submissions.submit(sent, drop: drop, key: nil, at: 1) == sent)
            #expect(try await spool.jobs.job(job.id) == job)
            #expect(try await spool.drops.unfinishedDrops().map(\.phase) == [.read])
            #expect(try await spool.jobList.timeline(job.id)?.steps.map(\.state) == [.queued])
            #expect(try await spool.drops.tally(drop.id) == .open)
            #expect(try await spool.jobs.claimUnfinished(limit: 9, after: nil, token: 2, at: 2).map(\.id) == [job.id])
        }
    }

    @Test("a repeated key returns the existing job, separately for each user", arguments: SpoolKind.allCases)
    func keys(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (first, drop) = Self.submission(1)
            #expect(try await spool.submissions.submit(first, drop: drop, key: Self.key, at: 1) == first)
            let (second, another) = Self.submission(2)
            #expect(try await spool.submissions.submit(second, drop: another, key: Self.key, at: 2) == first)
            #expect(try await spool.jobs.job(second.first.id) == nil)
            #expect(try await spool.drops.unfinishedDrops().map(\.id) == [drop.id])
            #expect(try await spool.submissions.submission(Self.key) == first)
            let stranger = SubmissionKey(user: 1_001, text: Self.key.text)
            #expect(try await spool.submissions.submission(stranger) == nil)
            #expect(try await spool.submissions.submit(second, drop: another, key: stranger, at: 2) == second)
        }
    }

    @Test("a key survives a clock that jumps years ahead: nothing is bought twice", arguments: SpoolKind.allCases)
    func keysHaveNoAge(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let decade = UTCMillis(10 * 365 * 86_400_000)
            let (first, drop) = Self.submission(1)
            _ = try await spool.submissions.submit(first, drop: drop, key: Self.key, at: 1)
            let (another, laterDrop) = Self.submission(2)
            let key = SubmissionKey(user: 1_000, text: "another order")
            _ = try await spool.submissions.submit(another, drop: laterDrop, key: key, at: decade)
            let (again, droppedAgain) = Self.submission(3)
            #expect(try await spool.submissions.submit(again, drop: droppedAgain, key: Self.key, at: decade) == first)
        }
    }

    @Test("a submission's samples are one key, which lasts until the last is forgotten", arguments: SpoolKind.allCases)
    func sampleKeys(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (single, drop) = Self.submission(1)
            let jobs = Samples.samples(3, from: 1, of: drop)
            let sent = SubmittedJobs(jobs[0], [jobs[1], jobs[2]], content: single.content)
            #expect(try await spool.submissions.submit(sent, drop: drop, key: Self.key, at: 1) == sent)
            #expect(try await spool.submissions.submission(Self.key) == sent)
            let (again, another) = Self.submission(9)
            #expect(try await spool.submissions.submit(again, drop: another, key: Self.key, at: 2) == sent)
            #expect(try await spool.jobList.counts() == ["queued": 3])
            for (place, job) in jobs.enumerated() {
                #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 0, at: 3))
                _ = try await spool.erasure.forget(job.id, at: 4).get()
                let left = Array(jobs.dropFirst(place + 1))
                #expect(try await spool.submissions.submission(Self.key)?.jobs.map(\.id) ?? [] == left.map(\.id))
            }
            #expect(try await spool.submissions.submit(again, drop: another, key: Self.key, at: 5) == again)
        }
    }

    @Test("a submission is stored completely or not at all", arguments: SpoolKind.allCases)
    func undone(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (job, drop) = Self.submission(1)
            _ = try await spool.submissions.submit(job, drop: drop, key: nil, at: 1)
            let (second, _) = Self.submission(2)
            await #expect(throws: RepositoryFailure.self) {
                try await spool.submissions.submit(second, drop: drop, key: Self.key, at: 2)
            }
            #expect(try await spool.jobs.job(second.first.id) == nil)
            #expect(try await spool.submissions.submission(Self.key) == nil)
        }
    }

    private static func submission(_ number: Int) -> (SubmittedJobs, Drop) {
        let id = DropID(utc: UTCMillis(Int64(number)), seed: 1)
        let drop = Drop(
            id: id, folder: "inbox",
            identity: FileIdentity(name: FileName(".\(id.text)"), inode: 0, size: 0, modified: 0))
        let job = Job(
            id: Samples.jobID(number), drop: id, line: 0, folder: "inbox", name: FileName("a.txt"),
            outbox: Samples.outbox, request: Request(source: .prompt("a cat")), created: 1, reference: "ticket 7")
        let content = Digest(bytes: [UInt8](repeating: UInt8(number), count: 32))
        return (SubmittedJobs(job, content: content), drop)
    }
}

import Domain
import MVISimulation
import Repositories
import Testing

@Suite("Spool: drops and jobs")
struct SpoolTests {
    @Test("a claim returns new drops, and an identity is held until its drop is gone", arguments: SpoolKind.allCases)
    func claims(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let first = Samples.drop(1)
            #expect(try await spool.drops.claim([first], at: 1) == [first])
            let other = Samples.drop(3, inode: 2)
            #expect(try await spool.drops.claim([Samples.drop(2), other], at: 2) == [other])
            #expect(try await spool.drops.unfinishedDrops() == [first, other])

            try await spool.drops.advance(first.id, to: .ended, failure: .empty, at: 3)
            #expect(try await spool.drops.claim([Samples.drop(4)], at: 3) == [])
            try await spool.drops.advance(first.id, to: .gone, failure: nil, at: 4)
            let again = Samples.drop(5)
            #expect(try await spool.drops.claim([again], at: 5) == [again])
            #expect(try await spool.drops.unfinishedDrops() == [other, again])
        }
    }

    @Test("a note's place is known until it is forgotten, also after its job", arguments: SpoolKind.allCases)
    func notes(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            let job = Samples.job(1, of: drop)
            _ = try await spool.drops.claim([drop], at: 1)
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1)
            func place(_ name: [UInt8], _ text: String) -> NotePlace {
                NotePlace(
                    job: job.id, folder: job.folder, outbox: job.outbox, name: FileName(bytes: name), text: text)
            }
            #expect(try await spool.notes.notedJobs() == [])
            #expect(try await spool.notes.notePlace(of: job.id) == nil)
            for place in [place([97], "It waits.\n"), place([98, 255], "기다립니다.\n")] {
                try await spool.notes.keep(place)
                #expect(try await spool.notes.notePlace(of: job.id) == place)
            }
            #expect(
                try await spool.notes.notedJobs() == [NotedJob(job: job.id, folder: job.folder, isOpen: true)])
            #expect(try await spool.jobs.move(job, to: .cancelled, token: 1, at: 2))
            #expect(try await spool.notes.notedJobs().map(\.isOpen) == [false])
            try await spool.notes.forgetNote(of: job.id)
            #expect(try await spool.notes.notedJobs() == [])
            #expect(try await spool.notes.notePlace(of: job.id) == nil)
        }
    }

    @Test("a gone drop stays gone and keeps its failure", arguments: SpoolKind.allCases)
    func phases(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (kept, gone) = (Samples.drop(1), Samples.drop(2, inode: 2))
            _ = try await spool.drops.claim([kept, gone], at: 1)
            try await spool.drops.advance(gone.id, to: .gone, failure: nil, at: 2)
            try await spool.drops.advance(gone.id, to: .ended, failure: nil, at: 3)
            try await spool.drops.advance(kept.id, to: .ended, failure: .tooLarge(bytes: 9, limit: 8), at: 3)
            try await spool.drops.advance(kept.id, to: .ended, failure: nil, at: 4)
            var ended = kept
            ended.phase = .ended
            ended.failure = .tooLarge(bytes: 9, limit: 8)
            #expect(try await spool.drops.unfinishedDrops() == [ended])
        }
    }

    @Test("a refusal ends its drop and inserts its failed job, once", arguments: SpoolKind.allCases)
    func refuses(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let job = Samples.refusal(of: drop)
            for utc: UTCMillis in [2, 3] {
                try await spool.drops.refuse(drop.id, failure: .empty, as: job, code: "drop_empty", at: utc)
            }
            #expect(try await spool.drops.drop(drop.id)?.phase == .ended)
            #expect(try await spool.drops.drop(drop.id)?.failure == .empty)
            #expect(try await spool.drops.tally(drop.id) == .ended(.job(.refused(.empty))))
            let found = try await spool.jobs.job(job.id)
            #expect(found == job && found?.request == nil && found?.id.text == drop.id.text)
            #expect(try await spool.jobList.counts() == ["failed": 1])
            #expect(try await spool.jobList.timeline(job.id)?.steps.map(\.at) == [2])
            #expect(try await spool.jobs.claimUnfinished(limit: 9, after: nil, token: 1, at: 4) == [])
            #expect(try await spool.contents.pictures(of: drop.id) == [])
            #expect(try await spool.jobList.page(JobQuery(backend: "sketch", limit: 9)).jobs == [])
            #expect(try await spool.jobList.page(JobQuery(tags: ["sea"], limit: 9)).jobs == [])
            #expect(try await spool.jobs.reopen(job.id, mayPayTwice: true, token: 9, at: 5) == .failure(.sourceGone))
            #expect(try await spool.drops.drop(Samples.drop(2).id) == nil)
        }
    }

    @Test("failures are unread until they are marked, and refusals are counted for ever", arguments: SpoolKind.allCases)
    func unread(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            func unread() async throws -> [JobID] {
                try await spool.jobList.page(JobQuery(limit: 9, isUnread: true)).jobs.map(\.job.id)
            }
            #expect(try await spool.failures.refusals() == RefusalCounts())
            let drop = Samples.drop(1, inode: 11)
            _ = try await spool.drops.claim([drop], at: 1)
            let refused = Samples.refusal(of: drop)
            for utc: UTCMillis in [2, 3] {
                try await spool.drops.refuse(drop.id, failure: .empty, as: refused, code: "drop_empty", at: utc)
            }
            let failed = try await spool.accepted(2)
            let done = try await spool.accepted(3)
            _ = try await spool.jobs.move(failed.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 4)
            _ = try await spool.jobs.move(done.id, to: .done, picture: nil, token: 0, at: 4)
            #expect(try await Set(unread()) == [refused.id, failed.id])
            #expect(try await spool.failures.refusals() == RefusalCounts(unread: 1, byCode: ["drop_empty": 1]))
            try await spool.failures.markRead(done.id, at: 5)
            for _ in 1...2 { try await spool.failures.markRead(refused.id, at: 5) }
            #expect(try await unread() == [failed.id])
            #expect(try await spool.failures.refusals() == RefusalCounts(unread: 0, byCode: ["drop_empty": 1]))
            #expect(try await spool.failures.markAllRead(at: 6) == 1)
            #expect(try await spool.failures.markAllRead(at: 7) == 0)
            #expect(try await unread() == [])
            // A retry that fails again is a new failure.
            _ = try await spool.jobs.reopen(failed.id, mayPayTwice: true, token: 1, at: 8)
            _ = try await spool.jobs.move(failed.id, to: .failed(.pictureLost), picture: nil, token: 1, at: 9)
            #expect(try await unread() == [failed.id])
        }
    }

    @Test("a drop that was accepted isn't refused", arguments: SpoolKind.allCases)
    func refusesOnlyClaimed(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            let drop = Samples.drop(1, inode: 1)
            try await spool.drops.refuse(
                drop.id, failure: .empty, as: Samples.refusal(of: drop), code: "drop_empty", at: 2)
            #expect(try await spool.drops.drop(drop.id)?.phase == .read)
            #expect(try await spool.jobList.page(JobQuery(limit: 9)).jobs.map(\.job) == [job])
        }
    }

    @Test("a refused drop that was read again keeps its job, which gets a request", arguments: SpoolKind.allCases)
    func readmits(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            var drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let refused = Samples.refusal(of: drop)
            try await spool.drops.refuse(drop.id, failure: .empty, as: refused, code: "drop_empty", at: 2)
            drop.identity = FileIdentity(name: drop.identity.name, inode: 77, size: 78, modified: UTCNanos(79))
            drop.phase = .read
            drop.kept = FileName("boat (2).txt")
            let first = Samples.job(refused.id, of: drop, line: 1)
            let second = Samples.job(2, of: drop, line: 2)
            let early = try await spool.drops.readmit(drop, jobs: [first, second], token: 5, at: 3)
            #expect(early == nil, "its source may still be moved")
            try await spool.drops.keep(drop.id, as: FileName("boat (2).txt"))
            try await spool.drops.advance(drop.id, to: .gone, failure: .empty, at: 3)
            let jobs = try #require(try await spool.drops.readmit(drop, jobs: [first, second], token: 5, at: 4))
            #expect(jobs.map(\.id) == [refused.id, second.id] && jobs.map(\.line) == [1, 2])
            #expect(jobs[0].state == .queued && jobs[0].retries == 1 && jobs[0].token == 5)
            #expect(jobs[0].request == first.request)
            #expect(try await spool.drops.unfinishedDrops() == [drop])
            #expect(try await spool.jobList.counts() == ["queued": 2])
            #expect(try await spool.jobList.timeline(refused.id)?.steps.map(\.at) == [2, 4])
            let again = try await spool.drops.readmit(drop, jobs: [first], token: 6, at: 5)
            #expect(again == nil, "only once")
        }
    }

    @Test("names and numbers of all kinds survive", arguments: SpoolKind.allCases)
    func bytes(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let identity = FileIdentity(
                name: FileName(bytes: [255, 10, 39, 59]), inode: .max, size: .max, modified: UTCNanos(.min))
            let drop = Drop(
                id: DropID(utc: 1, seed: 1), folder: "한글'; --", identity: identity, sidecar: identity, isHeld: true)
            _ = try await spool.drops.claim([drop], at: 1)
            #expect(try await spool.drops.unfinishedDrops() == [drop])
        }
    }

    @Test("accepting again changes nothing and returns the current jobs", arguments: SpoolKind.allCases)
    func acceptsTwice(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let jobs = [Samples.job(1, of: drop), Samples.job(2, of: drop, line: 1)]
            #expect(try await spool.drops.accept(drop.id, content: nil, jobs: jobs, at: 2) == jobs)
            #expect(try await spool.drops.unfinishedDrops().map(\.phase) == [.read])
            #expect(try await spool.jobs.move(jobs[0].id, to: .unknown, picture: nil, token: 0, at: 3))

            let others = [Samples.job(8, of: drop), Samples.job(9, of: drop, line: 1)]
            let standing = try await spool.drops.accept(drop.id, content: nil, jobs: others, at: 4)
            #expect(standing.map(\.id) == jobs.map(\.id))
            #expect(standing.map(\.state) == [.unknown, .queued])
            #expect(try await spool.jobs.job(others[0].id) == nil)
        }
    }

    @Test("drop, line and sample identify a job: accepting samples again adds none", arguments: SpoolKind.allCases)
    func acceptsSamples(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let jobs = Samples.samples(3, from: 1, of: drop, line: 1) + Samples.samples(2, from: 4, of: drop, line: 2)
            #expect(try await spool.drops.accept(drop.id, content: nil, jobs: jobs, at: 2) == jobs)
            let others = Samples.samples(3, from: 11, of: drop, line: 1)
            #expect(try await spool.drops.accept(drop.id, content: nil, jobs: others, at: 3) == jobs)
            #expect(try await spool.jobList.counts() == ["queued": 5])
            let timeline = try #require(try await spool.jobList.timeline(jobs[1].id))
            #expect(timeline.samples == Array(jobs.prefix(3)).samples && timeline.samples.map(\.number) == [1, 2, 3])
            #expect(timeline.job.sample == Sample(2, of: 3))
        }
    }

    @Test("a drop with samples ends when all have ended, and says which failed", arguments: SpoolKind.allCases)
    func endsSamples(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let jobs = Samples.samples(3, from: 1, of: drop)
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: jobs, at: 2)
            let failure = JobFailure.backend("sketch", .empty)
            #expect(try await spool.jobs.move(jobs[0].id, to: .cancelled, picture: nil, token: 0, at: 3))
            #expect(try await spool.jobs.move(jobs[2].id, to: .failed(failure), picture: nil, token: 0, at: 3))
            #expect(try await spool.drops.tally(drop.id) == .open)
            #expect(try await spool.jobs.move(jobs[1].id, to: .done, picture: nil, token: 0, at: 3))
            #expect(try await spool.drops.tally(drop.id) == .ended(.sample(failure)))
            let part = FailedPart(line: 0, sample: Sample(3, of: 3), job: jobs[2].id, failure: failure)
            #expect(try await spool.drops.failedParts(of: drop.id) == [part])
        }
    }

    @Test("a failed sample of an edit can't be retried by itself", arguments: SpoolKind.allCases)
    func failedEdit(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let request = Request(source: .edit("at night", try Samples.digest(3), .png))
            let job = Job(
                id: Samples.jobID(1), drop: drop.id, line: 0, sample: Sample(1, of: 2), folder: "inbox",
                name: FileName("a-1.png"), outbox: Samples.outbox, request: request,
                state: .failed(.backend("sketch", .empty)), created: 1)
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 2)
            #expect(try await spool.drops.failedParts(of: drop.id).map(\.isRetryable) == [false])
        }
    }

    @Test("a drop keeps its content, and has a new identity after a rename", arguments: SpoolKind.allCases)
    func renames(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (drop, other) = (Samples.drop(1), Samples.drop(2, inode: 2))
            _ = try await spool.drops.claim([drop, other], at: 1)
            let content = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
            _ = try await spool.drops.accept(drop.id, content: content, jobs: [Samples.job(1, of: drop)], at: 2)
            let identity = FileIdentity(name: drop.identity.name, inode: 9, size: drop.identity.size, modified: 9)
            try await spool.drops.rename(drop.id, to: identity, sidecar: identity)
            try await spool.drops.rename(drop.id, to: other.identity, sidecar: nil)
            var renamed = drop
            renamed.phase = .read
            renamed.content = content
            renamed.identity = identity
            renamed.sidecar = identity
            #expect(try await spool.drops.unfinishedDrops() == [renamed, other])
        }
    }

    @Test("jobs of an unclaimed drop are rejected, and none is stored", arguments: SpoolKind.allCases)
    func acceptsNothingUnclaimed(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drop = Samples.drop(1)
            await #expect(throws: RepositoryFailure.self) {
                try await spool.drops.accept(drop.id, content: nil, jobs: [Samples.job(1, of: drop)], at: 1)
            }
            #expect(try await spool.jobList.counts() == [:])
        }
    }

    @Test("an older token and an ended job change nothing", arguments: SpoolKind.allCases)
    func tokens(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            let taken = try await spool.jobs.claimUnfinished(limit: 10, after: nil, token: 5, at: 3)
            #expect(taken.map(\.token) == [5])
            #expect(try await spool.jobs.move(job.id, to: .generated, picture: nil, token: 4, at: 4) == false)
            #expect(
                try await spool.jobs.stage(job.id, stem: "a", parts: [], taken: [], missingArt: nil, token: 4, at: 4)
                    == nil)
            #expect(try await spool.calls.begin(Samples.call(1, of: job.id), token: 4, at: 4) == false)
            #expect(try await spool.calls.lastCall(of: job.id) == nil)
            #expect(try await spool.jobs.job(job.id)?.state == .queued)

            #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 5, at: 5))
            #expect(try await spool.jobs.move(job.id, to: .queued, picture: nil, token: 5, at: 6) == false)
            #expect(
                try await spool.jobs.stage(job.id, stem: "a", parts: [], taken: [], missingArt: nil, token: 5, at: 6)
                    == nil)
            #expect(try await spool.jobs.job(job.id)?.state == .cancelled)
        }
    }

    @Test(
        "a start after the clock was set back still resumes jobs and blocks the earlier run's writes",
        arguments: SpoolKind.allCases, [3, 5] as [Int64])
    func clockSetBack(_ kind: SpoolKind, _ token: Int64) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            _ = try await spool.jobs.claimUnfinished(limit: 10, after: nil, token: 5, at: 5)
            let taken = try await spool.jobs.claimUnfinished(limit: 10, after: nil, token: token, at: UTCMillis(token))
            #expect(taken.map(\.token) == [6])
            #expect(try await spool.jobs.move(job.id, to: .generated, picture: nil, token: 5, at: 6) == false)
            #expect(try await spool.jobs.move(job.id, to: .generated, picture: nil, token: 6, at: 6))
        }
    }

    @Test(
        "resuming pages through unfinished jobs, oldest first, without changing their state",
        arguments: SpoolKind.allCases)
    func takesUp(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            for number in 1...5 { _ = try await spool.accepted(number) }
            _ = try await spool.jobs.move(Samples.jobID(2), to: .submitting, picture: nil, token: 0, at: 9)
            _ = try await spool.jobs.move(Samples.jobID(3), to: .done, picture: nil, token: 0, at: 9)
            let first = try await spool.jobs.claimUnfinished(limit: 2, after: nil, token: 1, at: 10)
            #expect(first.map(\.id) == [1, 2].map(Samples.jobID))
            #expect(first.map(\.state) == [.queued, .submitting])
            let rest = try await spool.jobs.claimUnfinished(limit: 9, after: first.last?.id, token: 1, at: 10)
            #expect(rest.map(\.id) == [4, 5].map(Samples.jobID))
            #expect(try await spool.jobList.counts() == ["queued": 3, "submitting": 1, "done": 1])
        }
    }

    @Test("every state change is recorded with its time and reason", arguments: SpoolKind.allCases)
    func history(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            let picture = StoredPicture(digest: try Samples.digest(9), format: .png)
            let states: [JobState] = [
                .waiting(until: 99, .backend("sketch", .rateLimited(after: 5))), .held(.approval), .generated,
                .failed(.pictureLost),
            ]
            for (index, state) in states.enumerated() {
                let stored = state == .generated ? picture : nil
                #expect(
                    try await spool.jobs.move(
                        job.id, to: state, picture: stored, token: 0, at: UTCMillis(Int64(10 + index))))
                #expect(try await spool.jobs.job(job.id)?.state == state)
            }
            let moments = try #require(try await spool.jobList.timeline(job.id)).steps
            #expect(moments.map(\.state) == [.queued] + states)
            #expect(moments.map(\.at) == [1, 10, 11, 12, 13])
            #expect(try await spool.jobs.job(job.id)?.picture == picture)
            #expect(try await spool.drops.tally(job.drop) == .ended(.job(.pictureLost)))
        }
    }

    @Test("a drop with a withdrawn job is distinguished, even after a crash", arguments: SpoolKind.allCases)
    func withdrawnJobs(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (one, other) = (try await spool.accepted(1), try await spool.accepted(2))
            #expect(try await spool.jobs.withdraw(one.id, token: 0, at: 2))
            #expect(try await spool.jobs.withdraw(one.id, token: 0, at: 3) == false)
            #expect(try await spool.jobs.job(one.id)?.state == .cancelled)
            #expect(try await spool.jobList.timeline(one.id)?.steps.map(\.state) == [.queued, .cancelled])
            #expect(try await spool.jobs.move(other.id, to: .cancelled, picture: nil, token: 0, at: 2))
            #expect(try await spool.drops.tally(one.drop) == .ended(.withdrawn))
            #expect(try await spool.drops.tally(other.drop) == .ended(nil))
            #expect(try await spool.drops.tally(DropID(high: 9, low: 9)) == .ended(nil))
            #expect(try await spool.drops.unfinishedDrops().first { $0.id == one.drop }?.failure == .withdrawn)
            try await spool.drops.advance(one.drop, to: .ended, failure: nil, at: 4)
            #expect(
                try await spool.drops.unfinishedDrops().first { $0.id == one.drop }?.failure == nil,
                "something came of it")
        }
    }

    @Test(
        "a drop that vanished after its claim leaves no trace: the same content is new again",
        arguments: SpoolKind.allCases)
    func changedAfterwards(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drops = (1...2).map { Samples.observedDrop($0, name: "a.txt") }
            #expect(try await spool.drops.claim(drops, at: 1) == drops)
            #expect(try await spool.drops.observe(drops[0].id, content: Samples.digest(1), at: 2))
            try await spool.drops.advance(drops[0].id, to: .gone, failure: nil, at: 3)
            #expect(try await spool.drops.observed(in: "inbox") == [])
            #expect(try await spool.drops.observe(drops[1].id, content: Samples.digest(1), at: 4))
        }
    }

    @Test("a withdrawn file in an observed folder doesn't count as processed", arguments: SpoolKind.allCases)
    func withdrawn(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drops = (1...2).map { Samples.observedDrop($0, name: "a.txt") }
            let content = try Samples.digest(1)
            #expect(try await spool.drops.claim(drops, at: 1) == drops)
            #expect(try await spool.drops.observe(drops[0].id, content: content, at: 2))
            try await spool.drops.advance(drops[0].id, to: .ended, failure: .withdrawn, at: 3)
            try await spool.drops.advance(drops[0].id, to: .gone, failure: .withdrawn, at: 3)
            #expect(try await spool.drops.observed(in: "inbox") == [])
            #expect(
                try await spool.drops.observe(drops[1].id, content: content, at: 4), "the same content, dropped again")
        }
    }

    @Test(
        "each content of an observed folder is processed once; changed or vanished files don't count",
        arguments: SpoolKind.allCases)
    func observed(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let drops = (1...6).map { number in
                Samples.observedDrop(number, name: "\(number).png", in: number == 6 ? "other" : "inbox")
            }
            #expect(try await spool.drops.claim(drops, at: 1) == drops)
            let (same, other) = (try Samples.digest(1), try Samples.digest(2))
            #expect(try await spool.drops.observe(drops[0].id, content: same, at: 2))
            #expect(try await spool.drops.observe(drops[0].id, content: same, at: 2), "asked again after a crash")
            #expect(try await spool.drops.observe(drops[1].id, content: same, at: 2) == false)
            #expect(try await spool.drops.observe(drops[2].id, content: other, at: 2))
            #expect(try await spool.drops.observe(drops[5].id, content: same, at: 2), "another folder")
            #expect(try await spool.drops.observed(in: "inbox") == [drops[1].identity])
            _ = try await spool.drops.accept(drops[0].id, content: same, jobs: [], at: 3)
            for (drop, failure) in [(drops[0], nil), (drops[3], .link), (drops[4], .vanished)]
                as [(Drop, DropFailure?)]
            {
                try await spool.drops.advance(drop.id, to: .gone, failure: failure, at: 3)
            }
            #expect(try await spool.drops.observed(in: "inbox") == [0, 1, 3].map { drops[$0].identity })
            var left = [drops[2], drops[5]]
            left[0].content = other
            left[1].content = same
            #expect(try await spool.drops.unfinishedDrops() == left)
        }
    }
}

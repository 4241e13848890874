import Domain
import MVISimulation
import Repositories
import Testing

@Suite("Spool: retries")
struct RetryTests {
    private static let picture = JobFailure.picture(.truncated(rows: 1, height: 2))

    @Test(
        "a failed job is queued again with no attempts, a newer token and one more retry", arguments: SpoolKind.allCases
    )
    func failed(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            try await spool.called(job.id, .settled)
            #expect(try await spool.jobs.move(job.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 3))
            #expect(try await spool.jobs.reopen(job.id, mayPayTwice: false, token: 7, at: 4) == .failure(.mayPayTwice))
            let again = try await spool.jobs.reopen(job.id, mayPayTwice: true, token: 7, at: 4).get()
            #expect(again.state == .queued && again.attempts == 0 && again.retries == 1 && again.token == 7)
            #expect(try await spool.jobs.job(job.id) == again)
            let states = try await spool.jobList.timeline(job.id)?.steps.map(\.state)
            #expect(states == [.queued, .submitting, .failed(.pictureLost), .queued])
            #expect(try await spool.drops.tally(job.drop) == .open)
        }
    }

    @Test(
        "a cancellation mark lasts until a retry, and ended jobs can't be marked",
        arguments: SpoolKind.allCases)
    func cancelMarks(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (one, other) = (try await spool.accepted(1), try await spool.accepted(2))
            try await spool.jobs.recordCancellation(one.id)
            let taken = try await spool.jobs.claimUnfinished(limit: 9, after: nil, token: 1, at: 2)
            #expect(taken.map(\.isCancelRequested) == [true, false])
            for job in [one, other] {
                #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 1, at: 3))
            }
            #expect(try await spool.jobs.job(one.id)?.isCancelRequested == true)
            let again = try await spool.jobs.reopen(one.id, mayPayTwice: false, token: 2, at: 4).get()
            #expect(again.isCancelRequested == false)
            try await spool.jobs.recordCancellation(other.id)
            #expect(try await spool.jobs.job(other.id)?.isCancelRequested == false)
        }
    }

    @Test(
        "only ended and unknown jobs can be retried", arguments: [JobState.queued, .generated, .staged, .done],
        SpoolKind.allCases)
    func refused(_ state: JobState, _ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            if state != .queued {
                #expect(try await spool.jobs.move(job.id, to: state, picture: nil, token: 0, at: 3))
            }
            let answer = try await spool.jobs.reopen(job.id, mayPayTwice: true, token: 7, at: 4)
            #expect(answer == .failure(.notRetryable(state: state.word)))
            let stranger = try await spool.jobs.reopen(Samples.jobID(9), mayPayTwice: true, token: 7, at: 4)
            #expect(stranger == .failure(.noSuchJob))
            #expect(try await spool.jobs.job(job.id)?.retries == 0)
        }
    }

    @Test(
        "an invalid batch line was never begun and can't be retried",
        arguments: SpoolKind.allCases)
    func neverStarted(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            #expect(try await spool.jobs.move(job.id, to: .failed(.request(.empty)), picture: nil, token: 0, at: 3))
            let answer = try await spool.jobs.reopen(job.id, mayPayTwice: true, token: 7, at: 4)
            #expect(answer == .failure(.neverStarted))
            let lines = try await spool.drops.failedParts(of: job.drop)
            #expect(lines == [FailedPart(line: job.line, job: job.id, failure: .request(.empty))])
        }
    }

    @Test(
        "an unknown job is retried only with permission to pay twice, and its call is settled",
        arguments: [false, true],
        SpoolKind.allCases)
    func unknown(_ isUnknown: Bool, _ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            try await spool.called(job.id, .submitting)
            let state = isUnknown ? JobState.unknown : .cancelled
            #expect(try await spool.jobs.move(job.id, to: state, picture: nil, token: 0, at: 3))
            #expect(try await spool.jobs.reopen(job.id, mayPayTwice: false, token: 7, at: 4) == .failure(.mayPayTwice))
            #expect(try await spool.jobs.job(job.id)?.state == state)
            let again = try await spool.jobs.reopen(job.id, mayPayTwice: true, token: 7, at: 4)
            #expect(try again.get().state == .queued)
            let call = try await spool.calls.lastCall(of: job.id)
            #expect(call?.phase == .settled && call?.failure == .unknown)
        }
    }

    @Test(
        "submitted work and paid pictures are kept",
        arguments: [Call.Phase.submitted, .fetched], SpoolKind.allCases)
    func kept(_ phase: Call.Phase, _ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            try await spool.called(job.id, phase)
            let picture = StoredPicture(digest: try Samples.digest(9), format: .png)
            #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: picture, token: 0, at: 3))
            let again = try await spool.jobs.reopen(job.id, mayPayTwice: false, token: 7, at: 4).get()
            #expect(again.picture == picture)
            #expect(try await spool.calls.lastCall(of: job.id)?.phase == phase)
        }
    }

    @Test(
        "an unusable generated picture is dropped: only another one can help", arguments: SpoolKind.allCases)
    func useless(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            try await spool.called(job.id, .fetched)
            let picture = StoredPicture(digest: try Samples.digest(9), format: .png)
            #expect(try await spool.jobs.move(job.id, to: .failed(Self.picture), picture: picture, token: 0, at: 3))
            let again = try await spool.jobs.reopen(job.id, mayPayTwice: false, token: 7, at: 4).get()
            #expect(again.picture == nil)
            #expect(try await spool.calls.lastCall(of: job.id)?.phase == .settled)
        }
    }

    @Test(
        "reserved names are released at the end, and a token never decreases",
        arguments: SpoolKind.allCases)
    func names(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            _ = try await spool.jobs.stage(
                job.id, stem: "a", parts: Samples.parts, taken: [], missingArt: nil, token: 9, at: 2)
            #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 9, at: 3))
            let again = try await spool.jobs.reopen(job.id, mayPayTwice: false, token: 7, at: 4).get()
            #expect(again.outputs.isEmpty && again.token == 9)
        }
    }
}

extension SpoolRepositories {
    /// Records a call of the job in this phase.
    fileprivate func called(_ job: JobID, _ phase: Call.Phase) async throws {
        var call = try Samples.call(1, of: job)
        #expect(try await calls.begin(call, token: 0, at: 2))
        call.phase = phase
        try await calls.keep(call, at: 2)
    }
}

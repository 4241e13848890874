import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs: decisions by a person")
struct JobsPersonsTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let prompt = Job.fixture(1, prompt: "a fox")
    private let picture = Job.fixture(2)
    private static let refusals: [RetryRefusal] = [.noSuchJob, .mayPayTwice, .pictureLost, .repository(.busy)]

    // MARK: Retrying

    @Test("an ended job is queued again and begins")
    func retry() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.ask(.retry(mayPayTwice: true), prompt.id), commands: [reopen(prompt, mayPayTwice: true)]) {
            $0 = $0.asked(prompt.id, .retry(mayPayTwice: true))
        }
        store.receive(
            .reopened(prompt.id, .success(Jobs.ReopenedJob(prompt))), from: .job(prompt.id),
            commands: [
                .emit(.retried(prompt)), .answer(.retried), .emit(.needsPictures([prompt])),
                .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(prompt, .awaitingPicture)]) }
    }

    @Test("a refused drop that was read again is handed to Intake, and all its jobs begin") func readmitted() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        let retry = Jobs.UserRequest.retry(mayPayTwice: false)
        let drop = Drop(
            id: prompt.drop, folder: "inbox",
            identity: FileIdentity(name: FileName("fox.jsonl"), inode: 1, size: 2, modified: UTCNanos(3)), phase: .read)
        let other = Job.fixture(3, prompt: "a cow")
        store.send(.ask(retry, prompt.id), commands: [reopen(prompt, mayPayTwice: false)]) {
            $0 = $0.asked(prompt.id, retry)
        }
        store.receive(
            .reopened(prompt.id, .success(Jobs.ReopenedJob(prompt, of: drop, others: [other]))), from: .job(prompt.id),
            commands: [
                .emit(.readmitted(drop)), .answer(.retried), .emit(.needsPictures([prompt, other])),
                .emit(.remainingCapacity(510)),
            ]
        ) { $0 = .running([(prompt, .awaitingPicture), (other, .awaitingPicture)]) }
    }

    @Test("a refused drop counts as a failed job, and takes no place") func refusalCounted() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.countRefusal) { $0.finished.failed = 1 }
        #expect(store.state.remainingCapacity == Jobs.State.capacity)
    }

    @Test("requests about one job are handled in turn: a retry begins nothing if a cancellation waits")
    func inTurn() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        let retry = Jobs.UserRequest.retry(mayPayTwice: false)
        store.send(.ask(retry, prompt.id, 1), commands: [reopen(prompt, mayPayTwice: false)]) {
            $0 = $0.asked(prompt.id, retry)
        }
        store.send(.ask(retry, prompt.id, 2)) { $0 = $0.asked(prompt.id, retry, retry) }
        store.send(.ask(.cancel, prompt.id, 3)) { $0 = $0.asked(prompt.id, retry, retry, .cancel) }
        store.receive(
            .reopened(prompt.id, .success(Jobs.ReopenedJob(prompt))), from: .job(prompt.id),
            commands: [
                .emit(.retried(prompt)), .answer(.retried, 1),
                .answer(.retryRefused(.notRetryable(state: "queued")), 2), .emit(.pictureUnneeded(prompt.id)),
                cancelling(prompt), .emit(.remainingCapacity(511)),
            ]
        ) {
            $0 = .running([(prompt, .moving)])
            $0.entries[prompt.id]?.isCancelled = true
            $0.requests = [prompt.id: [Jobs.PendingRequest(request: .cancel, ticket: Ticket(3))]]
            $0.cancelling = [prompt.id]
        }
        store.leaveOpen([.job(prompt.id)])
    }

    @Test("a rejection by the database is reported, and an unknown job is unchanged", arguments: refusals)
    func refused(_ refusal: RetryRefusal) {
        let unknown = prompt.with(.unknown)
        let retry = Jobs.UserRequest.retry(mayPayTwice: false)
        let store = TestStore(Jobs.self, .running([(unknown, .awaitingUser)]), stamp: stamp)
        store.send(.ask(retry, unknown.id), commands: [reopen(unknown, mayPayTwice: false)]) {
            $0 = $0.asked(unknown.id, retry)
        }
        store.receive(
            .reopened(unknown.id, .failure(refusal)), from: .job(unknown.id),
            commands: [.answer(.retryRefused(refusal))]
        ) { $0.requests = [:] }
    }

    @Test("active, waiting and held jobs aren't retried")
    func busy() {
        let held = picture.with(.held(.approval))
        let store = TestStore(Jobs.self, .running([(prompt, .awaitingPicture), (held, .awaitingUser)]), stamp: stamp)
        for (job, word) in [(prompt, "queued"), (held, "held")] {
            store.send(
                .ask(.retry(mayPayTwice: true), job.id),
                commands: [.answer(.retryRefused(.notRetryable(state: word)))])
        }
    }

    @Test("a done job is delivered again; one in progress, or while draining, is not")
    func redeliver() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        let effect = Command<Jobs>.run(
            .redeliver(picture.id, token: 1_000_000), as: .job(picture.id), ifRunning: .keep)
        store.send(.ask(.redeliver, picture.id), commands: [effect]) { $0 = $0.asked(picture.id, .redeliver) }
        store.receive(
            .redelivering(picture.id, .failure(.pictureGone)), from: .job(picture.id),
            commands: [.answer(.redeliverRefused(.pictureGone))]
        ) { $0.requests = [:] }

        var state = Jobs.State.running().asked(picture.id, .redeliver)
        let commands = Jobs.reduce(&state, .redelivering(picture.id, .success(picture)), stamp)
        #expect(commands.prefix(2) == [.emit(.redelivering(picture)), .answer(.redelivering)])
        #expect(state.entries[picture.id]?.job == picture && state.requests.isEmpty)
        let busy = Jobs.reduce(&state, .requested(.redeliver, picture.id), stamp)
        #expect(busy == [.answer(.redeliverRefused(.notDone(state: "queued")))])
        state.phase = .draining
        let late = Jobs.reduce(&state, .requested(.redeliver, prompt.id), stamp)
        #expect(late == [.answer(.redeliverRefused(.draining))])
    }

    @Test("while pages of an earlier run's jobs are missing, jobs that may be on them aren't retried")
    func pageToCome() {
        var state = Jobs.State.running()
        state.pageEnd = picture.id
        let store = TestStore(Jobs.self, state, stamp: stamp)
        store.send(.ask(.retry(mayPayTwice: true), prompt.id), commands: [.answer(.retryRefused(.noRoom))])
    }

    @Test("a job resumed during its retry keeps the newer token")
    func newerToken() {
        var known = prompt
        known.token = 9
        var state = Jobs.State.running([(known, .awaitingUser)]).asked(prompt.id, .retry(mayPayTwice: true))
        var old = prompt
        old.token = 3
        let commands = Jobs.reduce(&state, .reopened(prompt.id, .success(Jobs.ReopenedJob(old))), stamp)
        #expect(commands.contains(.emit(.needsPictures([known]))))
        #expect(state == .running([(known, .awaitingPicture)]))
    }

    @Test("a job added while an earlier run's jobs are resumed keeps its token")
    func takenUpToo() {
        var state = Jobs.State.initial()
        _ = Jobs.reduce(&state, .started, stamp)
        _ = Jobs.reduce(&state, .accepted([prompt]), stamp)
        #expect(state.entries[prompt.id]?.activity == .queued)
        var taken = prompt
        taken.token = 5
        _ = Jobs.reduce(&state, .claimedUnfinished(.success([taken])), stamp)
        #expect(state.entries[prompt.id]?.job.token == 5 && state.entries[prompt.id]?.activity == .awaitingPicture)
    }

    @Test("without capacity, and during shutdown, nothing is retried")
    func noRoom() {
        let entries = (1...UInt64(512)).map { (Job.fixture($0), Jobs.Activity.staging) }
        let stranger = JobID(high: 9, low: 9)
        let store = TestStore(Jobs.self, .running(entries), stamp: stamp)
        store.send(.ask(.retry(mayPayTwice: true), stranger), commands: [.answer(.retryRefused(.noRoom))])
        store.send(.drain) { $0.phase = .draining }
        store.send(.ask(.retry(mayPayTwice: true), stranger), commands: [.answer(.retryRefused(.draining))])
    }

    // MARK: Cancelling

    @Test("a waiting, unknown or queued job is cancelled at once, and its drop ends")
    func cancel() {
        let activities: [Jobs.Activity] = [.queued, .awaitingUser, .sleeping(until: .seconds(40))]
        for activity in activities {
            var state = Jobs.State.running([(picture, activity)])
            state.isPaused = true
            let store = TestStore(Jobs.self, state, stamp: stamp)
            store.send(.ask(.cancel, picture.id), commands: [cancelling(picture)]) {
                $0 = $0.asked(picture.id, .cancel)
                $0.cancelling = [picture.id]
                $0.entries[picture.id]?.isCancelled = true
                $0.entries[picture.id]?.activity = .moving
            }
            let job = picture.with(.cancelled)
            store.receive(
                .moved(picture.id, .cancelled, .success(true)), from: .job(picture.id),
                commands: [.emit(.cancelled(job)), tally(job), .emit(.remainingCapacity(0)), .answer(.cancelled)]
            ) {
                $0.requests = [:]
                $0.cancelling = []
                $0.entries = [:]
                $0.tallies = [job.drop: .running]
                $0.finished.cancelled = 1
            }
            store.receive(
                .tallied(job.drop, .success(.ended(nil))), from: .drop(job.drop),
                commands: [.emit(.dropEnded(job.drop, nil))]
            ) { $0.tallies = [:] }
        }
    }

    @Test("an active job is cancelled at its backend, and a picture that still arrives is kept with it")
    func cancelAsking() {
        let store = TestStore(Jobs.self, .running([(prompt, .awaitingPicture)]), stamp: stamp)
        store.send(.ask(.cancel, prompt.id), commands: [.emit(.pictureUnneeded(prompt.id)), noting(prompt)]) {
            $0 = $0.asked(prompt.id, .cancel)
            $0.cancelling = [prompt.id]
            $0.entries[prompt.id]?.isCancelled = true
            $0.entries[prompt.id]?.isRecordingCancel = true
        }
        store.receive(.cancelRecorded(prompt.id, nil), from: .cancelRecord(prompt.id), commands: [.answer(.cancelled)])
        {
            $0.requests = [:]
            $0.cancelling = []
            $0.entries[prompt.id]?.isRecordingCancel = false
        }
        store.send(.ask(.cancel, prompt.id), commands: [.answer(.cancelled)])
        let painted = prompt.with(picture: .fixture)
        store.send(.pictureArrived(prompt.id, .picture(.fixture)), commands: [cancelling(painted)]) {
            $0.entries[prompt.id]?.job = painted
            $0.entries[prompt.id]?.activity = .moving
        }
        store.leaveOpen([.job(prompt.id)])
    }

    @Test("with any other result of the backend the job is cancelled")
    func cancelAnswers() {
        for answer in [
            PictureAnswer.waits(.pictureLost, until: 9), .failed(.pictureLost), .unknown, .cancelled,
        ] {
            var state = Jobs.State.running([(prompt, .awaitingPicture)])
            state.entries[prompt.id]?.isCancelled = true
            #expect(Jobs.reduce(&state, .pictureReceived(prompt.id, answer), stamp) == [cancelling(prompt)])
        }
    }

    @Test("a job being rendered is cancelled afterwards, and its temporary files are removed")
    func cancelStaging() {
        let staged = picture.with(.staged).with(outputs: [.fixture])
        for (answer, job, news) in [
            (Result<[OutputFile]?, JobFailure>.success([.fixture]), staged, [Command<Jobs>.emit(.stepped(staged))]),
            (.failure(.delivery(.full)), picture, []),
        ] {
            var state = Jobs.State.running([(picture, .staging)])
            #expect(Jobs.reduce(&state, .requested(.cancel, picture.id), stamp) == [noting(picture)])
            #expect(Jobs.reduce(&state, .staged(picture.id, answer), stamp) == news + [cancelling(job)])
            #expect(state.entries[picture.id]?.activity == .moving)
        }
    }

    @Test("a delivered job is done; one that can't be delivered is cancelled")
    func cancelDelivering() {
        let staged = picture.with(.staged).with(outputs: [.fixture])
        var state = Jobs.State.running([(staged, .delivering)])
        state.entries[staged.id]?.isCancelled = true
        var late = state
        #expect(
            Jobs.reduce(&late, .delivered(staged.id, .success(true)), stamp)
                == [.emit(.done(staged.with(.done))), tally(staged), .emit(.remainingCapacity(512))])
        #expect(Jobs.reduce(&state, .delivered(staged.id, .failure(.delivery(.full))), stamp) == [cancelling(staged)])
    }

    @Test("a job whose state is being written is cancelled afterwards, unless that state ends it")
    func cancelMoving() {
        for target in [JobState.generated, .waiting(until: 2_000_000, .pictureLost), .unknown] {
            var state = Jobs.State.running([(picture, .moving)])
            _ = Jobs.reduce(&state, .requested(.cancel, picture.id), stamp)
            let commands = Jobs.reduce(&state, .moved(picture.id, target, .success(true)), stamp)
            let stands = picture.with(target)
            #expect(commands == [.emit(.stepped(stands)), cancelling(stands)])
        }
        var state = Jobs.State.running([(picture, .moving)])
        _ = Jobs.reduce(&state, .requested(.cancel, picture.id), stamp)
        _ = Jobs.reduce(&state, .moved(picture.id, .failed(.pictureLost), .success(true)), stamp)
        #expect(state == .running(failed: 1, tallies: [picture.drop]))
    }

    @Test("a cancellation that can't be recorded still applies, and the failure is reported")
    func unnoted() {
        var state = Jobs.State.running([(picture, .staging)])
        _ = Jobs.reduce(&state, .requested(.cancel, picture.id), stamp)
        #expect(
            Jobs.reduce(&state, .cancelRecorded(picture.id, .busy), stamp) == [
                .emit(.storageFailed(.busy)), .answer(.cancelled),
            ])
        #expect(state.entries[picture.id]?.isCancelled == true && state.entries[picture.id]?.isRecordingCancel == false)
    }

    @Test("a job cancelled during work ends at the next start, in any state")
    func cancelAcrossStarts() {
        var asked = prompt.with(.submitting)
        asked.isCancelRequested = true
        var state = Jobs.State.initial()
        state.phase = .recoveringJobs
        let commands = Jobs.reduce(&state, .claimedUnfinished(.success([asked])), stamp)
        #expect(commands == [.emit(.resumedJobs(1)), cancelling(asked), .emit(.remainingCapacity(511))])
        #expect(state.entries[asked.id]?.isCancelled == true && state.entries[asked.id]?.activity == .moving)
    }

    @Test("a job that isn't loaded is cancelled in its row", arguments: [true, false])
    func cancelRow(_ isThere: Bool) {
        let job = prompt.with(.cancelled)
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.ask(.cancel, job.id), commands: [row(job)]) { $0 = $0.asked(job.id, .cancel) }
        if isThere {
            store.receive(
                .rowCancelled(job.id, .success(job)), from: .job(job.id),
                commands: [.emit(.cancelled(job)), tally(job), .answer(.cancelled)]
            ) {
                $0.requests = [:]
                $0.tallies = [job.drop: .running]
                $0.finished.cancelled = 1
            }
            store.leaveOpen([.drop(job.drop)])
        } else {
            store.send(.ask(.cancel, job.id, 2)) { $0 = $0.asked(job.id, .cancel, .cancel) }
            store.receive(
                .rowCancelled(job.id, .success(nil)), from: .job(job.id),
                commands: [.answer(.cancelRefused(nil)), row(job)]
            ) { $0.requests[job.id]?.removeFirst() }
            store.receive(
                .rowCancelled(job.id, .failure(.busy)), from: .job(job.id),
                commands: [.answer(.cancelRefused(.busy), 2)]
            ) { $0.requests = [:] }
        }
    }

    private func reopen(_ job: Job, mayPayTwice: Bool) -> Command<Jobs> {
        .run(
            .reopen(job.id, mayPayTwice: mayPayTwice, token: 1_000_000), as: .job(job.id),
            ifRunning: .keep)
    }

    private func noting(_ job: Job) -> Command<Jobs> {
        .run(.recordCancellation(job.id), as: .cancelRecord(job.id), ifRunning: .keep)
    }

    private func cancelling(_ job: Job) -> Command<Jobs> {
        .run(.move(job, to: .cancelled), as: .job(job.id), ifRunning: .keep)
    }

    private func row(_ job: Job) -> Command<Jobs> {
        .run(.cancelRow(job.id, token: 1_000_000), as: .job(job.id), ifRunning: .keep)
    }

    private func tally(_ job: Job) -> Command<Jobs> {
        .run(.tally(job.drop), as: .drop(job.drop))
    }
}

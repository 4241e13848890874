import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs: submissions and forgetting")
struct JobsSubmissionTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let job = Job.fixture(1, prompt: "a fox")
    private let ticket = Ticket(1)
    private var drop: Drop {
        let identity = FileIdentity(name: FileName(".submitted-1"), inode: 0, size: 0, modified: 0)
        return Drop(id: job.drop, folder: "inbox", identity: identity, phase: .read)
    }
    private var submission: Jobs.Submission {
        Jobs.Submission(SubmittedJobs(job, content: nil), drop: drop, pictures: [[1, 2]])
    }
    private static let refusals: [SubmitRefusal] = [.noRoom, .storage(.full), .repository(.busy)]

    @Test("a stored submission is reported with its drop, started and answered, also while paused")
    func submit() {
        for isPaused in [false, true] {
            var state = Jobs.State.running()
            state.isPaused = isPaused
            let store = TestStore(Jobs.self, state, stamp: stamp)
            send(store)
            let stored = SubmittedJobs(job, content: nil)
            let starts: [Command<Jobs>] = isPaused ? [] : [.emit(.needsPictures([job]))]
            store.receive(
                .submitted(ticket, .success(stored)), from: .submission(ticket),
                commands: [.emit(.submitted([job], drop))] + starts
                    + [.emit(.remainingCapacity(isPaused ? 0 : 511)), .answer(.submitted(stored))]
            ) {
                $0 = .running([(job, isPaused ? .queued : .awaitingPicture)])
                $0.isPaused = isPaused
            }
        }
    }

    @Test("an earlier submission with the same key is answered with its job, which is not added again")
    func known() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        send(store)
        let earlier = SubmittedJobs(Job.fixture(2, prompt: "a fox", state: .done), content: .fixture)
        store.receive(
            .submitted(ticket, .success(earlier)), from: .submission(ticket), commands: [.answer(.submitted(earlier))]
        ) { $0.submitting = [:] }
    }

    @Test("a submission that can't be stored is refused", arguments: refusals)
    func refused(_ refusal: SubmitRefusal) {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        send(store)
        store.receive(
            .submitted(ticket, .failure(refusal)), from: .submission(ticket),
            commands: [.answer(.submitRefused(refusal))]
        ) { $0.submitting = [:] }
    }

    @Test("submissions that are being stored count: no more are accepted than fit")
    func room() {
        let entries = (2...UInt64(512)).map { (Job.fixture($0), Jobs.Activity.staging) }
        let store = TestStore(Jobs.self, .running(entries), stamp: stamp)
        send(store)
        store.send(.submit(submission, Ticket(2)), commands: [.answer(.submitRefused(.noRoom), 2)])
        store.send(
            .ask(.retry(mayPayTwice: false), JobID(high: 9, low: 9), 3), commands: [.answer(.retryRefused(.noRoom), 3)])
        store.leaveOpen([.submission(ticket)])
    }

    @Test("all samples of a submission are added at once, those beyond the budget as held")
    func samples() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(1))
        let stop = BudgetExceeded(cap: cap, resetsAt: 1_060_000, samples: FittingSamples(1, of: 2))
        let held = Job.fixture(2, prompt: "a fox", state: .held(.budget(stop, until: 1_060_000)))
        let stored = SubmittedJobs(job, [held], content: nil)
        let submission = Jobs.Submission(stored, drop: drop)
        store.send(
            .submit(submission, ticket),
            commands: [.run(.submit(submission, ticket), as: .submission(ticket), ifRunning: .keep)]
        ) { $0.submitting = [ticket: Jobs.NewJobs(first: job.id, count: 2, drop: drop)] }
        store.receive(
            .submitted(ticket, .success(stored)), from: .submission(ticket),
            commands: [
                .emit(.submitted([job, held], drop)), .emit(.held(held, .budget(stop, until: 1_060_000))),
                .emit(.needsPictures([job])), .run(.sleep(.seconds(60)), as: .timer),
                .emit(.remainingCapacity(511)), .answer(.submitted(stored)),
            ]
        ) {
            $0 = .running([(job, .awaitingPicture), (held, .sleeping(until: .seconds(70)))])
            $0.timerAt = .seconds(70)
        }
        store.leaveOpen([.timer])
    }

    @Test("a submission is refused as a whole if not all of its samples fit")
    func roomForSamples() {
        let entries = (2...UInt64(511)).map { (Job.fixture($0), Jobs.Activity.staging) }
        let store = TestStore(Jobs.self, .running(entries), stamp: stamp)
        let many = Jobs.Submission(SubmittedJobs(job, [.fixture(600), .fixture(601)], content: nil), drop: drop)
        store.send(.submit(many, ticket), commands: [.answer(.submitRefused(.noRoom))])
        let two = Jobs.Submission(SubmittedJobs(job, [.fixture(600)], content: nil), drop: drop)
        store.send(
            .submit(two, ticket), commands: [.run(.submit(two, ticket), as: .submission(ticket), ifRunning: .keep)]
        ) { $0.submitting = [ticket: Jobs.NewJobs(first: job.id, count: 2, drop: drop)] }
        store.send(.submit(submission, Ticket(2)), commands: [.answer(.submitRefused(.noRoom), 2)])
        store.leaveOpen([.submission(ticket)])
    }

    @Test("a submission during a drain is stored and kept for the next stores")
    func draining() {
        var state = Jobs.State.running()
        state.phase = .draining
        let store = TestStore(Jobs.self, state, stamp: stamp)
        send(store)
        let stored = SubmittedJobs(job, content: nil)
        store.receive(
            .submitted(ticket, .success(stored)), from: .submission(ticket),
            commands: [.emit(.submitted([job], drop)), .emit(.remainingCapacity(0)), .answer(.submitted(stored))]
        ) {
            $0 = .running([(job, .queued)])
            $0.phase = .draining
        }
    }

    @Test("an ended job is forgotten, and the answer says what was removed")
    func forget() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        let files = Jobs.ForgottenFiles(created: 5, removed: 3)
        for (result, answer) in [
            (Result<Jobs.ForgottenFiles, ForgetRefusal>.success(files), Jobs.Answer.forgotten(files)),
            (.failure(.noSuchJob), .forgetRefused(.noSuchJob)),
        ] {
            store.send(
                .ask(.forget, job.id),
                commands: [.run(.forget(job.id), as: .job(job.id), ifRunning: .keep)]
            ) { $0 = $0.asked(job.id, .forget) }
            store.receive(.forgotten(job.id, result), from: .job(job.id), commands: [.answer(answer)]) {
                $0.requests = [:]
            }
        }
    }

    @Test("an unfinished job isn't forgotten, nor one that was asked to be retried before")
    func unfinished() {
        let store = TestStore(Jobs.self, .running([(job, .awaitingPicture)]), stamp: stamp)
        store.send(.ask(.forget, job.id), commands: [.answer(.forgetRefused(.notEnded(state: "queued")))])
        var state = Jobs.State.running().asked(job.id, .retry(mayPayTwice: false))
        #expect(Jobs.reduce(&state, .requested(.forget, job.id, 2), stamp).isEmpty)
        let commands = Jobs.reduce(&state, .reopened(job.id, .success(Jobs.ReopenedJob(job))), stamp)
        #expect(commands.contains(.answer(.forgetRefused(.notEnded(state: "queued")), 2)))
    }

    private func send(_ store: TestStore<Jobs>) {
        store.send(
            .submit(submission, ticket),
            commands: [.run(.submit(submission, ticket), as: .submission(ticket), ifRunning: .keep)]
        ) { $0.submitting = [ticket: Jobs.NewJobs(first: job.id, count: 1, drop: drop)] }
    }
}

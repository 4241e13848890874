import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs: failures")
struct JobsFailureTests {
    let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    let job = Job.fixture(2, prompt: "a fox")

    private func asking() -> TestStore<Jobs> {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.accept([job]), commands: [.emit(.needsPictures([job])), .emit(.remainingCapacity(511))]) {
            $0 = .running([(job, .awaitingPicture)])
        }
        return store
    }

    private func answer(_ answer: PictureAnswer, _ store: TestStore<Jobs>, moves target: JobState) {
        store.send(
            .pictureArrived(job.id, answer),
            commands: [.run(.move(job, to: target), as: .job(job.id), ifRunning: .keep)]
        ) { $0 = .running([(job, .moving)]) }
    }

    @Test("a faulty request ends the job, and its drop with the reason")
    func fails() {
        let failure = JobFailure.backend("sketch", .invalid(parameter: "size", message: "too wide"))
        let store = asking()
        answer(.failed(failure), store, moves: .failed(failure))
        store.receive(
            .moved(job.id, .failed(failure), .success(true)), from: .job(job.id),
            commands: [
                .emit(.failed(job.with(.failed(failure)), failure)), .run(.tally(job.drop), as: .drop(job.drop)),
                .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running(failed: 1, tallies: [job.drop]) }
        store.receive(
            .tallied(job.drop, .success(.ended(.job(failure)))), from: .drop(job.drop),
            commands: [.emit(.dropEnded(job.drop, .job(failure)))]
        ) { $0.tallies = [:] }
    }

    @Test("a backend failure makes the job wait until a time, then retry")
    func waits() {
        let failure = JobFailure.backend("studio", .rateLimited(after: 5_000))
        let waiting = JobState.waiting(until: 1_005_000, failure)
        let store = asking()
        answer(.waits(failure, until: 1_005_000), store, moves: waiting)
        store.receive(
            .moved(job.id, waiting, .success(true)), from: .job(job.id),
            commands: [
                .emit(.waits(job.with(waiting), failure, until: 1_005_000)),
                .run(.sleep(.seconds(5)), as: .timer), .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running([(job.with(waiting), .sleeping(until: .seconds(15)))], timer: .seconds(15)) }
        store.stamp = Stamp(now: .seconds(15), utc: 1_005_000, seed: 8)
        store.receive(
            .woke, from: .timer, commands: [.emit(.needsPictures([job.with(waiting)])), .emit(.remainingCapacity(511))]
        ) {
            $0 = .running([(job.with(waiting), .awaitingPicture)])
        }
    }

    @Test("after an unknown outcome the job waits for a person's decision")
    func unknown() {
        let store = asking()
        answer(.unknown, store, moves: .unknown)
        store.receive(
            .moved(job.id, .unknown, .success(true)), from: .job(job.id),
            commands: [.emit(.unknown(job.with(.unknown))), .emit(.remainingCapacity(512))]
        ) { $0 = .running([(job.with(.unknown), .awaitingUser)]) }
        store.refuse(.pictureArrived(job.id, .picture(.fixture)))
    }

    @Test("a job cancelled at the backend has ended: nothing is requested again")
    func cancelled() {
        let store = asking()
        answer(.cancelled, store, moves: .cancelled)
        store.receive(
            .moved(job.id, .cancelled, .success(true)), from: .job(job.id),
            commands: [
                .emit(.cancelled(job.with(.cancelled))), .run(.tally(job.drop), as: .drop(job.drop)),
                .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running(cancelled: 1, tallies: [job.drop]) }
        store.leaveOpen([.drop(job.drop)])
    }

    @Test("a state that can't be written is written later, without repeating or paying for the work")
    func storage() {
        let store = asking()
        answer(.failed(.pictureLost), store, moves: .failed(.pictureLost))
        store.receive(
            .moved(job.id, .failed(.pictureLost), .failure(.full)), from: .job(job.id),
            commands: [.emit(.storageFailed(.full)), .run(.sleep(.seconds(30)), as: .timer)]
        ) {
            $0 = .running([(job, .sleeping(until: .seconds(40)))], timer: .seconds(40))
            $0.entries[job.id]?.unwrittenState = .failed(.pictureLost)
        }
        store.stamp = Stamp(now: .seconds(40), utc: 1_030_000, seed: 8)
        store.receive(
            .woke, from: .timer,
            commands: [
                .run(.move(job, to: .failed(.pictureLost)), as: .job(job.id), ifRunning: .keep),
                .emit(.remainingCapacity(511)),
            ]
        ) {
            $0.timerAt = nil
            $0.entries[job.id]?.activity = .moving
        }
        store.receive(
            .moved(job.id, .failed(.pictureLost), .success(false)), from: .job(job.id),
            commands: [.emit(.lost(job)), .emit(.remainingCapacity(512))]
        ) { $0 = .running() }
    }

    @Test("a drop with open jobs hasn't ended; a failed tally is reported and repeated")
    func openTally() {
        let failure = JobFailure.pictureLost
        let store = asking()
        answer(.failed(failure), store, moves: .failed(failure))
        store.receive(
            .moved(job.id, .failed(failure), .success(true)), from: .job(job.id),
            commands: [
                .emit(.failed(job.with(.failed(failure)), failure)), .run(.tally(job.drop), as: .drop(job.drop)),
                .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running(failed: 1, tallies: [job.drop]) }
        store.receive(
            .tallied(job.drop, .failure(.busy)), from: .drop(job.drop),
            commands: [.emit(.storageFailed(.busy)), .run(.sleep(.seconds(30)), as: .timer)]
        ) {
            $0.tallies = [job.drop: .retryScheduled(at: .seconds(40))]
            $0.timerAt = .seconds(40)
        }
        store.stamp = Stamp(now: .seconds(40), utc: 1_030_000, seed: 8)
        store.receive(
            .woke, from: .timer,
            commands: [.run(.tally(job.drop), as: .drop(job.drop)), .emit(.remainingCapacity(512))]
        ) {
            $0.tallies = [job.drop: .running]
            $0.timerAt = nil
        }
        store.receive(
            .tallied(job.drop, .success(.open)), from: .drop(job.drop)
        ) { $0.tallies = [:] }
    }

    @Test(
        "the cause of a failure decides about the job",
        arguments: [
            (JobFailure.picture(.truncated(rows: 1, height: 2)), "failed"), (.picture(.outOfMemory), "waiting"),
            (.picture(.unreadable(.failed(code: 5))), "waiting"), (.picture(.unreadable(.missing)), "failed"),
            (.pictureLost, "failed"), (.noSuchBackend("x", nearest: nil), "failed"), (.delivery(.full), "waiting"),
            (.storage(.busy), "waiting"), (.backend("b", .auth), "failed"),
        ])
    func verdict(failure: JobFailure, word: String) {
        #expect(Jobs.stateAfterStaging(failure, stamp).word == word)
    }

    @Test("results for unknown jobs are ignored")
    func strangers() {
        let stranger = JobID(high: 9, low: 9)
        var state = Jobs.State.running()
        for fact in [
            Jobs.InternalAction.staged(stranger, .success(nil)), .delivered(stranger, .success(true)),
            .moved(stranger, .done, .success(true)), .pictureReceived(stranger, .picture(.fixture)),
        ] {
            #expect(Jobs.reduce(&state, fact, stamp).isEmpty)
        }
        #expect(state == .running())
    }
}

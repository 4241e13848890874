import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs")
struct JobsTests {
    let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    let picture = Job.fixture(1)
    let prompt = Job.fixture(2, prompt: "a fox")

    @Test("a dropped picture is staged, delivered, and its drop ends")
    func pictureToDone() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(
            .accept([picture]),
            commands: [
                .run(.stage(picture), as: .job(picture.id), ifRunning: .keep), .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(picture, .staging)]) }

        let staged = picture.with(.staged).with(outputs: [.fixture])
        store.receive(
            .staged(picture.id, .success([.fixture])), from: .job(picture.id),
            commands: [
                .emit(.stepped(staged)),
                .run(.deliver(staged), as: .job(picture.id), ifRunning: .keep),
            ]
        ) { $0 = .running([(staged, .delivering)]) }

        let done = staged.with(.done)
        store.receive(
            .delivered(picture.id, .success(true)), from: .job(picture.id),
            commands: [
                .emit(.done(done)), .run(.tally(picture.drop), as: .drop(picture.drop)), .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running(done: 1, tallies: [picture.drop]) }

        store.receive(
            .tallied(picture.drop, .success(.ended(nil))), from: .drop(picture.drop),
            commands: [.emit(.dropEnded(picture.drop, nil))]
        ) { $0.tallies = [:] }
    }

    @Test("invalid lines of a batch are reported and counted, and their drop is tallied once")
    func badLines() {
        let failure = JobFailure.request(.empty)
        let bad = [1, 2].map { number in
            Job(
                id: Job.fixture(UInt64(number) + 10).id, drop: prompt.drop, line: number, folder: prompt.folder,
                name: prompt.name, outbox: prompt.outbox, request: prompt.request, state: .failed(failure), created: 0)
        }
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(
            .accept(bad),
            commands: [
                .emit(.failed(bad[0], failure)), .emit(.failed(bad[1], failure)),
                .run(.tally(prompt.drop), as: .drop(prompt.drop)), .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running(failed: 2, tallies: [prompt.drop]) }
        store.leaveOpen([.drop(prompt.drop)])
    }

    @Test("a duplicate picture's job is reported as cancelled and not as failed, and its drop ends")
    func duplicate() {
        var skipped = picture.with(.cancelled)
        skipped.duplicateOf = prompt.id
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(
            .accept([skipped]),
            commands: [
                .emit(.cancelled(skipped)), .run(.tally(picture.drop), as: .drop(picture.drop)),
                .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running(cancelled: 1, tallies: [picture.drop]) }
        store.leaveOpen([.drop(picture.drop)])
    }

    @Test("a job that needs approval is held from the start, and that is reported")
    func heldFromTheFirst() {
        let held = prompt.with(.held(.approval))
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.accept([held]), commands: [.emit(.held(held, .approval)), .emit(.remainingCapacity(512))]) {
            $0 = .running([(held, .awaitingUser)])
        }
    }

    @Test("a prompt requests its picture, keeps it, and continues like a picture")
    func promptToStaging() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.accept([prompt]), commands: [.emit(.needsPictures([prompt])), .emit(.remainingCapacity(511))]) {
            $0 = .running([(prompt, .awaitingPicture)])
        }
        let painted = prompt.with(picture: .fixture)
        store.send(
            .pictureArrived(prompt.id, .picture(.fixture)),
            commands: [.run(.move(painted, to: .generated), as: .job(prompt.id), ifRunning: .keep)]
        ) { $0 = .running([(painted, .moving)]) }
        let generated = painted.with(.generated)
        store.receive(
            .moved(prompt.id, .generated, .success(true)), from: .job(prompt.id),
            commands: [
                .emit(.stepped(generated)),
                .run(.stage(generated), as: .job(prompt.id), ifRunning: .keep),
            ]
        ) { $0 = .running([(generated, .staging)]) }
        store.receive(
            .staged(prompt.id, .success(nil)), from: .job(prompt.id),
            commands: [.emit(.lost(generated)), .emit(.remainingCapacity(512))]
        ) { $0 = .running() }
    }

    @Test("a job whose folder only other services have is left to them in silence")
    func handedOver() {
        let store = TestStore(Jobs.self, .running([(prompt, .awaitingPicture)]), stamp: stamp)
        let painted = prompt.with(picture: .fixture)
        store.send(
            .pictureArrived(prompt.id, .picture(.fixture)),
            commands: [.run(.move(painted, to: .generated), as: .job(prompt.id), ifRunning: .keep)]
        ) { $0 = .running([(painted, .moving)]) }
        let generated = painted.with(.generated)
        store.receive(
            .moved(prompt.id, .generated, .success(true)), from: .job(prompt.id),
            commands: [
                .emit(.stepped(generated)),
                .run(.stage(generated), as: .job(prompt.id), ifRunning: .keep),
            ]
        ) { $0 = .running([(generated, .staging)]) }
        store.receive(
            .handedOver(prompt.id), from: .job(prompt.id), commands: [.emit(.remainingCapacity(512))]
        ) { $0 = .running() }
    }

    @Test("the progress of a picture is known until its answer arrives, and of no other job")
    func progress() throws {
        let progress = try #require(GenerationProgress(fraction: 0.4, secondsLeft: 12))
        let store = TestStore(Jobs.self, .running([(prompt, .awaitingPicture), (picture, .staging)]), stamp: stamp)
        store.refuse(.progressed(prompt.id, nil))
        for news in [progress, nil, progress] {
            store.send(.progressed(prompt.id, news)) { $0.entries[prompt.id]?.progress = news }
            store.refuse(.progressed(prompt.id, news))
        }
        store.refuse(.progressed(picture.id, progress))
        store.refuse(.progressed(Job.fixture(3).id, progress))
        store.send(
            .pictureArrived(prompt.id, .unknown),
            commands: [.run(.move(prompt, to: .unknown), as: .job(prompt.id), ifRunning: .keep)]
        ) {
            $0.entries[prompt.id]?.progress = nil
            $0.entries[prompt.id]?.activity = .moving
        }
        store.refuse(.progressed(prompt.id, progress))
        store.leaveOpen([.job(prompt.id)])
    }

    @Test("a start resumes an earlier run's jobs in their states")
    func recoveringJobs() {
        let staged = Job.fixture(3, state: .staged, outputs: [.fixture])
        let waiting = Job.fixture(4, state: .waiting(until: 1_005_000, .pictureLost))
        let unknown = Job.fixture(5, prompt: "x", state: .unknown)
        let store = TestStore(Jobs.self, .initial(), stamp: stamp)
        store.send(.start, commands: [Jobs.claimUnfinished(after: nil, stamp)]) { $0.phase = .recoveringJobs }
        store.refuse(.start)
        store.receive(
            .claimedUnfinished(.success([picture, staged, waiting, unknown])), from: .recoveringJobs,
            commands: [
                .emit(.resumedJobs(4)),
                .run(.stage(picture), as: .job(picture.id), ifRunning: .keep),
                .run(.deliver(staged), as: .job(staged.id), ifRunning: .keep),
                .run(.sleep(.seconds(5)), as: .timer),
                .emit(.remainingCapacity(510)),
            ]
        ) {
            $0 = .running(
                [
                    (picture, .staging), (staged, .delivering), (waiting, .sleeping(until: .seconds(15))),
                    (unknown, .awaitingUser),
                ], timer: .seconds(15))
        }
        #expect(store.state.isBusy)
        #expect(store.state.waitingCount == 2)
        store.stamp = Stamp(now: .seconds(15), utc: 1_005_000, seed: 8)
        store.receive(
            .woke, from: .timer,
            commands: [
                .run(.stage(waiting), as: .job(waiting.id), ifRunning: .keep), .emit(.remainingCapacity(509)),
            ]
        ) {
            $0.timerAt = nil
            $0.entries[waiting.id]?.activity = .staging
        }
        store.send(.drain) { $0.phase = .draining }
        store.refuse(.drain)
        for job in [picture, waiting] {
            store.receive(
                .staged(job.id, .failure(.pictureLost)), from: .job(job.id), last: true,
                commands: [
                    .run(.move(job, to: .failed(.pictureLost)), as: .job(job.id), ifRunning: .keep)
                ]
            ) { $0.entries[job.id]?.activity = .moving }
            store.receive(
                .moved(job.id, .failed(.pictureLost), .success(false)), from: .job(job.id),
                commands: [.emit(.lost(job)), .emit(.remainingCapacity(0))]
            ) { $0.entries[job.id] = nil }
        }
        store.receive(
            .delivered(staged.id, .success(false)), from: .job(staged.id),
            commands: [.emit(.lost(staged)), .emit(.remainingCapacity(0))]
        ) { $0.entries[staged.id] = nil }
    }

    @Test("if loading an earlier run's jobs fails, it is retried later, and no new jobs are accepted")
    func takingUpFails() {
        let store = TestStore(Jobs.self, .initial(), stamp: stamp)
        store.send(.start, commands: [Jobs.claimUnfinished(after: nil, stamp)]) { $0.phase = .recoveringJobs }
        store.receive(
            .claimedUnfinished(.failure(.full)), from: .recoveringJobs,
            commands: [.emit(.storageFailed(.full)), .run(.sleep(.seconds(30)), as: .timer)]
        ) {
            $0.recoveryRetryAt = .seconds(40)
            $0.timerAt = .seconds(40)
        }
        #expect(store.state.isStalled && store.state.remainingCapacity == 0)
        store.stamp = Stamp(now: .seconds(40), utc: 1_030_000, seed: 8)
        store.receive(.woke, from: .timer, commands: [Jobs.claimUnfinished(after: nil, store.stamp)]) {
            $0.recoveryRetryAt = nil
            $0.timerAt = nil
        }
        store.receive(
            .claimedUnfinished(.success([])), from: .recoveringJobs,
            commands: [.emit(.resumedJobs(0)), .emit(.remainingCapacity(512))]
        ) { $0.phase = .running }
        #expect(!store.state.isStalled)
    }

    @Test("a further page that can't be read is retried later too")
    func pageFails() {
        var state = Jobs.State.running()
        state.pageEnd = picture.id
        let store = TestStore(Jobs.self, state, stamp: stamp)
        store.send(
            .accept([]), commands: [Jobs.claimUnfinished(after: picture.id, stamp), .emit(.remainingCapacity(0))])
        store.receive(
            .claimedUnfinished(.failure(.busy)), from: .recoveringJobs,
            commands: [.emit(.storageFailed(.busy)), .run(.sleep(.seconds(30)), as: .timer)]
        ) {
            $0.recoveryRetryAt = .seconds(40)
            $0.timerAt = .seconds(40)
        }
        store.send(.accept([]), commands: [.emit(.remainingCapacity(0))])
        store.stamp = Stamp(now: .seconds(40), utc: 1_030_000, seed: 8)
        store.receive(
            .woke, from: .timer,
            commands: [Jobs.claimUnfinished(after: picture.id, store.stamp), .emit(.remainingCapacity(0))]
        ) {
            $0.recoveryRetryAt = nil
            $0.timerAt = nil
        }
        store.leaveOpen([.recoveringJobs])
    }

    @Test("the number of concurrent stagings is limited; the oldest job is first")
    func bound() {
        let jobs = [Job.fixture(9), Job.fixture(8)]
        let store = TestStore(Jobs.self, .running(stagings: 1), stamp: stamp)
        store.send(
            .accept(jobs),
            commands: [
                .run(.stage(jobs[1]), as: .job(jobs[1].id), ifRunning: .keep), .emit(.remainingCapacity(510)),
            ]
        ) { $0 = .running([(jobs[0], .queued), (jobs[1], .staging)], stagings: 1) }
        store.receive(
            .staged(jobs[1].id, .success(nil)), from: .job(jobs[1].id),
            commands: [
                .emit(.lost(jobs[1])), .run(.stage(jobs[0]), as: .job(jobs[0].id), ifRunning: .keep),
                .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(jobs[0], .staging)], stagings: 1) }
        store.receive(
            .staged(jobs[0].id, .success(nil)), from: .job(jobs[0].id),
            commands: [.emit(.lost(jobs[0])), .emit(.remainingCapacity(512))]
        ) { $0 = .running(stagings: 1) }
    }

    @Test("an unwritable folder makes its staged job wait in that state")
    func deliveryWaits() {
        let staged = picture.with(.staged).with(outputs: [.fixture])
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(
            .accept([staged]),
            commands: [
                .run(.deliver(staged), as: .job(staged.id), ifRunning: .keep), .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(staged, .delivering)]) }
        store.receive(
            .delivered(staged.id, .failure(.delivery(.full))), from: .job(staged.id),
            commands: [
                .emit(.waits(staged, .delivery(.full), until: 1_030_000)), .run(.sleep(.seconds(30)), as: .timer),
            ]
        ) { $0 = .running([(staged, .sleeping(until: .seconds(40)))], timer: .seconds(40)) }
        store.send(.drain, commands: [.cancel(.timer)]) {
            $0.phase = .draining
            $0.timerAt = nil
        }
    }
}

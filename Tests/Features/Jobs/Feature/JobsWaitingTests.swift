import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs: waiting for a backend")
struct JobsWaitingTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private static let failure = JobFailure.backend("sketch", .auth)
    private static let state = JobState.waiting(until: 1_030_000, failure)
    private let a = Job.fixture(1, prompt: "a fox")
    private let b = Job.fixture(2, prompt: "a hen")

    @Test("a released backend is retried at once by the jobs waiting for it, and no others")
    func released() {
        let (first, second) = (a.with(Self.state), b.with(Self.state))
        let disk = Job.fixture(3, prompt: "x", state: .waiting(until: 1_030_000, .delivery(.full)))
        let sleeping = Jobs.Activity.sleeping(until: .seconds(40))
        let store = TestStore(
            Jobs.self, .running([(second, sleeping), (first, sleeping), (disk, sleeping)]), stamp: stamp)
        store.send(
            .released(backend: "sketch"),
            commands: [
                .emit(.needsPictures([first, second])), .run(.sleep(.seconds(30)), as: .timer),
                .emit(.remainingCapacity(510)),
            ]
        ) {
            $0.entries[a.id]?.activity = .awaitingPicture
            $0.entries[b.id]?.activity = .awaitingPicture
            $0.timerAt = .seconds(40)
        }
        store.send(.released(backend: "other"), commands: [.emit(.remainingCapacity(510))])
        #expect(store.state.count(needing: "sketch") == 3 && store.state.count(needing: "other") == 0)
        store.leaveOpen([.timer])
    }

    @Test("once the database answers again, what waits for it continues at once, and nothing else")
    func databaseRestored() {
        let lost = JobFailure.storage(.unreachable("x"))
        let step = Job.fixture(1, state: .waiting(until: 1_030_000, lost))
        let placing = Job.fixture(2, state: .waiting(until: 1_030_000, .delivery(.database(.unreachable("x")))))
        let disk = Job.fixture(3, state: .waiting(until: 1_030_000, .delivery(.full)))
        let full = Job.fixture(5, state: .waiting(until: 1_030_000, .storage(.full)))
        let (unwritten, staged) = (Job.fixture(4, state: .generated), Job.fixture(6, state: .staged))
        let sleeping = Jobs.Activity.sleeping(until: .seconds(40))
        var state = Jobs.State.running([step, placing, disk, full, unwritten, staged].map { ($0, sleeping) })
        state.entries[unwritten.id]?.unwrittenState = .staged
        state.tallies = [disk.drop: .retryScheduled(at: .seconds(40))]
        let commands = Jobs.reduce(&state, .databaseRestored, stamp)
        #expect(commands.contains(move(unwritten, to: .staged)))
        #expect(commands.contains(.run(.tally(disk.drop), as: .drop(disk.drop))))
        #expect(state.entries[staged.id]?.activity == .delivering)
        #expect(state.entries[step.id]?.activity == .staging && state.entries[placing.id]?.activity == .staging)
        #expect(state.entries[disk.id]?.activity == sleeping && state.entries[full.id]?.activity == sleeping)
    }

    @Test("a timer without waiting jobs is stopped")
    func timer() {
        let job = a.with(Self.state)
        let store = TestStore(Jobs.self, .running([(job, .sleeping(until: .seconds(40)))]), stamp: stamp)
        store.send(
            .accept([]), commands: [.run(.sleep(.seconds(30)), as: .timer), .emit(.remainingCapacity(512))]
        ) { $0.timerAt = .seconds(40) }
        store.send(
            .released(backend: "sketch"),
            commands: [.emit(.needsPictures([job])), .cancel(.timer), .emit(.remainingCapacity(511))]
        ) {
            $0.entries[job.id]?.activity = .awaitingPicture
            $0.timerAt = nil
        }
    }

    @Test("a release while the wait is being written isn't missed")
    func releasedEarly() {
        let store = asking(a)
        store.send(.pictureArrived(a.id, .waits(Self.failure, until: 1_030_000)), commands: [move(a, to: Self.state)]) {
            $0.entries[a.id]?.activity = .moving
        }
        store.send(.released(backend: "sketch"), commands: [.emit(.remainingCapacity(511))]) {
            $0.entries[a.id]?.isReleased = true
        }
        let waiting = a.with(Self.state)
        store.receive(
            .moved(a.id, Self.state, .success(true)), from: .job(a.id),
            commands: [
                .emit(.waits(waiting, Self.failure, until: 1_030_000)), .emit(.needsPictures([waiting])),
                .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(waiting, .awaitingPicture)]) }
    }

    @Test("after a restart a backend is retried at once; a folder or the database after its delay")
    func restart() {
        let (mine, disk) = (a.with(Self.state), b.with(.waiting(until: 1_030_000, .delivery(.full))))
        let store = TestStore(Jobs.self, .initial(), stamp: stamp)
        store.send(.start, commands: [Jobs.claimUnfinished(after: nil, stamp)]) { $0.phase = .recoveringJobs }
        store.receive(
            .claimedUnfinished(.success([mine, disk])), from: .recoveringJobs,
            commands: [
                .emit(.resumedJobs(2)), .emit(.needsPictures([mine])), .run(.sleep(.seconds(30)), as: .timer),
                .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(mine, .awaitingPicture), (disk, .sleeping(until: .seconds(40)))], timer: .seconds(40)) }
        store.leaveOpen([.timer])
    }

    @Test("a loaded job keeps its state, whatever a later page or Intake reports")
    func held() {
        let store = asking(a)
        store.send(.accept([a.with(.generated)]), commands: [.emit(.remainingCapacity(511))])
    }

    @Test("while paused nothing is begun or accepted, and running work is finished")
    func pause() {
        let (dropped, painted) = (Job.fixture(3), b.with(picture: .fixture).with(.generated))
        let staged = Job.fixture(4, state: .staged, outputs: [.fixture])
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.pause, commands: [.emit(.remainingCapacity(0))]) { $0.isPaused = true }
        store.refuse(.pause)
        store.send(
            .accept([a, dropped, painted, staged]),
            commands: [
                .run(.stage(painted), as: .job(b.id), ifRunning: .keep),
                .run(.deliver(staged), as: .job(staged.id), ifRunning: .keep), .emit(.remainingCapacity(0)),
            ]
        ) {
            $0 = .running([(a, .queued), (dropped, .queued), (painted, .staging), (staged, .delivering)])
            $0.isPaused = true
        }
        store.send(
            .resume,
            commands: [
                .run(.stage(dropped), as: .job(dropped.id), ifRunning: .keep),
                .emit(.needsPictures([a])), .emit(.remainingCapacity(508)),
            ]
        ) {
            $0.isPaused = false
            $0.entries[a.id]?.activity = .awaitingPicture
            $0.entries[dropped.id]?.activity = .staging
        }
        store.refuse(.resume)
        store.leaveOpen([.job(dropped.id), .job(b.id), .job(staged.id)])
    }

    private func asking(_ job: Job) -> TestStore<Jobs> {
        TestStore(Jobs.self, .running([(job, .awaitingPicture)]), stamp: stamp)
    }

    private func move(_ job: Job, to state: JobState) -> Command<Jobs> {
        .run(.move(job, to: state), as: .job(job.id), ifRunning: .keep)
    }
}

import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs: draining")
struct JobsDrainTests {
    private let stamp = Stamp(now: .seconds(5), utc: 1_000_000, seed: 1)

    @Test("a drain begins nothing new, and delivers jobs that are or become staged")
    func staged() {
        let outputs = [OutputFile.fixture]
        let (fresh, rendering) = (Job.fixture(4), Job.fixture(2))
        let waiting = Job.fixture(3, state: .staged, outputs: outputs)
        let store = TestStore(
            Jobs.self, .running([(fresh, .queued), (waiting, .queued)], stagings: 1), stamp: stamp)
        store.send(.drain, commands: [deliver(waiting)]) {
            $0.phase = .draining
            $0.entries[waiting.id]?.activity = .delivering
        }
        store.receive(
            .delivered(waiting.id, .success(false)), from: .job(waiting.id),
            commands: [.emit(.lost(waiting)), .emit(.remainingCapacity(0))]
        ) { $0.entries[waiting.id] = nil }
        store.send(.accept([rendering]), commands: [.emit(.remainingCapacity(0))]) {
            $0.entries[rendering.id] = Jobs.Entry(job: rendering, activity: .queued)
        }
    }

    @Test("jobs being rendered during a drain are delivered too")
    func rendered() {
        let job = Job.fixture(2)
        let store = TestStore(Jobs.self, .running([(job, .queued)]), stamp: stamp)
        store.send(
            .accept([]),
            commands: [.run(.stage(job), as: .job(job.id), ifRunning: .keep), .emit(.remainingCapacity(511))]
        ) { $0.entries[job.id]?.activity = .staging }
        store.send(.drain) { $0.phase = .draining }
        let done = job.with(outputs: [.fixture]).with(.staged)
        store.receive(
            .staged(job.id, .success([.fixture])), from: .job(job.id), last: true,
            commands: [.emit(.stepped(done)), deliver(done)]
        ) { $0.entries[job.id] = Jobs.Entry(job: done, activity: .delivering) }
        store.receive(
            .delivered(job.id, .success(false)), from: .job(job.id),
            commands: [.emit(.lost(done)), .emit(.remainingCapacity(0))]
        ) { $0.entries[job.id] = nil }
    }

    private func deliver(_ job: Job) -> Command<Jobs> {
        .run(.deliver(job), as: .job(job.id), ifRunning: .keep)
    }
}

import Domain
@testable import JobsFeature
import MVICore
import Testing

@Suite("Jobs: capacity")
struct JobsRoomTests {
    private static let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private static let failure = JobFailure.backend("sketch", .auth)
    private static let sleeping = Jobs.Activity.sleeping(until: .seconds(40))
    private static let waits: [(JobState, Jobs.Activity)] = [
        (.waiting(until: 1_030_000, failure), sleeping), (.held(.approval), .awaitingUser), (.unknown, .awaitingUser),
        (.waiting(until: 1_030_000, .delivery(.full)), sleeping),
    ]

    @Test("waiting, held and unknown jobs don't block new ones", arguments: waits)
    func waiting(job: JobState, activity: Jobs.Activity) {
        let state = Self.state(512, job, activity)
        #expect(state.remainingCapacity == 512 && state.hasFreeSlot && state.waitingCount == 512)
        #expect(Self.state(512, .queued, .awaitingPicture).remainingCapacity == 0)
        #expect(!Self.state(512, .submitting, .awaitingPicture).hasFreeSlot)
    }

    @Test("the number of waiting jobs is limited: the folder is the queue")
    func bound() {
        let (job, activity) = Self.waits[0]
        #expect(Self.state(4_096, job, activity).remainingCapacity == 512)
        #expect(Self.state(4_100, job, activity).remainingCapacity == 508)
        #expect(Self.state(4_608, job, activity).remainingCapacity == 0)
        #expect(Self.state(4_700, job, activity).remainingCapacity == 0)
    }

    @Test("a job frees its slot when it starts waiting, and takes one when it continues")
    func told() {
        let job = Job.fixture(1, prompt: "a fox")
        var state = Jobs.State.running([(job, .moving)])
        let waits = Jobs.reduce(&state, .moved(job.id, Self.waits[0].0, .success(true)), Self.stamp)
        #expect(waits.last == .emit(.remainingCapacity(512)))
        let asks = Jobs.reduce(&state, .released(backend: "sketch"), Self.stamp)
        #expect(asks.last == .emit(.remainingCapacity(511)) && state.entries[job.id]?.activity == .awaitingPicture)
        state.entries[job.id]?.activity = Self.sleeping
        let wakes = Jobs.reduce(&state, .woke, Stamp(now: .seconds(40), utc: 1_030_000, seed: 7))
        #expect(wakes.last == .emit(.remainingCapacity(511)))
    }

    @Test("an earlier run's jobs are loaded page by page, however many wait")
    func pages() {
        let (job, activity) = Self.waits[0]
        var state = Self.state(512, job, activity)
        let end = JobID(high: 1, low: 511)
        state.pageEnd = end
        let commands = Jobs.reduce(&state, .accepted([]), Self.stamp)
        #expect(commands.contains(Jobs.claimUnfinished(after: end, Self.stamp)))
        #expect(state.remainingCapacity == 0 && !state.hasFreeSlot)
    }

    private static func state(_ count: UInt64, _ state: JobState, _ activity: Jobs.Activity) -> Jobs.State {
        .running((0..<count).map { (Job.fixture($0, prompt: "a fox", state: state), activity) })
    }

    @Test("the most urgent jobs are first, and among them the oldest")
    func urgent() {
        func job(_ number: UInt64, _ priority: JobPriority) -> Job {
            let job = Job.fixture(number)
            return Job(
                id: job.id, drop: job.drop, line: 0, folder: "inbox", name: job.name, outbox: job.outbox,
                request: Request(source: .picture(.fixture, .png), priority: priority), created: 0)
        }
        let jobs = [job(1, .low), job(2, .normal), job(3, .high), job(4, .high), job(5, .normal)]
        var state = Jobs.State.running(stagings: 3)
        let commands = Jobs.reduce(&state, .accepted(jobs), Stamp(now: .zero, utc: 0, seed: 0))
        let staged = commands.compactMap { command in
            if case .run(.stage(let job), _, _) = command { job.id } else { nil }
        }
        #expect(staged == [jobs[2].id, jobs[3].id, jobs[1].id])
        #expect(state.queued.map(\.job.id) == [jobs[4].id, jobs[0].id])
    }
}

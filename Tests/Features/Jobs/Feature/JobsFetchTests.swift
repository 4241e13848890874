import Domain
@testable import JobsFeature
import MVICore
import Testing

@Suite("Jobs: bought pictures that aren't fetched yet")
struct JobsFetchTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private static let failure = JobFailure.unfetched(
        ResultFetch(backend: "sketch", host: "https://pictures.example", since: 900_000).failed(.timeout, at: 950_000))
    private static let state = JobState.waiting(until: 1_030_000, failure)
    private let job = Job.fixture(1, prompt: "a fox", state: state)

    private func asks(_ commands: [Command<Jobs>]) -> Bool { commands.contains(.emit(.needsPictures([job]))) }

    @Test("a start resumes the fetch at once, whatever time the row has")
    func start() {
        var state = Jobs.State.running()
        state.phase = .recoveringJobs
        #expect(asks(Jobs.reduce(&state, .claimedUnfinished(.success([job])), stamp)))
        #expect(state.unfetched.map(\.next) == [1_030_000])
    }

    @Test("a wait recorded ten years ahead ends with a start")
    func clock() {
        for failure in [JobFailure.delivery(.full), .storage(.busy)] {
            var state = Jobs.State.running()
            state.phase = .recoveringJobs
            let far = Job.fixture(2, prompt: "a hen", state: .waiting(until: 1_000_000 + 315_000_000_000, failure))
            let commands = Jobs.reduce(&state, .claimedUnfinished(.success([far])), stamp)
            #expect(commands.contains(.emit(.needsPictures([far]))))
        }
    }

    @Test(
        "fetches aren't paused or withdrawn with a deleted drop, and don't count as waiting for the backend"
    )
    func paid() {
        var state = Jobs.State.running([(job, .sleeping(until: .seconds(10)))])
        state.isPaused = true
        #expect(state.count(needing: "sketch") == 0)
        _ = Jobs.reduce(&state, .withdrawalRequested(job.drop), stamp)
        #expect(asks(Jobs.reduce(&state, .woke, stamp)))
    }

    @Test("a drain doesn't affect a pending fetch")
    func drain() {
        var state = Jobs.State.running([(job, .sleeping(until: .seconds(40)))])
        let commands = Jobs.reduce(&state, .draining, stamp)
        #expect(!asks(commands) && state.entries[job.id]?.activity == .sleeping(until: .seconds(40)))
    }
}

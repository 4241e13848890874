import Domain
@testable import JobsFeature
import MVICore
import MVITesting
import Testing

@Suite("Jobs: held jobs and approval")
struct JobsHeldTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let prompt = Job.fixture(1, prompt: "a fox")
    private static let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(5))
    private static let reason = HoldReason.budget(BudgetExceeded(cap: cap, resetsAt: 1_050_000), until: 1_060_000)
    private var held: Job { prompt.with(.held(Self.reason)) }
    private static let sleeping = Jobs.Activity.sleeping(until: .seconds(70))

    @Test("a job over budget waits until its cap resets, then retries")
    func sleeps() {
        let store = TestStore(Jobs.self, .running([(prompt, .awaitingPicture)]), stamp: stamp)
        store.send(.pictureArrived(prompt.id, .held(Self.reason)), commands: [move(prompt)]) {
            $0.entries[prompt.id]?.activity = .moving
        }
        store.receive(
            .moved(prompt.id, .held(Self.reason), .success(true)), from: .job(prompt.id),
            commands: [
                .emit(.held(held, Self.reason)), .run(.sleep(.seconds(60)), as: .timer), .emit(.remainingCapacity(512)),
            ]
        ) { $0 = .running([(held, Self.sleeping)], timer: .seconds(70)) }
        store.stamp = Stamp(now: .seconds(70), utc: 1_060_000, seed: 7)
        store.receive(.woke, from: .timer, commands: [.emit(.needsPictures([held])), .emit(.remainingCapacity(511))]) {
            $0 = .running([(held, .awaitingPicture)])
        }
    }

    @Test("a job that needs approval is idle")
    func rests() {
        var state = Jobs.State.running([(prompt, .moving)])
        let commands = Jobs.reduce(&state, .moved(prompt.id, .held(.approval), .success(true)), stamp)
        #expect(commands == [.emit(.held(prompt.with(.held(.approval)), .approval)), .emit(.remainingCapacity(512))])
        #expect(state.entries[prompt.id]?.activity == .awaitingUser && state.entries[prompt.id]?.isAtRest == true)
    }

    @Test("after a start the budget is checked at once, since it may have been changed")
    func takenUp() {
        var state = Jobs.State.initial()
        _ = Jobs.reduce(&state, .started, stamp)
        var released = Job.fixture(2, prompt: "a")
        released = released.with(.held(.budget(BudgetExceeded(cap: Self.cap, resetsAt: 900_000), until: 1_060_000)))
        _ = Jobs.reduce(&state, .claimedUnfinished(.success([held, released])), stamp)
        #expect(state.entries[held.id]?.activity == .awaitingPicture)
        #expect(state.entries[released.id]?.activity == Self.sleeping)
        #expect(state.count(needing: "sketch") == 1 && state.waitingCount == 1)
    }

    @Test("an approved job continues at once, with the newer token")
    func approve() {
        var known = held
        known.token = 9
        let store = TestStore(Jobs.self, .running([(known, Self.sleeping)]), stamp: stamp)
        store.send(.ask(.approve, held.id), commands: [approving(held)]) {
            $0 = $0.asked(held.id, .approve)
            $0.entries[held.id]?.activity = .moving
        }
        var approved = prompt
        approved.isApproved = true
        var going = approved
        going.token = 9
        store.receive(
            .approved(held.id, .success(approved)), from: .job(held.id),
            commands: [
                .emit(.approved(going)), .answer(.approved), .emit(.needsPictures([going])),
                .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(going, .awaitingPicture)]) }
    }

    @Test("a job that isn't loaded is approved in its row and resumed")
    func row() {
        let store = TestStore(Jobs.self, .running(), stamp: stamp)
        store.send(.ask(.approve, prompt.id), commands: [approving(prompt)]) { $0 = $0.asked(prompt.id, .approve) }
        store.receive(
            .approved(prompt.id, .success(prompt)), from: .job(prompt.id),
            commands: [
                .emit(.approved(prompt)), .answer(.approved), .emit(.needsPictures([prompt])),
                .emit(.remainingCapacity(511)),
            ]
        ) { $0 = .running([(prompt, .awaitingPicture)]) }
    }

    @Test("a job whose approval the database rejects is unchanged", arguments: [nil, RepositoryFailure.busy])
    func refused(_ failure: RepositoryFailure?) {
        let answer: Result<Job?, RepositoryFailure> = failure.map { .failure($0) } ?? .success(nil)
        let refusal = failure.map { ApproveRefusal.repository($0) } ?? .notHeld
        let store = TestStore(Jobs.self, .running([(held, Self.sleeping)], timer: .seconds(70)), stamp: stamp)
        store.send(.ask(.approve, held.id), commands: [approving(held)]) {
            $0 = $0.asked(held.id, .approve)
            $0.entries[held.id]?.activity = .moving
        }
        store.receive(
            .approved(held.id, answer), from: .job(held.id), commands: [.answer(.approveRefused(refusal))]
        ) {
            $0.requests = [:]
            $0.entries[held.id]?.activity = Self.sleeping
        }
        var absent = Jobs.State.running().asked(held.id, .approve)
        #expect(Jobs.reduce(&absent, .approved(held.id, answer), stamp) == [.answer(.approveRefused(refusal))])
    }

    @Test("only a held job can be approved, while there is capacity and no shutdown")
    func notNow() {
        let stranger = JobID(high: 9, low: 9)
        var state = Jobs.State.running([(prompt, .awaitingPicture)])
        #expect(
            Jobs.reduce(&state, .requested(.approve, prompt.id), stamp) == [.answer(.approveRefused(.notHeld))])
        state.pageEnd = prompt.id
        #expect(Jobs.reduce(&state, .requested(.approve, stranger), stamp) == [.answer(.approveRefused(.noRoom))])
        state.phase = .draining
        #expect(Jobs.reduce(&state, .requested(.approve, stranger), stamp) == [.answer(.approveRefused(.draining))])
        #expect(state.requests.isEmpty)
    }

    @Test("a cancellation waits for a job's approval, whatever its result, and comes before the job's next step")
    func cancelled() {
        for answer in [Result<Job?, RepositoryFailure>.success(prompt), .success(nil)] {
            var state = Jobs.State.running([(held, Self.sleeping)])
            _ = Jobs.reduce(&state, .requested(.approve, held.id, 1), stamp)
            #expect(Jobs.reduce(&state, .requested(.cancel, held.id, 2), stamp) == [])
            let commands = Jobs.reduce(&state, .approved(held.id, answer), stamp)
            let isCancelling = commands.contains { command in
                guard case .run(.move(_, to: .cancelled), as: .job(held.id), _) = command else { return false }
                return true
            }
            let isAsking = commands.contains { if case .emit(.needsPictures) = $0 { true } else { false } }
            #expect(isCancelling && !isAsking && state.entries[held.id]?.activity == .moving)
        }
    }

    private func move(_ job: Job) -> Command<Jobs> {
        .run(.move(job, to: .held(Self.reason)), as: .job(job.id), ifRunning: .keep)
    }

    private func approving(_ job: Job) -> Command<Jobs> {
        .run(.approve(job.id, token: stamp.utc.milliseconds), as: .job(job.id), ifRunning: .keep)
    }
}

import Domain
@testable import JobsFeature
import MVICore
import Testing

@Suite("Jobs: drops whose files are gone")
struct JobsWithdrawalTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let prompt = Job.fixture(1, prompt: "a fox")
    private let down = JobState.waiting(until: 1_030_000, .backend("studio", .auth))

    private func withdraws(_ job: Job) -> Command<Jobs> {
        .run(.withdraw(job), as: .job(job.id), ifRunning: .keep)
    }

    @Test("waiting, held and queued jobs end, even while paused")
    func notSubmitted() {
        for state in [JobState.queued, down, .held(.approval)] {
            let job = prompt.with(state)
            let activity = Jobs.activity(for: job, stamp)
            var jobs = Jobs.State.running([(job, activity)])
            jobs.isPaused = true
            #expect(Jobs.reduce(&jobs, .withdrawalRequested(job.drop), stamp).contains(withdraws(job)))
            #expect(Jobs.admit(.withdraw(job.drop), jobs) == nil, "once is enough")
            let commands = Jobs.reduce(&jobs, .withdrawn(job.id, .success(true)), stamp)
            #expect(commands.first == .emit(.cancelled(job.with(.cancelled))) && jobs.entries.isEmpty)
            let tally = DropProgress.ended(.withdrawn)
            let ends = Jobs.reduce(&jobs, .tallied(job.drop, .success(tally)), stamp)
            #expect(ends == [.emit(.dropEnded(job.drop, .withdrawn))])
            #expect(jobs.withdrawn.isEmpty && jobs.finished.cancelled == 1)
        }
    }

    @Test("a job cancelled by a person at its backend is cancelled, not withdrawn")
    func cancelled() {
        var jobs = Jobs.State.running([(prompt, .awaitingPicture)])
        _ = Jobs.reduce(&jobs, .withdrawalRequested(prompt.drop), stamp)
        _ = Jobs.reduce(&jobs, .requested(.cancel, prompt.id), stamp)
        let ends = Jobs.reduce(&jobs, .pictureReceived(prompt.id, .cancelled), stamp)
        #expect(ends == [.run(.move(prompt, to: .cancelled), as: .job(prompt.id), ifRunning: .keep)])
        _ = Jobs.reduce(&jobs, .moved(prompt.id, .cancelled, .success(true)), stamp)
        let tally = Jobs.reduce(&jobs, .tallied(prompt.drop, .success(.ended(nil))), stamp)
        #expect(tally == [.emit(.dropEnded(prompt.drop, nil))] && jobs.withdrawn.isEmpty)
    }

    @Test("submitted and unknown jobs and jobs with a picture continue")
    func submitted() {
        let painted = prompt.with(.generated).with(picture: .fixture)
        for job in [prompt.with(.submitting), prompt.with(.submitted), prompt.with(.unknown), painted] {
            var jobs = Jobs.State.running([(job, .awaitingUser)])
            #expect(Jobs.reduce(&jobs, .withdrawalRequested(job.drop), stamp).isEmpty)
            #expect(jobs.entries[job.id]?.activity == .awaitingUser)
        }
    }

    @Test("a waiting job with a recorded call keeps waiting and retries later")
    func sentBefore() {
        let job = prompt.with(down)
        var jobs = Jobs.State.running([(job, .sleeping(until: .seconds(40)))])
        _ = Jobs.reduce(&jobs, .withdrawalRequested(job.drop), stamp)
        _ = Jobs.reduce(&jobs, .withdrawn(job.id, .success(false)), stamp)
        #expect(jobs.entries[job.id]?.activity == .sleeping(until: .seconds(40)))
        let commands = Jobs.reduce(&jobs, .woke, Stamp(now: .seconds(40), utc: 1_030_000, seed: 7))
        #expect(commands.contains(.emit(.needsPictures([job]))))
    }

    @Test("a job at a backend ends once the backend has cancelled it or put it off")
    func asking() {
        var jobs = Jobs.State.running([(prompt, .awaitingPicture)])
        #expect(Jobs.reduce(&jobs, .withdrawalRequested(prompt.drop), stamp) == [.emit(.callUnneeded(prompt.id))])
        var begun = jobs
        #expect(Jobs.reduce(&jobs, .pictureReceived(prompt.id, .unstarted), stamp) == [withdraws(prompt)])

        _ = Jobs.reduce(&begun, .pictureReceived(prompt.id, .waits(.backend("studio", .auth), until: 9)), stamp)
        let waiting = JobState.waiting(until: 9, .backend("studio", .auth))
        let commands = Jobs.reduce(&begun, .moved(prompt.id, waiting, .success(true)), stamp)
        #expect(commands.contains(withdraws(prompt.with(waiting))))

        var held = Jobs.State.running([(prompt, .moving)])
        held.withdrawn = [prompt.drop]
        let told = Jobs.reduce(&held, .moved(prompt.id, .held(.approval), .success(true)), stamp)
        #expect(told.contains(withdraws(prompt.with(.held(.approval)))))
    }

    @Test("a job resumed later ends too")
    func takenUp() {
        var jobs = Jobs.State.running()
        let job = prompt.with(down)
        _ = Jobs.reduce(&jobs, .withdrawalRequested(job.drop), stamp)
        #expect(Jobs.reduce(&jobs, .claimedUnfinished(.success([job])), stamp).contains(withdraws(job)))
    }

    @Test("a failed query is repeated, and a person's cancellation applies meanwhile")
    func trouble() {
        var jobs = Jobs.State.running([(prompt.with(down), .sleeping(until: .seconds(40)))])
        _ = Jobs.reduce(&jobs, .withdrawalRequested(prompt.drop), stamp)
        var cancelled = jobs
        let commands = Jobs.reduce(&jobs, .withdrawn(prompt.id, .failure(.busy)), stamp)
        #expect(commands.first == .emit(.storageFailed(.busy)))
        let again = Jobs.reduce(&jobs, .woke, Stamp(now: .seconds(40), utc: 1_030_000, seed: 7))
        #expect(again.contains { if case .run(.withdraw, _, _) = $0 { true } else { false } })

        _ = Jobs.reduce(&cancelled, .requested(.cancel, prompt.id), stamp)
        let ends = Jobs.reduce(&cancelled, .withdrawn(prompt.id, .success(false)), stamp)
        #expect(
            ends.first
                == .run(.move(prompt.with(down), to: .cancelled), as: .job(prompt.id), ifRunning: .keep)
        )
        #expect(Jobs.reduce(&cancelled, .withdrawn(JobID(high: 9, low: 9), .success(true)), stamp).isEmpty)
    }
}

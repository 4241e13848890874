import Domain
@testable import JobsFeature
import MVICore
import Testing

@Suite("Jobs: gates")
struct JobsGatesTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let prompt = Job.fixture(1, prompt: "a fox")
    private let night = GateClosure(gate: "night", until: 9_000_000)

    private var closed: GateClosures { GateClosures([(night, GateScope())]) }

    private func parks(_ job: Job) -> Command<Jobs> {
        .run(.park(job, night), as: .job(job.id), ifRunning: .keep)
    }

    private func admits(_ closed: Set<String> = [], limit: Int = 64) -> Command<Jobs> {
        .run(.admitGated(except: closed, limit: limit, token: 1_000_000), as: .gatedJobs, ifRunning: .keep)
    }

    @Test("jobs that have not begun wait in the database and take no slot; others continue")
    func parked() {
        let painted = Job.fixture(2, prompt: "a hen").with(.generated).with(picture: .fixture)
        let sent = Job.fixture(3, prompt: "a dog").with(.submitted)
        var jobs = Jobs.State.running([(prompt, .queued), (painted, .queued), (sent, .queued)])
        let commands = Jobs.reduce(&jobs, .gatesChanged(closed), stamp)
        #expect(commands.contains(parks(prompt)))
        #expect(commands.contains(.run(.stage(painted), as: .job(painted.id), ifRunning: .keep)))
        #expect(commands.contains(.emit(.needsPictures([sent]))))
        let behind = prompt.with(.behind(night, at: 1_000_000))
        let parked = Jobs.reduce(&jobs, .parked(prompt.id, night, .success(true)), stamp)
        #expect(parked.first == .emit(.waits(behind, .gate(night), until: 9_000_000)))
        #expect(jobs.entries[prompt.id] == nil && jobs.parkedCount == 1)
        #expect(Jobs.admit(.gatesChanged(closed), jobs) == nil)
    }

    @Test("a job at its backend comes back unless its call has begun")
    func recalled() {
        var jobs = Jobs.State.running([(prompt, .awaitingPicture)])
        #expect(Jobs.reduce(&jobs, .gatesChanged(closed), stamp).first == .emit(.callUnneeded(prompt.id)))
        var opened = jobs
        #expect(Jobs.reduce(&jobs, .pictureReceived(prompt.id, .unstarted), stamp).first == parks(prompt))
        _ = Jobs.reduce(&opened, .gatesChanged(.none), stamp)
        let again = Jobs.reduce(&opened, .pictureReceived(prompt.id, .unstarted), stamp)
        #expect(again.first == .emit(.needsPictures([prompt])))
    }

    @Test("what may have been paid for continues, and a database that fails is asked again")
    func notParked() {
        var jobs = Jobs.State.running([(prompt, .queued)])
        _ = Jobs.reduce(&jobs, .gatesChanged(closed), stamp)
        var failing = jobs
        let sent = Jobs.reduce(&jobs, .parked(prompt.id, night, .success(false)), stamp)
        #expect(sent.contains(.emit(.needsPictures([prompt]))))
        let failed = Jobs.reduce(&failing, .parked(prompt.id, night, .failure(.busy)), stamp)
        #expect(failed.first == .emit(.storageFailed(.busy)))
        let woke = Jobs.reduce(&failing, .woke, Stamp(now: .seconds(40), utc: 1_030_000, seed: 7))
        #expect(woke.contains(parks(prompt)))
    }

    @Test("a cancellation or a withdrawal while the job is put behind the gate ends it")
    func ends() {
        var jobs = Jobs.State.running([(prompt, .queued)])
        _ = Jobs.reduce(&jobs, .gatesChanged(closed), stamp)
        var withdrawn = jobs
        _ = Jobs.reduce(&jobs, .requested(.cancel, of: prompt.id, Ticket(1)), stamp)
        let cancelled = Jobs.reduce(&jobs, .parked(prompt.id, night, .success(true)), stamp)
        let behind = prompt.with(.behind(night, at: 1_000_000))
        #expect(cancelled.contains(.run(.move(behind, to: .cancelled), as: .job(prompt.id), ifRunning: .keep)))
        _ = Jobs.reduce(&withdrawn, .withdrawalRequested(prompt.drop), stamp)
        let ended = Jobs.reduce(&withdrawn, .parked(prompt.id, night, .success(true)), stamp)
        #expect(ended.contains(.run(.withdraw(behind), as: .job(prompt.id), ifRunning: .keep)))
    }

    @Test("when gates open, jobs are admitted as long as there is room, and no more are looked for at the end")
    func admitted() {
        var jobs = Jobs.State.running([])
        #expect(Jobs.reduce(&jobs, .gatesChanged(closed), stamp).first == admits(["night"]))
        #expect(!Jobs.reduce(&jobs, .admittedGated(.success(GateAdmission())), stamp).contains(admits(["night"])))
        _ = Jobs.reduce(&jobs, .accepted([prompt]), stamp)
        _ = Jobs.reduce(&jobs, .parked(prompt.id, night, .success(true)), stamp)
        #expect(Jobs.reduce(&jobs, .gatesChanged(.none), stamp).contains(admits()))
        let commands = Jobs.reduce(&jobs, .admittedGated(.success(GateAdmission(jobs: [prompt]))), stamp)
        #expect(commands.first == .emit(.stepped(prompt)) && commands.contains(.emit(.needsPictures([prompt]))))
        #expect(commands.contains(admits()) && jobs.parkedCount == 0)
        #expect(!Jobs.reduce(&jobs, .admittedGated(.success(GateAdmission())), stamp).contains(admits()))
    }

    @Test("nothing is admitted while paused, and a failure is retried")
    func retries() {
        var jobs = Jobs.State.running([])
        jobs.isPaused = true
        #expect(!Jobs.reduce(&jobs, .gatesChanged(.none), stamp).contains(admits()))
        #expect(Jobs.reduce(&jobs, .paused(false), stamp).contains(admits()))
        let failed = Jobs.reduce(&jobs, .admittedGated(.failure(.busy)), stamp)
        #expect(failed.contains(.run(.sleep(.seconds(30)), as: .timer)))
        let later = Stamp(now: .seconds(40), utc: 1_000_000, seed: 7)
        #expect(Jobs.reduce(&jobs, .woke, later).contains(admits()))
    }
}

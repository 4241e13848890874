import Domain
import JobsFeature
import PlatformSystem
import Loopback
import MVIRuntime
import Repositories
import ServiceFeature
import Testing

@testable import App

@MainActor
@Suite("Wait for a job to settle", .serialized, .timeLimit(.minutes(5)))
struct RestTests {
    @Test(
        "A job that has ended, is held or is unknown settles at once",
        arguments: [.held(.approval), .unknown, .cancelled] as [JobState])
    func atOnce(state: JobState) async throws {
        try await Installation().served { served in
            let id = try await served.held(state)
            let rested = try await served.control.jobs.rest(of: id)
            #expect(rested.job.state == state)
        }
    }

    @Test("Waiting for a nonexistent job fails with `noSuchJob`")
    func none() async throws {
        try await Installation().served { served in
            let id = JobID(utc: 1, seed: 1)
            let failure = await #expect(throws: ControlFailure.self) { try await served.control.jobs.rest(of: id) }
            #expect(failure == .noSuchJob(id.text))
        }
    }

    @Test("A cancelled wait returns the job's current state")
    func givenUp() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            let waiting = Task { try await served.control.jobs.rest(of: id) }
            waiting.cancel()
            let story = try await waiting.value
            #expect(story.job.state == .queued)
        }
    }

    @Test("A wait survives reloads")
    func reload() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            async let rested = served.control.jobs.rest(of: id)
            try await served.control.operations.reload()
            try await served.control.operations.reload()
            try await served.control.operations.resume()
            let story = try await rested
            #expect(story.job.state == .done)
        }
    }

    @Test("On shutdown, a wait for a job that will not start returns its current state")
    func stop() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            async let rested = served.control.jobs.rest(of: id)
            served.signals.yield(.terminate)
            let story = try await rested
            #expect(story.job.state == .queued)
        }
    }

    @Test("On shutdown, a wait for a running job returns the state that its current step reaches")
    func drained() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(more: try installation.studio(server))
        try await installation.served { served in
            let id = try await served.control.submissions.submit(.prompt("a fox", [.studio])).job.id
            await gate.reached()
            async let rested = served.control.jobs.rest(of: id)
            served.signals.yield(.terminate)
            await served.until { [loop = served.loop] in loop.current.stage == .stopping }
            gate.open()
            let story = try await rested
            #expect(story.job.state == .generated)
        }
    }
}

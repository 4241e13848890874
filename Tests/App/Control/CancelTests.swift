import Domain
import JobsFeature
import Loopback
import MVIRuntime
import Repositories
import ServiceFeature
import Testing

@testable import App

@MainActor
@Suite("Cancel over the control socket", .serialized, .timeLimit(.minutes(5)))
struct CancelTests {
    @Test(
        "A queued, waiting, held or unknown job is cancelled at once, and a second cancel changes nothing",
        arguments: [.queued, .waiting(until: 0, .delivery(.missing)), .held(.approval), .unknown] as [JobState])
    func waiting(state: JobState) async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.held(state)
            for _ in 0..<2 {
                let story = try await served.control.actions.cancel(id)
                #expect(story.job.state == .cancelled)
            }
            #expect(served.container.jobs.state.entries[id] == nil)
        }
    }

    @Test("A job that Jobs has not loaded is cancelled in the database before the response")
    func row() async throws {
        try await Installation().served { served in
            // Jobs created from here on are only rows: the stores do not load them.
            try await served.control.operations.reload()
            for number in 0..<20 {
                let id = try await served.stored(.queued, number)
                let story = try await served.control.actions.cancel(id)
                #expect(story.job.state == .cancelled)
            }
        }
    }

    @Test("A done or failed job cannot be cancelled", arguments: [.done, .failed(.pictureLost)] as [JobState])
    func ended(state: JobState) async throws {
        try await Installation().served { served in
            let id = try await served.stored(state)
            let failure = await #expect(throws: ControlFailure.self) { try await served.control.actions.cancel(id) }
            #expect(failure == .hasEnded(id, state: state.word))
            let none = JobID(utc: 1, seed: 1)
            let missing = await #expect(throws: ControlFailure.self) { try await served.control.actions.cancel(none) }
            #expect(missing == .noSuchJob(none.text))
        }
    }

    @Test("A job in progress at a backend is marked for cancellation, returned as it is, and ends cancelled")
    func asked() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(more: try installation.studio(server))
        try await installation.served { served in
            let id = try await served.control.submissions.submit(.prompt("a fox", [.studio])).job.id
            await gate.reached()
            let story = try await served.control.actions.cancel(id)
            #expect(["submitting", "cancelled"].contains(story.job.state.word))
            gate.open()
            let rested = try await served.control.jobs.rest(of: id)
            #expect(rested.job.state == .cancelled)
        }
        #expect(installation.names("outbox") == [])
    }

    @Test("A cancel that arrives during a reload is carried out by the new stores")
    func reload() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(more: try installation.studio(server))
        try await installation.served { served in
            let busy = try await served.control.submissions.submit(.prompt("a fox", [.studio])).job.id
            await gate.reached()
            try await served.control.operations.pause()
            let idle = try await served.control.submissions.submit(.prompt("a hen")).job.id
            async let reload: Void = served.control.operations.reload()
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            async let cancelled = served.control.actions.cancel(idle)
            gate.open()
            try await reload
            let story = try await cancelled
            #expect(story.job.state == .cancelled)
            let rested = try await served.control.jobs.rest(of: busy)
            #expect(rested.job.state == .done)
        }
    }

    @Test("Every request is answered while reloads replace the stores repeatedly")
    func storm() async throws {
        try await Installation().served { served in
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        let id = try await served.control.submissions.submit(.prompt("fox \(number)")).job.id
                        _ = try? await served.control.actions.cancel(id)
                        _ = try? await served.control.actions.retry(id, mayPayTwice: false)
                        _ = try? await served.control.actions.cancel(id)
                        let rested = try await served.control.jobs.rest(of: id)
                        #expect(rested.job.state.isEnd)
                    }
                }
                for _ in 0..<6 { group.addTask { try await served.control.operations.reload() } }
                try await group.waitForAll()
            }
        }
    }
}

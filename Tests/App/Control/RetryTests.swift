import ControlServer
import Domain
import JobsFeature
import MVIRuntime
import PlatformSystem
import Repositories
import Testing

@testable import App

@MainActor
@Suite("Retry over the control socket", .serialized, .timeLimit(.minutes(5)))
struct RetryTests {
    private func failure(_ served: RunningService, _ id: JobID, mayPayTwice: Bool = false) async -> ControlFailure? {
        await #expect(throws: ControlFailure.self) {
            try await served.control.actions.retry(id, mayPayTwice: mayPayTwice)
        }
    }

    @Test(
        "A failed or cancelled job is queued again and completes",
        arguments: [.cancelled, .failed(.pictureLost)] as [JobState])
    func again(state: JobState) async throws {
        try await Installation().served { served in
            let id = try await served.stored(state)
            let story = try await served.control.actions.retry(id, mayPayTwice: false)
            #expect(story.steps.map(\.state.word).contains("queued"))
            let rested = try await served.control.jobs.rest(of: id)
            #expect(rested.job.state == .done)
        }
    }

    @Test("An unknown job is retried only with permission to pay twice")
    func unknown() async throws {
        try await Installation().served { served in
            let id = try await served.held(.unknown)
            #expect(await failure(served, id) == .mayPayTwice(id))
            _ = try await served.control.actions.retry(id, mayPayTwice: true)
            let rested = try await served.control.jobs.rest(of: id)
            #expect(rested.job.state == .done)
        }
    }

    @Test(
        "A waiting, held or done job cannot be retried",
        arguments: [.waiting(until: 0, .delivery(.missing)), .held(.approval), .done] as [JobState])
    func refused(state: JobState) async throws {
        try await Installation().served { served in
            let id = try await served.held(state)
            #expect(await failure(served, id) == .notRetryable(id, state: state.word))
        }
    }

    @Test("A queued job cannot be retried, and a nonexistent one is reported as such")
    func queued() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            #expect(await failure(served, id) == .notRetryable(id, state: "queued"))
            let none = JobID(utc: 1, seed: 1)
            #expect(await failure(served, none) == .noSuchJob(none.text))
        }
    }

    @Test("A submitted picture that failed cannot be retried once its bytes are gone")
    func pictureLost() async throws {
        try await Installation().served { served in
            let id = try await served.control.submissions.submit(.picture(try SentPicture.truncated())).job.id
            let rested = try await served.control.jobs.rest(of: id)
            #expect(rested.job.state.word == "failed")
            await served.cleared()
            #expect(await failure(served, id) == .pictureLost(id))
        }
    }

    @Test("Of two concurrent retries one succeeds and the other fails because the job is queued")
    func twice() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.stored(.cancelled)
            let answers = await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask { () -> Result<String, ControlFailure> in
                        do throws(ControlFailure) {
                            return .success(
                                try await served.control.actions.retry(id, mayPayTwice: false).job.state.word)
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                var answers: [Result<String, ControlFailure>] = []
                for await answer in group { answers.append(answer) }
                return answers
            }
            #expect(answers.contains(.success("queued")))
            #expect(answers.contains(.failure(.notRetryable(id, state: "queued"))))
        }
    }

    /// Either may come first: each takes effect once, and neither gets the other's answer.
    @Test("A retry concurrent with a cancel receives its own outcome")
    func besideCancel() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.held(.unknown)
            async let retried = served.control.actions.retry(id, mayPayTwice: true)
            async let cancelled = served.control.actions.cancel(id)
            _ = try await (retried, cancelled)
            let states = try await served.control.jobs.job(id).steps.suffix(2).map(\.state)
            #expect([[.queued, .cancelled], [.cancelled, .queued]].contains(states))
        }
    }

    @Test("A retry that arrives before the service has started is answered")
    func early() async throws {
        let installation = try Installation()
        let base = try await installation.foundations()
        let settings = try installation.source().load()
        let loop = try ServiceLoop(base: base, source: installation.source(), settings: settings) { level in
            EventLog(level: level, sink: LineSink { _ in })
        }
        let control = ServiceControl(base, loop.current, EventRing(start: 0)) { nil }
        let id = JobID(utc: 1, seed: 1)
        let retry = Task { () -> ControlFailure? in
            do throws(ControlFailure) { _ = try await control.actions.retry(id, mayPayTwice: false) } catch {
                return error
            }
            return nil
        }
        let stop = AsyncStream<ProcessSignal>.makeStream()
        // Long enough for the retry to fail if it did not wait for the service to start.
        await base.answer()
        async let exit = loop.serve(stop.stream)
        #expect(await retry.value == .noSuchJob(id.text))
        stop.continuation.yield(.terminate)
        _ = await exit
        await base.close()
    }
}

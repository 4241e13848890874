import Domain
import ControlAPI
import JobsFeature
import PlatformSystem
import Loopback
import MVIRuntime
import ServiceFeature
import Testing

@testable import App

@MainActor
@Suite("Reload over the control socket", .serialized, .timeLimit(.minutes(5)))
struct ReloadTests {
    private typealias Gate = Loopback.Gate

    /// Runs `body` with a service whose backend is generating a picture and answers when the gate opens. A reload waits
    /// for that call.
    private func busy(_ body: @MainActor (RunningService, Installation, Gate) async throws -> Void) async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(more: try installation.studio(server))
        try await installation.served { served in
            _ = try await served.control.submissions.submit(.prompt("a fox", [.studio]))
            await gate.reached()
            try await body(served, installation, gate)
        }
    }

    /// Runs `body` while a reload waits for the backend call, then opens the gate and waits for the reload.
    private func reloading(
        _ served: RunningService, _ gate: Gate, _ body: @MainActor () async throws -> JobID
    ) async throws -> JobID {
        async let reload: Void = served.control.operations.reload()
        await served.until { [loop = served.loop] in loop.current.container.jobs.state.phase == .draining }
        let id = try await body()
        gate.open()
        try await reload
        return id
    }

    private func failure(_ served: RunningService) async -> ControlFailure? {
        await #expect(throws: ControlFailure.self) { try await served.control.operations.reload() }
    }

    @Test("The counts of ended jobs survive a reload")
    func ended() async throws {
        try await Installation().served { served in
            for round in 1...2 {
                let id = try await served.control.submissions.submit(.prompt("fox \(round)")).job.id
                _ = try await served.control.jobs.rest(of: id)
                try await served.control.operations.reload()
                let status = await served.control.status.status(in: .english)
                #expect(status.ended["done"] == round)
            }
        }
    }

    @Test("A pause survives a reload, and so does a resume")
    func pause() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            try await served.control.operations.pause()
            try await served.control.operations.reload()
            #expect(served.control.status.phase() == .paused)
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            let story = try await served.control.jobs.job(id)
            #expect(story.job.state == .queued && served.container.jobs.state.isPaused)
            try await served.control.operations.resume()
            try await served.control.operations.reload()
            #expect(served.control.status.phase() == .running)
            let rested = try await served.control.jobs.rest(of: id)
            #expect(rested.job.state == .done)
        }
    }

    @Test("A pause during a reload applies to the new stores")
    func pauseMeanwhile() async throws {
        try await busy { served, _, gate in
            async let reload: Void = served.control.operations.reload()
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            async let pause: Void = served.control.operations.pause()
            gate.open()
            try await reload
            try await pause
            #expect(served.container.jobs.state.isPaused)
            #expect(served.control.status.phase() == .paused)
        }
    }

    @Test("A job submitted during a reload is accepted at once and completed afterwards")
    func submitsMeanwhile() async throws {
        try await busy { served, _, gate in
            let id = try await reloading(served, gate) {
                let id = try await served.control.submissions.submit(.prompt("a hen")).job.id
                try await served.control.operations.pause()
                try await served.control.operations.resume()
                let health = await served.control.status.status(in: .english).health
                #expect(health.verdict == .degraded && health.reasons.map(\.code) == ["reloading"])
                #expect(health.reasons.first?.jobs == 1)
                #expect(try await served.control.jobs.job(id).job.state == .queued)
                return id
            }
            #expect(try await served.control.jobs.rest(of: id).job.state == .done)
        }
    }

    @Test("A backend call that delays a reload can be cancelled")
    func cancelsMeanwhile() async throws {
        try await busy { served, _, gate in
            let fox = try #require(try await served.control.jobs.jobs(JobQuery(limit: 9)).jobs.first).job.id
            _ = try await reloading(served, gate) { try await served.control.actions.cancel(fox).job.id }
            #expect(try await served.control.jobs.rest(of: fox).job.state == .cancelled)
        }
    }

    @Test("A client that disconnects during a reload interrupts neither the reload nor the running call")
    func leaves() async throws {
        try await busy { served, _, gate in
            let reload = Task { try await served.control.operations.reload() }
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            reload.cancel()
            // The reload waits for the running call, which waits for the gate.
            _ = await served.control.status.status(in: .english)
            #expect(served.loop.current.stage == .reloading)
            gate.open()
            await served.until { [loop = served.loop] in loop.current.stage == .serving }
            let job = try #require(try await served.control.jobs.jobs(JobQuery(limit: 9)).jobs.first)
            #expect(try await served.control.jobs.rest(of: job.job.id).job.state == .done)
            _ = try? await reload.value
        }
    }

    @Test("An invalid file is rejected with every wrong field, and the previous configuration stays active")
    func badFile() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.configure("art.colums = 3\nsettle.picture = 'soon'")
            guard case .configuration(.invalid(let fields)) = await failure(served) else {
                Issue.record("not refused")
                return
            }
            #expect(fields.map(\.key) == ["watch[0].art.colums", "watch[0].settle.picture"])
            let story = try await served.done()
            #expect(story.job.state == .done)
        }
    }

    @Test("Folders that feed each other are rejected with an explanation, and the previous configuration stays active")
    func badFolders() async throws {
        let installation = try Installation()
        try installation.link("link", to: "inbox")
        try await installation.served { served in
            await served.until { [loop = served.loop] in loop.current.container.jobs.state.phase == .running }
            try installation.configure(more: "[[watch]]\npath = 'link'\noutbox = 'outbox'")
            guard case .notServable(let said) = await failure(served) else {
                Issue.record("not refused")
                return
            }
            #expect(said.contains("the watch folder "))
            #expect(served.control.status.phase() == .running)
        }
    }

    @Test("Each of several concurrent reload requests reads the file after the request was made")
    func atOnce() async throws {
        try await busy { served, installation, gate in
            async let first: Void = served.control.operations.reload()
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            try installation.configure("art.colums = 3")
            let others = (0..<3).map { _ in
                Task { () -> ControlFailure? in
                    do throws(ControlFailure) { try await served.control.operations.reload() } catch { return error }
                    return nil
                }
            }
            gate.open()
            try await first
            for other in others {
                guard case .configuration = await other.value else {
                    Issue.record("the bad file was not read")
                    continue
                }
            }
        }
    }

    @Test("SIGHUP during a reload over the socket is not lost")
    func hangUp() async throws {
        try await busy { served, installation, gate in
            async let first: Void = served.control.operations.reload()
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            try installation.configure("art.colums = 3")
            served.signals.yield(.hangUp)
            gate.open()
            try await first
            await installation.log.wait(for: " reload_failed: ")
        }
    }

    @Test("SIGTERM during a reload stops the service without starting new stores")
    func terminate() async throws {
        try await busy { served, installation, gate in
            let reload = Task { () -> ControlFailure? in
                do throws(ControlFailure) { try await served.control.operations.reload() } catch { return error }
                return nil
            }
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            let before = ObjectIdentifier(served.container)
            served.signals.yield(.terminate)
            await served.until { [loop = served.loop] in loop.current.stage == .stopping }
            gate.open()
            #expect(await reload.value == .draining)
            #expect(ObjectIdentifier(served.container) == before)
            #expect(served.control.status.phase() == .draining)
        }
    }

    @Test("SIGTERM takes effect while a SIGHUP reload waits for running work")
    func terminateAfterHangUp() async throws {
        try await busy { served, installation, gate in
            served.signals.yield(.hangUp)
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            served.signals.yield(.terminate)
            await served.until { [loop = served.loop] in loop.current.stage == .stopping }
            gate.open()
            await installation.log.wait(for: " stopped: ")
        }
    }
}

import ControlServer
import Domain
import PlatformSystem
import IntakeFeature
import JobsFeature
import Loopback
import MVIRuntime
import Repositories
import ServiceFeature
import Testing

@testable import App

@MainActor
@Suite("Sync", .serialized, .timeLimit(.minutes(5)))
struct SyncTests {
    /// Starts a sync and returns once it has listed every folder.
    private func begun(_ served: RunningService) async -> Task<SyncReport, any Error> {
        let asked = served.base.clock.now.sinceBoot
        let sync = Task { try await served.control.sync.sync() }
        await served.until { [loop = served.loop] in
            loop.current.container.intake.state.folders.allSatisfy { $0.listedAt.map { $0 > asked } ?? false }
        }
        return sync
    }

    @Test("A sync includes files that are still settling")
    func settling() async throws {
        let installation = try Installation(Installation.quick.replacing("0s", with: "200ms"))
        try await installation.served { served in
            try installation.picture("inbox/a.png")
            try installation.write("a fox", to: "inbox/b.txt")
            let report = try await served.control.sync.sync()
            #expect(report == SyncReport(open: [], ended: ["done": 2]))
            #expect(installation.names("inbox") == ["done"])
        }
        #expect(installation.names("outbox") == ["a.json", "a.txt", "b.json", "b.picture.png", "b.txt"])
    }

    @Test("A sync cancelled before the folders are listed does not report everything as processed")
    func givenUp() async throws {
        try await Installation().served { served in
            let sync = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await served.control.sync.sync()
            }
            let report = try await sync.value
            #expect(!report.isFullyProcessed)
        }
    }

    @Test("A sync with nothing to do returns at once")
    func nothing() async throws {
        try await Installation().served { served in
            let report = try await served.control.sync.sync()
            #expect(report.isFullyProcessed && report.ended.isEmpty)
        }
    }

    @Test("A folder that cannot be listed is named in the report") func unlisted() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.move("inbox", to: "elsewhere")
            let report = try await served.control.sync.sync()
            #expect(report.isFullyProcessed && report.unlisted == ["inbox"])
        }
    }

    @Test("A sync ignores files that arrive after the call")
    func late() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(
            Installation.quick.replacing("prompt = \"0s\"", with: "prompt = \"1h\""),
            more: try installation.studio(server))
        try await installation.served { served in
            _ = try await served.control.submissions.submit(.prompt("a fox", [.studio]))
            await gate.reached()
            let sync = await begun(served)
            try installation.write("a hen", to: "inbox/late.txt")
            await served.until { [loop = served.loop] in
                loop.current.container.intake.state.folders.contains { !$0.settling.isEmpty }
            }
            gate.open()
            let report = try await sync.value
            #expect(report == SyncReport(open: [], ended: ["done": 1]))
        }
    }

    @Test("A sync waits for a waiting job; a cancelled sync reports it as open")
    func waiting() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.remove("outbox")
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            let sync = await begun(served)
            await installation.log.wait(for: "job=\(id.text)")
            await served.until { [loop = served.loop] in
                guard case .sleeping = loop.current.container.jobs.state.entries[id]?.activity else { return false }
                return true
            }
            sync.cancel()
            let report = try await sync.value
            #expect(report.open.map(\.job.id) == [id] && !report.isFullyProcessed)
        }
    }

    @Test("A missing folder does not delay a sync, and one that has reappeared is scanned")
    func missing() async throws {
        let installation = try Installation(
            more: "[[watch]]\npath = 'later'\noutbox = 'outbox'\n\(Installation.quick)\ninterval = '1h'")
        try await installation.served { served in
            try installation.picture("inbox/a.png")
            let first = try await served.control.sync.sync()
            #expect(first.ended == ["done": 1])
            try installation.folder("later")
            try installation.picture("later/b.png")
            let second = try await served.control.sync.sync()
            #expect(second.ended == ["done": 1])
        }
    }

    @Test("A sync waits for work in progress across a reload")
    func reload() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(
            Installation.quick.replacing("0s", with: "300ms"), more: try installation.studio(server))
        try await installation.served { served in
            _ = try await served.control.submissions.submit(.prompt("a fox", [.studio]))
            await gate.reached()
            try installation.picture("inbox/a.png")
            let sync = await begun(served)
            async let reload: Void = served.control.operations.reload()
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            gate.open()
            try await reload
            let report = try await sync.value
            #expect(report == SyncReport(open: [], ended: ["done": 2]))
        }
        #expect(installation.names("outbox").contains("a.txt"))
    }

    @Test("A sync includes jobs of an earlier run that are not loaded yet")
    func left() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try await served.control.operations.pause()
            _ = try await served.control.submissions.submit(.prompt("a fox"))
        }
        try await installation.served { served in
            let report = try await served.control.sync.sync()
            #expect(report == SyncReport(open: [], ended: ["done": 1]))
        }
    }

    @Test("A sync fails with `draining` when the service stops")
    func stop() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try await served.control.operations.pause()
            _ = try await served.control.submissions.submit(.prompt("a fox"))
            let sync = await begun(served)
            served.signals.yield(.terminate)
            let failure = await #expect(throws: ControlFailure.self) { try await sync.value }
            #expect(failure == .draining)
        }
    }
}

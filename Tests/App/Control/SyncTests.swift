import ControlServer
import Domain
import PlatformSystem
import IntakeFeature
import JobsFeature
import Loopback
import MVIRuntime
import Repositories
import Testing

@testable import App

@MainActor
@Suite("Sync", .serialized, .timeLimit(.minutes(5)))
struct SyncTests {
    /// Runs a sync, and returns once it knows what was present.
    private func begun(_ served: Served) async -> Task<SyncReport, any Error> {
        let asked = served.base.clock.now.sinceBoot
        let sync = Task { try await served.control.sync() }
        await served.until { [loop = served.loop] in
            loop.current.container.intake.state.folders.allSatisfy { $0.listedAt.map { $0 > asked } ?? false }
        }
        return sync
    }

    @Test("files that are still settling at the call count")
    func settling() async throws {
        let installation = try Installation(Installation.quick.replacing("0s", with: "200ms"))
        try await installation.served { served in
            try installation.picture("inbox/a.png")
            try installation.write("a fox", to: "inbox/b.txt")
            let report = try await served.control.sync()
            #expect(report == SyncReport(open: [], ended: ["done": 2]))
            #expect(installation.names("inbox") == ["done"])
        }
        #expect(installation.names("outbox") == ["a.json", "a.txt", "b.json", "b.picture.png", "b.txt"])
    }

    @Test("who has given up before the folders are listed is not told that all is done")
    func givenUp() async throws {
        try await Installation().served { served in
            let sync = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await served.control.sync()
            }
            let report = try await sync.value
            #expect(!report.isFullyProcessed)
        }
    }

    @Test("nothing there is nothing to wait for")
    func nothing() async throws {
        try await Installation().served { served in
            let report = try await served.control.sync()
            #expect(report.isFullyProcessed && report.ended.isEmpty)
        }
    }

    @Test("a folder that can't be listed is named") func unlisted() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.move("inbox", to: "elsewhere")
            let report = try await served.control.sync()
            #expect(report.isFullyProcessed && report.unlisted == ["inbox"])
        }
    }

    @Test("files that come later don't count")
    func late() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(
            Installation.quick.replacing("prompt = \"0s\"", with: "prompt = \"1h\""),
            more: try installation.studio(server))
        try await installation.served { served in
            _ = try await served.control.submit(.prompt("a fox", [.studio]))
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

    @Test("a job that waits keeps it open; whoever gives up is told which one")
    func waiting() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.remove("outbox")
            let id = try await served.control.submit(.prompt("a fox")).job.id
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

    @Test("a folder that is not there does not hold it up, and one that has come back is looked into")
    func missing() async throws {
        let installation = try Installation(
            more: "[[watch]]\npath = 'later'\noutbox = 'outbox'\n\(Installation.quick)\ninterval = '1h'")
        try await installation.served { served in
            try installation.picture("inbox/a.png")
            let first = try await served.control.sync()
            #expect(first.ended == ["done": 1])
            try installation.folder("later")
            try installation.picture("later/b.png")
            let second = try await served.control.sync()
            #expect(second.ended == ["done": 1])
        }
    }

    @Test("what is on its way when the configuration is read again is waited for")
    func reload() async throws {
        let gate = Gate()
        let server = try Server(try .painted(after: gate))
        let installation = try Installation()
        try installation.configure(
            Installation.quick.replacing("0s", with: "300ms"), more: try installation.studio(server))
        try await installation.served { served in
            _ = try await served.control.submit(.prompt("a fox", [.studio]))
            await gate.reached()
            try installation.picture("inbox/a.png")
            let sync = await begun(served)
            async let reload: Void = served.control.reload()
            await served.until { [loop = served.loop] in loop.current.stage == .reloading }
            gate.open()
            try await reload
            let report = try await sync.value
            #expect(report == SyncReport(open: [], ended: ["done": 2]))
        }
        #expect(installation.names("outbox").contains("a.txt"))
    }

    @Test("what an earlier run left counts, though it is not taken up yet")
    func left() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try await served.control.pause()
            _ = try await served.control.submit(.prompt("a fox"))
        }
        try await installation.served { served in
            let report = try await served.control.sync()
            #expect(report == SyncReport(open: [], ended: ["done": 1]))
        }
    }

    @Test("at the end of the service it ends too")
    func stop() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try await served.control.pause()
            _ = try await served.control.submit(.prompt("a fox"))
            let sync = await begun(served)
            served.signals.yield(.terminate)
            let failure = await #expect(throws: ControlFailure.self) { try await sync.value }
            #expect(failure == .draining)
        }
    }
}

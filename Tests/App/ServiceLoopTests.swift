import Configuration
import Domain
import PlatformSystem
import Testing

@testable import App

/// A service in this process, over real folders and a real database. Behaviour that needs real processes is tested in
/// Tests/Programs.
@MainActor
@Suite("Service loop", .serialized, .timeLimit(.minutes(5)))
struct ServiceLoopTests {
    private let signals: Signals = AsyncStream.makeStream()

    private typealias Signals = (
        stream: AsyncStream<ProcessSignal>, continuation: AsyncStream<ProcessSignal>.Continuation
    )

    /// Runs a single pass. Each pass ends its signal stream and therefore needs its own.
    private func once(_ installation: Installation, _ told: [ProcessSignal] = []) async throws -> ExitCode {
        let signals: Signals = AsyncStream.makeStream()
        for signal in told { signals.continuation.yield(signal) }
        return try await installation.serve { loop in await loop.once(signals.stream) }
    }

    @Test("A single pass waits for files that are still settling when it starts")
    func settling() async throws {
        let installation = try Installation(
            Installation.quick.replacing("0s", with: "300ms"))
        try installation.picture("inbox/a.png")
        try installation.write("a fox", to: "inbox/b.txt")
        #expect(try await once(installation) == .ok)
        #expect(installation.names("outbox") == ["a.json", "a.txt", "b.json", "b.picture.png", "b.txt"])
        #expect(installation.names("inbox") == ["done"])
    }

    @Test("A single pass resumes what an earlier one left, then processes the rest")
    func left() async throws {
        let installation = try Installation()
        try installation.picture("inbox/a.png")
        try installation.remove("outbox")
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.log.all.contains { $0.contains(" warning ") && $0.contains("a.png") })
        #expect(installation.names("inbox") == ["a.png"])
        try installation.folder("outbox")
        try installation.picture("inbox/b.png")
        // The job waits half a minute for its folder: this pass exits with 75 too, but processes the rest.
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.names("outbox") == ["b.json", "b.txt"])
    }

    @Test("A missing watch folder makes a single pass exit with 75, and the other folders are processed")
    func missing() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'later'\noutbox = 'outbox'")
        try installation.picture("inbox/a.png")
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.names("outbox") == ["a.json", "a.txt"])
        #expect(installation.log.all.contains { $0.contains("folder_missing: Folder later does not exist.") })
    }

    @Test("A single pass interrupted by SIGTERM exits with 75; SIGHUP does not interrupt it")
    func cut() async throws {
        let installation = try Installation("settle = { picture = '1h' }")
        try installation.picture("inbox/a.png")
        #expect(try await once(installation, [.hangUp, .terminate]) == .tryAgain)
        #expect(installation.names("inbox") == ["a.png"])
        let quick = try Installation()
        try quick.picture("inbox/a.png")
        #expect(try await once(quick, [.hangUp]) == .ok)
    }

    @Test("Failures go to the configured folder, and neither that folder nor the archive is ever scanned")
    func ownFolders() async throws {
        let installation = try Installation(
            Installation.quick + "\nfailed = 'inbox/bad.txt'\narchive = 'kept/old'", more: "")
        try installation.write("no picture", to: "inbox/a.png")
        try installation.picture("inbox/b.png")
        try installation.write("x", to: "inbox/done")
        #expect(try await once(installation) == .data)
        #expect(try await once(installation) == .ok)
        #expect(installation.names("inbox") == ["bad.txt"])
        #expect(installation.names("inbox/bad.txt") == ["a.png", "a.png.error.txt", "done", "done.error.txt"])
        let years = installation.names("kept/old")
        let months = installation.names("kept/old/\(years.first ?? "")")
        #expect(installation.names("kept/old/\(years.first ?? "")/\(months.first ?? "")") == ["b.png"])
    }

    @Test("A second service on the same state folder is rejected with 75 until the first has ended")
    func second() async throws {
        let installation = try Installation()
        _ = try await installation.serve { _ in
            let refused = await #expect(throws: LaunchFailure.self) { try await installation.foundations() }
            #expect(refused?.exit == .tryAgain)
            #expect(refused?.sentence.contains("(process \(ProcessFacts.identifier))") == true)
        }
        let base = try await installation.foundations()
        await base.close()
    }

    @Test("A reload that adds a watch folder picks up its drops, and one that removes it leaves them")
    func reload() async throws {
        let installation = try Installation()
        try installation.folder("scans")
        let signals = signals
        let exit = try await installation.serve { loop in
            async let exit = loop.serve(signals.stream)
            await installation.log.wait(for: " started: ")
            try installation.configure(more: "[[watch]]\npath = 'scans'\noutbox = 'outbox'\nsettle.picture = '0s'")
            signals.continuation.yield(.hangUp)
            await installation.log.wait(for: " started: ")
            try installation.picture("scans/new.png")
            await installation.log.wait(for: " job_done: new.png became ")
            try installation.configure()
            signals.continuation.yield(.hangUp)
            await installation.log.wait(for: " started: ")
            try installation.picture("scans/late.png")
            try installation.picture("inbox/last.png")
            await installation.log.wait(for: " job_done: last.png became ")
            signals.continuation.yield(.terminate)
            return await exit
        }
        #expect(exit == .ok)
        #expect(installation.names("scans").contains("late.png"))
        #expect(installation.log.all.last?.contains(" stopped: ") == true)
    }

    @Test("A reload whose folders feed each other is rejected, and the previous configuration stays active")
    func badReload() async throws {
        let installation = try Installation()
        try installation.link("link", to: "inbox")
        let signals = signals
        _ = try await installation.serve { loop in
            async let exit = loop.serve(signals.stream)
            await installation.log.wait(for: " started: ")
            try installation.configure(more: "[[watch]]\npath = 'link'\noutbox = 'outbox'")
            signals.continuation.yield(.hangUp)
            let refusal = await installation.log.wait(for: " reload_failed: ")
            #expect(refusal?.contains("the previous one stays active: the watch folder ") == true)
            try installation.picture("inbox/a.png")
            await installation.log.wait(for: " job_done: a.png became ")
            signals.continuation.yield(.terminate)
            return await exit
        }
        #expect(installation.names("outbox") == ["a.json", "a.txt"])
    }

    @Test("A stopping service delivers what it has begun and leaves the rest in place")
    func drain() async throws {
        let installation = try Installation()
        for number in 0..<30 { try installation.picture("inbox/\(number).png") }
        let signals = signals
        let exit = try await installation.serve { loop in
            async let exit = loop.serve(signals.stream)
            await installation.log.wait(for: " job_done: ")
            signals.continuation.yield(.interrupt)
            return await exit
        }
        #expect(exit == .ok)
        #expect(installation.names("outbox").allSatisfy { !$0.hasSuffix(".part") })
        #expect(try await once(installation) == .ok)
        #expect(installation.names("outbox").count == 60)
        #expect(installation.names("inbox") == ["done"])
    }
}

import Configuration
import Domain
import PlatformSystem
import Testing

@testable import App

/// A service in this process, over real folders and a real database. What real processes show is tested with Programs.
@MainActor
@Suite("Service loop", .serialized, .timeLimit(.minutes(5)))
struct ServiceLoopTests {
    private let signals: Signals = AsyncStream.makeStream()

    private typealias Signals = (
        stream: AsyncStream<ProcessSignal>, continuation: AsyncStream<ProcessSignal>.Continuation
    )

    /// A pass ends its stream of signals, so that each needs one of its own.
    private func once(_ installation: Installation, _ told: [ProcessSignal] = []) async throws -> ExitCode {
        let signals: Signals = AsyncStream.makeStream()
        for signal in told { signals.continuation.yield(signal) }
        return try await installation.serve { loop in await loop.once(signals.stream) }
    }

    @Test("a single pass waits for files that are still settling when it starts")
    func settling() async throws {
        let installation = try Installation(
            Installation.quick.replacing("0s", with: "300ms"))
        try installation.picture("inbox/a.png")
        try installation.write("a fox", to: "inbox/b.txt")
        #expect(try await once(installation) == .ok)
        #expect(installation.names("outbox") == ["a.json", "a.txt", "b.json", "b.picture.png", "b.txt"])
        #expect(installation.names("inbox") == ["done"])
    }

    @Test("a single pass goes on with what an earlier one left, and then over the rest")
    func left() async throws {
        let installation = try Installation()
        try installation.picture("inbox/a.png")
        try installation.remove("outbox")
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.log.all.contains { $0.contains(" warning ") && $0.contains("a.png") })
        #expect(installation.names("inbox") == ["a.png"])
        try installation.folder("outbox")
        try installation.picture("inbox/b.png")
        // The job waits for its folder for half a minute: that one pass ends with 75 too, but does the rest.
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.names("outbox") == ["b.json", "b.txt"])
    }

    @Test("a watch folder that is not there makes a single pass end with 75, and the others are worked off")
    func missing() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'later'\noutbox = 'outbox'")
        try installation.picture("inbox/a.png")
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.names("outbox") == ["a.json", "a.txt"])
        #expect(installation.log.all.contains { $0.contains("folder_missing: Folder later does not exist.") })
    }

    @Test("a single pass that is cut short by a signal ends with 75; SIGHUP does not cut it")
    func cut() async throws {
        let installation = try Installation("settle = { picture = '1h' }")
        try installation.picture("inbox/a.png")
        #expect(try await once(installation, [.hangUp, .terminate]) == .tryAgain)
        #expect(installation.names("inbox") == ["a.png"])
        let quick = try Installation()
        try quick.picture("inbox/a.png")
        #expect(try await once(quick, [.hangUp]) == .ok)
    }

    @Test("failures go where the configuration says, and neither that folder nor the archive is ever listed")
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

    @Test("a second service on the same state is refused with 75 while the first has it, and no longer")
    func second() async throws {
        let installation = try Installation()
        _ = try await installation.serve { _ in
            let refused = await #expect(throws: LaunchFailure.self) { try await installation.foundations() }
            #expect(refused?.exit == .tryAgain)
            #expect(refused?.sentence.contains("(process \(ProcessStatistics.identifier))") == true)
        }
        let base = try await installation.foundations()
        await base.close()
    }

    @Test("a reload that adds a watch folder takes drops from it, and one that takes it away leaves them")
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

    @Test("a reload whose folders feed each other is refused like any broken file, and the old configuration goes on")
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
            #expect(refusal?.contains("The previous configuration stays active: the watch folder ") == true)
            try installation.picture("inbox/a.png")
            await installation.log.wait(for: " job_done: a.png became ")
            signals.continuation.yield(.terminate)
            return await exit
        }
        #expect(installation.names("outbox") == ["a.json", "a.txt"])
    }

    @Test("a service that stops delivers what it has begun, and leaves the rest as it lies")
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

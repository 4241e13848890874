import Configuration
import Domain
import Glibc
import PlatformSystem
import Testing

@testable import App

@Suite("Service resources", .timeLimit(.minutes(5)))
struct FoundationsTests {
    @Test("An interrupted run is remembered until the database has been checked")
    func interrupted() async throws {
        let installation = try Installation()
        try installation.configure()
        try await run(installation, checks: false)
        try interrupt(installation, afterOneThatEnded: .clean)
        try await run(installation, checks: false)
        try interrupt(installation, afterOneThatEnded: .interrupted)
        try await run(installation, checks: true)
        try interrupt(installation, afterOneThatEnded: .clean)
    }

    private func run(_ installation: Installation, checks: Bool) async throws {
        let base = try await installation.foundations()
        if checks { try await base.check() }
        await base.close()
    }

    /// Takes the state's lock and releases it without recording a clean exit.
    private func interrupt(_ installation: Installation, afterOneThatEnded end: StateLock.PreviousExit) throws {
        let state = try installation.source().load().service.state
        #expect(try StateLock(in: state).earlier == end)
    }
}

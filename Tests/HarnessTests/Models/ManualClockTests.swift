import MVISimulation
import Testing

@Suite("ManualClock", .timeLimit(.minutes(5)))
struct ManualClockTests {
    private let clock = ManualClock()

    @Test("a sleeper wakes at its deadline and not before")
    func wakes() async throws {
        async let woken = sleep(.seconds(2))
        await clock.sleepers()
        #expect(clock.nextDeadline == ManualClock.Instant(offset: .seconds(2)))
        clock.advance(by: .milliseconds(1_999))
        #expect(clock.nextDeadline != nil)
        clock.advance(by: .milliseconds(1))
        #expect(try await woken == .seconds(2))
        #expect(clock.nextDeadline == nil)
    }

    @Test("a past deadline doesn't wait")
    func past() async throws {
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: ManualClock.Instant(offset: .seconds(5)), tolerance: nil)
        #expect(clock.nextDeadline == nil)
    }

    @Test("a cancelled sleeper throws at once and is forgotten")
    func cancelled() async {
        let sleeper = Task { try await clock.sleep(for: .seconds(60)) }
        await clock.sleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.nextDeadline == nil)
    }

    @Test("sleeping in a cancelled task throws")
    func cancelledBefore() async {
        let sleeper = Task {
            await withTaskCancellationHandler {
                // The task cancels itself, so the order doesn't depend on another task.
                withUnsafeCurrentTask { $0?.cancel() }
            } onCancel: {
            }
            try await clock.sleep(for: .seconds(60))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test("the handshake counts sleepers")
    func handshake() async throws {
        async let one = sleep(.seconds(1))
        async let two = sleep(.seconds(3))
        await clock.sleepers(atLeast: 2)
        #expect(clock.advanceToNext())
        #expect(try await one == .seconds(1))
        #expect(clock.nextDeadline == ManualClock.Instant(offset: .seconds(3)))
        #expect(clock.advanceToNext())
        #expect(try await two == .seconds(3))
        #expect(!clock.advanceToNext())
        #expect(clock.now == ManualClock.Instant(offset: .seconds(3)))
    }

    /// Sleeps and returns the clock's time afterwards.
    private func sleep(_ duration: Duration) async throws -> Duration {
        try await clock.sleep(for: duration)
        return clock.now.offset
    }
}

import MVISimulation
import Testing

@Suite("ManualClock", .timeLimit(.minutes(5)))
struct ManualClockTests {
    private let clock = ManualClock()

    @Test("a sleeper wakes when its time has come, and not before")
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

    @Test("a deadline that has passed does not wait")
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

    @Test("sleep in a task that is cancelled already throws")
    func cancelledBefore() async {
        let sleeper = Task {
            await withTaskCancellationHandler {
                // Cancelled by itself: no other task is needed to be sure of the order.
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

    /// What the clock shows after the sleep.
    private func sleep(_ duration: Duration) async throws -> Duration {
        try await clock.sleep(for: duration)
        return clock.now.offset
    }
}

import Domain
import MVISimulation
import Testing

@Suite("ManualUTC")
struct ManualUTCTests {
    @Test("the time of day advances with the clock, in whole milliseconds")
    func walks() {
        let clock = ManualClock(at: .seconds(30))
        let utc = ManualUTC(1_000, following: clock)
        #expect(utc.now == 1_000)
        clock.advance(by: .milliseconds(1_500))
        #expect(utc.now == 2_500)
        clock.advance(by: .microseconds(999))
        #expect(utc.now == 2_500)
    }

    @Test("the time of day can be set back without affecting the clock")
    func setBack() {
        let clock = ManualClock()
        let utc = ManualUTC(10_000, following: clock)
        clock.advance(by: .seconds(1))
        utc.set(500)
        #expect(utc.now == 500)
        #expect(clock.now.offset == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(utc.now == 1_500)
    }
}

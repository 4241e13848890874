import Domain
import MVICore
import MVIRuntime
import MVISimulation
import Testing

@MainActor
@Suite("Stamper")
struct StamperTests {
    @Test("the same clock, calendar and seed give the same stamps, and no seed repeats")
    func replay() {
        let runs = (0..<2).map { _ in
            let stamper = StampSource(clock: ManualClock(), utc: { 7 }, seed: 42)
            return (0..<100).map { _ in stamper.next() }
        }
        #expect(runs[0] == runs[1])
        #expect(Set(runs[0].map(\.seed)).count == 100)
        let other = StampSource(clock: ManualClock(), utc: { 7 }, seed: 43)
        #expect(other.next().seed != runs[0][0].seed)
    }

    @Test("the first seeds are those of the published SplitMix64")
    func published() {
        let stamper = StampSource(clock: ManualClock(), utc: { 0 }, seed: 1_234_567)
        let seeds = (0..<3).map { _ in stamper.next().seed }
        #expect(seeds == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test("now counts from the origin; the time of day is passed through")
    func origin() {
        let clock = ManualClock(at: .seconds(100))
        let utc = ManualUTC(5_000, following: clock)
        let fromCall = StampSource(clock: clock, utc: { utc.now }, seed: 1)
        let fromZero = StampSource(clock: clock, origin: .init(offset: .zero), utc: { utc.now }, seed: 1)
        clock.advance(by: .seconds(2))
        #expect(fromCall.next().now == .seconds(2))
        #expect(fromZero.next().now == .seconds(102))
        #expect(fromCall.next().utc == 7_000)
    }
}

import Domain
import MVICore
import Testing

@testable import BackendsFeature

@Suite("Backends: rejections")
struct ThrottleTests {
    @Test("after 120 rejections in an hour the next call waits until the first is an hour old")
    func hourlyLimit() {
        var throttle = Backends.Throttle()
        let start = UTCMillis(1_000_000)
        var pause: Int64 = 0
        for number in 0..<120 as Range<Int64> {
            let stamp = Stamp(now: .seconds(number), utc: start + number * 1000, seed: 7)
            pause = throttle.refuse(wait: nil, stamp)
        }
        #expect(pause == 3_600_000 - 119_000)
        #expect(throttle.count(now: start + 119_000) == 120)
        #expect(throttle.count(now: start + 3_600_000) == 119)
        #expect(Backends.State.studio().backends["studio"]?.refusedCalls(now: start) == 0)
    }
}

import Domain
import Foundation
import Testing

@Suite("Times")
struct UTCMillisTests {
    private static let (earliest, latest) = (UTCMillis(.min), UTCMillis(.max))

    @Test("arithmetic stops at the earliest and the latest moment, however far the clock jumps")
    func saturates() {
        #expect(Self.latest + 1 == Self.latest && Self.latest - -1 == Self.latest)
        #expect(Self.earliest - 1 == Self.earliest && Self.earliest + -1 == Self.earliest)
        #expect(Self.latest.milliseconds(since: Self.earliest) == .max)
        #expect(Self.earliest.milliseconds(since: Self.latest) == .min)
        #expect(Self.earliest.milliseconds(since: 1) == .min && Self.latest.milliseconds(since: -1) == .max)
    }

    @Test("differences and sums within the range are exact")
    func exact() {
        let moment: UTCMillis = 1_795_000_000_000
        #expect((moment + 5).milliseconds(since: moment) == 5 && (moment - 5).milliseconds(since: moment) == -5)
        #expect(moment - 5 < moment && moment < moment + 5)
    }

    @Test("stored as a bare integer")
    func coding() throws {
        let times: [UTCMillis] = [0, -1, 1_795_000_000_000]
        let text = Data("[0,-1,1795000000000]".utf8)
        #expect(try JSONEncoder().encode(times) == text)
        #expect(try JSONDecoder().decode([UTCMillis].self, from: text) == times)
        #expect(try JSONDecoder().decode([UTCNanos].self, from: text).map(\.nanoseconds) == times.map(\.milliseconds))
        #expect(try JSONEncoder().encode([UTCNanos(7)]) == Data("[7]".utf8))
    }

    @Test("nanoseconds are cut to milliseconds")
    func nanoseconds() {
        #expect(UTCNanos(1_999_999).millis == 1 && UTCNanos(2_000_000).millis == 2)
    }
}

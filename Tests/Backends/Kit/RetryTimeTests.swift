import BackendKit
import Domain
import Testing

@Suite("Times to wait")
struct RetryTimeTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let moment: UTCMillis = 784_111_777_000

    private func wait(_ headers: [(String, String)], now: UTCMillis = moment) -> Int64? {
        let fields = headers.map { HTTPHeader($0.0, $0.1) }
        return RetryTime.milliseconds(of: HTTPResponse(status: 429, headers: fields), now: now)
    }

    @Test(
        "all three forms of a date are read",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func dates(text: String) {
        #expect(HTTPDate.moment(of: text) == Self.moment)
    }

    @Test("leap days and centuries are handled")
    func calendar() {
        #expect(HTTPDate.moment(of: "Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.moment(of: "Thu, 29 Feb 2024 23:59:59 GMT") == 1_709_251_199_000)
        #expect(HTTPDate.moment(of: "Mon, 01 Mar 2100 00:00:00 GMT") == 4_107_542_400_000)
    }

    @Test(
        "an invalid date is nil",
        arguments: ["", "soon", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT"])
    func noDates(text: String) {
        #expect(HTTPDate.moment(of: text) == nil)
    }

    @Test(
        "durations are read in the services' formats",
        arguments: [
            ("1.2s", 1200), ("6m0s", 360_000), ("20ms", 20), ("1h2m3s", 3_723_000), ("7", 7000), ("0s", 0),
            ("1d", 86_400_000), ("99d", 86_400_000),
        ] as [(String, Int64)])
    func durations(text: String, wait: Int64) {
        #expect(RetryTime.milliseconds(of: text) == wait)
    }

    @Test("an invalid duration is nil", arguments: ["", "s", "1x", "-5", "nan", "1s2", "inf"])
    func noDurations(text: String) {
        #expect(RetryTime.milliseconds(of: text) == nil)
    }

    private static let exhausted = [("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-remaining-requests", "0")]

    @Test("milliseconds take precedence over seconds, and seconds over the reset of an exhausted limit")
    func order() {
        #expect(wait([("Retry-After", "9"), ("retry-after-ms", "250")]) == 250)
        #expect(wait(Self.exhausted + [("Retry-After", "9")]) == 9000)
        #expect(wait(Self.exhausted) == 1000)
        #expect(wait([("Retry-After", " 1.5 ")]) == 1500)
        #expect(wait([]) == nil)
        #expect(wait([("Retry-After", "later")]) == nil)
    }

    @Test("a date is relative to the server's clock, else to ours; a past one means now")
    func date() {
        let after = ("Retry-After", "Sun, 06 Nov 1994 08:50:07 GMT")
        #expect(wait([after]) == 30_000)
        #expect(wait([after, ("Date", "Sun, 06 Nov 1994 08:49:57 GMT")]) == 10_000)
        #expect(wait([after], now: Self.moment + 60_000) == 0)
    }

    @Test("of several limits the exhausted one counts; limits with a remainder don't")
    func limits() {
        let resets = [("x-ratelimit-reset-requests", "1.2s"), ("x-ratelimit-reset-tokens", "6m0s")]
        #expect(wait(resets) == nil)
        #expect(wait(resets + [("x-ratelimit-remaining-requests", "49")]) == nil)
        let left = [("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-remaining-tokens", "5000")]
        #expect(wait(resets + left) == 1200)
    }
}

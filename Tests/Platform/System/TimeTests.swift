import Domain
import Glibc
import PlatformSystem
import Testing

@Suite("Time")
struct TimeTests {
    @Test("the clock is monotonic and never wakes before a deadline")
    func sleep() async throws {
        let clock = BoottimeClock()
        let deadline = clock.now.advanced(by: .milliseconds(3))
        try await clock.sleep(until: deadline)
        #expect(clock.now >= deadline)
    }

    @Test("a cancelled wait ends at once")
    func cancelled() async {
        let task = Task { try await BoottimeClock().sleep(for: .seconds(3600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("local time agrees with its offset", arguments: [Int64(0), 1_700_000_000_123, -1, 951_782_400_000])
    func local(milliseconds: Int64) {
        let time = LocalTime(UTCMillis(milliseconds))
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(time.year - 1900), Int32(time.month - 1), Int32(time.day))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(time.hour), Int32(time.minute), Int32(time.second))
        let seconds = Int64(timegm(&parts)) - Int64(time.offset)
        #expect(seconds == Int64((Double(milliseconds) / 1000).rounded(.down)))
    }

    @Test(
        "a value of TZ is understood if it is a zone, a zone file or a rule",
        arguments: [
            "", ":", "UTC", "Etc/UTC", "Asia/Seoul", ":Asia/Seoul", "KST-9", "EST5EDT,M3.2.0,M11.1.0", "<+0330>-3:30",
            "/usr/share/zoneinfo/Asia/Seoul",
        ])
    func understood(zone: String) {
        #expect(LocalZone.isUnderstood(zone))
    }

    @Test(
        "any other value of TZ is not",
        arguments: ["Nowhere/Nothing", "Seoul", "KST", "AB5", "<+0330>", "../Seoul", "/etc/passwd", "9"])
    func misunderstood(zone: String) {
        #expect(!LocalZone.isUnderstood(zone))
    }

    @Test("local time is formatted with its zone")
    func written() throws {
        let time = LocalTime(1_772_000_000_000)
        #expect(time.description.wholeMatch(of: /2026-02-2\d \d\d:\d\d:\d\d [+-]\d\d:\d\d/) != nil)
    }
}

package import Domain
internal import Glibc

/// A moment as the clocks on the wall of this machine show it (`TZ`, else `/etc/localtime`).
package struct LocalTime: Hashable, Sendable {
    package let year: Int
    /// 1...12.
    package let month: Int
    /// 1...31.
    package let day: Int
    /// 0...23.
    package let hour: Int
    package let minute: Int
    /// 0...60.
    package let second: Int
    /// East of Greenwich, in seconds.
    package let offset: Int

    /// `milliseconds` since 1970, UTC. A moment outside of the calendar's years (±2 thousand million) is 1970.
    package init(milliseconds: Int64) {
        // Division rounds towards zero; a moment before 1970 belongs to the second below.
        var seconds = time_t(milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0))
        var parts = unsafe tm()
        tzset()
        if unsafe localtime_r(&seconds, &parts) == nil { unsafe parts = tm() }
        year = unsafe Int(parts.tm_year) + 1900
        month = unsafe Int(parts.tm_mon) + 1
        day = unsafe Int(max(1, parts.tm_mday))
        hour = unsafe Int(parts.tm_hour)
        minute = unsafe Int(parts.tm_min)
        second = unsafe Int(parts.tm_sec)
        offset = unsafe Int(parts.tm_gmtoff)
    }

    /// When a day begins here, in milliseconds since 1970, UTC. A day beyond its month's end is one of the next month.
    package static func start(of day: LocalDay) -> Int64 {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(day.year - 1900)
        unsafe parts.tm_mon = Int32(day.month - 1)
        unsafe parts.tm_mday = Int32(day.day)
        // Whether summer time holds is for the zone to say.
        unsafe parts.tm_isdst = -1
        tzset()
        return Int64(unsafe mktime(&parts)) * 1000
    }

    /// The day as budgets count days.
    package var localDay: LocalDay { LocalDay(year: year, month: month, day: day) }

    package static var now: LocalTime {
        LocalTime(milliseconds: wallClockMilliseconds())
    }

    /// `["2026", "03"]`: the two folders that an archive keeps a month in.
    package var monthFolders: [String] {
        [year.digits(4), month.digits(2)]
    }

    /// `+09:00`.
    package var zone: String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + (minutes / 60).digits(2) + ":" + (minutes % 60).digits(2)
    }
}

extension LocalTime: CustomStringConvertible {
    /// `2026-03-09 14:05:09 +09:00`.
    package var description: String {
        let date = [year.digits(4), month.digits(2), day.digits(2)].joined(separator: "-")
        let time = [hour, minute, second].map { $0.digits(2) }.joined(separator: ":")
        return "\(date) \(time) \(zone)"
    }
}

package import Domain
internal import Glibc

/// A moment in local time, by the zone of this machine (`TZ`, else `/etc/localtime`).
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
    /// The offset from UTC in seconds, positive to the east.
    package let offset: Int

    /// Converts a moment. One whose year doesn't fit the calendar (about ±2 billion) becomes 1970.
    package init(_ utc: UTCMillis) {
        // Division truncates towards zero, but a moment before 1970 belongs to the second below.
        let milliseconds = utc.milliseconds
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

    /// Returns the start of a local day. A day beyond the end of its month counts into the next.
    package static func start(of day: LocalDay) -> UTCMillis {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(day.year - 1900)
        unsafe parts.tm_mon = Int32(day.month - 1)
        unsafe parts.tm_mday = Int32(day.day)
        // Let the zone decide whether daylight saving time applies.
        unsafe parts.tm_isdst = -1
        tzset()
        return UTCMillis(Int64(unsafe mktime(&parts)) * 1000)
    }

    /// Returns the moment of a full hour of a local day. One that a change of the clock skips is an hour off.
    package static func moment(of day: LocalDay, hour: Int) -> UTCMillis {
        let midnight = start(of: day)
        let moment = midnight + Int64(hour) * 3_600_000
        return moment + Int64(LocalTime(midnight).offset - LocalTime(moment).offset) * 1000
    }

    /// The calendar day, by which budgets are counted.
    package var localDay: LocalDay { LocalDay(year: year, month: month, day: day) }

    package static var now: LocalTime {
        LocalTime(UTCMillis.now())
    }

    /// `+09:00`.
    private var zone: String {
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

/// The time zone of this process.
package enum LocalZone {
    /// Whether the system's zone database has this name, such as `Asia/Seoul`.
    package static func isKnown(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.first != "." }), !name.utf8.contains(0) else { return false }
        return isZoneFile(folder + "/" + name)
    }

    /// Whether the system understands this value of `TZ`: a known zone, the path of a zone file, or a rule of POSIX such
    /// as `KST-9`. It treats any other value as UTC, without a word.
    package static func isUnderstood(_ value: String) -> Bool {
        let name = String(value.drop { $0 == ":" })
        // UTC is what these mean even without a zone database.
        if ["", "UTC", "GMT", "Etc/UTC"].contains(name) || isKnown(name) { return true }
        return name.first == "/" ? isZoneFile(name) : isRule(name)
    }

    /// The rules of a zone such as `Asia/Seoul`, or, without a name, of the zone of this process. `nil` if it isn't known
    /// or can't be read.
    package static func rules(of name: String?) -> TimeZoneRules? {
        if let name { return isKnown(name) ? rules(inFile: folder + "/" + name) : nil }
        guard let value = unsafe getenv("TZ") else { return rules(inFile: "/etc/localtime") ?? .utc }
        let text = unsafe String(cString: value)
        let place = String(text.drop { $0 == ":" })
        if place.isEmpty { return .utc }
        if place.first == "/" { return rules(inFile: place) }
        if isKnown(place) { return rules(inFile: folder + "/" + place) }
        return (try? PosixZoneRule(text: place)).map { TimeZoneRules(rule: $0) } ?? .utc
    }

    private static func rules(inFile path: String) -> TimeZoneRules? {
        let bytes = try? FileDescriptor.file(FolderPath(path)).chunk(mostZoneBytes)
        return bytes.flatMap { try? TimeZoneRules(file: $0) }
    }

    /// The largest zone files have 4 KiB.
    private static let mostZoneBytes = 64 << 10

    /// Whether a text begins as the rules of tzset(3) do: a zone's abbreviation, then its distance from UTC.
    private static func isRule(_ text: String) -> Bool {
        let isQuoted = text.first == "<"
        let abbreviation = isQuoted ? text.dropFirst().prefix { $0 != ">" } : text.prefix { $0.isASCII && $0.isLetter }
        let distance = text[abbreviation.endIndex...].drop { ">+-".contains($0) }
        return abbreviation.count >= 3 && distance.first.map { $0.isASCII && $0.isNumber } == true
    }

    /// Sets the zone of this process and of the programs it starts. Call it only while the process has one thread:
    /// another could be reading the environment.
    package static func use(_ name: String) {
        unsafe setenv("TZ", ":" + name, 1)
        tzset()
    }

    /// The folder of the zone database, as glibc determines it (tzset(3)).
    private static var folder: String {
        guard let given = unsafe getenv("TZDIR") else { return "/usr/share/zoneinfo" }
        return unsafe String(cString: given)
    }

    /// Whether a file has the magic bytes of tzfile(5). Many zone names are links.
    private static func isZoneFile(_ path: String) -> Bool {
        do throws(FileFailure) {
            return try FileDescriptor.file(FolderPath(path)).chunk(4) == Array("TZif".utf8)
        } catch {
            return false
        }
    }
}

extension BudgetMoment {
    /// A moment in this machine's time zone.
    package init(_ utc: UTCMillis) {
        let day = LocalTime(utc).localDay
        let tomorrow = LocalDay(year: day.year, month: day.month, day: day.day + 1)
        self.init(
            day: day, dayEnds: LocalTime.start(of: tomorrow), monthEnds: LocalTime.start(of: day.firstDayOfNextMonth))
    }
}

extension LocalDay {
    /// The day this many days earlier. Counts back from noon, so that days of 23 or 25 hours don't shift the date.
    func before(_ days: Int) -> LocalDay {
        guard days > 0 else { return self }
        let noon = LocalTime.start(of: self) + 43_200_000
        return LocalTime(noon - Int64(days) * 86_400_000).localDay
    }
}

extension Since {
    /// The moment that is meant now.
    package var utc: UTCMillis {
        switch self {
        case .moment(let moment): moment
        case .date(let day): LocalTime.start(of: day)
        case .ago(let span): UTCMillis.now() - span.components.seconds * 1000
        case .day(let before): LocalTime.start(of: LocalTime.now.localDay.before(before))
        }
    }
}

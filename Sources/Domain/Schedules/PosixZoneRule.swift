/// A time zone's rule for every year, in the notation of POSIX `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`. Zone files end with
/// one. The offsets are in seconds, positive to the east, so the signs of the notation are reversed.
package struct PosixZoneRule: Hashable, Sendable {
    /// The other time of the year, usually an hour ahead of standard time; in Ireland it is behind.
    struct Daylight: Hashable, Sendable {
        let offset: Int
        /// On the clock of standard time.
        let begins: YearlyMoment
        /// On the clock of daylight saving time.
        let ends: YearlyMoment
    }

    let standardOffset: Int
    let daylight: Daylight?
}

/// A moment that returns every year, on a local clock.
struct YearlyMoment: Hashable, Sendable {
    enum Date: Hashable, Sendable {
        /// `J60`: 1–365, without the leap day, so 60 is always the 1st of March.
        case commonDay(Int)
        /// `59`: 0–365, with the leap day.
        case day(Int)
        /// `M3.5.0`: a weekday from 0 for Sunday, and the week from 1, where 5 means the last.
        case weekday(month: Int, week: Int, day: Int)
    }

    let date: Date
    /// In seconds from the day's start: -167 to 167 hours.
    let second: Int

    /// Returns the local time in seconds since 1970.
    func localSeconds(in year: Int) -> Int {
        Self.dayNumber(date, in: year) * 86_400 + second
    }

    private static func dayNumber(_ date: Date, in year: Int) -> Int {
        let newYear = LocalDay(year: year, month: 1, day: 1).dayNumber
        switch date {
        case .day(let day): return newYear + day
        case .commonDay(let day):
            let hasLeapDay = LocalDay(year: year, month: 3, day: 1).dayNumber - newYear == 60
            return newYear + day - 1 + (hasLeapDay && day >= 60 ? 1 : 0)
        case .weekday(let month, let week, let day):
            let first = LocalDay(year: year, month: month, day: 1)
            // Sunday is 0 here and the last in `Weekday`.
            let found = first.dayNumber + (day + 6 - first.weekday.rawValue).modulo(7) + (week - 1) * 7
            return found > first.lastDayOfMonth.dayNumber ? found - 7 : found
        }
    }
}

// MARK: - Evaluation

extension PosixZoneRule {
    /// Returns the offset at a moment in seconds since 1970.
    func offset(atSecond second: Int) -> Int {
        guard let daylight else { return standardOffset }
        let year = Self.year(of: second)
        var last: ZoneChange?
        for year in year - 1...year + 1 {
            // Daylight saving time that lasts all year ends and begins again at the same moment: the next year's
            // beginning comes last.
            for change in changes(in: year, daylight) where change.second <= second {
                if last.map({ $0.second <= change.second }) ?? true { last = change }
            }
        }
        return last?.offset ?? standardOffset
    }

    /// Returns the first change of the offset after a moment; `nil` if the offset stays the same.
    func change(afterSecond second: Int) -> ZoneChange? {
        guard let daylight else { return nil }
        let (year, offset) = (Self.year(of: second), offset(atSecond: second))
        // Neighbouring years overlap where a rule says so. The leap day, the rarest one, can be eight years away.
        for years in [year - 1...year + 2, year + 1...year + 9] {
            let changes = years.flatMap { self.changes(in: $0, daylight) }.filter { $0.second > second }
            for change in changes.sorted(by: { $0.second < $1.second }) {
                let after = self.offset(atSecond: change.second)
                if after != offset { return ZoneChange(second: change.second, offset: after) }
            }
        }
        return nil
    }

    /// The changes of one year in the order of time. A year in which both are at once has none.
    private func changes(in year: Int, _ daylight: Daylight) -> [ZoneChange] {
        let begin = ZoneChange(
            second: daylight.begins.localSeconds(in: year) - standardOffset, offset: daylight.offset)
        let end = ZoneChange(second: daylight.ends.localSeconds(in: year) - daylight.offset, offset: standardOffset)
        guard begin.second != end.second else { return [] }
        return begin.second < end.second ? [begin, end] : [end, begin]
    }

    private static func year(of second: Int) -> Int { LocalDay(dayNumber: second.quotient(86_400)).year }
}

// MARK: - Parsing

/// A mistake in a POSIX zone rule.
package struct PosixZoneProblem: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An abbreviation has at least three letters, or is in angle brackets.
        case abbreviation
        /// A number is missing here.
        case number
        case outOfRange(Int, ClosedRange<Int>)
        /// Daylight saving time has a beginning but no end, or neither where a rule is required.
        case incompleteRule
        /// Text after the end, or another character than the expected one.
        case unexpected(UInt8)
    }

    package let kind: Kind
    /// The place in UTF-8 bytes from 0.
    package let offset: Int
}

extension PosixZoneRule {
    package init(text: String) throws(PosixZoneProblem) { try self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) throws(PosixZoneProblem) {
        var parser = PosixZoneParser(bytes: bytes)
        self = try parser.rule()
    }
}

private struct PosixZoneParser {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func rule() throws(PosixZoneProblem) -> PosixZoneRule {
        try abbreviation()
        let standard = -(try time(hours: 24))
        guard current != nil else { return PosixZoneRule(standardOffset: standard, daylight: nil) }
        try abbreviation()
        var daylight = standard + 3600
        if let byte = current, byte != UInt8(ascii: ",") { daylight = -(try time(hours: 24)) }
        guard current != nil else {
            // As in glibc, the rule of the United States applies if none is written.
            return PosixZoneRule(
                standardOffset: standard,
                daylight: .init(
                    offset: daylight,
                    begins: YearlyMoment(date: .weekday(month: 3, week: 2, day: 0), second: 7200),
                    ends: YearlyMoment(date: .weekday(month: 11, week: 1, day: 0), second: 7200)))
        }
        try expect(",")
        let begins = try moment()
        guard current != nil else { throw problem(.incompleteRule) }
        try expect(",")
        let ends = try moment()
        if let byte = current { throw problem(.unexpected(byte)) }
        return PosixZoneRule(
            standardOffset: standard, daylight: .init(offset: daylight, begins: begins, ends: ends))
    }

    private mutating func abbreviation() throws(PosixZoneProblem) {
        let start = position
        let isQuoted = accept("<")
        while let byte = current, isQuoted ? Self.isQuotable(byte) : Self.isLetter(byte) { position += 1 }
        let count = position - start - (isQuoted ? 1 : 0)
        guard count >= 3, !isQuoted || accept(">") else {
            throw PosixZoneProblem(kind: .abbreviation, offset: start)
        }
    }

    private mutating func moment() throws(PosixZoneProblem) -> YearlyMoment {
        let date: YearlyMoment.Date
        if accept("J") {
            date = .commonDay(try number(1...365))
        } else if accept("M") {
            let month = try number(1...12)
            try expect(".")
            let week = try number(1...5)
            try expect(".")
            date = .weekday(month: month, week: week, day: try number(0...6))
        } else {
            date = .day(try number(0...365))
        }
        return YearlyMoment(date: date, second: accept("/") ? try time(hours: 167) : 7200)
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    private mutating func time(hours most: Int) throws(PosixZoneProblem) -> Int {
        let isNegative = accept("-")
        if !isNegative { _ = accept("+") }
        var seconds = try number(0...most) * 3600
        if accept(":") {
            seconds += try number(0...59) * 60
            if accept(":") { seconds += try number(0...59) }
        }
        return isNegative ? -seconds : seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) throws(PosixZoneProblem) -> Int {
        let start = position
        var number = 0
        while let byte = current, Self.isDigit(byte) {
            // Four digits are more than any number here has.
            number = min(number * 10 + Int(byte - UInt8(ascii: "0")), 9999)
            position += 1
        }
        guard position > start else { throw problem(.number) }
        guard range.contains(number) else {
            throw PosixZoneProblem(kind: .outOfRange(number, range), offset: start)
        }
        return number
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(PosixZoneProblem) {
        guard !accept(character) else { return }
        throw problem(current.map { .unexpected($0) } ?? .incompleteRule)
    }

    private func problem(_ kind: PosixZoneProblem.Kind) -> PosixZoneProblem {
        PosixZoneProblem(kind: kind, offset: position)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit && !isDigit(byte)
    }

    private static func isQuotable(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
}

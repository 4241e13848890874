/// A mistake in the text of a calendar expression.
package struct CalendarProblem: Error, Hashable, Sendable {
    /// A part of a date or a time.
    package enum Part: Hashable, Sendable {
        case year, month, day, hour, minute, second
    }

    package enum Kind: Hashable, Sendable {
        case empty
        /// Neither a weekday nor a shorthand such as `daily`.
        case unknownWord(String)
        /// `Fri..Mon`: a range of weekdays can't go over the end of the week.
        case reversedWeekdays
        /// A number, `*` or a weekday is missing here.
        case missing
        /// A number stands alone, which is neither a date nor a time.
        case loneNumber
        /// The value isn't in this range.
        case outOfRange(Part, Int, ClosedRange<Int>)
        /// A range ends before it begins.
        case reversedRange(Part, Int, Int)
        /// A repetition of 0, or one that doesn't fit between the value and the end of its range.
        case step(Part, Int)
        /// `*/15`, which is written `0/15`, or `1/7` for days of the month.
        case repeatedAsterisk
        /// Seconds with a fraction, which systemd knows but this service doesn't.
        case fraction
        case tooManyValues(limit: Int)
        /// Another character than the expected one.
        case unexpected(Unicode.Scalar)
    }

    package let kind: Kind
    /// The place in UTF-8 bytes from 0.
    package let offset: Int
}

extension CalendarExpression {
    /// Reads an expression of systemd's `OnCalendar=`. Spaces around it are ignored. Whether its zone exists is only
    /// known when it is used.
    package init(text: String) throws(CalendarProblem) {
        let bytes = Array(text.utf8)
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = bytes.prefix(while: isSpace).count
        var end = bytes.count
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        guard start < end else { throw CalendarProblem(kind: .empty, offset: bytes.count) }
        var zone: String?
        if let space = bytes[start..<end].lastIndex(of: UInt8(ascii: " ")) {
            zone = Self.zone(String(decoding: bytes[(space + 1)..<end], as: UTF8.self))
            if zone != nil { end = space }
        }
        var parser = CalendarParser(bytes: bytes[start..<end])
        if let shorthand = parser.shorthand(zone: zone) {
            self = shorthand
        } else {
            self = try parser.expression(zone: zone)
        }
    }

    /// The zone that a last word names; `nil` if the word is something else.
    private static func zone(_ word: String) -> String? {
        Weekday(name: word.prefix { $0.isLetter }) == nil ? TimeZones.name(word) : nil
    }
}

private struct CalendarParser {
    let bytes: ArraySlice<UInt8>
    private var position: Int

    init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// A value as written: `8`, `8..17`, `8/3` or `8..17/3`.
    private struct Value {
        let start: Int
        var stop: Int?
        var step: Int?
        let offset: Int
    }

    /// Empty for `*`.
    private typealias Values = [Value]

    private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }
    private var next: UInt8? { position + 1 < bytes.endIndex ? bytes[position + 1] : nil }

    // MARK: Shorthands

    func shorthand(zone: String?) -> CalendarExpression? {
        let zero = CalendarField.only(0)
        func each(
            months: CalendarField = .any, days: CalendarField = .any, weekdays: Set<Weekday> = [],
            hours: CalendarField = .only(0), minutes: CalendarField = .only(0)
        ) -> CalendarExpression {
            CalendarExpression(
                weekdays: weekdays, years: .any, months: months, days: days, countsFromMonthEnd: false, hours: hours,
                minutes: minutes, seconds: zero, zone: zone)
        }
        return switch String(decoding: bytes, as: UTF8.self).lowercased() {
        case "minutely": each(hours: .any, minutes: .any)
        case "hourly": each(hours: .any)
        case "daily": each()
        case "weekly": each(weekdays: [.monday])
        case "monthly": each(days: .only(1))
        case "quarterly": each(months: .only(1, 4, 7, 10), days: .only(1))
        case "semiannually", "semi-annually", "biannually", "bi-annually": each(months: .only(1, 7), days: .only(1))
        case "yearly", "annually", "anually": each(months: .only(1), days: .only(1))
        default: nil
        }
    }

    // MARK: The whole

    mutating func expression(zone: String?) throws(CalendarProblem) -> CalendarExpression {
        let weekdays = try weekdays()
        if current == UInt8(ascii: "@") { return try timestamp(weekdays, zone: zone) }
        var (years, months, days) = (Values(), Values(), Values())
        var countsFromMonthEnd = false
        let start = position
        let first = current == nil ? [] : try values(isSecond: false)
        if current == UInt8(ascii: ":") {
            position = start
        } else if position > start {
            guard current != nil else { throw CalendarProblem(kind: .loneNumber, offset: start) }
            countsFromMonthEnd = try dateSeparator()
            let second = try values(isSecond: false)
            if isAtWordEnd {
                (months, days) = (first, second)
            } else {
                // `~` can only precede the day.
                guard !countsFromMonthEnd else { throw unexpected() }
                countsFromMonthEnd = try dateSeparator()
                (years, months, days) = (first, second, try values(isSecond: false))
                guard isAtWordEnd else { throw unexpected() }
            }
            skipSpaces()
        }
        let (hours, minutes, seconds) = try time()
        return CalendarExpression(
            weekdays: weekdays.count == 7 ? [] : weekdays,
            years: try field(years, .year, CalendarExpression.years),
            months: try field(months, .month, 1...12),
            days: try field(days, .day, countsFromMonthEnd ? 1...28 : 1...31, countsBack: countsFromMonthEnd),
            countsFromMonthEnd: countsFromMonthEnd && !days.isEmpty,
            hours: try field(hours, .hour, 0...23), minutes: try field(minutes, .minute, 0...59),
            seconds: try field(seconds, .second, 0...59), zone: zone)
    }

    /// `@1234567890`: a moment in seconds since 1970.
    private mutating func timestamp(_ weekdays: Set<Weekday>, zone: String?) throws(CalendarProblem)
        -> CalendarExpression
    {
        position += 1
        let start = position
        let local = LocalDateTime(localSeconds: try number(limit: 99_999_999_999))
        guard current == nil else { throw unexpected() }
        guard CalendarExpression.years.contains(local.day.year) else {
            throw CalendarProblem(kind: .outOfRange(.year, local.day.year, CalendarExpression.years), offset: start)
        }
        return CalendarExpression(
            weekdays: weekdays.count == 7 ? [] : weekdays, years: .only(local.day.year), months: .only(local.day.month),
            days: .only(local.day.day), countsFromMonthEnd: false, hours: .only(local.hour),
            minutes: .only(local.minute), seconds: .only(local.second), zone: "UTC")
    }

    private mutating func weekdays() throws(CalendarProblem) -> Set<Weekday> {
        var days: Set<Weekday> = []
        var rangeStart: Weekday?
        while true {
            let start = position
            while let byte = current, Self.isLetter(byte) { position += 1 }
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            if word.isEmpty, days.isEmpty { return [] }
            guard let day = Weekday(name: word) else {
                throw word.isEmpty ? missing() : CalendarProblem(kind: .unknownWord(word), offset: start)
            }
            days.insert(day)
            if let first = rangeStart {
                guard first <= day else { throw CalendarProblem(kind: .reversedWeekdays, offset: start) }
                days.formUnion(Weekday.allCases.filter { first <= $0 && $0 <= day })
            }
            let isRange = rangeStart != nil
            rangeStart = nil
            switch current {
            case nil, UInt8(ascii: " "):
                skipSpaces()
                return days
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: ".") where next == UInt8(ascii: ".") && !isRange:
                position += 2
                rangeStart = day
            case UInt8(ascii: "-") where !isRange:
                position += 1
                rangeStart = day
            default: throw unexpected()
            }
            if rangeStart == nil, isAtWordEnd {
                // A comma before the date is allowed.
                skipSpaces()
                return days
            }
        }
    }

    private mutating func time() throws(CalendarProblem) -> (Values, Values, Values) {
        let zero = [Value(start: 0, offset: position)]
        guard current != nil else { return (zero, zero, zero) }
        let start = position
        let hours = try values(isSecond: false)
        guard current != nil else { throw CalendarProblem(kind: .loneNumber, offset: start) }
        try expect(":")
        let minutes = try values(isSecond: false)
        guard current != nil else { return (hours, minutes, zero) }
        try expect(":")
        let seconds = try values(isSecond: true)
        guard current == nil else { throw unexpected() }
        return (hours, minutes, seconds)
    }

    // MARK: Values

    /// Reads `*`, or values separated by commas.
    private mutating func values(isSecond: Bool) throws(CalendarProblem) -> Values {
        if current == UInt8(ascii: "*") {
            position += 1
            if current == UInt8(ascii: "/") { throw CalendarProblem(kind: .repeatedAsterisk, offset: position - 1) }
            return []
        }
        var values = Values()
        repeat {
            guard values.count < Self.mostValues else {
                throw CalendarProblem(kind: .tooManyValues(limit: Self.mostValues), offset: position)
            }
            values.append(try value(isSecond: isSecond))
        } while accept(",")
        guard current.map({ " -~:".utf8.contains($0) }) ?? true else { throw unexpected() }
        return values
    }

    private mutating func value(isSecond: Bool) throws(CalendarProblem) -> Value {
        let place = position
        var value = Value(start: try number(isSecond: isSecond), offset: place)
        if current == UInt8(ascii: "."), next == UInt8(ascii: ".") {
            position += 2
            value.stop = try number(isSecond: isSecond)
        }
        if accept("/") { value.step = try number(isSecond: isSecond) }
        return value
    }

    private mutating func number(isSecond: Bool) throws(CalendarProblem) -> Int {
        let number = try number(limit: Self.largest)
        if isSecond, current == UInt8(ascii: "."), next != UInt8(ascii: ".") {
            throw CalendarProblem(kind: .fraction, offset: position)
        }
        return number
    }

    /// Reads digits. A larger number counts as `limit`, which is out of every range.
    private mutating func number(limit: Int) throws(CalendarProblem) -> Int {
        let start = position
        var number = 0
        while let byte = current, Self.isDigit(byte) {
            number = min(number * 10 + Int(byte - UInt8(ascii: "0")), limit)
            position += 1
        }
        guard position > start else { throw missing() }
        return number
    }

    private static var mostValues: Int { 241 }
    private static var largest: Int { 1_000_000 }

    /// Checks the values of a part, and brings them into their normal form.
    private func field(
        _ values: Values, _ part: CalendarProblem.Part, _ range: ClosedRange<Int>, countsBack: Bool = false
    ) throws(CalendarProblem) -> CalendarField {
        var items: Set<CalendarField.Item> = []
        for value in values {
            let start = part == .year ? fullYear(value.start) : value.start
            let last = part == .year ? value.stop.map(fullYear) : value.stop
            func problem(_ kind: CalendarProblem.Kind) -> CalendarProblem {
                CalendarProblem(kind: kind, offset: value.offset)
            }
            for number in [start, last ?? start] where !range.contains(number) {
                throw problem(.outOfRange(part, number, range))
            }
            if value.step == 0 { throw problem(.step(part, 0)) }
            guard let last else {
                let room = countsBack ? start - range.lowerBound : range.upperBound - start
                guard value.step ?? 0 <= room else { throw problem(.step(part, value.step ?? 0)) }
                items.insert(CalendarField.Item(start: start, stop: nil, step: value.step ?? 0))
                continue
            }
            // Only for seconds does systemd reject a range of one value.
            guard start < last || start == last && (part != .second || value.step != nil) else {
                throw problem(.reversedRange(part, start, last))
            }
            // The last value is one that the step reaches.
            let step = value.step ?? 1
            let stop = last - (last - start) % step
            let isSingle = stop == start
            items.insert(CalendarField.Item(start: start, stop: isSingle ? nil : stop, step: isSingle ? 0 : step))
        }
        // Every second, as systemd writes it.
        if part == .second, items.contains(CalendarField.Item(start: 0, stop: nil, step: 1)) { return .any }
        return CalendarField(items: items.sorted())
    }

    /// 12 is 2012, and 89 is 1989.
    private func fullYear(_ year: Int) -> Int { year < 70 ? year + 2000 : year < 100 ? year + 1900 : year }

    // MARK: Characters

    /// Reads `-`, or `~` before a day that counts from the month's end. Returns whether it is `~`.
    private mutating func dateSeparator() throws(CalendarProblem) -> Bool {
        if accept("~") { return true }
        try expect("-")
        return false
    }

    private var isAtWordEnd: Bool { current == nil || current == UInt8(ascii: " ") }

    private mutating func skipSpaces() {
        while current == UInt8(ascii: " ") { position += 1 }
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(CalendarProblem) {
        guard accept(character) else { throw unexpected() }
    }

    private func missing() -> CalendarProblem {
        current == nil ? CalendarProblem(kind: .missing, offset: position) : unexpected()
    }

    /// The character at the current place is wrong, or missing.
    private func unexpected() -> CalendarProblem {
        let rest = String(decoding: bytes[position...], as: UTF8.self)
        return CalendarProblem(
            kind: rest.unicodeScalars.first.map { .unexpected($0) } ?? .missing, offset: position)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit && !isDigit(byte) }
}

/// Moments that return by the calendar, in the notation of systemd's `OnCalendar=`: `Mon..Fri *-*-* 07:00:00`.
///
/// The grammar and the results are those of systemd 252, except that seconds have no fractions and that the
/// abbreviations of the local zone (`CEST`) aren't zones.
package struct CalendarExpression: Hashable, Sendable {
    /// Empty for all.
    let weekdays: Set<Weekday>
    let years: CalendarField
    let months: CalendarField
    let days: CalendarField
    /// Whether `days` counts back from the end of the month: 1 is the last day.
    let countsFromMonthEnd: Bool
    let hours: CalendarField
    let minutes: CalendarField
    let seconds: CalendarField
    /// The name of the zone whose clock is meant; `nil` for the local zone.
    package let zone: String?
}

/// The values of one part of an expression, such as `8..17/3,20`.
struct CalendarField: Hashable, Sendable {
    /// A value, a range, or a value and its repetitions.
    struct Item: Hashable, Sendable, Comparable {
        let start: Int
        /// The last value; `nil` without a range.
        let stop: Int?
        /// The distance of the values; 0 for a single one.
        let step: Int

        static func < (one: Item, other: Item) -> Bool {
            (one.start, one.stop ?? -1, one.step) < (other.start, other.stop ?? -1, other.step)
        }
    }

    /// In ascending order, each once; empty for every value (`*`).
    let items: [Item]

    static let any = CalendarField(items: [])

    static func only(_ values: Int...) -> CalendarField {
        CalendarField(items: values.map { Item(start: $0, stop: nil, step: 0) })
    }

    /// Returns the smallest value from `lowest` to `highest`; `nil` if there is none.
    func first(from lowest: Int, to highest: Int) -> Int? {
        guard !items.isEmpty else { return lowest <= highest ? lowest : nil }
        return items.compactMap { $0.first(from: lowest, to: highest) }.min()
    }
}

extension CalendarField.Item {
    fileprivate func first(from lowest: Int, to highest: Int) -> Int? {
        var value = start
        if lowest > start {
            guard step > 0 else { return nil }
            value += (lowest - start + step - 1) / step * step
        }
        return value <= min(stop ?? highest, highest) ? value : nil
    }

    /// The same values of a month with this many days, where they count back from its end.
    fileprivate func counted(backFrom days: Int) -> Self {
        // A repetition without a range continues to the end of the month.
        guard let stop else { return Self(start: days + 1 - start, stop: nil, step: step) }
        return Self(start: days + 1 - stop, stop: days + 1 - start, step: step)
    }
}

// MARK: - The next moment

extension CalendarExpression {
    /// Returns the next moment after another one, in whole seconds. `nil` if there is none until the end of 2199.
    package func next(after moment: UTCMillis, zones: TimeZones) throws(UnknownZone) -> UTCMillis? {
        next(after: moment, in: try zones.rules(of: zone))
    }

    /// Returns the next moment after another one on the clock of a zone, which replaces the expression's own.
    ///
    /// As in systemd, the clock is only followed forwards: a time that it skips is left out, and of a time that it
    /// shows twice only the first counts. If `moment` is after the first, while the clock shows earlier times again,
    /// the second counts.
    package func next(after moment: UTCMillis, in zone: TimeZoneRules) -> UTCMillis? {
        let earliest = max(moment, -1)
        var local = zone.local(at: earliest).adding(seconds: 1)
        while let match = match(from: local) {
            switch zone.moments(of: match) {
            case .one(let found) where found > earliest: return found
            case .two(let found, _) where found > earliest: return found
            case .two(_, let found) where found > earliest: return found
            case .none(let gapEnd):
                let afterGap = zone.local(at: gapEnd)
                local = afterGap > match ? afterGap : match.adding(seconds: 1)
            case .one, .two: local = match.adding(seconds: 1)
            }
        }
        return nil
    }

    /// Returns the first matching date and time of any clock from `local` on.
    private func match(from local: LocalDateTime) -> LocalDateTime? {
        if isDay(local.day), let second = secondOfDay(from: local.secondOfDay) {
            return LocalDateTime(day: local.day, second: 0).adding(seconds: second)
        }
        guard let day = day(from: local.day.next), let second = secondOfDay(from: 0) else { return nil }
        return LocalDateTime(day: day).adding(seconds: second)
    }

    private func isDay(_ day: LocalDay) -> Bool {
        Self.searched.contains(day.year) && years.first(from: day.year, to: day.year) != nil
            && months.first(from: day.month, to: day.month) != nil
            && self.day(of: day.firstDayOfMonth, from: day.day, to: day.day) != nil
    }

    /// Returns the first matching day from another one on.
    private func day(from day: LocalDay) -> LocalDay? {
        var month = day.firstDayOfMonth
        var from = day.day
        while let year = years.first(from: max(month.year, Self.searched.lowerBound), to: Self.searched.upperBound) {
            if year > month.year { (month, from) = (LocalDay(year: year, month: 1, day: 1), 1) }
            guard let next = months.first(from: month.month, to: 12) else {
                (month, from) = (LocalDay(year: year + 1, month: 1, day: 1), 1)
                continue
            }
            if next > month.month { (month, from) = (LocalDay(year: year, month: next, day: 1), 1) }
            if let found = self.day(of: month, from: from, to: month.lastDayOfMonth.day) { return found }
            (month, from) = (month.firstDayOfNextMonth, 1)
        }
        return nil
    }

    /// Returns the first matching day of a month.
    private func day(of month: LocalDay, from lowest: Int, to highest: Int) -> LocalDay? {
        var field = days
        if countsFromMonthEnd {
            field = CalendarField(items: days.items.map { $0.counted(backFrom: month.lastDayOfMonth.day) })
        }
        var lowest = lowest
        while let number = field.first(from: lowest, to: highest) {
            let day = LocalDay(year: month.year, month: month.month, day: number)
            if weekdays.isEmpty || weekdays.contains(day.weekday) { return day }
            lowest = number + 1
        }
        return nil
    }

    /// Returns the first matching second of a day.
    private func secondOfDay(from lowest: Int) -> Int? {
        var (hour, minute, second) = (lowest / 3600, lowest / 60 % 60, lowest % 60)
        while let foundHour = hours.first(from: hour, to: 23) {
            if foundHour > hour { (hour, minute, second) = (foundHour, 0, 0) }
            while let foundMinute = minutes.first(from: minute, to: 59) {
                if foundMinute > minute { (minute, second) = (foundMinute, 0) }
                if let found = seconds.first(from: second, to: 59) { return (hour * 60 + minute) * 60 + found }
                (minute, second) = (minute + 1, 0)
            }
            (hour, minute, second) = (hour + 1, 0, 0)
        }
        return nil
    }

    /// The years that an expression can name.
    static var years: ClosedRange<Int> { 1970...2199 }

    /// West of Greenwich, 1970 begins in the local year 1969.
    private static var searched: ClosedRange<Int> { 1969...2199 }
}

extension LocalDateTime {
    func adding(seconds: Int) -> LocalDateTime { LocalDateTime(localSeconds: localSeconds + seconds) }
}

// MARK: - The normal form

extension CalendarExpression: CustomStringConvertible {
    /// What systemd calls the normalized form: `Mon..Fri *-*-* 07:00:00 Europe/Berlin`.
    package var description: String {
        let date = [years.text(4), "-", months.text(2), countsFromMonthEnd ? "~" : "-", days.text(2)].joined()
        let time = [hours, minutes, seconds].map { $0.text(2) }.joined(separator: ":")
        return [weekdays.isEmpty ? nil : weekdaysText, date, time, zone].compactMap(\.self).joined(separator: " ")
    }

    private var weekdaysText: String {
        var runs: [[Weekday]] = []
        for day in weekdays.sorted() {
            if let last = runs.last?.last, last.rawValue + 1 == day.rawValue {
                runs[runs.count - 1].append(day)
            } else {
                runs.append([day])
            }
        }
        return runs.map { run in
            guard run.count > 2, let first = run.first, let last = run.last else {
                return run.map(\.shortName).joined(separator: ",")
            }
            return first.shortName + ".." + last.shortName
        }.joined(separator: ",")
    }
}

extension CalendarField {
    fileprivate func text(_ width: Int) -> String {
        guard !items.isEmpty else { return "*" }
        return items.map { item in
            var text = item.start.digits(width)
            if let stop = item.stop { text += ".." + stop.digits(width) }
            if item.step > (item.stop == nil ? 0 : 1) { text += "/\(item.step)" }
            return text
        }.joined(separator: ",")
    }
}

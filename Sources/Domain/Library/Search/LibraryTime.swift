/// A time in a query, as people write it. It stays symbolic until a calendar resolves it, so that a saved query means
/// the same days relative to now.
package enum LibraryTime: Hashable, Sendable {
    /// A time span before now.
    case ago(Duration)
    case today
    case yesterday
    case day(LocalDay)
    /// The month of this day.
    case month(LocalDay)
    /// The year of this day.
    case year(LocalDay)

    /// Accepted notations, for messages.
    package static var examples: String { "2026-11-01, 2026-11, 2026, today, yesterday, 12h, 3d, 2w" }

    /// `nil` for any other notation, a date that doesn't exist, and a span of more than a century.
    package init?(text: String) {
        let text = SearchText.fold(text)
        if ["today", "오늘"].contains(text) {
            self = .today
        } else if ["yesterday", "어제"].contains(text) {
            self = .yesterday
        } else if let day = LocalDay(text: text) {
            self = .day(day)
        } else if let first = LocalDay(text: text + "-01") {
            self = .month(first)
        } else if let first = LocalDay(text: text + "-01-01") {
            self = .year(first)
        } else if let span = DurationText.duration(from: text) ?? Self.weeks(text) {
            self = .ago(span)
        } else {
            return nil
        }
    }

    package var text: String {
        switch self {
        case .ago(let span): DurationText.text(of: span)
        case .today: "today"
        case .yesterday: "yesterday"
        case .day(let day): day.text
        case .month(let day): String(day.text.dropLast(3))
        case .year(let day): String(day.text.dropLast(6))
        }
    }

    private static func weeks(_ text: String) -> Duration? {
        guard text.last == "w", let weeks = Int(digits: text.dropLast()), weeks < 10_000 else { return nil }
        return DurationText.duration(from: "\(weeks * 7)d")
    }
}

/// Which side of a time is meant.
package enum TimeRelation: Sendable {
    case before
    case after
    case within
}

/// The present, and the days of the configured time zone.
package struct LibraryCalendar: Sendable {
    package let now: UTCMillis
    package let today: LocalDay
    /// The start of a day in the configured zone.
    package let start: @Sendable (LocalDay) -> UTCMillis

    package init(now: UTCMillis, today: LocalDay, start: @escaping @Sendable (LocalDay) -> UTCMillis) {
        self.now = now
        self.today = today
        self.start = start
    }
}

extension LibraryCalendar {
    /// The first day of the month with a moment.
    package func month(of moment: UTCMillis) -> LocalDay {
        // Local dates are at most a day away from those of UTC.
        var month = LocalDay(dayNumber: moment.seconds.quotient(86_400)).firstDayOfMonth
        while start(month) > moment { month = month.previous.firstDayOfMonth }
        while start(month.firstDayOfNextMonth) <= moment { month = month.firstDayOfNextMonth }
        return month
    }
}

/// The moments from `from` on and earlier than `until`; `nil` is no bound.
package struct TimeBounds: Equatable, Sendable {
    package let from: UTCMillis?
    package let until: UTCMillis?

    package func contains(_ moment: UTCMillis) -> Bool {
        (from.map { $0 <= moment } ?? true) && (until.map { moment < $0 } ?? true)
    }
}

extension LibraryTime {
    /// The moments before, after or within this time. `before` and `after` exclude the day, month or year that is
    /// named. A span names a moment: after it and within it both mean since then.
    package func bounds(_ relation: TimeRelation, in calendar: LibraryCalendar) -> TimeBounds {
        let (start, end) = edges(in: calendar)
        switch relation {
        case .before: return TimeBounds(from: nil, until: start)
        case .after: return TimeBounds(from: end ?? start, until: nil)
        case .within: return TimeBounds(from: start, until: end)
        }
    }

    /// The first moment, and the first moment after it; `nil` for a span, which lasts until now.
    private func edges(in calendar: LibraryCalendar) -> (start: UTCMillis, end: UTCMillis?) {
        func days(_ first: LocalDay, upTo end: LocalDay) -> (start: UTCMillis, end: UTCMillis?) {
            (calendar.start(first), calendar.start(end))
        }
        switch self {
        case .ago(let span): return (calendar.now - Int64(span / .milliseconds(1)), nil)
        case .today: return days(calendar.today, upTo: calendar.today.next)
        case .yesterday: return days(calendar.today.previous, upTo: calendar.today)
        case .day(let day): return days(day, upTo: day.next)
        case .month(let day): return days(day.firstDayOfMonth, upTo: day.firstDayOfNextMonth)
        case .year(let day):
            return days(
                LocalDay(year: day.year, month: 1, day: 1), upTo: LocalDay(year: day.year + 1, month: 1, day: 1))
        }
    }
}

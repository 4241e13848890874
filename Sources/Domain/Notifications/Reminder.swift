/// A look back at what was made some time ago.
package struct Reminder: Equatable, Sendable, Codable {
    package let span: ReminderSpan
    /// The local day on which it is sent.
    package let day: LocalDay
    /// The number of artworks that were made then, counted up to `mostCounted`.
    package let count: Int
    /// The jobs of the first of them, favourites before others. Their names are looked up when it is sent, so
    /// that it says nothing about what was removed in the meantime.
    package let jobs: [JobID]

    package static let mostCounted = 10_000
    package static let mostJobs = 5

    package init(span: ReminderSpan, day: LocalDay, count: Int, jobs: [JobID]) {
        self.span = span
        self.day = day
        self.count = count
        self.jobs = jobs
    }

    /// The reminder of artworks, in the order of their making; `nil` if there are none.
    package init?(of artworks: [Artwork], after span: ReminderSpan, on day: LocalDay) {
        if artworks.isEmpty { return nil }
        let first = artworks.filter(\.isFavourite) + artworks.filter { !$0.isFavourite }
        self.init(span: span, day: day, count: artworks.count, jobs: first.prefix(Self.mostJobs).map(\.job))
    }
}

/// How long ago something was made of which a reminder tells: `1w`, `1m`, `1y`.
package struct ReminderSpan: Hashable, Sendable {
    package enum Unit: String, Hashable, Sendable {
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    package let count: Int
    package let unit: Unit

    /// The longest, whatever its unit.
    static let most = 100

    package init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The days of which a reminder tells on `today`; `nil` if there are none.
    ///
    /// Each day has its turn once. A day that the later month doesn't have counts as that month's last: what was made on 29
    /// February is sent on the 28th in other years, together with what was made on that day.
    package func days(toldOn today: LocalDay) -> ClosedRange<LocalDay>? {
        guard unit != .weeks else {
            let day = LocalDay(dayNumber: today.dayNumber - 7 * count)
            return day...day
        }
        let months = unit == .years ? 12 * count : count
        let month = LocalDay(year: today.year, month: today.month - months, day: 1).dayNumber
        let first = LocalDay(dayNumber: month)
        let last = first.lastDayOfMonth
        guard today.day <= last.day else { return nil }
        let day = LocalDay(year: first.year, month: first.month, day: today.day)
        return day...(today == today.lastDayOfMonth ? last : day)
    }
}

extension ReminderSpan: TextCodable {
    package var text: String { "\(count)" + unit.rawValue }

    /// `nil` for any other text and for more than 100 of a unit.
    package init?(text: String) {
        guard let unit = text.last.flatMap({ Unit(rawValue: String($0)) }), let count = Int(digits: text.dropLast()),
            (1...Self.most).contains(count)
        else { return nil }
        self.init(count, unit)
    }
}

/// When reminders are sent: at nine in the morning of each local day, or at the first start after that.
package struct ReminderTime: Equatable, Sendable {
    package static let hour = 9
    /// Reminders are looked for at least that often, in milliseconds, because clocks are set.
    static let longestPause: Int64 = 3_600_000

    /// Whether today's reminders are due.
    package let isDue: Bool
    /// When to look again, in milliseconds from now.
    package let pause: Int64

    /// `nine`: the hour of today and of tomorrow.
    package init(at now: UTCMillis, nine today: UTCMillis, tomorrow: UTCMillis) {
        isDue = now >= today
        let next = (isDue ? tomorrow : today).milliseconds(since: now)
        pause = min(max(next, 1000), Self.longestPause)
    }
}

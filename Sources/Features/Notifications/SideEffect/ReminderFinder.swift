package import Domain

/// Finds what targets are to be reminded of.
package struct ReminderFinder: Sendable {
    private let rules: NotificationRules
    private let artworks: any ArtworkRepository
    private let calendar: @Sendable () -> LibraryCalendar
    private let nine: @Sendable (LocalDay) -> UTCMillis

    /// `calendar`: the current time, and days in the service's time zone. `nine`: nine in the morning of a day.
    package init(
        rules: NotificationRules, artworks: any ArtworkRepository, calendar: @escaping @Sendable () -> LibraryCalendar,
        nine: @escaping @Sendable (LocalDay) -> UTCMillis
    ) {
        self.rules = rules
        self.artworks = artworks
        self.calendar = calendar
        self.nine = nine
    }

    /// Today, and whether it is time for its reminders.
    var time: (today: LocalDay, time: ReminderTime) {
        let calendar = calendar()
        let today = calendar.today
        return (today, ReminderTime(at: calendar.now, nine: nine(today), tomorrow: nine(today.next)))
    }

    /// The reminders of a day, one for each target and span with artworks that pass the target's filters.
    func reminders(on today: LocalDay, at utc: UTCMillis) async throws(RepositoryFailure) -> [NewNotification] {
        var made: [ReminderSpan: [Artwork]] = [:]
        var found: [NewNotification] = []
        for rule in rules.rules {
            for span in rule.reminders {
                guard let days = span.days(toldOn: today) else { continue }
                let all: [Artwork]
                if let known = made[span] { all = known } else { all = try await artworks(on: days) }
                made[span] = all
                let passing = all.filter { rule.matches(.reminder, NotificationPlace($0)) }
                guard let reminder = Reminder(of: passing, after: span, on: today) else { continue }
                let event = NotificationEvent.reminder(reminder)
                found.append(NewNotification(event, at: utc, key: event.key(at: utc), targets: [rule.target]))
            }
        }
        return found
    }

    private func artworks(on days: ClosedRange<LocalDay>) async throws(RepositoryFailure) -> [Artwork] {
        var values: [LibraryValue] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            values.append(.time(.day(day)))
            day = day.next
        }
        let query = LibraryQuery(conditions: [LibraryCondition(.key(.made, values))], sort: .oldest)
        var found: [Artwork] = []
        var after: ArtworkPosition?
        repeat {
            let page = try await artworks.page(query, ArtworkRange(limit: 1000, after: after), in: calendar())
            found += page.artworks
            after = page.next
        } while after != nil && found.count < Reminder.mostCounted
        return Array(found.prefix(Reminder.mostCounted))
    }
}

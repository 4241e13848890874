import Domain
import Testing

@Suite("Reminders")
struct ReminderTests {
    private func days(_ span: String, _ today: String) throws -> String? {
        let span = try #require(ReminderSpan(text: span))
        let days = span.days(toldOn: try #require(LocalDay(text: today)))
        return days.map {
            $0.lowerBound == $0.upperBound ? $0.lowerBound.text : $0.lowerBound.text + ".." + $0.upperBound.text
        }
    }

    @Test(
        "a reminder tells of the day that long ago; shorter months and leap days have their turn",
        arguments: [
            ("1y", "2026-11-29", "2025-11-29"), ("10y", "2026-11-29", "2016-11-29"), ("1m", "2026-01-15", "2025-12-15"),
            ("1w", "2026-03-03", "2026-02-24"), ("1y", "2025-02-28", "2024-02-28..2024-02-29"),
            ("1y", "2024-02-28", "2023-02-28"), ("1y", "2028-02-29", nil), ("4y", "2028-02-29", "2024-02-29"),
            ("1m", "2026-02-28", "2026-01-28..2026-01-31"), ("1m", "2026-03-31", nil),
            ("1m", "2026-04-30", "2026-03-30..2026-03-31"),
            ("13m", "2026-01-31", "2024-12-31"), ("12m", "2025-02-28", "2024-02-28..2024-02-29"),
        ] as [(String, String, String?)])
    func days(span: String, today: String, expected: String?) throws {
        #expect(try days(span, today) == expected)
    }

    @Test("each day has its turn exactly once", arguments: ["1w", "1m", "5m", "1y", "3y"])
    func once(span: String) throws {
        let span = try #require(ReminderSpan(text: span))
        var told: [LocalDay] = []
        var today = LocalDay(year: 2022, month: 1, day: 1)
        for _ in 0..<2500 {
            if let days = span.days(toldOn: today) {
                var day = days.lowerBound
                while day <= days.upperBound {
                    told.append(day)
                    day = day.next
                }
            }
            today = today.next
        }
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.next == $1 } && told.count > 2400)
    }

    @Test("spans are numbers of weeks, months or years")
    func spans() {
        #expect(ReminderSpan(text: "100w") == ReminderSpan(100, .weeks))
        for text in ["", "y", "0y", "-1y", "101y", "1d", "1Y", "1.5y", " 1y", "99999999999999999999y"] {
            #expect(ReminderSpan(text: text) == nil, "\(text)")
        }
    }

    @Test("the time is nine, and clocks that are set are noticed within an hour")
    func time() {
        let (nine, tomorrow): (UTCMillis, UTCMillis) = (32_400_000, 118_800_000)
        func time(_ now: UTCMillis) -> ReminderTime { ReminderTime(at: now, nine: nine, tomorrow: tomorrow) }
        #expect(!time(0).isDue && time(0).pause == 3_600_000)
        #expect(!time(32_399_000).isDue && time(32_399_000).pause == 1000)
        #expect(time(32_399_999).pause == 1000)
        #expect(time(nine).isDue && time(nine).pause == 3_600_000)
        #expect(time(86_399_000).isDue && time(118_000_000).pause == 800_000)
    }

    @Test("the first artworks are favourites; the key is the same all day")
    func first() throws {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        let artworks = (1...8).map { number in
            Artwork(
                number: ArtworkNumber(number), job: JobID(high: 0, low: UInt64(number)), made: 0, source: .dropped,
                name: "a", folder: "inbox", picture: StoredPicture(digest: digest, format: .png),
                isFavourite: number == 7)
        }
        let day = LocalDay(year: 2026, month: 11, day: 29)
        let span = ReminderSpan(1, .years)
        let reminder = try #require(Reminder(of: artworks, after: span, on: day))
        #expect(reminder.count == 8 && reminder.jobs == [7, 1, 2, 3, 4].map { JobID(high: 0, low: $0) })
        #expect(Reminder(of: [], after: span, on: day) == nil)
        #expect(NotificationEvent.reminder(reminder).key(at: 1) == "reminder 1y 2026-11-29")
        #expect(NotificationEvent.reminder(reminder).key(at: 99_000_000) == "reminder 1y 2026-11-29")
    }
}

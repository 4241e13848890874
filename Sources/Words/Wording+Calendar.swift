package import Domain

/// The entries of the calendar, and the words of `textify calendar`.
extension Wording {
    /// `midnight`: when today began, so that the calendar stays the same while nothing changes. `service`: distinguishes
    /// the entries from those of other services. `link`: leads to a day in the gallery, if its address is known.
    package func calendar(
        _ days: [CalendarDay], _ planned: [PlannedMoment], since midnight: UTCMillis, of service: String,
        link: (LocalDay) -> String?
    ) -> CalendarDocument {
        let made = days.map { day in
            CalendarEvent(
                id: "\(day.day.text)-\(service)@textifyd", time: .day(day.day), stamp: day.newest,
                summary: artworks(day.count), description: names(of: day), url: link(day.day))
        }
        let ahead = planned.map { planned in
            CalendarEvent(
                id: "\(planned.id)-\(planned.moment.milliseconds)-\(service)@textifyd", time: .moment(planned.moment),
                stamp: midnight,
                summary: planned.title.map { say("Planned: \(Self.line($0))", "예정: \(Self.line($0))") }
                    ?? say("Planned work", "예정된 작업"))
        }
        return CalendarDocument(name: say("textifyd: artworks", "textifyd: 작품"), events: made + ahead)
    }

    private func artworks(_ count: ArtworkCount) -> String {
        let number = Figures.counted(count.artworks, "artwork", "artworks")
        return count.isComplete
            ? say(number, "작품 \(Figures.count(count.artworks))개")
            : say("more than \(number)", "작품 \(Figures.count(count.artworks))개 이상")
    }

    private func names(of day: CalendarDay) -> [String] {
        let rest = day.count.artworks - day.names.count
        if day.names.isEmpty { return [] }
        return day.names.map(Self.line)
            + (rest > 0 ? [say("and \(Figures.count(rest)) more", "외 \(Figures.count(rest))개")] : [])
    }

    /// Names and prompts can be long.
    private static func line(_ text: String) -> String {
        text.count > 120 ? text.prefix(119) + "…" : text
    }
}

extension Wording {
    package var calendarExists: String {
        say(
            "The calendar has an address already, which can't be shown again: only its digest is kept. textify calendar renew makes another; the old one then stops working.",
            "달력 주소가 이미 있습니다. 해시만 보관하므로 다시 표시할 수 없습니다. textify calendar renew로 새 주소를 만들면 이전 주소는 더 이상 쓸 수 없습니다."
        )
    }

    /// What to do with the address that is printed above.
    package var calendarAddress: String {
        say(
            "Subscribe to this address in a calendar program. Whoever has it can read the calendar; it is not shown again.",
            "달력 프로그램에서 이 주소를 구독하세요. 주소를 아는 사람은 누구나 달력을 읽을 수 있습니다. 다시 표시되지 않습니다.")
    }

    package func calendarRevoked(_ wasOpen: Bool) -> String {
        wasOpen
            ? say("The calendar's address no longer works.", "이제 달력 주소를 쓸 수 없습니다.")
            : say("The calendar has no address.", "달력 주소가 없습니다.")
    }
}

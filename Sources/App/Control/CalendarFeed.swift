import Configuration
import ControlAPI
import Domain
import PlatformConcurrency
import PlatformSystem
import Web
import Words

/// Writes the calendar: an entry for each day of the last 90 on which something was made, and what is planned.
struct CalendarFeed: CalendarWriting {
    private static let mostDays = 90
    private static let mostCounted = 10_000
    /// The time ahead in which plans are listed, in milliseconds, and the most moments.
    private static let ahead: Int64 = 30 * 86_400_000
    private static let mostPlanned = 500

    let artworks: any ArtworkRepository
    /// The settings now: names of artworks leave this machine only from folders that allow it.
    let settings: @Sendable () async -> Settings
    let calendar: @Sendable () -> LibraryCalendar
    let plans: any PlanRepository
    /// Reads the files of zones.
    let disk: ThreadExecutor

    func calendar(of service: String, gallery: String) async -> [UInt8]? {
        let settings = await settings()
        let folders = settings.watches.filter { !$0.rules.isLocalOnly }.map(\.name)
        let calendar = calendar()
        var days: [CalendarDay] = []
        let planned: [PlannedMoment]
        do throws(RepositoryFailure) {
            var day = calendar.today
            for _ in 0..<Self.mostDays {
                if let made = try await made(on: day, folders, calendar) { days.append(made) }
                day = day.previous
            }
            planned = try await self.planned(calendar.now..<(calendar.now + Self.ahead), folders)
        } catch { return nil }
        let document = Wording(settings.service.language).calendar(
            days, planned, since: calendar.start(calendar.today), of: service
        ) { day in gallery + "library?" + QueryString.encode([QueryString.Item("q", "made:" + day.text)]) }
        return document.bytes
    }

    private func planned(
        _ range: Range<UTCMillis>, _ folders: [String]
    ) async throws(RepositoryFailure) -> [PlannedMoment] {
        let active = try await plans.plans().filter { $0.state == .active }
        let zones = await disk.run {
            TimeZones(namedIn: active.map { $0.timing.calendar?.zone }, rules: LocalZone.rules)
        }
        let titles = active.map { plan in
            (plan.id, folders.contains(plan.order.folder) ? plan.order.name.shown : nil)
        }
        let known = Dictionary(titles) { first, _ in first }
        return active.map(\.schedule).occurrences(in: range, limit: Self.mostPlanned, zones: zones).map {
            PlannedMoment(id: $0.plan.text, title: known[$0.plan] ?? nil, moment: $0.due)
        }
    }

    /// `nil` for a day on which nothing was made. `folders`: those whose artworks are named. Folders that are not
    /// configured any more may have been private.
    private func made(
        on day: LocalDay, _ folders: [String], _ calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> CalendarDay? {
        let query = LibraryQuery(conditions: [LibraryCondition(.key(.made, [.time(.day(day))]))])
        guard let newest = try await artworks.page(query, ArtworkRange(limit: 1), in: calendar).artworks.first else {
            return nil
        }
        let count = try await artworks.count(query, upTo: Self.mostCounted, in: calendar)
        var named = query
        named.conditions.append(LibraryCondition(.key(.folder, folders.map { .name(NamePattern($0)) })))
        var names: [String] = []
        if !folders.isEmpty {
            // The search ignores case; folders may differ in it.
            names = try await artworks.page(named, ArtworkRange(limit: CalendarDay.mostNames), in: calendar).artworks
                .filter { folders.contains($0.folder) }.map(\.name)
        }
        return CalendarDay(day: day, count: count, names: names, newest: newest.made)
    }
}

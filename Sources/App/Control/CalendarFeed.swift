import Configuration
import ControlAPI
import Domain
import PlatformSystem
import Web
import Words

/// Writes the calendar: an entry for each day of the last 90 on which something was made, and what is planned.
struct CalendarFeed: CalendarWriting {
    private static let mostDays = 90
    private static let mostCounted = 10_000
    /// The time ahead in which plans are listed, in milliseconds, and the most moments.
    static let ahead: Int64 = 30 * 86_400_000
    static let mostPlanned = 1_000

    typealias Plans = @Sendable (Range<UTCMillis>, _ limit: Int) async -> [PlannedMoment]

    let artworks: any ArtworkRepository
    /// The settings now: names of artworks leave this machine only from folders that allow it.
    let settings: @Sendable () async -> Settings
    let calendar: @Sendable () -> LibraryCalendar
    /// What is planned within a time, in the order of time.
    var plans: Plans = { _, _ in [] }

    func calendar(of service: String, gallery: String) async -> [UInt8]? {
        let settings = await settings()
        let folders = settings.watches.filter { !$0.rules.isLocalOnly }.map(\.name)
        let calendar = calendar()
        var days: [CalendarDay] = []
        do throws(RepositoryFailure) {
            var day = calendar.today
            for _ in 0..<Self.mostDays {
                if let made = try await made(on: day, folders, calendar) { days.append(made) }
                day = day.previous
            }
        } catch { return nil }
        let planned = await plans(calendar.now..<(calendar.now + Self.ahead), Self.mostPlanned)
        let document = Wording(settings.service.language).calendar(
            days, planned, since: calendar.start(calendar.today), of: service
        ) { day in gallery + "library?" + QueryString.encode([QueryString.Item("q", "made:" + day.text)]) }
        return document.bytes
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

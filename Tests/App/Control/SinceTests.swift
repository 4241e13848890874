import Domain
import PlatformSystem
import Testing

@testable import App

@Suite("Start of a time range")
struct SinceTests {
    @Test("A moment is taken as is, a span counts back from now, and a day begins at local midnight") func moments() {
        #expect(Since.moment(5).utc == 5)
        let now = UTCMillis.now()
        let ago = Since.ago(.seconds(60)).utc
        #expect(ago >= now - 60_000 && ago <= UTCMillis.now() - 60_000)
        let day = LocalDay(year: 2026, month: 3, day: 9)
        #expect(Since.date(day).utc == LocalTime.start(of: day))
        let (today, yesterday) = (Since.day(before: 0).utc, Since.day(before: 1).utc)
        for start in [today, yesterday] {
            let time = LocalTime(start)
            #expect(LocalTime.start(of: time.localDay) == start)
        }
        #expect(today <= UTCMillis.now() && yesterday < today && today.milliseconds(since: yesterday) <= 25 * 3_600_000)
    }

    @Test("Jobs are listed from the requested time on", .timeLimit(.minutes(5))) @MainActor
    func listed() async throws {
        try await Installation().served { served in
            let id = try await served.done().job.id
            let early = try await served.control.jobs.jobs(JobQuery(), since: .ago(.seconds(3600)))
            #expect(early.jobs.map(\.job.id) == [id])
            let late = try await served.control.jobs.jobs(JobQuery(), since: .moment(UTCMillis.now() + 60_000))
            #expect(late.jobs.isEmpty)
        }
    }
}

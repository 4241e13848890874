import Domain
import Testing

@testable import Words

@Suite("Wording of pending downloads and future ledger amounts")
struct FetchWordingTests {
    private static let away = ResultFetch(backend: "studio", host: "https://pictures.example", since: 0)
        .failed(.transient(message: "could not be reached: cannot connect to pictures.example"), at: 0)

    @Test("a failed download's sentence gives the host, the reason and the retry times, and rules out a new order")
    func fetch() {
        let words = Wording(.english)
        let told = words.sentence(JobFailure.unfetched(Self.away), about: "boat.txt", then: .jobWaits)
        #expect(
            told
                == "The picture for boat.txt is finished, but could not be downloaded from https://pictures.example: "
                + "\"could not be reached: cannot connect to pictures.example\".")
        #expect(
            words.fetchedAgain(told, at: "NEXT", until: "END")
                == told + " The download is retried at NEXT and until END; the picture is not ordered again.")
        #expect(JobFailure.unfetched(Self.away).code == "picture_unfetched")
        #expect(JobState.codes.contains("picture_unfetched"))
        let korean = Wording(.korean).sentence(JobFailure.unfetched(Self.away), about: "boat.txt")
        #expect(korean.contains("https://pictures.example") && korean.contains("내려받지 못했습니다"))
    }

    @Test("future ledger amounts are reported with their number, latest date and the day that they count on")
    func later() {
        let today = LocalDay(year: 2026, month: 11, day: 23)
        let amounts = FutureAmounts(lines: 5, latest: LocalDay(year: 2036, month: 11, day: 23), countedOn: today)
        let told = Wording(.english).later(amounts, than: today)
        #expect(told.hasPrefix("5 ledger amounts are dated later than today, 2026-11-23 (latest: 2036-11-23)"))
        #expect(told.contains("They count towards the caps of 2026-11-23"))
        #expect(Wording(.korean).later(amounts, than: today).contains("2036-11-23"))
    }
}

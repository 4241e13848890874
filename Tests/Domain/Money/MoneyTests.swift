import Domain
import Testing

@Suite("Money")
struct MoneyTests {
    @Test(
        "An amount is parsed to a millionth and printed with no more digits than needed",
        arguments: [
            ("5.00 USD", 5_000_000, "5.00 USD"), ("0.02 usd", 20_000, "0.02 USD"), ("5 EUR", 5_000_000, "5.00 EUR"),
            ("0.000001 USD", 1, "0.000001 USD"), ("0.0625 USD", 62_500, "0.0625 USD"),
            ("1300 KRW", 1_300_000_000, "1300 KRW"),
            ("0.5 KRW", 500_000, "0.5 KRW"), ("0 USD", 0, "0.00 USD"),
            ("1000000000 USD", Money.most, "1000000000.00 USD"),
        ] as [(String, Int64, String)])
    func good(text: String, micros: Int64, shown: String) throws {
        let money = try #require(Money(text: text))
        #expect(money.micros == micros && money.text == shown)
    }

    @Test(
        "A text that is not an amount with a currency is rejected",
        arguments: [
            "", "5", "USD", "5USD", "-1 USD", "+1 USD", "1e3 USD", "5. USD", ".5 USD", "1,00 USD", "5 US", "5 USDT",
            "5 U$D", "0.0000001 USD", "1000000000.1 USD", "99999999999999999999 USD", "5 USD per day", "٥ USD",
        ])
    func bad(text: String) {
        #expect(Money(text: text) == nil)
    }

    @Test("Sums saturate at the largest number")
    func sums() {
        let large = Int64.max - 1
        #expect(large.saturatingSum(1) == .max && large.saturatingSum(5) == .max)
        #expect(Int64.min.saturatingSum(-1) == .min)
        #expect(Money(micros: -1_500_000, currency: "USD").text == "-1.50 USD")
    }

    @Test("An estimate uses the most specific price")
    func estimates() throws {
        let square = PictureSize(width: 1024, height: 1024)
        let price = Price(
            perPicture: try usd("0.01"),
            exceptions: [
                .init(size: nil, quality: "high", amount: try usd("0.1")),
                .init(size: square, quality: nil, amount: try usd("0.05")),
                .init(size: square, quality: "high", amount: try usd("0.2")),
            ])
        let other = PictureSize(width: 64, height: 64)
        #expect(price.estimate(size: other, quality: nil) == (try usd("0.01")))
        #expect(price.estimate(size: other, quality: "HIGH") == (try usd("0.1")))
        #expect(price.estimate(size: square, quality: "low") == (try usd("0.05")))
        #expect(price.estimate(size: square, quality: "high") == (try usd("0.2")))
        #expect(price.cost(of: TokenCount(input: 1, output: 1)) == nil)
    }

    @Test("Tokens are charged per million, rounded up")
    func tokens() throws {
        var price = Price(perPicture: try usd("0.05"))
        price.perMillionTokens = .init(input: try usd("5"), output: try usd("30"))
        #expect(price.cost(of: TokenCount(input: 50, output: 1000)) == (try usd("0.03025")))
        #expect(price.cost(of: TokenCount(input: -1, output: 0)) == (try usd("0")))
        price.perMillionTokens = .init(input: Money(micros: 1, currency: "USD"), output: try usd("0"))
        #expect(price.cost(of: TokenCount(input: 1, output: 9))?.micros == 1)
        #expect(price.cost(of: TokenCount(input: .max, output: 0)) != nil)
    }

    @Test("Days are parsed, printed, ordered and validated, and months follow each other")
    func days() throws {
        let day = try #require(LocalDay(text: "2026-12-09"))
        #expect(day.text == "2026-12-09" && day.firstDayOfMonth.text == "2026-12-01")
        #expect(day.firstDayOfNextMonth.text == "2027-01-01" && day < day.firstDayOfNextMonth)
        #expect(
            day.lastDayOfMonth.text == "2026-12-31" && LocalDay(text: "2000-02-29")?.lastDayOfMonth.text == "2000-02-29"
        )
        #expect(day.firstDayOfMonth.firstDayOfNextMonth.firstDayOfNextMonth.text == "2027-02-01")
        for bad in [
            "", "2026-13-01", "2026-00-01", "2026-1-01", "2026-01-32", "2026-04-31", "2026-02-29", "2100-02-29",
            "2026-01-00", "2026-01", "20x6-01-01",
        ] {
            #expect(LocalDay(text: bad) == nil)
        }
    }

    @Test(
        "A rate limit is a number of calls per unit of time",
        arguments: [("60/min", 1_000), ("2/s", 500), ("100/day", 864_000), ("1/h", 3_600_000)])
    func rates(text: String, step: Int) throws {
        let rate = try #require(RateLimit(text: text))
        #expect(rate.text == text && rate.step == .milliseconds(step))
    }

    @Test(
        "A text that is not a rate is rejected",
        arguments: ["", "60", "60/", "/min", "0/min", "-1/min", "1/week", "1/min/min", "1.5/s"])
    func badRates(text: String) {
        #expect(RateLimit(text: text) == nil)
    }

    private func usd(_ number: String) throws -> Money { try #require(Money(text: number + " USD")) }
}

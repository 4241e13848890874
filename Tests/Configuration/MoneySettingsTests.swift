import Configuration
import Domain
import Testing

@Suite("Prices, budgets, rate limits and fallbacks")
struct MoneySettingsTests {
    private static let watch = "[[watch]]\npath = '/in'\noutbox = '/out'\n"
    private static let studio = "[backends.studio]\ntype = 'openai'\nbase_url = 'https://far.invalid'\nmodel = 'm'\n"
    private static let spare =
        "[backends.spare]\ntype = 'openai'\nbase_url = 'http://127.0.0.1:1/v1'\nmodel = 'm'\nfree = true\n"

    private func usd(_ number: String) throws -> Money { try #require(Money(text: number + " USD")) }

    @Test("Every setting is read")
    func whole() throws {
        let text =
            "[[watch]]\npath = '/in'\noutbox = '/out'\nname = 'in'\nbudget = { pictures_per_month = 7 }\n" + Self.studio
                + """
                rate = '60/min'
                fallback = ['spare']
                budget = { per_day = '2 USD' }
                [backends.studio.cost]
                per_picture = '0.02 USD'
                pictures = { '1024x1024' = '0.05 USD', '1024x1024 High' = '0.2 USD', low = '0.01 USD' }
                per_million_tokens = { input = '5 USD', output = '30 USD' }

                """ + Self.spare + """
                [budget]
                per_day = '5.00 USD'
                pictures_per_day = 100
                per_user = { per_month = '1 USD' }
                max_release = 10

                """
        let settings = try Settings.read(text)
        let rules = settings.budget
        let everything = Caps(perDay: try usd("5"), picturesPerDay: 100)
        #expect(rules.everything == everything && rules.maxRelease == 10)
        let own = Caps(perDay: try usd("2"))
        #expect(rules.backends == ["studio": own])
        let perUser = Caps(perMonth: try usd("1"))
        #expect(rules.folders == ["in": Caps(picturesPerMonth: 7)] && rules.perUser == perUser)
        let square = PictureSize(width: 1024, height: 1024)
        let price = try #require(rules.prices["studio"])
        let exceptions: [Price.Exception] = [
            .init(size: square, quality: nil, amount: try usd("0.05")),
            .init(size: square, quality: "high", amount: try usd("0.2")),
            .init(size: nil, quality: "low", amount: try usd("0.01")),
        ]
        #expect(price.exceptions == exceptions)
        let tokens = Price.Tokens(input: try usd("5"), output: try usd("30"))
        #expect(price.perMillionTokens == tokens)
        #expect(rules.unpriced.isEmpty)
        #expect(settings.backends.first?.rate == RateLimit(calls: 60, per: .seconds(60)))
        #expect(settings.backends.first?.fallback == ["spare"])
    }

    @Test("A backend without a price is unpriced, unless it is declared free")
    func unpriced() throws {
        #expect(try Settings.read(Self.watch + Self.studio + Self.spare).budget.unpriced == ["studio"])
        #expect(try Settings.read(Self.watch + Self.spare + "[budget]\nper_day = '1 USD'\n").budget.unpriced.isEmpty)
    }

    @Test(
        "An address never implies that a backend is free, since a local proxy may lead to a paid service",
        arguments: ["http://localhost:1/v1", "http://127.8.9.1", "https://images.example/v1"])
    func address(url: String) throws {
        let table = "[backends.studio]\ntype = 'openai'\nbase_url = '\(url)'\nmodel = 'm'\n"
        #expect(try Settings.read(Self.watch + table).budget.unpriced == ["studio"])
        #expect(try Settings.read(Self.watch + table + "free = true\n").budget.unpriced.isEmpty)
    }

    @Test("A self-hosted server is free unless it has a price, and cannot have a price and be declared free")
    func ownServers() throws {
        let webui = "[backends.webui]\ntype = 'a1111'\nbase_url = 'http://10.0.0.5:7860'\n"
        #expect(try Settings.read(Self.watch + webui).backends.first?.isFree == true)
        let priced = webui + "cost = { per_picture = '0.01 USD' }\n"
        #expect(try Settings.read(Self.watch + priced).backends.first?.isFree == false)
        let both = Self.watch + Self.spare + "cost = { per_picture = '0.01 USD' }\n"
        #expect(Settings.failures(both).map(\.key) == ["backends.spare.free"])
    }

    @Test("A chain consists of its members")
    func chain() throws {
        let text =
            Self.watch + Self.studio + Self.spare + "[backends.both]\ntype = 'chain'\nmembers = ['studio', 'spare']\n"
        let settings = try Settings.read(text)
        let both = try #require(settings.backends.first { $0.name == "both" })
        #expect(both.own.value.members == ["studio", "spare"] && settings.budget.unpriced == ["studio"])
    }

    private static let mistakes: [(String, String)] = [
        (studio + "cost = {}\n", "backends.studio.cost.per_picture"),
        (studio + "cost = { per_picture = '1' }\n", "backends.studio.cost.per_picture"),
        (
            studio + "cost = { per_picture = '1 USD', per_million_tokens = { input = '1 USD' } }\n",
            "backends.studio.cost.per_million_tokens.output"
        ),
        (
            studio + "cost = { per_picture = '1 USD', per_million_tokens = { output = '1 USD' } }\n",
            "backends.studio.cost.per_million_tokens.input"
        ),
        (studio + "cost = { per_picture = '1 USD', pictures = { high = '1 EUR' } }\n", "backends.studio.cost"),
        (
            studio + "cost = { per_picture = '1 USD', pictures = { 'very high' = '1 USD' } }\n",
            "backends.studio.cost.pictures.very high"
        ),
        (studio + "cost = { per_picture = '1 USD', pictures = 1 }\n", "backends.studio.cost.pictures"),
        (studio + "cost = { per_picture = '1 USD', pictures = { high = 1 } }\n", "backends.studio.cost.pictures.high"),
        (studio + "rate = '60'\n", "backends.studio.rate"),
        (studio + "budget = { per_day = '1 USD' }\n", "backends.studio.cost"),
        (studio + "[budget]\nper_day = '1 USD'\n", "backends.studio.cost"),
        (studio + "[budget.per_user]\nper_day = '1 USD'\n", "backends.studio.cost"),
        (studio + "cost = { per_picture = '1 EUR' }\n[budget]\nper_day = '1 USD'\n", "backends.studio.cost"),
        (spare + "[budget]\nper_day = '1 USD'\nper_month = '1 EUR'\n", "budget"),
        (spare + "[budget]\nper_day = 5\n", "budget.per_day"),
        (spare + "fallback = ['spare']\n", "backends.spare.fallback[0]"),
        (spare + "fallback = ['stranger']\n", "backends.spare.fallback[0]"),
        (spare + "fallback = ['sketch']\n", "backends.spare.allow_sketch"),
        (spare + "fallback = ['dry']\n[backends.dry]\ntype = 'fixture'\n", "backends.spare.allow_sketch"),
        ("[backends.both]\ntype = 'chain'\n", "backends.both.members"),
        ("[backends.both]\ntype = 'chain'\nmembers = ['sketch']\n", "backends.both.allow_sketch"),
        ("[backends.both]\ntype = 'chain'\nmembers = ['sketch']\nrate = '1/s'\n", "backends.both.rate"),
    ]

    @Test("An error is reported with its key and line", arguments: mistakes)
    func mistake(text: String, key: String) {
        let found = Settings.failures(Self.watch + text)
        #expect(found.map(\.key).contains(key), "\(found)")
        #expect(found.allSatisfy { $0.line > 0 })
    }

    @Test("`allow_sketch` permits the sketch as a fallback")
    func allowed() throws {
        let text = Self.watch + Self.spare + "fallback = ['sketch']\nallow_sketch = true\n"
        #expect(try Settings.read(text).backends.first?.fallback == ["sketch"])
    }
}

import Domain

/// Completes and validates the spending rules.
struct BudgetReader {
    let backends: [BackendSettings]
    let watches: [WatchFolder]

    /// A cap in money has no effect on a backend without a price or with one in another currency; both are reported
    /// as errors.
    func complete(_ rules: inout BudgetRules, _ tree: FieldValue, _ reader: inout FieldReader) {
        let general = [rules.everything, rules.perUser]
        for backend in backends where backend.mayCost {
            let caps = watches.map(\.rules.budget) + general + [backend.budget]
            if let cap = caps.flatMap(\.amounts).first { check(backend, against: cap, tree, &reader) }
        }
        let amounts = (watches.map(\.rules.budget) + backends.map(\.budget) + general).flatMap(\.amounts)
        for amount in amounts where amount.currency != amounts[0].currency {
            reader.report(
                .currency(of: amount, insteadOf: amounts[0].currency), key: "budget", at: tree["budget"]?.value ?? tree)
        }
        rules.backends = named(backends.map { ($0.name, $0.budget) })
        rules.folders = named(watches.map { ($0.name, $0.rules.budget) })
        let prices = backends.compactMap { backend in backend.price.map { (backend.name, $0) } }
        rules.prices = Dictionary(prices) { first, _ in first }
        rules.unpriced = Set(backends.filter { $0.mayCost && $0.price == nil }.map(\.name))
    }

    private func check(
        _ backend: BackendSettings, against cap: Money, _ tree: FieldValue, _ reader: inout FieldReader
    ) {
        let key = "backends.\(backend.name).cost"
        let table = tree["backends"]?.value[backend.name]?.value ?? tree
        guard let price = backend.price else { return reader.report(.missing, key: key, at: table) }
        guard price.currency != cap.currency else { return }
        reader.report(
            .currency(of: price.perPicture, insteadOf: cap.currency), key: key, at: table["cost"]?.value ?? table)
    }

    private func named(_ caps: [(String, Caps)]) -> [String: Caps] {
        Dictionary(caps.filter { !$0.1.isEmpty }) { first, _ in first }
    }
}

extension FieldFailure.Problem {
    /// An amount in a currency other than `expected`.
    fileprivate static func currency(of amount: Money, insteadOf expected: String) -> Self {
        .malformed(got: amount.text, example: Money(micros: amount.micros, currency: expected).text)
    }
}

extension FieldTable where Target == BudgetRules {
    static var budget: FieldTable<BudgetRules> {
        FieldTable(
            FieldTable<Caps>.caps.fields.map { $0.nested(in: \BudgetRules.everything) } + [
                Field(
                    "per_user", \.perUser, table: .caps,
                    FieldHelp("Caps for each submitting user", "작업을 제출하는 사용자별 한도")),
                Field(
                    "max_release", \.maxRelease, .integer(1...3600), unit: "jobs",
                    FieldHelp(
                        "Held jobs released per hour after a cap resets", "한도 초기화 후 한 시간에 재개할 보류 작업 수")),
            ])
    }
}

/// A backend's `cost` table while it is being read.
struct PriceDraft: Sendable {
    var perPicture: Money?
    var exceptions: [Price.Exception] = []
    var input: Money?
    var output: Money?

    /// The complete price; `nil` without a price per picture.
    var price: Price? {
        guard let perPicture else { return nil }
        var price = Price(perPicture: perPicture, exceptions: exceptions)
        if let input, let output { price.perMillionTokens = Price.Tokens(input: input, output: output) }
        return price
    }

    fileprivate var amounts: [Money] {
        [perPicture, input, output].compactMap(\.self) + exceptions.map(\.amount)
    }
}

extension FieldTable where Target == PriceDraft {
    fileprivate static var price: FieldTable<PriceDraft> {
        FieldTable([
            Field(
                "per_picture", optional: \.perPicture, .money,
                FieldHelp("Actual or estimated price per picture", "그림 한 장의 가격 또는 예상 가격")),
            Field(
                "pictures", \.exceptions, .exceptions,
                FieldHelp("Prices for specific sizes, qualities or both", "크기나 품질별 가격")),
            Field(
                "per_million_tokens", \.self, table: tokens,
                FieldHelp("Token prices, if the service reports token counts", "서비스가 토큰 수를 알려 줄 때의 토큰 가격")),
        ])
    }

    private static var tokens: FieldTable<PriceDraft> {
        FieldTable([
            Field(
                "input", optional: \.input, .money,
                FieldHelp("Price per million input tokens", "입력 토큰 백만 개의 가격")),
            Field(
                "output", optional: \.output, .money,
                FieldHelp("Price per million output tokens", "출력 토큰 백만 개의 가격")),
        ])
    }
}

extension FieldCodec where Value == Price {
    /// A complete price: the price per picture is required, token prices come in pairs or not at all, and all use one
    /// currency.
    static var price: Self {
        FieldCodec(.table, show: { $0.perPicture.text }) { value, key, reader in
            var draft = PriceDraft()
            let before = reader.failures.count
            FieldTable<PriceDraft>.price.apply(value, to: &draft, under: key, reader: &reader)
            guard reader.failures.count == before else { return nil }
            guard let price = draft.price else {
                return reader.reject(.missing, key: FieldReader.join(key, "per_picture"), at: value)
            }
            if (draft.input == nil) != (draft.output == nil) {
                let missing = draft.input == nil ? "input" : "output"
                return reader.reject(.missing, key: FieldReader.join(key, "per_million_tokens." + missing), at: value)
            }
            if let other = draft.amounts.first(where: { $0.currency != price.currency }) {
                return reader.reject(.currency(of: other, insteadOf: price.currency), key: key, at: value)
            }
            return price
        }
    }
}

extension FieldCodec where Value == [Price.Exception] {
    /// A table of prices keyed by `"1024x1024"`, `"high"` or `"1024x1024 high"`.
    fileprivate static var exceptions: Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, reader in
            guard let entries = reader.entries(of: value, key: key) else { return nil }
            return entries.compactMap { entry in
                let key = FieldReader.join(key, entry.name)
                guard let amount = FieldCodec<Money>.money.read(entry.value, key, &reader) else { return nil }
                let words = entry.name.split(separator: " ").map(String.init)
                let size = words.first.flatMap { PictureSize(text: $0) }
                let qualities = words.dropFirst(size == nil ? 0 : 1)
                guard !words.isEmpty, qualities.count <= 1 else {
                    return reader.reject(.malformed(got: entry.name, example: "1024x1024 high"), key: key, at: entry)
                }
                return Price.Exception(size: size, quality: qualities.first?.lowercased(), amount: amount)
            }
        }
    }
}

extension FieldTable where Target == Caps {
    static var caps: FieldTable<Caps> {
        FieldTable([
            Field(
                "per_day", optional: \.perDay, .money,
                FieldHelp("Maximum spending per day", "하루 최대 지출")),
            Field(
                "per_month", optional: \.perMonth, .money,
                FieldHelp("Maximum spending per month", "월 최대 지출")),
            Field(
                "pictures_per_day", optional: \.picturesPerDay, .integer(0...1_000_000_000),
                FieldHelp("Maximum pictures per day", "하루 최대 그림 수")),
            Field(
                "pictures_per_month", optional: \.picturesPerMonth, .integer(0...1_000_000_000),
                FieldHelp("Maximum pictures per month", "월 최대 그림 수")),
        ])
    }
}

extension FieldCodec where Value == Money {
    /// An amount with its currency.
    static var money: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let money = Money(text: text) else { throw .malformed(got: text, example: "5.00 USD") }
            return money
        }
    }
}

extension FieldCodec where Value == RateLimit {
    /// A number of calls per unit of time.
    static var rate: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let rate = RateLimit(text: text) else { throw .malformed(got: text, example: "60/min") }
            return rate
        }
    }
}

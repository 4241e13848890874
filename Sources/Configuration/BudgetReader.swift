import Domain

/// Builds and validates the spending rules.
struct BudgetReader {
    let backends: [BackendSettings]
    let watches: [WatchFolder]

    /// A cap in money has no effect on a backend without a price or with one in another currency; both are reported
    /// as errors.
    func rules(_ draft: BudgetDraft, _ tree: FieldValue, _ reader: inout FieldReader) -> BudgetRules {
        for backend in backends where backend.mayCost {
            let shared = watches.map(\.rules.budget) + [draft.everything, draft.perUser]
            guard let cap = (shared + [backend.budget]).flatMap(\.amounts).first else { continue }
            check(backend, against: cap, tree, &reader)
        }
        for (one, other) in currencies(draft) where one.currency != other.currency {
            let example = Money(micros: other.micros, currency: one.currency).text
            reader.report(.malformed(got: other.text, example: example), key: "budget", at: place(tree, "budget"))
        }
        return BudgetRules(
            everything: draft.everything, backends: named(backends.map { ($0.name, $0.budget) }),
            folders: named(watches.map { ($0.name, $0.rules.budget) }), perUser: draft.perUser,
            prices: Dictionary(backends.compactMap { backend in backend.price.map { (backend.name, $0) } }) { one, _ in
                one
            },
            unpriced: Set(backends.filter { $0.mayCost && $0.price == nil }.map(\.name)),
            maxRelease: draft.maxRelease)
    }

    private func check(
        _ backend: BackendSettings, against cap: Money, _ tree: FieldValue, _ reader: inout FieldReader
    ) {
        let key = "backends.\(backend.name).cost"
        let table = tree["backends"]?.value[backend.name]?.value ?? tree
        guard let price = backend.price else { return reader.report(.missing, key: key, at: table) }
        guard price.currency != cap.currency else { return }
        let example = Money(micros: price.perPicture.micros, currency: cap.currency).text
        reader.report(
            .malformed(got: price.perPicture.text, example: example), key: key, at: table["cost"]?.value ?? table)
    }

    /// Amounts that may limit the same pictures, each paired with the first of them.
    private func currencies(_ draft: BudgetDraft) -> [(Money, Money)] {
        let all = (watches.map(\.rules.budget) + backends.map(\.budget) + [draft.everything, draft.perUser]).flatMap(
            \.amounts)
        guard let first = all.first else { return [] }
        return all.dropFirst().map { (first, $0) }
    }

    private func place(_ tree: FieldValue, _ name: String) -> FieldValue { tree[name]?.value ?? tree }

    private func named(_ caps: [(String, Caps)]) -> [String: Caps] {
        Dictionary(caps.filter { !$0.1.isEmpty }) { first, _ in first }
    }
}

/// The table `[budget]` while it is being read.
struct BudgetDraft: Sendable {
    var everything = Caps()
    var perUser = Caps()
    var maxRelease = 60
}

extension FieldTable where Target == BudgetDraft {
    static var budget: FieldTable<BudgetDraft> {
        FieldTable(
            FieldTable<Caps>.caps.fields.map { $0.lifted(to: \BudgetDraft.everything) } + [
                Field(
                    "per_user", \.perUser, .table(.caps),
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

    /// `nil` without a price per picture.
    var price: Price? {
        perPicture.map { picture in
            Price(
                perPicture: picture, exceptions: exceptions,
                perMillionTokens: input.flatMap { input in
                    output.map { Price.Tokens(input: input, output: $0) }
                })
        }
    }

    fileprivate var amounts: [Money] {
        [perPicture, input, output].compactMap(\.self) + exceptions.map(\.amount)
    }
}

extension FieldTable where Target == PriceDraft {
    private static var price: FieldTable<PriceDraft> {
        FieldTable([
            Field(
                "per_picture", optional: \.perPicture, .money, startingFrom: .nothing,
                FieldHelp("Actual or estimated price per picture", "그림 한 장의 가격 또는 예상 가격")),
            Field(
                "pictures", \.exceptions, .exceptions,
                FieldHelp("Prices for specific sizes, qualities or both", "크기나 품질별 가격")),
            Field(
                "per_million_tokens", \.self, .table(tokens),
                FieldHelp("Token prices, if the service reports token counts", "서비스가 토큰 수를 알려 줄 때의 토큰 가격")),
        ])
    }

    private static var tokens: FieldTable<PriceDraft> {
        FieldTable([
            Field(
                "input", optional: \.input, .money, startingFrom: .nothing,
                FieldHelp("Price per million input tokens", "입력 토큰 백만 개의 가격")),
            Field(
                "output", optional: \.output, .money, startingFrom: .nothing,
                FieldHelp("Price per million output tokens", "출력 토큰 백만 개의 가격")),
        ])
    }

    /// A complete price: the price per picture is required, token prices come in pairs or not at all, and all use one
    /// currency.
    static var form: FieldCodec<Price> {
        FieldCodec(.table, show: { $0.perPicture.text }) { value, key, place, reader in
            var draft = PriceDraft()
            let before = reader.failures.count
            price.apply(value, to: &draft, under: key, reader: &reader)
            guard reader.failures.count == before else { return }
            guard let price = draft.price else {
                return reader.report(.missing, key: FieldReader.join(key, "per_picture"), at: value)
            }
            if (draft.input == nil) != (draft.output == nil) {
                let missing = draft.input == nil ? "input" : "output"
                return reader.report(
                    .missing, key: FieldReader.join(key, "per_million_tokens." + missing), at: value)
            }
            if let other = draft.amounts.first(where: { $0.currency != price.currency }) {
                let example = Money(micros: other.micros, currency: price.currency).text
                return reader.report(.malformed(got: other.text, example: example), key: key, at: value)
            }
            place = price
        }
    }
}

extension FieldCodec where Value == [Price.Exception] {
    /// A table of prices keyed by `"1024x1024"`, `"high"` or `"1024x1024 high"`.
    fileprivate static var exceptions: Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, place, reader in
            guard let entries = value.entries else {
                return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            }
            for entry in entries {
                let whole = FieldReader.join(key, entry.name)
                var amount = Money.nothing
                let before = reader.failures.count
                FieldCodec<Money>.money.apply(entry.value, whole, &amount, &reader)
                guard reader.failures.count == before else { continue }
                let words = entry.name.split(separator: " ").map(String.init)
                let size = words.first.flatMap { PictureSize(text: $0) }
                let qualities = words.dropFirst(size == nil ? 0 : 1)
                guard !words.isEmpty, qualities.count <= 1 else {
                    reader.report(.malformed(got: entry.name, example: "1024x1024 high"), key: whole, at: entry)
                    continue
                }
                place.append(Price.Exception(size: size, quality: qualities.first?.lowercased(), amount: amount))
            }
        }
    }
}

extension FieldTable where Target == Caps {
    static var caps: FieldTable<Caps> {
        FieldTable([
            Field(
                "per_day", optional: \.perDay, .money, startingFrom: .nothing,
                FieldHelp("Maximum spending per day", "하루 최대 지출")),
            Field(
                "per_month", optional: \.perMonth, .money, startingFrom: .nothing,
                FieldHelp("Maximum spending per month", "월 최대 지출")),
            Field(
                "pictures_per_day", optional: \.picturesPerDay, .integer(0...1_000_000_000), startingFrom: 0,
                FieldHelp("Maximum pictures per day", "하루 최대 그림 수")),
            Field(
                "pictures_per_month", optional: \.picturesPerMonth, .integer(0...1_000_000_000), startingFrom: 0,
                FieldHelp("Maximum pictures per month", "월 최대 그림 수")),
        ])
    }
}

extension Money {
    static var nothing: Money { Money(micros: 0, currency: "USD") }
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

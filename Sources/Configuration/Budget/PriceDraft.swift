import Domain

/// A backend's `cost` while it is read.
struct PriceDraft: Sendable {
    var perPicture: Money?
    var exceptions: [Price.Exception] = []
    var input: Money?
    var output: Money?

    /// `nil` without a price for a picture.
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
                FieldHelp("What a picture costs, or is expected to", "그림 하나의 값, 또는 어림값")),
            Field(
                "pictures", \.exceptions, .exceptions,
                FieldHelp("What a size, a quality or both cost instead", "크기나 품질에 따른 값")),
            Field(
                "per_million_tokens", \.self, .table(tokens),
                FieldHelp("What tokens cost where the service counts them", "서비스가 토큰을 셀 때의 값")),
        ])
    }

    private static var tokens: FieldTable<PriceDraft> {
        FieldTable([
            Field(
                "input", optional: \.input, .money, startingFrom: .nothing,
                FieldHelp("A million tokens in", "넣은 토큰 백만 개")),
            Field(
                "output", optional: \.output, .money, startingFrom: .nothing,
                FieldHelp("A million tokens out", "나온 토큰 백만 개")),
        ])
    }

    /// A whole price: what a picture costs must be there, tokens have both prices or none, all are of one currency.
    static var form: FieldForm<Price> {
        FieldForm(.table, show: { $0.perPicture.text }) { value, key, place, reader in
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

extension FieldForm where Value == [Price.Exception] {
    /// A table: `"1024x1024"`, `"high"` or `"1024x1024 high"`, each with its price.
    fileprivate static var exceptions: Self {
        FieldForm(.table, show: { _ in "" }) { value, key, place, reader in
            guard let entries = value.entries else {
                return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            }
            for entry in entries {
                let whole = FieldReader.join(key, entry.name)
                var amount = Money.nothing
                let before = reader.failures.count
                FieldForm<Money>.money.apply(entry.value, whole, &amount, &reader)
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

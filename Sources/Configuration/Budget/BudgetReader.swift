import Domain

/// Puts the rules of spending together and holds them against each other.
struct BudgetReader {
    let backends: [BackendSettings]
    let watches: [Watch]

    /// A cap in money says nothing over a backend without a price, or with one in another currency: that is a mistake.
    func rules(_ draft: BudgetDraft, _ tree: FieldValue, _ reader: inout FieldReader) -> BudgetRules {
        for backend in backends where backend.mayCost {
            let shared = watches.map(\.budget) + [draft.everything, draft.eachUser]
            guard let cap = (shared + [backend.budget]).flatMap(\.amounts).first else { continue }
            check(backend, against: cap, tree, &reader)
        }
        for (one, other) in currencies(draft) where one.currency != other.currency {
            let example = Money(micros: other.micros, currency: one.currency).text
            reader.report(.malformed(got: other.text, example: example), key: "budget", at: place(tree, "budget"))
        }
        return BudgetRules(
            everything: draft.everything, backends: named(backends.map { ($0.name, $0.budget) }),
            folders: named(watches.map { ($0.name, $0.budget) }), eachUser: draft.eachUser,
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

    /// Amounts that bound the same pictures, each with the first of them.
    private func currencies(_ draft: BudgetDraft) -> [(Money, Money)] {
        let all = (watches.map(\.budget) + backends.map(\.budget) + [draft.everything, draft.eachUser]).flatMap(
            \.amounts)
        guard let first = all.first else { return [] }
        return all.dropFirst().map { (first, $0) }
    }

    private func place(_ tree: FieldValue, _ name: String) -> FieldValue { tree[name]?.value ?? tree }

    private func named(_ caps: [(String, Caps)]) -> [String: Caps] {
        Dictionary(caps.filter { !$0.1.isEmpty }) { first, _ in first }
    }
}

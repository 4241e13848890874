package import Domain

/// A backend that passes each request to the first of its members that is available.
package struct Chain: BackendKindSettings {
    package var members: [String] = []

    package func addPurchase(to fields: inout CanonicalFields) {
        for member in members { fields.add("member", member) }
    }

    package static let kind = BackendDescription(
        type: "chain", defaults: Chain(),
        fields: { context in
            [
                Field(
                    "members", \.members, .list(of: .choice(of: context.backends)),
                    FieldHelp(
                        "Backends in order of preference; the first available one is used",
                        "우선순위 순서의 백엔드, 사용 가능한 첫 백엔드를 씀"))
            ]
        },
        required: ["members"],
        traits: BackendTraits(isRemote: false, pricing: .freeUnlessPriced, delegates: true))
}

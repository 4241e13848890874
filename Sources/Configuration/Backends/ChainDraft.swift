import Domain

/// What only a backend of type `chain` has, while it is read.
struct ChainDraft: Sendable {
    var members: [String] = []

    static func fields(_ names: [String]) -> [Field<ChainDraft>] {
        [
            Field(
                "members", \.members, .list(of: .choice(of: names), startingFrom: ""),
                FieldHelp("Who works, the first that takes calls", "일할 백엔드들, 앞에서부터 받을 수 있는 것"))
        ]
    }
}

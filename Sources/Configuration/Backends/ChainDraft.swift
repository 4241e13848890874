import Domain

/// The fields specific to type `chain`, while they are being read.
struct ChainDraft: Sendable {
    var members: [String] = []

    static func fields(_ names: [String]) -> [Field<ChainDraft>] {
        [
            Field(
                "members", \.members, .list(of: .choice(of: names), startingFrom: ""),
                FieldHelp(
                    "Backends in order of preference; the first available one is used", "우선순위 순서의 백엔드, 사용 가능한 첫 백엔드를 씀")
            )
        ]
    }
}

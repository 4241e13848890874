import Domain

/// `[budget]` while it is read.
struct BudgetDraft: Sendable {
    var everything = Caps()
    var eachUser = Caps()
    var maxRelease = 60
}

extension FieldTable where Target == BudgetDraft {
    static var budget: FieldTable<BudgetDraft> {
        FieldTable(
            FieldTable<Caps>.caps.fields.map { $0.lifted(to: \BudgetDraft.everything) } + [
                Field(
                    "per_user", \.eachUser, .table(.caps),
                    FieldHelp("The same for each user that submits", "작업을 맡기는 사용자마다의 한도")),
                Field(
                    "max_release", \.maxRelease, .integer(1...3600), unit: "jobs",
                    FieldHelp(
                        "How many held jobs go on in an hour once a cap begins anew", "한도가 새로 시작된 뒤 한 시간에 이어 갈 작업 수")),
            ])
    }
}

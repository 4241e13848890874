internal import ControlAPI
internal import Domain

/// `GET /v1/spend?month=2026-03&by=folder,backend`, or `from` and `to`; today without either.
enum SpendRoute {
    static let contract = RouteContract(
        summary: "What was spent",
        query: [
            .text("month", "A month, such as 2026-03"), .text("from", "The first day, such as 2026-03-09"),
            .text("to", "The last day; the first one when left out"),
            .text("by", "What the lines are for: folder, backend, user, day, month; with commas"),
        ], answer: .json(SpendReport.self, "What was spent in these days; today without any"))

    static func answer(_ exchange: Exchange, _ plane: any ControlPlane) async throws(Rejection) -> SpendReport {
        let query = exchange.query
        let month = query.text("month")
        let (from, to) = (query.text("from"), query.text("to"))
        let groups = try groups(query.text("by"))
        let days = try days(month: month, from: from, to: to)
        do throws(ControlFailure) {
            return try await plane.spend(days, by: groups)
        } catch {
            throw .failed(error)
        }
    }

    private static func groups(_ text: String?) throws(Rejection) -> [SpendQuery.Group] {
        let words = (text ?? "backend").split(separator: ",").map(String.init)
        var groups: [SpendQuery.Group] = []
        for word in words {
            guard let group = SpendQuery.Group(rawValue: word) else {
                let choices = SpendQuery.Group.allCases.map(\.rawValue)
                throw Parameters.wrong(
                    "by", .notOneOf(got: word, choices: choices, nearest: NearestName.of(word, among: choices)))
            }
            if !groups.contains(group) { groups.append(group) }
        }
        return groups
    }

    private static func days(
        month: String?, from: String?, to: String?
    ) throws(Rejection) -> ClosedRange<LocalDay>? {
        if let month {
            if from != nil || to != nil { throw Parameters.wrong("month", .conflict(with: "from, to")) }
            let start = try day("month", month + "-01", example: "2026-03")
            return start...start.monthEnd
        }
        guard let from = try from.map({ text throws(Rejection) in try day("from", text, example: "2026-03-09") })
        else {
            if to != nil { throw Parameters.wrong("from", .missing) }
            return nil
        }
        let last = try to.map { text throws(Rejection) in try day("to", text, example: "2026-03-09") } ?? from
        guard from <= last else { throw Parameters.wrong("to", .outOfRange(got: last.text, range: "\(from.text)–")) }
        return from...last
    }

    private static func day(_ name: String, _ text: String, example: String) throws(Rejection) -> LocalDay {
        if let day = LocalDay(text: text) { return day }
        throw Parameters.wrong(name, .malformed(got: text, example: example))
    }
}

/// The links that lead to a time.
enum MonthRail {
    /// More months than this are shown as years.
    private static let mostMonths = 24

    /// The months from one to another, `2026-11`, the newest first; those before the newest two years as years. Empty for
    /// anything but two months in their order.
    static func labels(from first: String, to last: String) -> [String] {
        guard let first = number(first), let last = number(last), first <= last else { return [] }
        let months = stride(from: last, through: max(first, last - mostMonths + 1), by: -1).map { month in
            let number = month % 12 + 1
            return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
        }
        let oldest = last - mostMonths
        guard first <= oldest else { return months }
        return months + stride(from: oldest / 12, through: first / 12, by: -1).map { "\($0)" }
    }

    /// The months since the year 0.
    private static func number(_ text: String) -> Int? {
        let parts = text.split(separator: "-").map { Int($0) }
        guard parts.count == 2, let year = parts[0], let month = parts[1], (1...12).contains(month), year < 10_000
        else {
            return nil
        }
        return year * 12 + month - 1
    }
}

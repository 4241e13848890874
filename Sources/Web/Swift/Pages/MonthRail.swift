internal import ControlAPI

/// The links of the library that lead to a time.
enum MonthRail {
    struct Link: Equatable {
        /// `2026-11` or `2026`.
        let label: String
        let artworks: Int
        let isComplete: Bool
    }

    /// The number of months that have a link of their own.
    private static let mostMonths = 24

    /// Links to months, newest first. Instead of months after the first 24, their years have links, which count the whole
    /// year.
    static func links(_ months: [MonthEntry]) -> [Link] {
        var links = months.prefix(mostMonths).map {
            Link(label: $0.month, artworks: $0.artworks, isComplete: $0.isComplete)
        }
        for year in months.dropFirst(mostMonths).map(\.year) where links.last?.label != year {
            let its = months.filter { $0.year == year }
            links.append(
                Link(
                    label: year, artworks: its.reduce(0) { $0 + $1.artworks },
                    isComplete: its.allSatisfy(\.isComplete)))
        }
        return links
    }
}

extension MonthEntry {
    fileprivate var year: String { String(month.prefix(4)) }
}

import ControlAPI
import Words

/// The screen of `textify spend`.
struct SpendLines {
    private let sheet: Sheet
    private var words: Wording { sheet.words }

    init(_ sheet: Sheet) {
        self.sheet = sheet
    }

    func all(_ report: SpendReport) -> [String] {
        let days = words.days(report.from, report.to)
        guard !report.lines.isEmpty else { return [words.nothingSpent(days)] }
        let head = report.by.map(words.groupTitle) + [words.picturesTitle, words.amountTitle, ""]
        let rows = report.lines.map { line in
            line.keys.map { $0.isEmpty ? "-" : $0 } + [
                "\(line.pictures)", amount(line), line.unknown ? words.unknownSpending : "",
            ]
        }
        return [days] + sheet.table([head] + rows)
    }

    private func amount(_ line: SpendReport.Line) -> String {
        guard let amount = line.amount, let currency = line.currency else { return words.noPrice }
        return amount + " " + currency
    }
}

import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// `textify spend`.
enum SpendCommand: ControlCommand {
    static let name = "spend"
    static let summary = "What was spent, today or in a month"
    static let options = [
        CommandOption("month", "This month instead of today"),
        CommandOption("from", "DAY", "From this day on, such as 2026-03-09"),
        CommandOption("to", "DAY", "Up to this day (default: the day of --from)"),
        CommandOption("by", "WORDS", "A line for each folder, backend, user, day, month (default: backend)"),
        CommandOption("csv", "Comma-separated values with a line of names"),
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var query: [QueryString.Item] = []
        if session.options.last("month") != nil {
            query.append(QueryString.Item("month", String(LocalTime.now.localDay.text.prefix(7))))
        }
        for name in ["from", "to", "by"] {
            if let text = session.options.last(name)?.text { query.append(QueryString.Item(name, text)) }
        }
        let report = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/spend", query, as: SpendReport.self)
        }
        let wantsCSV = session.options.last("csv") != nil
        try session.tell(report) { wantsCSV ? csv($0) : table($0) }
    }

    private static func table(_ report: SpendReport) -> [String] {
        let days = report.from == report.to ? report.from : "\(report.from) to \(report.to)"
        guard !report.lines.isEmpty else { return ["nothing was spent: \(days)"] }
        let head = report.by.map { $0.uppercased() } + ["PICTURES", "AMOUNT", ""]
        let rows = report.lines.map { line in
            line.keys.map { $0.isEmpty ? "-" : $0 } + [
                "\(line.pictures)", amount(line), line.unknown ? "unknown: may or may not have been paid for" : "",
            ]
        }
        return [days] + TextTable.lines([head] + rows)
    }

    private static func amount(_ line: SpendReport.Line) -> String {
        guard let amount = line.amount, let currency = line.currency else { return "no price" }
        return amount + " " + currency
    }

    /// RFC 4180, with the line ends of this system.
    private static func csv(_ report: SpendReport) -> [String] {
        let head = report.by + ["pictures", "amount", "currency", "unknown"]
        let rows = report.lines.map { line in
            line.keys + ["\(line.pictures)", line.amount ?? "", line.currency ?? "", line.unknown ? "yes" : "no"]
        }
        return ([head] + rows).map { $0.map(quoted).joined(separator: ",") }
    }

    private static func quoted(_ value: String) -> String {
        guard value.contains(where: { ",\"\n\r".contains($0) }) else { return value }
        return "\"" + value.replacing("\"", with: "\"\"") + "\""
    }
}

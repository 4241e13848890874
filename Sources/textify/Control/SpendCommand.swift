import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify spend`.
enum SpendCommand: ControlCommand {
    static let name = "spend"
    static let summary = FieldHelp("Show the spending of today or of a month", "오늘이나 한 달의 지출을 표시")
    static let options = [
        CommandOption("month", "This month instead of today", "오늘 대신 이번 달"),
        CommandOption(
            "since", "TIME", "From the day of TIME up to today: 7d, yesterday, 2026-03-09",
            "TIME의 날부터 오늘까지: 7d, yesterday, 2026-03-09"
        ).offering(.examples(["yesterday", "7d", "30d"])),
        CommandOption("from", "DAY", "From this day, such as 2026-03-09", "이날부터. 예: 2026-03-09"),
        CommandOption("to", "DAY", "Up to this day (default: the day of --from)", "이날까지 (기본: --from의 날)"),
        CommandOption(
            "by", "WORDS", "Group by folder, backend, user, day, month (default: backend)",
            "folder, backend, user, day, month로 묶음 (기본: backend)"
        ).offering(.list(SpendQuery.Group.allCases.map(\.rawValue))),
        CommandOption("csv", "Print comma-separated values with a header line", "머리글 줄이 있는 CSV로 출력"),
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var query: [QueryString.Item] = []
        if session.options.last("month") != nil {
            query.append(QueryString.Item("month", String(LocalTime.now.localDay.text.prefix(7))))
        }
        if let text = session.options.last("since")?.text {
            query += [("from", try firstDay(of: text, session)), ("to", LocalTime.now.localDay)].map {
                QueryString.Item($0, $1.text)
            }
        }
        for name in ["from", "to", "by"] {
            if let text = session.options.last(name)?.text { query.append(QueryString.Item(name, text)) }
        }
        let report = try await session.get("/v1/spend", query, as: SpendReport.self)
        let wantsCSV = session.options.last("csv") != nil
        try session.report(report) { wantsCSV ? csv($0) : SpendFormatter(formatter: session.formatter).all($0) }
    }

    private static func firstDay(of text: String, _ session: ControlSession) throws(CommandFailure) -> LocalDay {
        if ["month", "from", "to"].contains(where: { session.options.last($0) != nil }) {
            throw session.usageError(session.words.sinceWithDays)
        }
        do throws(FieldFailure.Problem) { return LocalTime(try Since(text: text).utc).localDay } catch {
            throw session.usageError(session.words.sentence(FieldFailure(key: "--since", problem: error)))
        }
    }

    /// CSV after RFC 4180, but with `\n` line ends.
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

/// The screen of `textify spend`.
struct SpendFormatter {
    let formatter: LineFormatter
    private var words: Wording { formatter.words }

    func all(_ report: SpendReport) -> [String] {
        let days = words.days(report.from, report.to)
        guard !report.lines.isEmpty else { return [words.nothingSpent(days)] }
        let head = report.by.map(words.groupTitle) + [words.picturesTitle, words.amountTitle, ""]
        let rows = report.lines.map { line in
            line.keys.map { $0.isEmpty ? "-" : $0 } + [
                "\(line.pictures)", amount(line), line.unknown ? words.unknownSpending : "",
            ]
        }
        return [days] + formatter.table([head] + rows)
    }

    private func amount(_ line: SpendReport.Line) -> String {
        guard let amount = line.amount, let currency = line.currency else { return words.noPrice }
        return amount + " " + currency
    }
}

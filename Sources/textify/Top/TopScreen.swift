import ControlAPI
import PlatformSystem

/// What `textify top` shows: how the service stands, its newest jobs and its newest art.
struct TopScreen {
    let status: Status
    /// Newest first.
    let jobs: [JobSummary]
    let art: ScreenArt?
    /// Why nothing newer is known.
    let trouble: String?
    /// Milliseconds since 1970.
    let now: Int64

    /// From the top; no more than fits.
    func lines(_ size: TerminalSize, isColored: Bool) -> [String] {
        let top = head + [ScreenLine()] + parts + [ScreenLine()]
        let room = max(0, size.rows - top.count - 1)
        let drawn = top.map { $0.drawn(size.columns, isColored: isColored) }
        let body = body(size.columns, room, isColored)
        let foot = ScreenLine("q quits", .faint).drawn(size.columns, isColored: isColored)
        return Array((drawn + body).prefix(max(0, size.rows - 1))) + [foot]
    }

    private var head: [ScreenLine] {
        var line = ScreenLine("textifyd \(status.version) ", .strong)
        line.add(status.phase.rawValue)
        line.add(", up \(Self.age(1_000 * status.uptime))")
        if let trouble { return [line, ScreenLine(trouble, .bad)] }
        guard status.health.verdict != .well else { return [line, ScreenLine("all is well", .good)] }
        return [line]
            + status.health.reasons.prefix(3).map { reason in
                ScreenLine("\(reason.verdict.rawValue): \(reason.detail)", reason.verdict == .stopped ? .bad : .careful)
            }
    }

    /// The stages that work goes through, and who does it.
    private var parts: [ScreenLine] {
        let stages = ["queued", "submitting", "submitted", "generated", "staged", "waiting", "held", "unknown"]
        var line = ScreenLine()
        line.add("jobs", .faint, column: 8)
        let open = stages.compactMap { state in status.jobs[state].flatMap { $0 > 0 ? "\($0) \(state)" : nil } }
        line.add(open.isEmpty ? "nothing to do" : open.joined(separator: ", "))
        line.add("; since the start ")
        line.add("\(status.ended["done"] ?? 0) done", .good)
        if let failed = status.ended["failed"], failed > 0 { line.add(", \(failed) failed", .bad) }
        return [line] + status.backends.prefix(4).map(Self.line) + status.folders.prefix(3).map(Self.line)
            + status.budget.prefix(2).map(Self.line)
    }

    private static func line(_ backend: BackendStatus) -> ScreenLine {
        var line = ScreenLine()
        line.add("backend", .faint, column: 8)
        line.add(backend.name, column: 12)
        line.add(backend.code ?? "ready", backend.code == nil ? .good : .careful, column: 12)
        line.add("\(backend.running) of \(backend.limit) running, \(backend.waiting) waiting")
        return line
    }

    private static func line(_ folder: FolderStatus) -> ScreenLine {
        var line = ScreenLine()
        line.add("folder", .faint, column: 8)
        line.add(folder.name, column: 12)
        line.add(folder.health, folder.detail == nil ? .good : .careful, column: 12)
        line.add("\(folder.settling + folder.ready) files open")
        return line
    }

    private static func line(_ budget: BudgetStatus) -> ScreenLine {
        var line = ScreenLine()
        line.add("budget", .faint, column: 8)
        line.add(budget.name ?? budget.scope, column: 12)
        line.add(budget.period, column: 12)
        line.add("\(budget.spent) of \(budget.limit)")
        return line
    }

    /// The art beside the jobs where the screen is wide, below them where it is not.
    private func body(_ columns: Int, _ rows: Int, _ isColored: Bool) -> [String] {
        guard let art, columns >= 120 else { return narrow(columns, rows, isColored) }
        let width = min(art.columns, columns / 2)
        let left = table(rows).map { $0.cut(to: columns - width - 2) }
        return (0..<rows).map { row in
            var line = row < left.count ? left[row] : ScreenLine()
            line.pad(to: columns - width)
            let beside = row == 0 ? ScreenLine(art.title, .faint).drawn(width, isColored: isColored) : nil
            return line.drawn(columns - width, isColored: isColored) + (beside ?? art.row(row - 1, width) ?? "")
        }
    }

    private func narrow(_ columns: Int, _ rows: Int, _ isColored: Bool) -> [String] {
        let listed = art == nil ? rows : min(rows, max(4, rows / 3))
        let list = table(listed).map { $0.drawn(columns, isColored: isColored) }
        guard let art, rows - list.count > 4 else { return list }
        let shown = (0..<rows - list.count - 2).compactMap { art.row($0, columns) }
        return list + ["", ScreenLine(art.title, .faint).drawn(columns, isColored: isColored)] + shown
    }

    private func table(_ rows: Int) -> [ScreenLine] {
        var title = ScreenLine()
        title.add("ID", .faint, column: 8)
        title.add("STATE", .faint, column: 10)
        title.add("SINCE", .faint, column: 6)
        title.add("NAME", .faint)
        return Array(([title] + jobs.map(line)).prefix(max(0, rows)))
    }

    private func line(_ job: JobSummary) -> ScreenLine {
        var line = ScreenLine()
        line.add(JobLines.short(job.id), column: 8)
        line.add(job.state, Self.style(job.state), column: 10)
        line.add(Self.age(now - job.changed.milliseconds), column: 6)
        line.add(job.name)
        if let more = job.detail ?? job.prompt { line.add("  " + more, .faint) }
        return line
    }

    private static func style(_ state: String) -> ScreenLine.Style {
        switch state {
        case "done": .good
        case "failed": .bad
        case "waiting", "held", "unknown": .careful
        case "cancelled": .faint
        default: .plain
        }
    }

    /// In its largest unit.
    private static func age(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds / 1_000)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

import ControlAPI
import Domain
import PlatformSystem
import Words

/// The screen of `textify top`: the service's health, its newest jobs and its newest art.
struct TopScreen {
    let words: Wording
    let status: Status
    /// Newest first.
    let jobs: [JobSummary]
    let art: ScreenArt?
    /// The error of the last refresh; `nil` if it succeeded.
    let trouble: String?
    let now: UTCMillis

    /// The lines from the top, clipped to the screen.
    func lines(_ size: TerminalSize, isColored: Bool) -> [TerminalText] {
        let top = head + [StyledLine()] + parts + [StyledLine()]
        let room = max(0, size.rows - top.count - 1)
        let drawn = top.map { $0.drawn(size.columns, isColored: isColored) }
        let body = body(size.columns, room, isColored)
        let foot = StyledLine(words.quits, .faint).drawn(size.columns, isColored: isColored)
        return Array((drawn + body).prefix(max(0, size.rows - 1))) + [foot]
    }

    private var head: [StyledLine] {
        var line = StyledLine("textifyd \(status.version) ", .strong)
        line.add(words.up(phase: status.phase.rawValue, words.age(seconds: status.uptime)))
        if let trouble { return [line, StyledLine(trouble, .bad)] }
        guard status.health.verdict != .well else { return [line, StyledLine(words.allIsWell, .good)] }
        return [line]
            + status.health.reasons.prefix(3).map { reason in
                StyledLine(
                    words.reason(reason.verdict.rawValue, since: nil, reason.detail),
                    reason.verdict == .stopped ? .bad : .careful)
            }
    }

    /// Jobs by stage, then backends, folders and budgets.
    private var parts: [StyledLine] {
        var line = StyledLine()
        line.add(words.jobsLabel, .faint, column: 8)
        let open = StatusFormatter.counts(status.jobs, of: StatusFormatter.openStates)
        line.add(open.isEmpty ? words.nothingToDo : words.states(open))
        var ends = StyledLine()
        ends.add("", column: 8)
        ends.add(words.sinceStart + " ")
        ends.add(words.done(status.ended["done"] ?? 0), .good)
        if let failed = status.ended["failed"], failed > 0 { ends.add(", " + words.failed(failed), .bad) }
        var lines = [line, ends]
        lines += limited(4, status.backends, hasProblem: { $0.code != nil }) { backend in
            row(
                words.backend, backend.name, backend.code ?? words.ready, backend.code == nil ? .good : .careful,
                words.load(running: backend.running, limit: backend.limit, waiting: backend.waiting))
        }
        lines += limited(3, status.folders, hasProblem: { $0.detail != nil }) { folder in
            row(
                words.folder, folder.name, words.folderHealth(folder.health), folder.detail == nil ? .good : .careful,
                words.filesPending(folder.settling + folder.ready))
        }
        lines += limited(2, status.budget, hasProblem: { _ in false }) { budget in
            row(
                words.budget, budget.name ?? words.scope(budget.scope), words.period(budget.period), .plain,
                words.used(budget.spent, of: budget.limit))
        }
        return lines
    }

    /// At most `limit` lines, entries with problems first, and the number of those left out.
    private func limited<Part>(
        _ limit: Int, _ parts: [Part], hasProblem: (Part) -> Bool, _ line: (Part) -> StyledLine
    ) -> [StyledLine] {
        let sorted = parts.filter(hasProblem) + parts.filter { !hasProblem($0) }
        let shown = sorted.prefix(limit).map(line)
        guard parts.count > limit else { return shown }
        var more = StyledLine()
        more.add("", column: 8)
        more.add(words.andMore(parts.count - limit), .faint)
        return shown + [more]
    }

    private func row(
        _ label: String, _ name: String, _ state: String, _ style: StyledLine.Style, _ rest: String
    ) -> StyledLine {
        var line = StyledLine()
        line.add(label, .faint, column: 8)
        line.add(name, column: 12)
        line.add(state, style, column: 12)
        line.add(rest)
        return line
    }

    /// Places the art beside the jobs on a wide screen, below them on a narrow one.
    private func body(_ columns: Int, _ rows: Int, _ isColored: Bool) -> [TerminalText] {
        guard let art, columns >= 120 else { return narrow(columns, rows, isColored) }
        let width = min(art.columns, columns / 2)
        let left = table(rows).map { $0.cut(to: columns - width - 2) }
        return (0..<rows).map { row in
            var line = row < left.count ? left[row] : StyledLine()
            line.pad(to: columns - width)
            let beside = row == 0 ? StyledLine(art.title, .faint).drawn(width, isColored: isColored) : nil
            return line.drawn(columns - width, isColored: isColored)
                + (beside ?? art.row(row - 1, width) ?? TerminalText(""))
        }
    }

    private func narrow(_ columns: Int, _ rows: Int, _ isColored: Bool) -> [TerminalText] {
        let listed = art == nil ? rows : min(rows, max(4, rows / 3))
        let list = table(listed).map { $0.drawn(columns, isColored: isColored) }
        guard let art, rows - list.count > 4 else { return list }
        let shown = (0..<rows - list.count - 2).compactMap { art.row($0, columns) }
        return list + [TerminalText(""), StyledLine(art.title, .faint).drawn(columns, isColored: isColored)] + shown
    }

    private func table(_ rows: Int) -> [StyledLine] {
        var title = StyledLine()
        title.add(words.identifierTitle, .faint, column: 8)
        title.add(words.stateTitle, .faint, column: 10)
        title.add(words.sinceTitle, .faint, column: 9)
        title.add(words.nameTitle, .faint)
        return Array(([title] + jobs.map(line)).prefix(max(0, rows)))
    }

    private func line(_ job: JobSummary) -> StyledLine {
        var line = StyledLine()
        line.add(JobFormatter.short(job.id), column: 8)
        line.add(words.state(job.state), Self.style(job.state), column: 10)
        line.add(words.age(seconds: now.milliseconds(since: job.changed.utc) / 1_000), column: 9)
        line.add(job.name)
        let progress = job.progress?.checked.map(words.progress)
        if let more = job.detail ?? progress ?? job.prompt { line.add("  " + more, .faint) }
        return line
    }

    private static func style(_ state: String) -> StyledLine.Style {
        switch state {
        case "done": .good
        case "failed": .bad
        case "waiting", "held", "unknown": .careful
        case "cancelled": .faint
        default: .plain
        }
    }
}

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
    var state = TopState()
    /// The details of an open job.
    var detail: JobDetail?
    var formatter = LineFormatter.standard

    /// The lines from the top, clipped to the screen.
    func lines(_ size: TerminalSize, isColored: Bool) -> [TerminalText] {
        let top = top.map { $0.drawn(size.columns, isColored: isColored) }
        let body = body(size.columns, room(size), isColored)
        let foot = foot.drawn(size.columns, isColored: isColored)
        return Array((top + body).prefix(max(0, size.rows - 1))) + [foot]
    }

    /// The number of jobs that the list shows.
    func listed(_ size: TerminalSize) -> Int { max(1, tableRows(size.columns, room(size)) - 1) }

    /// The part of the screen for art; `nil` if there is no room, or if something else is shown there.
    func artRoom(_ size: TerminalSize) -> TerminalSize? {
        guard state.mode != .help else { return nil }
        let (columns, rows) = (size.columns, room(size))
        let isBeside = columns >= Self.narrowest
        let width = isBeside ? Self.artColumns(columns) : columns
        // One row is the title's; below a list one more separates them.
        let height = isBeside ? rows - 1 : rows - Self.rowsAboveArt(rows) - 2
        guard width >= 10, height >= 4 else { return nil }
        return TerminalSize(columns: min(width, 500), rows: min(height, 500))
    }

    /// The width from which art is beside the jobs.
    private static let narrowest = 72
    /// The width that jobs need: ID, state, age and a short name.
    private static let jobColumns = 44

    private static func artColumns(_ columns: Int) -> Int { min(columns / 2, columns - jobColumns - 2) }

    private var top: [StyledLine] { head + [StyledLine()] + parts + [StyledLine()] }

    private func room(_ size: TerminalSize) -> Int { max(0, size.rows - top.count - 1) }

    private func tableRows(_ columns: Int, _ rows: Int) -> Int {
        columns >= Self.narrowest || art == nil ? rows : Self.rowsAboveArt(rows)
    }

    private static func rowsAboveArt(_ rows: Int) -> Int { min(rows, max(4, rows / 3)) }

    /// The last line: a message, a question, the filter, or the keys.
    private var foot: StyledLine {
        if let message = state.message { return StyledLine(message, .strong) }
        switch state.mode {
        case .question(let act):
            let name = state.selection(jobs).map { "\(JobFormatter.short($0.id)) (\($0.name))" }
            return StyledLine(words.question(act.rawValue, name ?? state.selected ?? ""), .strong)
        case .filter: return StyledLine(words.filterLine(state.filter, isEditing: true), .strong)
        case .list where !state.filter.isEmpty: return StyledLine(words.filterLine(state.filter, isEditing: false))
        case .job, .help: return StyledLine(words.backKeys, .faint)
        case .list: return StyledLine(words.topKeys, .faint)
        }
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
        guard let art, columns >= Self.narrowest, state.mode != .help else { return narrow(columns, rows, isColored) }
        let width = min(max(art.columns, 10), Self.artColumns(columns))
        let left = list(columns - width - 2, rows).map { $0.cut(to: columns - width - 2) }
        return (0..<rows).map { row in
            var line = row < left.count ? left[row] : StyledLine()
            line.pad(to: columns - width)
            let beside = row == 0 ? StyledLine(art.title, .faint).drawn(width, isColored: isColored) : nil
            return line.drawn(columns - width, isColored: isColored)
                + (beside ?? art.row(row - 1, width) ?? TerminalText(""))
        }
    }

    private func narrow(_ columns: Int, _ rows: Int, _ isColored: Bool) -> [TerminalText] {
        let list = list(columns, tableRows(columns, rows)).map { $0.drawn(columns, isColored: isColored) }
        guard let art, state.mode != .help, rows - list.count > 4 else { return list }
        let shown = (0..<rows - list.count - 2).compactMap { art.row($0, columns) }
        return list + [TerminalText(""), StyledLine(art.title, .faint).drawn(columns, isColored: isColored)] + shown
    }

    /// The jobs, an open job's details, or the help.
    private func list(_ columns: Int, _ rows: Int) -> [StyledLine] {
        switch state.mode {
        case .help:
            words.topHelp.map { key, act in
                var line = StyledLine()
                line.add(key, .strong, column: 34)
                line.add(act)
                return line
            }
        case .job where detail?.summary.id == state.selected: details(columns, rows)
        default: table(rows)
        }
    }

    private func details(_ columns: Int, _ rows: Int) -> [StyledLine] {
        guard let detail else { return [] }
        let narrow = LineFormatter(words: words, width: columns, time: formatter.time)
        return JobFormatter(formatter: narrow).detail(detail).prefix(rows).map { StyledLine($0) }
    }

    /// Scrolls as far as the selected job needs.
    private func table(_ rows: Int) -> [StyledLine] {
        var title = StyledLine()
        title.add("  ")
        title.add(words.identifierTitle, .faint, column: 8)
        title.add(words.stateTitle, .faint, column: 10)
        title.add(words.sinceTitle, .faint, column: 9)
        title.add(words.nameTitle, .faint)
        let place = jobs.firstIndex { $0.id == state.selected } ?? 0
        let first = max(0, place - max(0, rows - 2))
        return Array(([title] + jobs.dropFirst(first).map(line)).prefix(max(0, rows)))
    }

    private func line(_ job: JobSummary) -> StyledLine {
        var line = StyledLine()
        line.add(job.id == state.selected ? "> " : "  ", .strong)
        line.add(JobFormatter.short(job.id), job.id == state.selected ? .strong : .plain, column: 8)
        line.add(words.state(job.state), Self.style(job.state), column: 10)
        line.add(words.age(seconds: now.milliseconds(since: job.changed.utc) / 1_000), column: 9)
        line.add(JobFormatter.name(of: job))
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

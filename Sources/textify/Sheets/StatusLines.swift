import ControlAPI
import Words

/// The screen of `textify status`, and parts of it that other commands show.
struct StatusLines {
    /// In the order of a job's life.
    private static let states = [
        "queued", "submitting", "submitted", "generated", "staged", "waiting", "held", "unknown", "done", "failed",
        "cancelled",
    ]

    private let sheet: Sheet
    private var words: Wording { sheet.words }

    init(_ sheet: Sheet) {
        self.sheet = sheet
    }

    func all(_ status: Status) -> [String] {
        let since = sheet.time(status.started.milliseconds)
        let head = words.stands(
            version: status.version, phase: status.phase.rawValue, since: since, process: status.pid)
        var lines = sheet.sentence(head) + health(status.health).flatMap(sheet.sentence)
        lines += sheet.sentence(words.jobs(counts(status.jobs)))
        lines += sheet.table(status.folders.map(folder)) + sheet.table(status.backends.map(backend))
        lines += sheet.table(status.budget.map(budget))
        lines += caches(status.caches.filter { $0.hits + $0.misses > 0 })
        return lines + status.lastErrors.flatMap { sheet.sentence("\(sheet.time($0.at.milliseconds)) \($0.detail)") }
    }

    func backends(_ backends: [BackendStatus]) -> [String] {
        sheet.table(backends.map(backend)) + backends.compactMap(\.detail).flatMap(sheet.sentence)
    }

    func caches(_ caches: [CacheStatus]) -> [String] {
        sheet.table(caches.map(cache))
    }

    /// Pads a label to the width of the widest, so that the tables line up.
    private func label(_ word: String) -> String {
        let widest = [words.folder, words.backend, words.budget, words.cache].map { CellText.width(of: $0) }.max() ?? 0
        return CellText.padded(word, to: widest)
    }

    private func counts(_ jobs: [String: Int]) -> [(state: String, count: Int)] {
        Self.states.compactMap { state in jobs[state].flatMap { $0 > 0 ? (state, $0) : nil } }
    }

    private func health(_ health: HealthReport) -> [String] {
        guard health.verdict != .well else { return [words.allIsWell] }
        return health.reasons.map { reason in
            words.reason(
                reason.verdict.rawValue, since: reason.since.map { sheet.time($0.milliseconds) }, reason.detail)
        }
    }

    private func folder(_ folder: FolderStatus) -> [String] {
        let files = folder.settling + folder.ready
        let open = files > 0 ? words.filesOpen(files) : ""
        return [
            label(words.folder), folder.name, words.folderHealth(folder.health), open,
            "\(folder.path) -> \(folder.outbox)",
        ]
    }

    private func cache(_ cache: CacheStatus) -> [String] {
        let held = cache.bytes.map { words.held($0, limit: cache.limit) } ?? ""
        return [label(words.cache), cache.name, words.reused(cache.hits, of: cache.hits + cache.misses), held]
    }

    private func budget(_ budget: BudgetStatus) -> [String] {
        [
            label(words.budget), budget.name ?? words.scope(budget.scope), words.period(budget.period),
            words.used(budget.spent, of: budget.limit),
            words.until(String(sheet.time(budget.resetsAt.milliseconds).prefix(16))),
        ]
    }

    private func backend(_ backend: BackendStatus) -> [String] {
        let load = words.load(running: backend.running, limit: backend.limit, waiting: backend.waiting)
        let bounds = backend.sandbox.map { words.sandbox($0.rawValue) } ?? ""
        return [label(words.backend), backend.name, backend.code ?? words.ready, load, bounds]
    }
}

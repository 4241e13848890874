import ControlAPI

/// The screen of `textify status`, and parts of it that other commands show.
enum StatusLines {
    static func all(_ status: Status) -> [String] {
        let since = JobLines.local(status.started)
        var lines = ["textifyd \(status.version) is \(status.phase.rawValue), since \(since), process \(status.pid)"]
        let states = [
            "queued", "submitting", "submitted", "generated", "staged", "waiting", "held", "unknown", "done", "failed",
            "cancelled",
        ]
        lines += health(status.health)
        let counts = states.compactMap { state in status.jobs[state].flatMap { $0 > 0 ? "\($0) \(state)" : nil } }
        lines.append("jobs: " + (counts.isEmpty ? "none" : counts.joined(separator: ", ")))
        lines += TextTable.lines(status.folders.map(folder))
        lines += TextTable.lines(status.backends.map(backend))
        lines += TextTable.lines(status.budget.map(budget))
        lines += TextTable.lines(status.caches.filter { $0.hits + $0.misses > 0 }.map(cache))
        lines += status.lastErrors.map { "\(JobLines.local($0.at)) \($0.detail)" }
        return lines
    }

    private static func health(_ health: HealthReport) -> [String] {
        guard health.verdict != .well else { return ["all is well"] }
        return health.reasons.map { reason in
            let since = reason.since.map { ", since " + JobLines.local($0) } ?? ""
            return "\(reason.verdict.rawValue)\(since): \(reason.detail)"
        }
    }

    private static func folder(_ folder: FolderStatus) -> [String] {
        let files = folder.settling + folder.ready
        let open = files > 0 ? "\(files) \(files == 1 ? "file" : "files") open" : ""
        return ["folder", folder.name, folder.health, "\(folder.path) -> \(folder.outbox)", open]
    }

    static func cache(_ cache: CacheStatus) -> [String] {
        let held = cache.bytes.map { "\($0) bytes held" + (cache.limit.map { " of \($0)" } ?? "") } ?? ""
        return ["cache", cache.name, "\(cache.hits) of \(cache.hits + cache.misses) taken again", held]
    }

    private static func budget(_ budget: BudgetStatus) -> [String] {
        let scope = budget.name ?? budget.scope
        return [
            "budget", scope, budget.period, "\(budget.spent) of \(budget.limit)",
            "until \(JobLines.local(budget.resetsAt))",
        ]
    }

    static func backend(_ backend: BackendStatus) -> [String] {
        let load =
            "\(backend.running) of \(backend.limit) running, \(backend.waiting) \(backend.waiting == 1 ? "waits" : "wait")"
        return ["backend", backend.name, backend.code ?? "ready", load]
    }
}

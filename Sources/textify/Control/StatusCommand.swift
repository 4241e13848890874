import ControlAPI
import ControlClient
import Words

/// `textify status`.
enum StatusCommand: ControlCommand {
    static let name = "status"
    static let summary = "How the service stands"

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let status = try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/status", as: Status.self)
        }
        try session.tell(status) { lines($0, session.words) }
    }

    private static func lines(_ status: Status, _ words: Wording) -> [String] {
        let since = JobLines.local(status.started)
        var lines = ["textifyd \(status.version) is \(status.phase.rawValue), since \(since), process \(status.pid)"]
        let states = [
            "queued", "submitting", "submitted", "generated", "staged", "waiting", "held", "unknown", "done", "failed",
            "cancelled",
        ]
        let counts = states.compactMap { state in status.jobs[state].flatMap { $0 > 0 ? "\($0) \(state)" : nil } }
        lines.append("jobs: " + (counts.isEmpty ? "none" : counts.joined(separator: ", ")))
        if let unknown = status.jobs["unknown"], unknown > 0 { lines.append(words.unknown(jobs: unknown)) }
        lines += TextTable.lines(status.folders.map(folder))
        lines += TextTable.lines(status.backends.map(backend))
        lines += TextTable.lines(status.budget.map(budget))
        lines += TextTable.lines(status.caches.filter { $0.hits + $0.misses > 0 }.map(cache))
        lines += status.gates.map { "waits: " + $0.detail }
        lines += status.lastErrors.map { "\(JobLines.local($0.at)) \($0.detail)" }
        return lines
    }

    private static func folder(_ folder: FolderStatus) -> [String] {
        let files = folder.settling + folder.ready
        let open = files > 0 ? "\(files) \(files == 1 ? "file" : "files") open" : ""
        return ["folder", folder.name, folder.health, "\(folder.path) -> \(folder.outbox)", folder.detail ?? open]
    }

    private static func cache(_ cache: CacheStatus) -> [String] {
        ["cache", cache.name, "\(cache.hits) of \(cache.hits + cache.misses) taken again"]
    }

    private static func budget(_ budget: BudgetStatus) -> [String] {
        let scope = budget.name ?? budget.scope
        return [
            "budget", scope, budget.period, "\(budget.spent) of \(budget.limit)",
            "until \(JobLines.local(budget.resetsAt))",
        ]
    }

    private static func backend(_ backend: BackendStatus) -> [String] {
        let load =
            "\(backend.running) of \(backend.limit) running, \(backend.waiting) \(backend.waiting == 1 ? "waits" : "wait")"
        return ["backend", backend.name, backend.code ?? "ready", load, backend.detail ?? ""]
    }
}

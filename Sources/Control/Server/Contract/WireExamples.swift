internal import ControlAPI

/// Values shared by the examples.
private enum Sample {
    static let id = "01k0c2n6d3s8x4v9b7m5q1w2e3"
    static let made = WireTime(milliseconds: 1_782_870_600_000)
    static let ended = WireTime(milliseconds: 1_782_870_607_250)
}

extension JobSummary: DocumentedType {
    static var example: JobSummary {
        JobSummary(
            id: Sample.id, state: "done", folder: "inbox", name: "lighthouse.txt", created: Sample.made,
            changed: Sample.ended, attempts: 1, prompt: "a lighthouse at night", backend: "sketch", tags: ["inbox"])
    }
}

extension JobDetail: DocumentedType {
    static var example: JobDetail {
        JobDetail(
            summary: .example, request: ["prompt": "a lighthouse at night", "size": "1024x1024", "art.columns": "80"],
            origins: ["art.columns": ["folder_file"], "size": ["watch"]], outbox: "/srv/textifyd/outbox",
            outputs: [Output(kind: "txt", name: "lighthouse.txt"), Output(kind: "json", name: "lighthouse.json")],
            picture: Picture(digest: String(repeating: "0123456789abcdef", count: 4), format: "png"),
            cost: ["0.05 USD"],
            history: [Step(state: "queued", at: Sample.made), Step(state: "done", at: Sample.ended)])
    }
}

extension JobList: DocumentedType {
    static var example: JobList { JobList(jobs: [.example], next: Sample.id) }
}

extension Status: DocumentedType {
    static var example: Status {
        Status(
            version: "1.0.0", pid: 4711, phase: .running, health: HealthReport([.example]), started: Sample.made,
            uptime: 86_400, jobs: ["queued": 0, "done": 12], ended: ["done": 12, "failed": 0, "cancelled": 0],
            folders: [
                FolderStatus(
                    name: "inbox", path: "/srv/textifyd/inbox", outbox: "/srv/textifyd/outbox", health: "fine")
            ], backends: BackendList.example.backends,
            budget: [
                BudgetStatus(
                    cap: "5.00 USD a day", scope: "all", name: nil, period: "day", limit: "5.00 USD",
                    spent: "0.05 USD", resetsAt: Sample.ended)
            ], caches: CacheList.example.caches,
            lastErrors: [
                Trouble(
                    at: Sample.made, code: "backend_unreachable", detail: "Backend studio can't be reached.",
                    job: Sample.id, folder: "inbox")
            ])
    }
}

extension HealthReason {
    fileprivate static var example: HealthReason {
        HealthReason(
            .degraded, code: "jobs_held", detail: "1 job is held until you approve it or a budget resets.", jobs: 1)
    }
}

extension BackendList: DocumentedType {
    static var example: BackendList { BackendList(backends: [BackendStatus(name: "sketch", limit: 1, running: 1)]) }
}

extension CacheList: DocumentedType {
    static var example: CacheList {
        CacheList(caches: [
            CacheStatus(name: "renderings", hits: 3, misses: 9, entries: 9, bytes: 40_960, limit: 67_108_864)
        ])
    }
}

extension SpendReport: DocumentedType {
    static var example: SpendReport {
        let line = Line(keys: ["studio"], pictures: 8, amount: "0.42", currency: "USD", unknown: false)
        return SpendReport(from: "2026-07-01", to: "2026-07-31", by: ["backend"], lines: [line])
    }
}

extension ForgetAnswer: DocumentedType {
    static var example: ForgetAnswer {
        ForgetAnswer(id: Sample.id, removed: 5, source: "/srv/inbox/failed", backups: 2)
    }
}

extension Acknowledgement: DocumentedType {
    static var example: Acknowledgement { Acknowledgement(phase: "running") }
}

extension Health: DocumentedType {
    static var example: Health { Health(status: "ok") }
}

extension SyncAnswer: DocumentedType {
    static var example: SyncAnswer { SyncAnswer(ended: ["done": 2], unlisted: ["scans"]) }
}

extension BackupAnswer: DocumentedType {
    static var example: BackupAnswer {
        BackupAnswer(path: "/var/lib/textifyd/backups/textifyd-20260701T021000Z.db", bytes: 196_608)
    }
}

extension BulkAnswer: DocumentedType {
    static var example: BulkAnswer {
        let refused = Refused(id: Sample.id, code: "no_room", detail: "The queue is full (512 unfinished jobs).")
        return BulkAnswer(isDryRun: false, matched: 2, done: [Sample.id], refused: [refused])
    }
}

extension RetryRequest: DocumentedType {
    static var example: RetryRequest { RetryRequest(mayPayTwice: true) }
}

extension Problem: DocumentedType {
    static var example: Problem {
        Problem(
            title: "Not Found", status: 404,
            detail: "There is no job “zzzz”. Give its identifier, or at least four of its first or last characters.",
            code: "no_such_job")
    }
}

/// A JSON wire type with an example for the OpenAPI document.
protocol DocumentedType: Codable, Sendable {
    static var example: Self { get }
}

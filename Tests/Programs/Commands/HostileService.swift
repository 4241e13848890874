@testable import ControlAPI
import Domain
import FoundationEssentials
import PlatformHTTPServer
import Synchronization

/// A stand-in for a service whose database, folders and providers contain terminal control sequences: every text in
/// every answer is hostile. Its JSON escapes only what JSON requires, as another program's might.
final class HostileService: RequestHandler {
    /// Escapes, OSC 52, C1, BEL, backspaces, overwriting, bidirectional controls, and a line that imitates one of ours.
    static let text =
        "\u{1B}[2J\u{1B}]52;c;ZXZpbA==\u{7}\u{9B}31m\u{9D}0;x\u{9C}a\u{8}\u{8}b\rroot\u{7F}\u{202E}gpj\u{2066}x\u{2069}"
        + "\u{200F}\u{61C}\u{2028}\u{85}\nforged: line"

    private let refuses = Atomic<Bool>(false)

    /// Sets whether all following requests are refused with a hostile problem document.
    func refuse(_ refuses: Bool) { self.refuses.store(refuses, ordering: .relaxed) }

    func admit(_ head: RequestHead) -> Admission { .read(upTo: 1 << 20) }

    func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse { ServerResponse(status: 503) }

    func answer(_ request: ServerRequest) async -> ServerResponse {
        guard !refuses.load(ordering: .relaxed) else { return Self.response(Self.problem, status: 422) }
        let path = String(request.head.target.prefix { $0 != "?" })
        if path == "/v1/events" { return Self.events }
        if path.hasSuffix("/text.txt") || path.hasSuffix("/text.ansi") {
            return ServerResponse(status: 200, body: Array("(art)\n".utf8))
        }
        return Self.answer(request.head.method, path)
    }

    private static func answer(_ method: String, _ path: String) -> ServerResponse {
        switch path {
        case "/v1/status": response(status)
        case "/v1/backends": response(BackendList(backends: status.backends))
        case "/v1/spend": response(spend)
        case "/v1/backup": response(BackupAnswer(path: text, bytes: 1))
        case "/v1/cleanup":
            response(
                CleanUpAnswer(
                    isDryRun: true, tasks: [CleanUpEntry(task: text, search: text, CleanUpAmount(), error: text)]))
        case "/v1/verify":
            response(
                VerifyAnswer(
                    part: text, checked: 1, bytes: 1,
                    findings: [VerifyFinding(code: text, outcome: text, detail: text, blob: text, jobs: [text])],
                    next: text))
        case "/v1/blobs/move": response(BlobMoveAnswer(moved: 1, bytes: 1, left: 0, damaged: [text]))
        case "/v1/sync": response(SyncAnswer(ended: [text: 1], unlisted: [text]))
        case "/v1/jobs" where method == "GET": response(JobList(jobs: [summary], next: text))
        case "/v1/failures": response(JobList(jobs: [summary], next: text))
        case "/v1/failures/acknowledge": response(AcknowledgeAnswer(acknowledged: 1))
        case "/v1/jobs/retry", "/v1/jobs/cancel", "/v1/jobs/approve", "/v1/jobs/forget":
            response(
                BulkAnswer(
                    isDryRun: true, matched: 2, done: [text], refused: [.init(id: text, code: text, detail: text)]))
        case "/v1/artworks": response(artworks)
        case "/v1/artworks/change":
            response(ArtworkChangeAnswer(isDryRun: false, matched: 2, changed: 2, ids: [text], undo: text))
        case "/v1/gallery/invitations": response(GalleryInvitation(url: text, expires: WireTime(UTCMillis(0))))
        case "/v1/gallery/sessions": response(SignOutAnswer(sessions: 2))
        case "/v1/calendar" where method == "DELETE": response(CalendarRevocation(revoked: true))
        case "/v1/calendar": response(CalendarSubscription(url: text, since: WireTime(UTCMillis(0))))
        case "/v1/artworks/undo": response(UndoAnswer(restored: 1, left: 1))
        case "/v1/artworks/distinct": response(DistinctArtworksAnswer(pairs: 1))
        case "/v1/artworks/export": response(ArtworkExport(artworks: [], next: text))
        case "/v1/artworks/import": response(ArtworkImportAnswer(id: text, result: text))
        case _ where path.hasSuffix("/suggestions") && method == "POST":
            response(AskedTags(tags: [text, "a"], machineTags: [text]))
        case _ where path.hasSuffix("/suggestions"):
            response(TagSuggestionList(suggestions: [.init(tag: text, artworks: 1, score: 1)], modelTags: [text]))
        case "/v1/artworks/months":
            response(MonthList(months: [MonthEntry(month: text, artworks: 1, isComplete: true)]))
        case "/v1/tags": response(TagList(tags: [TagEntry(tag: text, artworks: 1)]))
        case _ where path.hasPrefix("/v1/tags/"): response(TagEntry(tag: text, artworks: 2, undo: text))
        case _ where path.hasSuffix("/forget"): response(ForgetAnswer(id: text, source: text, backups: 1))
        case _ where path.hasPrefix("/v1/jobs"): response(detail)
        case "/v1/plans" where method == "GET": response(PlanList(plans: [plan]))
        case _ where path.hasPrefix("/v1/plans"): response(plan)
        case "/v1/gates":
            response(
                GateList(
                    gates: [
                        GateStatus(
                            name: text, source: text, state: .closed, isOpen: false, folders: [text], backends: [text],
                            detail: text)
                    ], others: [Gate(code: text, detail: text)]))
        case "/v1/notify":
            response(
                NotifyList(targets: [
                    NotifyStatus(name: text, to: text, waiting: 1, due: now, dead: 1, isHeldBack: false, detail: text)
                ]))
        case _ where path.hasPrefix("/v1/notify/"): response(NotifyAnswer(target: text, count: 1))
        case _ where path.hasPrefix("/v1/nodes"): response(NodeList(nodes: [node]))
        case _ where path.hasPrefix("/v1/caches"): response(CacheList(caches: status.caches))
        default: response(Acknowledgement(phase: text))
        }
    }

    private static func response(_ value: some Encodable, status: Int = 200) -> ServerResponse {
        let body = (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
        let type = status == 200 ? "application/json" : "application/problem+json"
        return ServerResponse(status: status, headers: [ServerHeader("Content-Type", type)], body: body)
    }

    private static var events: ServerResponse {
        var event = ServiceEvent(at: now, code: text, level: text, detail: text)
        event.job = text
        let data = (try? JSONEncoder().encode(event)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ServerResponse(
            status: 200, headers: [ServerHeader("Content-Type", "text/event-stream")],
            body: Array("id: 1\u{1B}[2J-2\nevent: job\u{9B}31m\ndata: \(data)\n\n".utf8))
    }

    private static let now = WireTime(ScreenSamples.noon)

    private static let problem = Problem(
        title: text, status: 422, detail: text, code: text,
        errors: [Problem.Field(field: text, code: text, detail: "other " + text)], jobs: [summary], candidates: [text])

    private static var plan: PlanEntry {
        PlanEntry(
            id: text, state: text, at: text, every: text, calendar: text, catchUp: text,
            last: .init(due: WireTime(UTCMillis(0)), job: text), created: WireTime(UTCMillis(0)), folder: text,
            name: text, prompt: text, backend: text, tags: [text], reference: text)
    }

    private static let summary = JobSummary(
        id: text, state: "done", folder: text, name: text, created: now, changed: now, attempts: 1, prompt: text,
        backend: text, code: text, detail: text, until: now, tags: [text], reference: text)

    private static let artwork = ArtworkEntry(
        id: text, made: now, source: text, name: text, folder: text, prompt: text, backend: text, model: text,
        cost: text, charset: text, look: text, tags: [text], isFavourite: true, likeness: text)

    private static var artworks: ArtworkList {
        var list = ArtworkList(artworks: [artwork], next: text)
        list.artworks[0].variations = ArtworkTotal(artworks: 2, isComplete: false)
        list.facets = FacetReport(
            artworks: 1, isComplete: false,
            facets: [.init(facet: text, values: [.init(value: text, artworks: 1)], others: 1)])
        return list
    }

    private static let detail = JobDetail(
        summary: summary, request: SubmitRequest([text: .text(text), "seed": .text(text)]),
        origins: [text: [text], "seed": [text], "tags": [text]],
        outbox: text, outputs: [.init(kind: text, name: text)], cost: [text],
        history: [.init(state: text, at: now, code: text, detail: text)])

    private static let spend = SpendReport(
        from: text, to: text, by: [text],
        lines: [.init(keys: [text], pictures: 1, amount: text, currency: text, unknown: true)])

    private static let node = NodeStatus(
        NodeEntry(
            node: Node(id: NodeID(text), name: text, machine: text, version: text), started: now.utc, silence: 1,
            folders: [text], jobs: 1), isSelf: false)

    private static let status = Status(
        version: text, pid: 1, phase: .running,
        health: HealthReport([
            HealthReason(.degraded, code: text, detail: text, since: now, folder: nil, backend: nil, jobs: 1)
        ]), started: now, uptime: 1, jobs: ["queued": 1, text: 1], ended: ["done": 1, text: 1],
        refused: [text: 1],
        folders: [FolderStatus(name: text, path: text, outbox: text, health: text, settling: 1, detail: text)],
        backends: [BackendStatus(name: text, limit: 1, code: text, detail: text)],
        budget: [
            BudgetStatus(cap: text, scope: text, name: text, period: text, limit: text, spent: text, resetsAt: now)
        ],
        caches: [CacheStatus(name: text, hits: 1, misses: 1, entries: 1, bytes: 1, limit: 1)],
        lastErrors: [Trouble(at: now, code: text, detail: text)],
        fleet: FleetStatus(nodes: [node], hearsOthers: true, database: nil))
}

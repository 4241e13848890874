@testable import ControlAPI
import ControlServer
import Domain
import PlatformHTTPServer
import Synchronization

/// Every part of a control plane: returns scripted results and records its calls.
final class ScriptedPlane: StatusSource, JobDirectory, JobSubmitting, PlanSource, JobDeciding, ArtSource,
    SpendingSource, SyncSource, ServiceOperations, GallerySource, NotificationSource
{
    struct Script: Sendable {
        var failure: ControlFailure?
        var phase = Status.Phase.running
        var page = JobPage(jobs: [], hasMore: false)
        var state = JobState.queued
        var report = SyncReport(open: [], ended: ["done": 2])
        /// Whether waiting calls block until they are cancelled.
        var hangs = false
        /// Art that was rendered again.
        var arts: [ArtRequest] = []
        var rendered = RenderedArt(bytes: Array("art".utf8))
        var asked: [String] = []
        var orders: [JobSubmission] = []
        var planned: [PlannedSubmission] = []
        var edits: [PlanEdit] = []
        var renders: [RenderRequest] = []
        var queries: [JobQuery] = []
        var sinces: [Since?] = []
        var bulk: [BulkFilter] = []
        var outcome = BulkResult()
        var gates: [Gate] = []
        /// The complete answers, in place of plain ones.
        var status: Status?
        var story: JobTimeline?
        var plan: Plan?
        var spend: SpendReport?
        var forgotten: ForgetAnswer?
        /// The address that is made; `nil`: there is one already.
        var calendar: String?
        var step = VerificationStep(part: .blobs, next: nil)
    }

    static let id = JobID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    let events: EventRing
    let meters = Meters()
    let library = ScriptedLibrary()
    private let script = Mutex(Script())

    init(keeping events: Int = 100) {
        self.events = EventRing(start: 7, capacity: events)
    }

    var plane: ControlPlane {
        ControlPlane(
            events: events, meters: meters, status: self, jobs: self, submissions: self, plans: self, actions: self,
            art: self, library: library, transfer: library, spending: self, sync: self, operations: self, gallery: self,
            notifications: self)
    }

    var asked: [String] { script.withLock { $0.asked } }
    var arts: [ArtRequest] { script.withLock { $0.arts } }
    var orders: [JobSubmission] { script.withLock { $0.orders } }
    var planned: [PlannedSubmission] { script.withLock { $0.planned } }
    var edits: [PlanEdit] { script.withLock { $0.edits } }
    var renders: [RenderRequest] { script.withLock { $0.renders } }
    var queries: [JobQuery] { script.withLock { $0.queries } }
    var sinces: [Since?] { script.withLock { $0.sinces } }
    var bulk: [BulkFilter] { script.withLock { $0.bulk } }

    func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

    static func job(_ state: JobState = .queued) -> Job {
        Job(
            id: id, drop: DropID(high: 1, low: 1), line: 0, folder: "inbox", name: FileName("cat.txt"),
            outbox: FolderPath("/out"), request: Request(source: .prompt("a cat"), tags: ["pets"]), state: state,
            outputs: [OutputFile(kind: .txt, name: FileName("cat.txt"), part: FileName(".part"))], attempts: 1,
            created: 1000)
    }

    static func timeline(_ state: JobState) -> JobTimeline {
        JobTimeline(
            entry: JobEntry(job: job(state), changed: 2000),
            steps: [JobTimeline.Step(state: .queued, at: 1000), JobTimeline.Step(state: state, at: 2000)])
    }

    func status(in language: Language) async -> Status {
        note("status \(language.rawValue)")
        return script.withLock { script in
            script.status
                ?? Status(
                    version: "1", pid: 1, phase: script.phase, started: WireTime(0), uptime: 1,
                    gates: script.gates)
        }
    }

    func phase() async -> Status.Phase { script.withLock { $0.phase } }

    func jobs(_ query: JobQuery, since: Since?) async throws(ControlFailure) -> JobPage {
        script.withLock { script in
            script.queries.append(query)
            script.sinces.append(since)
        }
        try fail("jobs")
        return script.withLock { $0.page }
    }

    func find(_ part: JobIDFragment) async throws(ControlFailure) -> JobID {
        guard part.matches(Self.id) else { throw .noSuchJob(part.text) }
        return Self.id
    }

    func job(_ id: JobID) async throws(ControlFailure) -> JobTimeline { try told("job") }

    func submit(_ order: JobSubmission) async throws(ControlFailure) -> JobTimeline {
        script.withLock { $0.orders.append(order) }
        return try told("submit")
    }

    static let plan = Plan(
        id: PlanID(high: id.high, low: id.low),
        order: PlannedOrder(
            request: Request(source: .prompt("a cat")), folder: "inbox", outbox: FolderPath("/out"),
            name: FileName("a-cat.txt"), submitter: 7),
        timing: PlanTiming(at: "07:00", every: nil, calendar: nil, catchUp: .once), due: 90_000, created: 1000)

    func add(_ submission: PlannedSubmission) async throws(ControlFailure) -> Plan {
        script.withLock { $0.planned.append(submission) }
        return try toldPlan("plan")
    }

    func plans() async throws(ControlFailure) -> [Plan] { [try toldPlan("plans")] }

    func plan(_ part: JobIDFragment) async throws(ControlFailure) -> Plan {
        guard part.matches(Self.plan.id) else { throw .noSuchPlan(part.text) }
        return try toldPlan("show plan")
    }

    func change(_ part: JobIDFragment, _ edit: PlanEdit) async throws(ControlFailure) -> Plan {
        script.withLock { $0.edits.append(edit) }
        return try toldPlan("change plan")
    }

    func cancel(_ part: JobIDFragment) async throws(ControlFailure) -> Plan { try toldPlan("cancel plan") }

    private func toldPlan(_ word: String) throws(ControlFailure) -> Plan {
        try fail(word)
        return script.withLock { $0.plan } ?? Self.plan
    }

    func rest(of id: JobID) async throws(ControlFailure) -> JobTimeline {
        await hang()
        return try told("rest")
    }

    func art(of id: JobID, _ order: ArtRequest) async throws(ControlFailure) -> [UInt8] {
        try fail("art \(order.output.rawValue)")
        script.withLock { $0.arts.append(order) }
        return Array((order.output == .artJSON ? "{}" : "art").utf8)
    }

    func picture(of id: JobID) async throws(ControlFailure) -> PictureFile {
        try fail("picture")
        return PictureFile(bytes: CheckedClient.png, format: .png)
    }

    func thumbnail(of id: JobID) async throws(ControlFailure) -> [UInt8] {
        try fail("thumbnail")
        return CheckedClient.png
    }

    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobTimeline {
        if script.withLock({ $0.state }) == .unknown, !mayPayTwice { throw .mayPayTwice(id) }
        return try told("retry \(mayPayTwice)")
    }

    func approve(_ id: JobID) async throws(ControlFailure) -> JobTimeline { try told("approve") }

    func redeliver(_ id: JobID) async throws(ControlFailure) -> JobTimeline { try told("redeliver") }

    func acknowledge(_ id: JobID) async throws(ControlFailure) -> JobTimeline { try told("acknowledge") }

    func acknowledgeAll() async throws(ControlFailure) -> Int {
        try fail("acknowledge all")
        return 3
    }

    func all(_ act: BulkAction, _ filter: BulkFilter) async throws(ControlFailure) -> BulkResult {
        script.withLock { $0.bulk.append(filter) }
        try fail("all \(act)")
        return script.withLock { $0.outcome }
    }

    func spend(
        _ days: ClosedRange<LocalDay>?, by groups: [SpendQuery.Group]
    ) async throws(ControlFailure) -> SpendReport {
        let (from, to) = (days?.lowerBound.text ?? "2026-07-01", days?.upperBound.text ?? "2026-07-01")
        try fail("spend \(from) \(to) \(groups.map(\.rawValue))")
        return script.withLock { $0.spend } ?? SpendReport(from: from, to: to, by: groups.map(\.rawValue), lines: [])
    }

    func cancel(_ id: JobID) async throws(ControlFailure) -> JobTimeline { try told("cancel") }

    func render(_ order: RenderRequest) async throws(ControlFailure) -> RenderedArt {
        script.withLock { $0.renders.append(order) }
        try fail("render")
        return order.output == .artJSON ? RenderedArt(bytes: Array("{}".utf8)) : script.withLock { $0.rendered }
    }

    func sync() async throws(ControlFailure) -> SyncReport {
        await hang()
        try fail("sync")
        return script.withLock { $0.report }
    }

    func pause() async throws(ControlFailure) { try fail("pause") }
    func resume() async throws(ControlFailure) { try fail("resume") }
    func drain() async throws(ControlFailure) { try fail("drain") }

    func drain(node: String) async throws(ControlFailure) { try fail("drain " + node) }

    func invite(_ peer: Peer) throws(ControlFailure) -> GalleryInvitation {
        try fail("invite \(peer.user)")
        return GalleryInvitation(url: "http://127.0.0.1:8189/login#code", expires: WireTime(UTCMillis(60_000)))
    }

    func signOut(user: UInt32?) throws(ControlFailure) -> Int {
        try fail("sign out \(user.map { "\($0)" } ?? "all")")
        return 2
    }

    func subscribe(renewing: Bool) throws(ControlFailure) -> CalendarSubscription {
        try fail(renewing ? "renew the calendar" : "subscribe")
        return CalendarSubscription(url: script.withLock { $0.calendar }, since: WireTime(UTCMillis(60_000)))
    }

    func unsubscribe() throws(ControlFailure) -> Bool {
        try fail("unsubscribe")
        return true
    }

    func settings() async -> JSONValue {
        let setting: [String: JSONValue] = [
            "name": .text("columns"), "value": .integer(100), "origin": .text("file"), "line": .integer(3),
            "file": .text("textifyd.toml"), "backend": .text("studio"), "variable": .text("TMPDIR"),
            "key": .text("service.state"),
        ]
        let table: [String: JSONValue] = [
            "path": .list([.text("watch")]), "repeats": .flag(true), "settings": .list([.object(setting)]),
        ]
        return .object([
            "file": .text("textifyd.toml"), "files": .list([.text("textifyd.toml")]), "tables": .list([.object(table)]),
        ])
    }

    func check(settings lines: String) async throws(ControlFailure) { try fail("check \(lines)") }

    func backUp() async throws(ControlFailure) -> BackupAnswer {
        try fail("backup")
        return BackupAnswer(path: "/state/backups/a.db", bytes: 4096)
    }

    func cleanUp(isDryRun: Bool) async throws(ControlFailure) -> CleanUpAnswer {
        try fail("cleanup \(isDryRun)")
        let amount = CleanUpAmount(artworks: 2, pictures: 1, bytes: 4096)
        return CleanUpAnswer(
            isDryRun: isDryRun,
            tasks: [
                CleanUpEntry(task: "expire", search: "folder:bots", amount, error: "database_busy"),
                CleanUpEntry(task: "trash", amount),
            ])
    }

    func verify(
        from position: VerificationPosition, isRepairing: Bool
    ) async throws(ControlFailure) -> VerificationStep {
        try fail("verify \(position.part.rawValue) \(position.after?.hex ?? "") \(isRepairing)")
        return script.withLock { $0.step }
    }

    func moveBlobs(to kind: BlobStoreKind) async throws(ControlFailure) -> BlobMoveStep {
        try fail("move to \(kind.rawValue)")
        return BlobMoveStep(moved: 2, bytes: 4096, left: 1, damaged: [])
    }

    func forget(_ id: JobID) async throws(ControlFailure) -> ForgetAnswer {
        try fail("forget")
        return script.withLock { $0.forgotten } ?? ForgetAnswer(id: id.text)
    }

    func targets(in language: Language) async throws(ControlFailure) -> [NotifyStatus] {
        try fail("targets")
        return [
            NotifyStatus(
                name: "phone", to: "webhook ntfy", waiting: 2, due: WireTime(0), dead: 1, isHeldBack: true,
                detail: "phone can't be reached.")
        ]
    }

    func test(_ target: String) async throws(ControlFailure) { try fail("test " + target) }

    func retry(_ target: String) async throws(ControlFailure) -> Int {
        try fail("retry " + target)
        return 2
    }

    func dismiss(_ target: String) async throws(ControlFailure) -> Int {
        try fail("dismiss " + target)
        return 1
    }

    func clear(cache name: String) async throws(ControlFailure) {
        guard name == "renderings" else { throw .noSuchCache(name, known: ["renderings"]) }
        try fail("clear " + name)
    }

    func scan() async throws(ControlFailure) { try fail("scan") }
    func reload() async throws(ControlFailure) { try fail("reload") }

    private func note(_ word: String) { script.withLock { $0.asked.append(word) } }

    private func fail(_ word: String) throws(ControlFailure) {
        note(word)
        if let failure = script.withLock({ $0.failure }) { throw failure }
    }

    private func told(_ word: String) throws(ControlFailure) -> JobTimeline {
        try fail(word)
        return script.withLock { $0.story ?? Self.timeline($0.state) }
    }

    /// Blocks until cancelled, if the script says so.
    private func hang() async {
        guard script.withLock({ $0.hangs }) else { return }
        let (never, _) = AsyncStream<Never>.makeStream()
        for await _ in never {}
    }
}

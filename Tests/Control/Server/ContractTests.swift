@testable import ControlAPI
import ControlContract
import Domain
import PlatformHTTPServer
import Testing

@testable import ControlServer

/// Asks every route in every way that the OpenAPI document tells of. `CheckedClient` checks each response against it.
@Suite("Responses and the OpenAPI document")
struct ContractTests {
    private let client = CheckedClient()

    /// Bodies of successful requests, for the routes that need one.
    private static let bodies = [
        "POST /v1/jobs": #"{"prompt":"a cat"}"#, "POST /v1/plans": #"{"prompt":"a cat"}"#,
        "PATCH /v1/plans/{id}": #"{"at":"08:00"}"#, "POST /v1/jobs/retry": #"{"folder":"inbox"}"#,
        "POST /v1/jobs/forget": #"{"folder":"inbox"}"#,
        "POST /v1/jobs/cancel": #"{"folder":"inbox"}"#, "POST /v1/jobs/approve": #"{"folder":"inbox"}"#,
        "POST /v1/artworks/change": #"{"ids":["3210"],"add_tags":["sea"]}"#,
        "POST /v1/artworks/{id}/suggestions": #"{"again":true}"#,
        "POST /v1/artworks/undo": #"{"token":"mig3k2f1"}"#,
        "POST /v1/artworks/distinct": #"{"ids":["3210","4321"]}"#,
        "POST /v1/artworks/import": ScriptedLibrary.transfer,
        "POST /v1/tags/{name}/rename": #"{"to":"sea"}"#, "POST /v1/cleanup": #"{"dry_run":true}"#,
        "POST /v1/settings/check": #"{"lines":"[log]"}"#,
    ]

    /// The parameters that operations require.
    private static let queries = ["POST /v1/blobs/move": "?to=disk"]

    private func target(_ route: Route) -> String {
        route.pattern.replacing("{id}", with: ScriptedPlane.id.text).replacing("{name}", with: "renderings")
            + (Self.queries["\(route.method) \(route.pattern)"] ?? "")
    }

    private func ask(_ route: Route) async -> ServerResponse {
        if let body = Self.bodies["\(route.method) \(route.pattern)"] {
            return await client.json(route.method, target(route), body)
        }
        return await client.ask(route.method, target(route), body: route.body == .picture ? CheckedClient.png : [])
    }

    /// Statuses that only some operations have, each with what leads to it.
    private static let failures: [(status: Int, failure: ControlFailure)] = [
        (404, .noSuchJob("zzzz")), (409, .ambiguousJob(part: "3210", matches: [ScriptedPlane.id])),
        (410, .artGone(ScriptedPlane.id, state: "done")), (415, .picture(.unsupported(.gif))),
        (502, .notDelivered(target: "phone", .status(503))),
    ]

    @Test("Every documented status of every operation occurs, and every documented member of every answer is sent")
    func complete() async throws {
        let contract = try #require(await CheckedClient.contract.value)
        let routes = client.service.router.routes
        for script in [ScriptedPlane.Script(), .full] {
            client.plane.change { $0 = script }
            for route in routes { #expect((200..<300).contains(await ask(route).status), "\(route.pattern)") }
        }
        for route in routes {
            let operation = try #require(contract.operations["\(route.method) \(route.pattern)"])
            await refusals(route)
            for (status, failure) in Self.failures where operation["responses"]?["\(status)"] != nil {
                await fail(route, status, failure)
            }
        }
        await searches()
        #expect(await client.ask("GET", "/v1/artworks?q=like:3210").status == 200)
        await lateSync()
        await events()

        let covered = client.covered.value
        let documented = contract.operations.flatMap { name, operation in
            contract.statuses(of: operation).map { "\(name) \($0)" }
        }
        #expect(Set(documented).subtracting(covered.answers) == [])
        let requests: Set = [
            "SubmitRequest", "ArtOptions", "PictureForm", "RetryRequest", "BulkRequest", "ArtworkChangeRequest",
            "TagRenameRequest", "DistinctArtworksRequest", "UndoRequest", "CleanUpRequest", "ArtworkForm",
            "AskTagsRequest", "SettingsCheckRequest", "PlanChange",
        ]
        let members = contract.schemas.filter { !requests.contains($0.key) }.flatMap { name, schema in
            let parts = [schema] + (schema["allOf"]?.list ?? [])
            return parts.flatMap { ($0["properties"]?.members ?? [:]).keys }.map { "\(name).\($0)" }
        }
        let missing = Set(members).subtracting(covered.members)
        #expect(members.count > 100 && missing == [], "\(missing.sorted())")
    }

    /// The refusals that any operation can answer with.
    private func refusals(_ route: Route) async {
        let (method, target) = (route.method, target(route))
        var guarded = CheckedClient(.token(Secret("0123456789abcdef"), owner: 7))
        guarded.covered = client.covered
        let responses = [
            (400, await client.ask(method, target, host: nil)),
            (401, await guarded.ask(method, target, host: "localhost")),
            (403, await client.ask(method, target, [("Origin", "http://evil")])),
            (406, await client.ask(method, target, [("Accept", "application/x-none")])),
            (413, await client.refuse(method, target, .tooLarge)),
            (422, await client.ask(method, target + "?nothing=1")),
            (501, await client.refuse(method, target, .unknownCoding)),
            (503, await client.refuse(method, target, .noRoom)),
        ]
        for (status, response) in responses { #expect(response.status == status, "\(method) \(target)") }
    }

    private func fail(_ route: Route, _ status: Int, _ failure: ControlFailure) async {
        client.plane.change { $0.failure = failure }
        client.plane.library.change { $0.failure = failure }
        defer {
            client.plane.change { $0.failure = nil }
            client.plane.library.change { $0.failure = nil }
        }
        let response =
            switch (status, route.body) {
            case (404, _) where route.pattern.contains("caches/{name}"):
                await client.ask(route.method, "/v1/caches/nothing")
            // The plane is not called with a body that is no JSON.
            case (415, .request): await client.ask(route.method, target(route), body: [1])
            default: await ask(route)
            }
        #expect(response.status == status, "\(route.method) \(route.pattern)")
    }

    /// A search with more pages, and a search that can't be read.
    private func searches() async {
        client.plane.library.change { $0.next = ArtworkPosition(number: ArtworkNumber(41)) }
        #expect(await client.ask("GET", "/v1/artworks?q=sea&stacks=true&count=true&facets=tags,look").status == 200)
        #expect(await client.ask("GET", "/v1/artworks/export").status == 200)
        #expect(await client.ask("GET", "/v1/artworks?q=tga:sea").problem?.place != nil)
    }

    private func lateSync() async {
        client.plane.change {
            $0.report = SyncReport(open: [JobEntry(job: ScriptedPlane.job(.submitted), changed: 2000)])
            $0.gates = [Gate(code: "disk_low", detail: "The disk is nearly full.", since: WireTime(0))]
            $0.status = nil
        }
        #expect(await client.ask("POST", "/v1/sync").status == 504)
        let errors = await client.json("POST", "/v1/jobs/retry", #"{"stat":1}"#)
        #expect(errors.problem?.errors?.count == 1)
    }

    /// Reads the stream up to a gap. A client can also be told to start over.
    private func events() async {
        let plain = await client.ask("GET", "/v1/events").source
        let reset = await client.ask("GET", "/v1/events", [("Last-Event-ID", "1-1")]).source
        client.plane.events.add { .full }
        client.plane.events.add { .numbered(2) }
        var text = [await plain?.text(), await plain?.text(), await reset?.text()].compactMap(\.self).joined()
        for number in 1...101 { client.plane.events.add { .numbered(number) } }
        text += await plain?.text() ?? ""
        let blocks = text.split(separator: "\n\n").filter { !$0.hasPrefix(":") }
        #expect(blocks.count == 4)
        for block in blocks {
            let lines = block.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            let event = Dictionary(lines.map { ($0[0], $0[1]) }) { first, _ in first }
            let contract = await CheckedClient.contract.value
            let faults = client.covered.add { contract?.faults(event: event, &$0) }
            #expect(faults == [], "\(block)")
        }
    }
}

extension ScriptedPlane.Script {
    /// Answers in which every optional member is set.
    fileprivate static var full: Self {
        var script = Self()
        script.status = .full
        script.story = .full
        script.plan = .full
        script.page = JobPage(jobs: [JobTimeline.full.entry], hasMore: true)
        script.report = SyncReport(open: [], ended: ["done": 2], unlisted: ["scans"])
        script.outcome = BulkResult(
            done: [ScriptedPlane.id], refused: [.init(job: ScriptedPlane.id, failure: .draining)])
        script.spend = SpendReport(
            from: "2026-07-01", to: "2026-07-31", by: ["backend"],
            lines: [.init(keys: ["studio"], pictures: 8, amount: "0.42", currency: "USD", unknown: false)])
        let digest = Digest(bytes: [UInt8](repeating: 7, count: 32))
        let defects = digest.map { [StoredDefect.blobMissing($0, jobs: [ScriptedPlane.id])] } ?? []
        script.step = VerificationStep(
            part: .rows, checked: 2_000, findings: defects.map { VerificationFinding($0) },
            next: VerificationPosition(.rows, after: digest))
        script.forgotten = ForgetAnswer(id: ScriptedPlane.id.text, removed: 5, source: "/srv/inbox/failed", backups: 2)
        script.calendar = "http://127.0.0.1:8189/calendar/8f3kq2.ics"
        return script
    }
}

extension Plan {
    fileprivate static var full: Plan {
        let request = Request(source: .prompt("a cat"), tags: ["pets"])
        let calendar = try? CalendarExpression(text: "07:00")
        return Plan(
            id: ScriptedPlane.plan.id,
            order: PlannedOrder(
                request: request, folder: "inbox", outbox: FolderPath("/out"), name: FileName("a-cat.txt"),
                reference: "r-1", submitter: 7),
            timing: PlanTiming(at: "07:00", every: "day", calendar: calendar, catchUp: .skip), due: 90_000,
            last: Run(due: 3_600, job: ScriptedPlane.id), created: 1000)
    }
}

extension JobTimeline {
    fileprivate static var full: JobTimeline {
        let state = JobState.waiting(until: 9000, .delivery(.full))
        let picture = Digest(bytes: [UInt8](repeating: 7, count: 32)).map { StoredPicture(digest: $0, format: .png) }
        let inputs = picture.flatMap { InputPictures([$0, $0]) }
        var request = Request(source: inputs.map { .edit("a cat", $0) } ?? .prompt("a cat"), tags: ["pets"])
        request.origins = ["size": [.folderFile]]
        let job = Job(
            id: ScriptedPlane.id, drop: DropID(high: 1, low: 1), line: 0, sample: Sample(1, of: 2), folder: "inbox",
            name: FileName("cat.txt"), outbox: FolderPath("/out"), request: request, state: state, picture: picture,
            outputs: [OutputFile(kind: .artPNG, name: FileName("cat.art.png"), part: FileName(".part"))], created: 1000,
            reference: "r-1")
        var entry = JobEntry(job: job, changed: 2000)
        entry.progress = GenerationProgress(fraction: 0.4, secondsLeft: 12, step: 8, steps: 20, queuePosition: 3)
        return JobTimeline(
            entry: entry,
            steps: [.init(state: .queued, at: 1000), .init(state: state, at: 2000)],
            cost: JobCost(sums: [Money(micros: 50_000, currency: "USD")], lostCalls: 1), samples: [job].samples)
    }
}

extension Status {
    fileprivate static var full: Status {
        let time = WireTime(1_782_870_600_000)
        var backend = BackendStatus(
            name: "studio", limit: 1, code: "backend_auth", detail: "It refuses the key.", sandbox: .on,
            price: "0.04 USD")
        backend.since = time
        let node = NodeEntry(
            node: Node(id: NodeID("a-1"), name: "print", machine: "m", version: "1"), started: 1_000, silence: 2_000,
            folders: ["inbox"], jobs: 3)
        let database = DatabaseHealth(bytes: 9, liveRows: 8, deadRows: 7, oldestTransaction: 6_000, now: 5)
        let fleet = FleetStatus(
            nodes: [NodeStatus(node, isSelf: true)], hearsOthers: true, database: DatabaseStatus(database, at: 9_005))
        return Status(
            version: "1", pid: 7, phase: .paused,
            health: HealthReport([
                HealthReason(
                    .degraded, code: "folder_missing", detail: "It is not there.", since: time, folder: "inbox",
                    backend: "studio", jobs: 1)
            ]), started: time, uptime: 9, jobs: ["done": 3], ended: ["done": 1], oldest: 75,
            folders: [
                FolderStatus(name: "a", path: "/a", outbox: "/b", health: "missing", alone: 1, detail: "It is missing.")
            ], backends: [backend],
            budget: [
                BudgetStatus(
                    cap: "5.00 USD a day", scope: "user", name: "1000", period: "day", limit: "5.00 USD",
                    spent: "0.05 USD", resetsAt: time)
            ],
            caches: [
                CacheStatus(name: "renderings_disk", hits: 5, misses: 6, entries: 1, bytes: 77, limit: 99, damaged: 2)
            ],
            gates: [Gate(code: "paused", detail: "It is paused.", since: time)],
            configuredGates: [
                GateStatus(
                    name: "night", source: "schedule", state: .closed, isOpen: false, since: time, until: time,
                    folders: ["a"], backends: ["studio"], detail: "It is day.")
            ],
            plans: PlansStatus(active: 2, next: time),
            lastErrors: [
                Trouble(
                    at: time, code: "backend_auth", detail: "It refuses the key.", job: ScriptedPlane.id.text,
                    folder: "a")
            ], fleet: fleet)
    }
}

extension ServiceEvent {
    fileprivate static var full: ServiceEvent {
        ServiceEvent(
            at: WireTime(0), code: "backend_auth", level: "debug", detail: "It refuses the key.",
            job: ScriptedPlane.id.text, state: "waiting", until: WireTime(1), folder: "inbox",
            backend: "studio", file: "cat.txt", progress: JobProgress(fraction: 0.4))
    }
}

@testable import ControlAPI
import ControlServer
import Domain
@testable import PlatformHTTPServer
import Testing

@Suite("Service routes")
struct ServiceRouteTests {
    private let client = CheckedClient()

    @Test("The status is in the requested language") func status() async {
        let response = await client.ask("GET", "/v1/status", [("Accept-Language", "ko")])
        #expect(response.read(Status.self)?.phase == .running)
        #expect(client.plane.asked == ["status ko"])
    }

    @Test("The service is always alive, and ready while running or paused", arguments: Status.Phase.allCases)
    func health(phase: Status.Phase) async {
        client.plane.change { $0.phase = phase }
        #expect(await client.ask("GET", "/healthz").read([String: String].self) == ["status": "ok"])
        let ready = await client.ask("GET", "/readyz")
        #expect(ready.status == (phase == .running || phase == .paused ? 200 : 503))
    }

    @Test(
        "An operator's command is performed, and the response has the phase",
        arguments: ["pause", "resume", "reload", "scan", "drain"])
    func operate(word: String) async {
        let done = await client.ask("POST", "/v1/" + word)
        #expect(done.read(Acknowledgement.self) == Acknowledgement(phase: "running"))
        #expect(client.plane.asked == [word])
        #expect(await client.ask("POST", "/v1/\(word)?now").problem?.code == "field_unknown")
        #expect(await client.ask("GET", "/v1/" + word).status == 405)
    }

    @Test("A backup's path and size are returned, or the reason why it failed") func backUp() async {
        let done = await client.ask("POST", "/v1/backup")
        #expect(done.read(BackupAnswer.self) == BackupAnswer(path: "/state/backups/a.db", bytes: 4096))
        client.plane.change { $0.failure = .storage(.full) }
        #expect(await client.ask("POST", "/v1/backup").problem?.status == 503)
        #expect(await client.ask("POST", "/v1/backup?to=/etc").problem?.code == "field_unknown")
    }

    @Test("A clean-up tells what each task removed, or would remove") func cleanUp() async throws {
        let done = try #require(await client.json("POST", "/v1/cleanup", "{}").read(CleanUpAnswer.self))
        #expect(!done.isDryRun && done.tasks.map(\.task) == ["expire", "trash"])
        let preview = await client.json("POST", "/v1/cleanup", #"{"dry_run":true}"#).read(CleanUpAnswer.self)
        #expect(preview?.isDryRun == true)
        #expect(client.plane.asked == ["cleanup false", "cleanup true"])
        #expect(await client.json("POST", "/v1/cleanup", #"{"dry":true}"#).problem?.code == "field_unknown")
    }

    @Test("Metrics are Prometheus text, independent of the requested language") func metrics() async {
        let page = await client.ask(
            "GET", "/metrics", [("Accept-Language", "ko"), ("Accept", "text/plain;version=0.0.4")])
        #expect(page.status == 200 && page.headers.first?.value == "text/plain; version=0.0.4; charset=utf-8")
        #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("# HELP textifyd_build_info "))
        let spending = #"spend 2026-07-01 2026-07-01 ["backend"]"#
        #expect(client.plane.asked == ["status en", spending, spending], "today and this month")
    }

    @Test("Backends and caches have routes of their own") func parts() async {
        #expect(await client.ask("GET", "/v1/backends").read(BackendList.self) == BackendList(backends: []))
        #expect(await client.ask("GET", "/v1/caches").read(CacheList.self) == CacheList(caches: []))
        #expect(await client.ask("GET", "/v1/caches?name=a").problem?.code == "field_unknown")
    }

    @Test("An operator can clear a cache and receives its new status; purchases cannot be cleared") func clear() async {
        let cleared = await client.ask("DELETE", "/v1/caches/renderings")
        #expect(cleared.read(CacheList.self) == CacheList(caches: []))
        #expect(client.plane.asked == ["clear renderings", "status en"])
        let bought = await client.ask("DELETE", "/v1/caches/purchases")
        #expect(bought.status == 404 && bought.problem?.code == "no_such_cache")
        #expect(bought.problem?.detail.contains("renderings") == true)
        #expect(await client.ask("DELETE", "/v1/caches").status == 405)
        var reader = client
        reader.peer = Peer(user: 1001, group: 50, groups: [])
        #expect(await reader.ask("DELETE", "/v1/caches/renderings").problem?.code == "not_allowed")
    }

    @Test(
        "A month's spending includes its last day, in leap years too",
        arguments: [
            ("2026-11", "2026-11-30"), ("2026-02", "2026-02-28"), ("2028-02", "2028-02-29"), ("2026-12", "2026-12-31"),
        ])
    func month(month: String, last: String) async {
        #expect(await client.ask("GET", "/v1/spend?month=" + month).read(SpendReport.self)?.to == last)
        #expect(await client.ask("GET", "/v1/spend?from=2026-02-30").problem?.code == "field_malformed")
    }

    @Test("A reload of an invalid configuration lists every error") func reload() async {
        let failures = [
            FieldFailure(key: "watch[0].path", problem: .missing, file: "textifyd.toml", line: 3, column: 1),
            FieldFailure(key: "colums", problem: .unknown(nearest: "columns")),
        ]
        client.plane.change { $0.failure = .configuration(.invalid(failures)) }
        let problem = await client.ask("POST", "/v1/reload").problem
        #expect(problem?.status == 422 && problem?.code == "configuration_invalid")
        #expect(problem?.errors?.map(\.field) == ["watch[0].path", "colums"])
        #expect(problem?.errors?.map(\.code) == ["field_missing", "field_unknown"])
    }

    @Test("Sync responds once all work has ended") func sync() async {
        #expect(await client.ask("POST", "/v1/sync").read(SyncAnswer.self) == SyncAnswer(ended: ["done": 2]))
    }

    @Test("Sync names the folders that could not be listed") func unlisted() async {
        client.plane.change { $0.report = SyncReport(open: [], unlisted: ["scans"]) }
        #expect(await client.ask("POST", "/v1/sync").read(SyncAnswer.self) == SyncAnswer(unlisted: ["scans"]))
    }

    @Test("Sync that times out is a 504 with the open jobs") func late() async {
        client.plane.change { script in
            script.hangs = true
            script.report = SyncReport(open: [JobEntry(job: ScriptedPlane.job(.submitted), changed: 2000)])
        }
        let problem = await client.ask("POST", "/v1/sync?timeout=5s").problem
        #expect(problem?.status == 504 && problem?.code == "timed_out")
        #expect(problem?.jobs?.map(\.state) == ["submitted"])
    }

    @Test("Sync that times out names what blocks the work") func gated() async {
        client.plane.change { script in
            script.hangs = true
            script.report = SyncReport(open: [], hasOpenDrops: true)
            script.gates = [Gate(code: "disk_low", detail: "The disk is nearly full.")]
        }
        let problem = await client.ask("POST", "/v1/sync?timeout=5s").problem
        #expect(problem?.gates?.map(\.code) == ["disk_low"])
        #expect(problem?.detail.hasSuffix(" The disk is nearly full.") == true)
    }

    @Test("Files that are not jobs yet count as open") func openDrops() async {
        client.plane.change { $0.report = SyncReport(open: [], hasOpenDrops: true) }
        #expect(await client.ask("POST", "/v1/sync").status == 504)
    }

    @Test("An invalid timeout is rejected", arguments: ["", "5", "2h", "soon", "0s", "999ms"])
    func timeout(text: String) async {
        #expect(await client.ask("POST", "/v1/sync?timeout=" + text).status == 422)
        #expect(client.plane.asked.isEmpty)
    }

    @Test(
        "A picture is rendered to each format",
        arguments: [
            ("txt", "text/plain; charset=utf-8", .txt), ("ansi", "text/plain; charset=utf-8", .ansi),
            ("html", "text/html; charset=utf-8", .html), ("png", "image/png", .artPNG),
        ] as [(String, String, OutputKind)])
    func render(word: String, type: String, output: OutputKind) async {
        let response = await client.ask("POST", "/v1/render." + word, body: CheckedClient.png)
        #expect(response.status == 200 && response.header("Content-Type") == type)
        #expect(response.body == Array("art".utf8))
        let orders = client.plane.renders
        #expect(orders.map(\.output) == [output] && orders.map(\.picture) == [CheckedClient.png])
    }

    @Test("A picture of any supported format is accepted, recognised by its first bytes or by its type")
    func formats() async {
        for (opening, type) in [("GIF89a", "image/gif"), ("RIFF\u{1}\0\0\0WEBP", "text/plain"), ("P5 1 1 9 x", "")] {
            let response = await client.ask(
                "POST", "/v1/render.txt", [("Content-Type", type)], body: Array(opening.utf8))
            #expect(response.status == 200, "\(type)")
        }
        for type in ["image/webp", "image/heic", "image/avif", "image/tiff", "image/bmp", "image/x-portable-pixmap"] {
            let response = await client.ask("POST", "/v1/render.txt", [("Content-Type", type)], body: [1, 2])
            #expect(response.problem?.code == "picture_not_a_picture", "\(type)")
        }
    }

    @Test("Art options are passed on unchanged") func options() async throws {
        _ = await client.ask(
            "POST", "/v1/render.txt?columns=100&charset=half&contrast=1.5&invert", body: CheckedClient.png)
        let order = try #require(client.plane.renders.first)
        var art = ArtOptions()
        #expect(FieldTable.art.apply(order.art, to: &art).isEmpty)
        #expect(art.columns == 100 && art.charset == .half && art.contrast == 1.5 && art.invert)
    }

    @Test("A damaged picture is rendered with a warning header") func damage() async {
        client.plane.change { $0.rendered = RenderedArt(bytes: [1], damage: .truncated(rows: 1, height: 2)) }
        let response = await client.ask("POST", "/v1/render.txt", body: CheckedClient.png)
        #expect(response.status == 200 && response.header("Textify-Warning") == "picture_truncated")
    }

    @Test("All warnings are in one header, which is absent if there are none") func warnings() async {
        let plain = await client.ask("POST", "/v1/render.txt", body: CheckedClient.png)
        #expect(plain.status == 200 && plain.header("Textify-Warning") == nil)
        client.plane.change {
            $0.rendered = RenderedArt(
                bytes: [1], damage: .corrupt("x"), hasBrokenProfile: true,
                warnings: [.unusable(["\u{200D}"]), .thinToneRange(inks: 2, range: 0.1)])
        }
        let response = await client.ask("POST", "/v1/render.txt", body: CheckedClient.png)
        #expect(
            response.header("Textify-Warning")
                == "art_characters_left_out, art_few_tones, picture_corrupt, picture_profile_broken")
    }

    @Test("An invalid render request is rejected with a specific code") func refused() async {
        let cases: [(ServerResponse, String)] = [
            (await client.ask("POST", "/v1/render.txt"), "no_body"),
            (await client.ask("POST", "/v1/render.txt", body: [1, 2]), "unsupported_media_type"),
            (
                await client.ask("POST", "/v1/render.txt", [("Content-Type", "image/png")], body: [1]),
                "picture_not_a_picture"
            ),
            (await client.ask("POST", "/v1/render.avi", body: CheckedClient.png), "no_such_path"),
            (await client.ask("POST", "/v1/render.txt?colums=9", body: CheckedClient.png), "field_unknown"),
            (
                await client.ask("POST", "/v1/render.txt", [("Accept", "text/html")], body: CheckedClient.png),
                "not_acceptable"
            ),
        ]
        for (response, code) in cases { #expect(response.problem?.code == code) }
        #expect(client.plane.asked.isEmpty)
    }
}

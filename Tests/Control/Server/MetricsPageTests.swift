@testable import ControlAPI
import Domain
import Testing

@testable import ControlServer

@Suite("Metrics page")
struct MetricsPageTests {
    private let meters = Meters()
    private let status = Status(
        version: "1.2", pid: 7, phase: .running,
        health: HealthReport([
            HealthReason(.degraded, code: "folder_missing", detail: "Gone.", folder: "a"),
            HealthReason(.degraded, code: "folder_missing", detail: "Gone.", folder: "b"),
        ]), started: WireTime(5_900), uptime: 9, jobs: ["queued": 2, "done": 3], ended: ["done": 1],
        refused: ["drop_empty": 4, "prompt_empty": 5], oldest: 75,
        folders: [
            FolderStatus(name: "a \"b\"\\\n", path: "/a", outbox: "/b", health: "missing", settling: 1, ready: 2)
        ],
        backends: [BackendStatus(name: "studio", limit: 4, running: 1, waiting: 2, code: "backend_auth")],
        budget: [
            BudgetStatus(
                cap: "", scope: "all", period: "day", limit: "5.00 USD", spent: "1.05 USD", resetsAt: WireTime(0)),
            BudgetStatus(
                cap: "", scope: "backend", name: "studio", period: "month", limit: "100", spent: "7",
                resetsAt: WireTime(0)),
        ],
        caches: [
            CacheStatus(name: "renderings_disk", hits: 5, misses: 6, entries: 1, bytes: 77, limit: 99, damaged: 2),
            CacheStatus(name: "purchases", hits: 0, misses: 1),
        ])

    private let spending = [
        (
            period: "day",
            report: SpendReport(
                from: "2026-03-09", to: "2026-03-09", by: ["backend"],
                lines: [
                    SpendReport.Line(keys: ["studio"], pictures: 3, amount: "0.42", currency: "USD", unknown: false),
                    SpendReport.Line(keys: ["studio"], pictures: 1, amount: "0.10", currency: "USD", unknown: true),
                    SpendReport.Line(keys: ["free"], pictures: 2, unknown: false),
                ])
        )
    ]
    private let process = ProcessUsage(
        cpu: .milliseconds(1_250), residentBytes: 4_096, openDescriptors: 9, maxDescriptors: 1_024)

    private var page: String {
        MetricsPage.text(
            MetricsPage.Figures(status: status, meters: meters, spending: spending, process: process))
    }

    @Test("Every value of the status is a sample with escaped labels")
    func samples() {
        let lines = page.split(separator: "\n").map(String.init)
        let samples = lines.filter { !$0.hasPrefix("#") }
        #expect(
            samples == [
                #"textifyd_build_info{version="1.2",architecture="\#(ProcessUsage.architecture)"} 1"#,
                "textifyd_ready 1",
                #"textifyd_health{verdict="well"} 0"#, #"textifyd_health{verdict="degraded"} 1"#,
                #"textifyd_health{verdict="stopped"} 0"#, #"textifyd_health_reasons{code="folder_missing"} 2"#,
                #"textifyd_jobs{state="done"} 3"#, #"textifyd_jobs{state="queued"} 2"#,
                #"textifyd_jobs_ended_total{state="done"} 1"#,
                #"textifyd_drops_refused_total{code="drop_empty"} 4"#,
                #"textifyd_drops_refused_total{code="prompt_empty"} 5"#, "textifyd_oldest_job_age_seconds 75",
                #"textifyd_folder_up{folder="a \"b\"\\\n"} 0"#,
                #"textifyd_folder_files{folder="a \"b\"\\\n",stage="settling"} 1"#,
                #"textifyd_folder_files{folder="a \"b\"\\\n",stage="ready"} 2"#,
                #"textifyd_backend_up{backend="studio"} 0"#, #"textifyd_backend_calls{backend="studio"} 1"#,
                #"textifyd_backend_calls_limit{backend="studio"} 4"#,
                #"textifyd_backend_jobs_waiting{backend="studio"} 2"#,
                #"textifyd_spend_amount{backend="studio",currency="USD",period="day",outcome="known"} 0.42"#,
                #"textifyd_spend_amount{backend="studio",currency="USD",period="day",outcome="unknown"} 0.10"#,
                #"textifyd_spend_pictures{backend="studio",period="day",outcome="known"} 3"#,
                #"textifyd_spend_pictures{backend="studio",period="day",outcome="unknown"} 1"#,
                #"textifyd_spend_pictures{backend="free",period="day",outcome="known"} 2"#,
                #"textifyd_budget_limit{scope="all",name="",period="day",unit="USD"} 5.00"#,
                #"textifyd_budget_limit{scope="backend",name="studio",period="month",unit="pictures"} 100"#,
                #"textifyd_budget_used{scope="all",name="",period="day",unit="USD"} 1.05"#,
                #"textifyd_budget_used{scope="backend",name="studio",period="month",unit="pictures"} 7"#,
                #"textifyd_cache_hits_total{cache="renderings_disk"} 5"#,
                #"textifyd_cache_hits_total{cache="purchases"} 0"#,
                #"textifyd_cache_misses_total{cache="renderings_disk"} 6"#,
                #"textifyd_cache_misses_total{cache="purchases"} 1"#,
                #"textifyd_cache_entries{cache="renderings_disk"} 1"#,
                #"textifyd_cache_bytes{cache="renderings_disk"} 77"#,
                #"textifyd_cache_limit_bytes{cache="renderings_disk"} 99"#,
                #"textifyd_cache_damaged_total{cache="renderings_disk"} 2"#,
                "process_cpu_seconds_total 1.25", "process_resident_memory_bytes 4096", "process_open_fds 9",
                "process_max_fds 1024", "process_start_time_seconds 5",
            ])
    }

    @Test("Each metric appears once, with HELP and TYPE before its samples, and only counters end in `_total`")
    func families() {
        let lines = page.split(separator: "\n").map(String.init)
        var seen: Set<String> = []
        for (number, line) in lines.enumerated() where line.hasPrefix("# TYPE ") {
            let words = line.split(separator: " ").map(String.init)
            #expect(seen.insert(words[2]).inserted && lines[number - 1].hasPrefix("# HELP \(words[2]) "))
            #expect(lines[number + 1].hasPrefix(words[2]))
            #expect((words[3] == "counter") == words[2].hasSuffix("_total"))
        }
        #expect(seen.count == 29)
    }

    @Test("Durations are cumulative histograms with sum and count")
    func histograms() {
        meters.add(.rendering, .milliseconds(5))
        meters.add(.rendering, .milliseconds(30))
        meters.add(.rendering, .seconds(60))
        meters.add(.call, .milliseconds(250), "studio \"a\"", "submit", "ok")
        let lines = page.split(separator: "\n").map(String.init)
        let rendering = lines.filter { $0.hasPrefix("textifyd_render_seconds") }
        #expect(
            rendering == [
                #"textifyd_render_seconds_bucket{le="0.005"} 1"#, #"textifyd_render_seconds_bucket{le="0.01"} 1"#,
                #"textifyd_render_seconds_bucket{le="0.025"} 1"#, #"textifyd_render_seconds_bucket{le="0.05"} 2"#,
                #"textifyd_render_seconds_bucket{le="0.1"} 2"#, #"textifyd_render_seconds_bucket{le="0.25"} 2"#,
                #"textifyd_render_seconds_bucket{le="0.5"} 2"#, #"textifyd_render_seconds_bucket{le="1.0"} 2"#,
                #"textifyd_render_seconds_bucket{le="2.5"} 2"#, #"textifyd_render_seconds_bucket{le="10.0"} 2"#,
                #"textifyd_render_seconds_bucket{le="+Inf"} 3"#, "textifyd_render_seconds_sum 60.035",
                "textifyd_render_seconds_count 3",
            ])
        let call = #"{backend="studio \"a\"",call="submit",outcome="ok""#
        #expect(lines.contains("textifyd_backend_call_seconds_bucket\(call),le=\"0.05\"} 0"))
        #expect(lines.contains("textifyd_backend_call_seconds_bucket\(call),le=\"0.25\"} 1"))
        #expect(lines.contains("textifyd_backend_call_seconds_count\(call)} 1"))
        #expect(lines.contains("# TYPE textifyd_backend_call_seconds histogram"))
    }

    @Test("The number of label sets is limited; the rest are counted as `other`")
    func bounded() {
        for number in 1...200 { meters.add(.stage, .seconds(1), "state-\(number)") }
        let lines = page.split(separator: "\n")
        let counts = lines.filter { $0.hasPrefix("textifyd_job_state_seconds_count") }
        #expect(counts.count == 65)
        #expect(counts.contains(#"textifyd_job_state_seconds_count{state="other"} 136"#))
    }

    @Test("Metrics without samples are omitted")
    func empty() {
        let bare = Status(
            version: "1", pid: 7, phase: .starting, started: WireTime(0), uptime: 0)
        let page = MetricsPage.text(MetricsPage.Figures(status: bare, meters: Meters()))
        #expect(!page.contains("textifyd_folder_up") && page.contains("textifyd_ready 0\n"))
    }
}

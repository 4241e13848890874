import ControlContract
import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformHTTPServer
import PlatformSystem
import Testing

private let promtool = "/usr/bin/promtool"

/// Runs the files of `config/monitoring` in a real Prometheus that scrapes a real service.
@Suite("Monitoring", .ownThread, .enabled(if: access(promtool, X_OK) == 0 && access("/usr/bin/curl", X_OK) == 0))
struct MonitoringTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/config/monitoring"
    private let service: Service
    private let studio: FakeImagesServer
    private let metrics: UInt16

    init() throws {
        studio = try FakeImagesServer()
        service = try Service()
        metrics = try ListeningSocket(host: "127.0.0.1", port: 0).port
        let table = studio.table("cost = { per_picture = \"0.05 USD\" }\nbudget = { per_day = \"5.00 USD\" }")
        try service.configure(backends: "[control]\nmetrics_listen = \"127.0.0.1:\(metrics)\"\n" + table)
    }

    @Test("promtool accepts the alerts, and their unit tests pass") func alerts() throws {
        for (verb, file) in [("check", "textifyd.rules.yml"), ("test", "textifyd.rules.test.yml")] {
            let program = try Program(promtool, [verb, "rules", Self.folder + "/" + file], home: service.root.shown)
            #expect(try program.ending() == .code(0), "\(String(decoding: program.output, as: UTF8.self))")
        }
    }

    @Test("promtool finds nothing to complain about in the metrics") func lint() throws {
        try serveWork()
        let page = try curl("http://127.0.0.1:\(metrics)/metrics")
        try service.keep("page", page)
        let check = try Program(
            "/bin/sh", ["-c", "\(promtool) check metrics <'\(service.kept("page"))'"], home: service.root.shown)
        #expect(try check.ending() == .code(0), "\(check.log)")
        #expect(check.output.isEmpty && check.log.isEmpty, "\(check.log)")
        let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains(#"textifyd_drops_refused_total{code="drop_empty"} 1"#))
        #expect(
            lines.contains {
                $0.hasPrefix(#"textifyd_spend_amount{backend="studio",currency="USD",period="month","#)
                    && $0.hasSuffix(" 0.05")
            })
        #expect(lines.contains(#"textifyd_budget_used{scope="backend",name="studio",period="day",unit="USD"} 0.05"#))
    }

    @Test("the count of refused drops goes on after a restart") func counter() throws {
        try serveWork()
        try service.restart()
        let page = try curl("http://127.0.0.1:\(metrics)/metrics")
        #expect(
            String(decoding: page, as: UTF8.self).contains(#"textifyd_drops_refused_total{code="drop_empty"} 1"# + "\n")
        )
    }

    @Test("every query of the alerts and the dashboard runs, knows its metrics, and finds the refused file")
    func queries() async throws {
        try serveWork()
        // Each target is scraped once a second, so after the fourth scrape of this one, the service has been scraped.
        let gate = Gate()
        let beat = try Server { request in
            let text = Answer.status(200, text: "beat 1\n")
            return request.number == 3 ? Answer([.wait(gate)] + text.steps) : text
        }
        let port = try ListeningSocket(host: "127.0.0.1", port: 0).port
        let prometheus = try start(port, scraping: beat.host)
        try prometheus.wait(for: "Server is ready to receive web requests")
        await gate.reached()
        gate.open()

        // This one has a value only while a job is open.
        let known =
            ["textifyd_oldest_job_age_seconds"]
            + (try answer(port, "label/__name__/values")["data"]?.list?.compactMap(\.text) ?? [])
        let queries = try dashboardQueries() + alertQueries(port)
        #expect(queries.count >= 50)
        for query in queries {
            let found = try answer(port, "query", query)
            #expect(found["status"]?.text == "success", "\(query): \(found)")
            let names = query.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
                .filter { $0.hasPrefix("textifyd_") || $0.hasPrefix("process_") }
            #expect(Set(names).subtracting(known) == [], "\(query)")
        }
        let firing = try answer(port, "query", "ALERTS{alertstate=\"firing\"}")
        let alerts = firing["data"]?["result"]?.list?.compactMap { $0["metric"]?["alertname"]?.text }
        #expect(alerts == ["TextifydDropsRefused"], "\(firing)")
        prometheus.send(SIGTERM)
        #expect(try prometheus.ending() == .code(0), "\(prometheus.log)")
    }

    /// Starts the service, which makes one paid picture and refuses one file.
    private func serveWork() throws {
        try service.run()
        try service.drop("boat.txt", Array("boat 5".utf8))
        try service.drop("nothing.txt", [])
        #expect(try service.textify("sync").code == 0)
    }

    /// Starts Prometheus with the shipped configuration, but with the addresses and intervals of the test.
    private func start(_ port: UInt16, scraping beat: String) throws -> Program {
        var text = try String(contentsOfFile: Self.folder + "/prometheus.yml", encoding: .utf8)
        #expect(text.contains("127.0.0.1:9187") && text.contains("- textifyd.rules.yml"))
        text = text.replacing("127.0.0.1:9187", with: "127.0.0.1:\(metrics)").replacing("15s", with: "1s")
            .replacing("- textifyd.rules.yml", with: "- \(Self.folder)/textifyd.rules.yml")
        text += "  - job_name: beat\n    static_configs:\n      - targets: [\"\(beat)\"]\n"
        try service.keep("prometheus.yml", Array(text.utf8))
        return try Program(
            "/usr/bin/prometheus",
            [
                "--config.file=" + service.kept("prometheus.yml"), "--storage.tsdb.path=" + service.kept("tsdb"),
                "--web.listen-address=127.0.0.1:\(port)",
            ], home: service.root.shown)
    }

    /// The queries of all panels, with Grafana's variables filled in.
    private func dashboardQueries() throws -> [String] {
        let bytes = try Data(contentsOf: URL(filePath: Self.folder + "/grafana-dashboard.json"))
        let panels = try #require(JSONValue(json: Array(bytes))?["panels"]?.list)
        let targets = panels.flatMap { $0["targets"]?.list ?? [] }
        return targets.compactMap { $0["expr"]?.text }.map {
            $0.replacing("$__rate_interval", with: "1m").replacing("$__range", with: "6h")
        }
    }

    /// The queries of the alerts, as Prometheus has read them.
    private func alertQueries(_ port: UInt16) throws -> [String] {
        let groups = try answer(port, "rules")["data"]?["groups"]?.list ?? []
        let rules = groups.flatMap { $0["rules"]?.list ?? [] }
        #expect(rules.allSatisfy { $0["health"]?.text != "err" }, "\(rules)")
        return rules.compactMap { $0["query"]?.text }
    }

    private func answer(_ port: UInt16, _ path: String, _ query: String? = nil) throws -> JSONValue {
        let words = query.map { ["-G", "--data-urlencode", "query=" + $0] } ?? []
        let bytes = try curl("http://127.0.0.1:\(port)/api/v1/\(path)", words)
        return try #require(JSONValue(json: bytes), "\(path)")
    }

    private func curl(_ address: String, _ words: [String] = []) throws -> [UInt8] {
        let program = try Program("/usr/bin/curl", ["-s", address] + words, home: service.root.shown)
        #expect(try program.ending() == .code(0), "\(address)")
        return program.output
    }
}

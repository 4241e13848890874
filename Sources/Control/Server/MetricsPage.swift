internal import ControlAPI

/// Formats a status as Prometheus metrics. Label values are bounded by the configuration: folders, backends, states.
enum MetricsPage {
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    static func text(_ status: Status, _ meters: Meters) -> String {
        let figures = service(status) + jobs(status) + folders(status) + backends(status) + caches(status)
        return (figures + Meters.Kind.allCases.map { times($0, meters) }).map(\.text).joined()
    }

    private static func times(_ kind: Meters.Kind, _ meters: Meters) -> MetricFamily {
        meters.series(of: kind).reduce(MetricFamily(kind.name, .histogram, kind.help)) { family, series in
            let labels = zip(kind.labels, series.labels).map { (name: $0, value: $1) }
            return family.histogram(series.histogram, bounds: kind.bounds, labels)
        }
    }

    private static func service(_ status: Status) -> [MetricFamily] {
        let verdicts = HealthReport.Verdict.allCases
        var health = MetricFamily("textifyd_health", .gauge, "1 for the current verdict, 0 for the others.")
        for verdict in verdicts {
            health = health.sample(status.health.verdict == verdict ? 1 : 0, ("verdict", verdict.rawValue))
        }
        var reasons = MetricFamily("textifyd_health_reasons", .gauge, "Health problems by code.")
        for (code, count) in counted(status.health.reasons.map(\.code)) {
            reasons = reasons.sample(Int64(count), ("code", code))
        }
        return [
            MetricFamily("textifyd_info", .gauge, "Always 1.").sample(1, ("version", status.version)),
            MetricFamily("textifyd_start_time_seconds", .gauge, "Start time in seconds since 1970.")
                .sample(status.started.milliseconds / 1_000),
            MetricFamily("textifyd_ready", .gauge, "1 when the service starts new work.")
                .sample(status.phase == .running ? 1 : 0),
            health, reasons,
        ]
    }

    private static func jobs(_ status: Status) -> [MetricFamily] {
        var states = MetricFamily("textifyd_jobs", .gauge, "Jobs by state.")
        for (state, count) in status.jobs.sorted(by: { $0.key < $1.key }) {
            states = states.sample(Int64(count), ("state", state))
        }
        var ended = MetricFamily(
            "textifyd_jobs_ended_total", .counter, "Jobs finished since the start, by final state.")
        for (state, count) in status.ended.sorted(by: { $0.key < $1.key }) {
            ended = ended.sample(Int64(count), ("state", state))
        }
        var age = MetricFamily(
            "textifyd_oldest_job_age_seconds", .gauge, "Age of the oldest open job that needs no person.")
        if let oldest = status.oldest { age = age.sample(oldest) }
        return [states, ended, age]
    }

    private static func folders(_ status: Status) -> [MetricFamily] {
        var up = MetricFamily("textifyd_folder_up", .gauge, "1 when the watch folder can be listed.")
        var files = MetricFamily("textifyd_folder_files", .gauge, "Files that are not jobs yet.")
        for folder in status.folders {
            up = up.sample(folder.health == "fine" ? 1 : 0, ("folder", folder.name))
            files = files.sample(Int64(folder.settling), ("folder", folder.name), ("stage", "settling"))
                .sample(Int64(folder.ready), ("folder", folder.name), ("stage", "ready"))
        }
        return [up, files]
    }

    private static func backends(_ status: Status) -> [MetricFamily] {
        var up = MetricFamily("textifyd_backend_up", .gauge, "1 when the backend accepts calls.")
        var running = MetricFamily("textifyd_backend_calls", .gauge, "Running calls.")
        var limit = MetricFamily("textifyd_backend_calls_limit", .gauge, "Maximum number of concurrent calls.")
        var waiting = MetricFamily("textifyd_backend_jobs_waiting", .gauge, "Jobs waiting for the backend.")
        for backend in status.backends {
            up = up.sample(backend.code == nil ? 1 : 0, ("backend", backend.name))
            running = running.sample(Int64(backend.running), ("backend", backend.name))
            limit = limit.sample(Int64(backend.limit), ("backend", backend.name))
            waiting = waiting.sample(Int64(backend.waiting), ("backend", backend.name))
        }
        return [up, running, limit, waiting]
    }

    private static func caches(_ status: Status) -> [MetricFamily] {
        var hits = MetricFamily("textifyd_cache_hits_total", .counter, "Cache hits.")
        var misses = MetricFamily("textifyd_cache_misses_total", .counter, "Cache misses.")
        var bytes = MetricFamily("textifyd_cache_bytes", .gauge, "Bytes in the cache.")
        for cache in status.caches {
            hits = hits.sample(Int64(cache.hits), ("cache", cache.name))
            misses = misses.sample(Int64(cache.misses), ("cache", cache.name))
            if let size = cache.bytes { bytes = bytes.sample(Int64(size), ("cache", cache.name)) }
        }
        return [hits, misses, bytes]
    }

    private static func counted(_ words: [String]) -> [(String, Int)] {
        Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
    }
}

/// One metric with its samples, in Prometheus' text format 0.0.4.
struct MetricFamily {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// A label's name and its value.
    typealias Label = (name: String, value: String)

    let name: String
    let kind: Kind
    let help: String
    private(set) var lines: [String] = []

    init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Returns the family with one more sample. Labels keep their order.
    func sample(_ value: Int64, _ labels: Label...) -> MetricFamily {
        var family = self
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        family.lines.append(name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(value)")
        return family
    }

    /// Returns the family with one more histogram series: cumulative buckets, sum and count.
    func histogram(_ histogram: Meters.Histogram, bounds: [Double], _ labels: [Label]) -> MetricFamily {
        var family = self
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        var count: Int64 = 0
        for (bound, more) in zip(bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            count += more
            let all = (pairs + ["le=\"\(bound)\""]).joined(separator: ",")
            family.lines.append("\(name)_bucket{\(all)} \(count)")
        }
        let own = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        family.lines += ["\(name)_sum\(own) \(histogram.sum)", "\(name)_count\(own) \(count)"]
        return family
    }

    /// Empty for a family without samples.
    var text: String {
        lines.isEmpty
            ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.map { $0 + "\n" }.joined()
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}

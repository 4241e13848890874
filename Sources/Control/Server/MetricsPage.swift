internal import ControlAPI
internal import Domain

/// Formats a status as Prometheus metrics. Label values are bounded by the configuration: folders, backends, states.
enum MetricsPage {
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    static func text(_ status: Status, _ meters: Meters) -> String {
        let figures = service(status) + jobs(status) + folders(status) + backends(status) + caches(status)
        return (figures + Meters.Kind.allCases.map { times($0, meters) }).map(\.text).joined()
    }

    private static func times(_ kind: Meters.Kind, _ meters: Meters) -> MetricFamily {
        meters.series(of: kind).reduce(MetricFamily(kind.metric)) { family, series in
            family.histogram(series.histogram, bounds: kind.bounds, series.labels)
        }
    }

    private static func service(_ status: Status) -> [MetricFamily] {
        let verdicts = HealthReport.Verdict.allCases
        var health = MetricFamily(.health)
        for verdict in verdicts {
            health = health.sample(status.health.verdict == verdict ? 1 : 0, verdict.rawValue)
        }
        var reasons = MetricFamily(.healthReasons)
        for (code, count) in counted(status.health.reasons.map(\.code)) {
            reasons = reasons.sample(Int64(count), code)
        }
        return [
            MetricFamily(.info).sample(1, status.version),
            MetricFamily(.startTimeSeconds)
                .sample(status.started.utc.milliseconds / 1_000),
            MetricFamily(.ready)
                .sample(status.phase == .running ? 1 : 0),
            health, reasons,
        ]
    }

    private static func jobs(_ status: Status) -> [MetricFamily] {
        var states = MetricFamily(.jobs)
        for (state, count) in status.jobs.sorted(by: { $0.key < $1.key }) {
            states = states.sample(Int64(count), state)
        }
        var ended = MetricFamily(.jobsEndedTotal)
        for (state, count) in status.ended.sorted(by: { $0.key < $1.key }) {
            ended = ended.sample(Int64(count), state)
        }
        var age = MetricFamily(.oldestJobAgeSeconds)
        if let oldest = status.oldest { age = age.sample(oldest) }
        return [states, ended, age]
    }

    private static func folders(_ status: Status) -> [MetricFamily] {
        var up = MetricFamily(.folderUp)
        var files = MetricFamily(.folderFiles)
        for folder in status.folders {
            up = up.sample(folder.health == "fine" ? 1 : 0, folder.name)
            files = files.sample(Int64(folder.settling), folder.name, "settling")
                .sample(Int64(folder.ready), folder.name, "ready")
        }
        return [up, files]
    }

    private static func backends(_ status: Status) -> [MetricFamily] {
        var up = MetricFamily(.backendUp)
        var running = MetricFamily(.backendCalls)
        var limit = MetricFamily(.backendCallsLimit)
        var waiting = MetricFamily(.backendJobsWaiting)
        for backend in status.backends {
            up = up.sample(backend.code == nil ? 1 : 0, backend.name)
            running = running.sample(Int64(backend.running), backend.name)
            limit = limit.sample(Int64(backend.limit), backend.name)
            waiting = waiting.sample(Int64(backend.waiting), backend.name)
        }
        return [up, running, limit, waiting]
    }

    private static func caches(_ status: Status) -> [MetricFamily] {
        var hits = MetricFamily(.cacheHitsTotal)
        var misses = MetricFamily(.cacheMissesTotal)
        var bytes = MetricFamily(.cacheBytes)
        for cache in status.caches {
            hits = hits.sample(Int64(cache.hits), cache.name)
            misses = misses.sample(Int64(cache.misses), cache.name)
            if let size = cache.bytes { bytes = bytes.sample(Int64(size), cache.name) }
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

    private let metric: Metric
    private var name: String { metric.rawValue }
    private var lines: [String] = []

    init(_ metric: Metric) {
        self.metric = metric
    }

    /// Returns the family with one more sample. `labels`: the values of the metric's labels.
    func sample(_ value: Int64, _ labels: String...) -> MetricFamily {
        var family = self
        let pairs = pairs(labels).joined(separator: ",")
        family.lines.append(name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(value)")
        return family
    }

    /// Returns the family with one more histogram series: cumulative buckets, sum and count.
    func histogram(_ histogram: Meters.Histogram, bounds: [Double], _ labels: [String]) -> MetricFamily {
        var family = self
        let pairs = pairs(labels)
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
        let (help, kind) = (metric.definition.help, metric.definition.kind.rawValue)
        return lines.isEmpty
            ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" + lines.map { $0 + "\n" }.joined()
    }

    private func pairs(_ labels: [String]) -> [String] {
        zip(metric.definition.labels, labels).map { "\($0)=\"\(Self.escaped($1))\"" }
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

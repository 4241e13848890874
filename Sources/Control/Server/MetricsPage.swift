internal import ControlAPI
internal import Domain

/// Formats a status as Prometheus metrics. Label values are bounded by the configuration: folders, backends, states.
enum MetricsPage {
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// What a page is made of.
    struct Figures {
        let status: Status
        let meters: Meters
        /// By period: `day` and `month`.
        var spending: [(period: String, report: SpendReport)] = []
        var process: ProcessUsage?
    }

    static func text(_ figures: Figures) -> String {
        let status = figures.status
        let families =
            service(status) + jobs(status) + folders(status) + backends(status) + spending(figures.spending)
            + budget(status) + caches(status) + fleet(status.fleet)
        let times = Meters.Kind.allCases.map { durations($0, figures.meters) }
        return (families + times + process(figures.process, status)).map(\.text).joined()
    }

    private static func spending(_ reports: [(period: String, report: SpendReport)]) -> [MetricFamily] {
        var (amounts, pictures): ([Sample], [Sample]) = ([], [])
        for (period, report) in reports {
            for line in report.lines {
                let (backend, outcome) = (line.keys.first ?? "", line.unknown ? "unknown" : "known")
                pictures.append(Sample(line.pictures, backend, period, outcome))
                if let amount = line.amount, let currency = line.currency {
                    amounts.append(Sample(decimal: amount, backend, currency, period, outcome))
                }
            }
        }
        return [MetricFamily(.spendAmount, amounts), MetricFamily(.spendPictures, pictures)]
    }

    /// A cap and the spending are money such as `5.00 USD`, or a number of pictures.
    private static func budget(_ status: Status) -> [MetricFamily] {
        func sample(_ cap: BudgetStatus, _ text: String) -> Sample {
            let parts = text.split(separator: " ").map(String.init)
            return Sample(
                decimal: parts.first ?? "0", cap.scope, cap.name ?? "", cap.period,
                parts.count > 1 ? parts[1] : "pictures")
        }
        return [
            MetricFamily(.budgetLimit, status.budget.map { sample($0, $0.limit) }),
            MetricFamily(.budgetUsed, status.budget.map { sample($0, $0.spent) }),
        ]
    }

    private static func process(_ usage: ProcessUsage?, _ status: Status) -> [MetricFamily] {
        let start = MetricFamily(.processStartTimeSeconds, [Sample(status.started.utc.milliseconds / 1_000)])
        guard let usage else { return [start] }
        let cpu = usage.cpu / .seconds(1)
        return [
            MetricFamily(.processCPUSecondsTotal, [Sample(decimal: "\(cpu)")]),
            MetricFamily(.processResidentMemoryBytes, [Sample(usage.residentBytes)]),
            MetricFamily(.processOpenDescriptors, [Sample(usage.openDescriptors)]),
            MetricFamily(.processMaxDescriptors, [Sample(usage.maxDescriptors)]), start,
        ]
    }

    private static func durations(_ kind: Meters.Kind, _ meters: Meters) -> MetricFamily {
        var family = MetricFamily(kind.metric, [])
        for series in meters.series(of: kind) { family.add(series.histogram, bounds: kind.bounds, series.labels) }
        return family
    }

    private static func service(_ status: Status) -> [MetricFamily] {
        let health = status.health
        return [
            MetricFamily(.buildInfo, [Sample(1, status.version, ProcessUsage.architecture)]),
            MetricFamily(.ready, [Sample(status.phase == .running ? 1 : 0)]),
            MetricFamily(
                .health, HealthReport.Verdict.allCases.map { Sample(health.verdict == $0 ? 1 : 0, $0.rawValue) }),
            counts(.healthReasons, Dictionary(health.reasons.map { ($0.code, 1) }, uniquingKeysWith: +)),
        ]
    }

    private static func jobs(_ status: Status) -> [MetricFamily] {
        [
            counts(.jobs, status.jobs), counts(.jobsEndedTotal, status.ended),
            counts(.dropsRefusedTotal, status.refused),
            MetricFamily(.oldestJobAgeSeconds, status.oldest.map { [Sample($0)] } ?? []),
        ]
    }

    private static func folders(_ status: Status) -> [MetricFamily] {
        [
            MetricFamily(.folderUp, status.folders.map { Sample($0.health == "fine" ? 1 : 0, $0.name) }),
            MetricFamily(
                .folderFiles,
                status.folders.flatMap {
                    [Sample($0.settling, $0.name, "settling"), Sample($0.ready, $0.name, "ready")]
                }),
        ]
    }

    private static func backends(_ status: Status) -> [MetricFamily] {
        [
            MetricFamily(.backendUp, status.backends.map { Sample($0.code == nil ? 1 : 0, $0.name) }),
            MetricFamily(.backendCalls, status.backends.map { Sample($0.running, $0.name) }),
            MetricFamily(.backendCallsLimit, status.backends.map { Sample($0.limit, $0.name) }),
            MetricFamily(.backendJobsWaiting, status.backends.map { Sample($0.waiting, $0.name) }),
        ]
    }

    /// What the answering service knows; each has its own page.
    private static func fleet(_ fleet: FleetStatus?) -> [MetricFamily] {
        guard let fleet else { return [] }
        let database = fleet.database
        return [
            MetricFamily(
                .fleetNodes,
                NodeStatus.State.allCases.map { state in
                    Sample(fleet.nodes.count { $0.state == state }, state.rawValue)
                }),
            MetricFamily(.databaseBytes, database.map { [Sample($0.bytes)] } ?? []),
            MetricFamily(.databaseDeadRows, database.map { [Sample($0.deadRows)] } ?? []),
            MetricFamily(.databaseClockAhead, database.map { [Sample($0.clockAhead)] } ?? []),
        ]
    }

    private static func caches(_ status: Status) -> [MetricFamily] {
        func family(_ metric: Metric, _ figure: (CacheStatus) -> Int?) -> MetricFamily {
            MetricFamily(metric, status.caches.compactMap { cache in figure(cache).map { Sample($0, cache.name) } })
        }
        return [
            family(.cacheHitsTotal) { $0.hits }, family(.cacheMissesTotal) { $0.misses },
            family(.cacheEntries) { $0.entries }, family(.cacheBytes) { $0.bytes },
            family(.cacheLimitBytes) { $0.limit }, family(.cacheDamagedTotal) { $0.damaged },
        ]
    }

    /// One sample for each word, in alphabetical order.
    private static func counts(_ metric: Metric, _ counts: [String: Int]) -> MetricFamily {
        MetricFamily(metric, counts.sorted { $0.key < $1.key }.map { Sample($0.value, $0.key) })
    }
}

/// A value with the values of its metric's labels.
private struct Sample {
    /// A decimal number.
    let value: String
    let labels: [String]

    init(_ value: some BinaryInteger, _ labels: String...) {
        self.value = "\(value)"
        self.labels = labels
    }

    init(decimal value: String, _ labels: String...) {
        self.value = value
        self.labels = labels
    }
}

/// One metric with its samples, in Prometheus' text format 0.0.4.
private struct MetricFamily {
    private let metric: Metric
    private var name: String { metric.rawValue }
    private var lines: [String] = []

    init(_ metric: Metric, _ samples: [Sample]) {
        self.metric = metric
        lines = samples.map { "\(name)\(braces(pairs($0.labels))) \($0.value)" }
    }

    /// Adds one histogram: cumulative buckets, sum and count.
    mutating func add(_ histogram: Meters.Histogram, bounds: [Double], _ labels: [String]) {
        let pairs = pairs(labels)
        var count: Int64 = 0
        for (bound, more) in zip(bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            count += more
            lines.append("\(name)_bucket\(braces(pairs + ["le=\"\(bound)\""])) \(count)")
        }
        lines += ["\(name)_sum\(braces(pairs)) \(histogram.sum)", "\(name)_count\(braces(pairs)) \(count)"]
    }

    /// Empty for a family without samples.
    var text: String {
        let (help, kind) = (metric.definition.help, metric.definition.kind.rawValue)
        return lines.isEmpty
            ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" + lines.map { $0 + "\n" }.joined()
    }

    private func braces(_ pairs: [String]) -> String {
        pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
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

internal import ControlAPI

/// A status as a page of metrics. Labels are bounded by the configuration: folders, backends, states.
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
        var health = MetricFamily("textifyd_health", .gauge, "1 for the verdict that holds.")
        for verdict in verdicts {
            health = health.sample(status.health.verdict == verdict ? 1 : 0, ("verdict", verdict.rawValue))
        }
        var reasons = MetricFamily("textifyd_health_reasons", .gauge, "What is not as it should be, by its code.")
        for (code, count) in counted(status.health.reasons.map(\.code)) {
            reasons = reasons.sample(Int64(count), ("code", code))
        }
        return [
            MetricFamily("textifyd_info", .gauge, "Always 1.").sample(1, ("version", status.version)),
            MetricFamily("textifyd_start_time_seconds", .gauge, "When it started, in seconds since 1970.")
                .sample(status.started.milliseconds / 1_000),
            MetricFamily("textifyd_ready", .gauge, "Whether it takes up work.")
                .sample(status.phase == .running ? 1 : 0),
            health, reasons,
        ]
    }

    private static func jobs(_ status: Status) -> [MetricFamily] {
        var states = MetricFamily("textifyd_jobs", .gauge, "Jobs that are known, by state.")
        for (state, count) in status.jobs.sorted(by: { $0.key < $1.key }) {
            states = states.sample(Int64(count), ("state", state))
        }
        var ended = MetricFamily("textifyd_jobs_ended_total", .counter, "Jobs that came to an end since the start.")
        for (state, count) in status.ended.sorted(by: { $0.key < $1.key }) {
            ended = ended.sample(Int64(count), ("state", state))
        }
        var age = MetricFamily(
            "textifyd_oldest_job_age_seconds", .gauge, "How long the oldest job is open that waits for no person.")
        if let oldest = status.oldest { age = age.sample(oldest) }
        return [states, ended, age]
    }

    private static func folders(_ status: Status) -> [MetricFamily] {
        var up = MetricFamily("textifyd_folder_up", .gauge, "Whether a watch folder can be listed.")
        var files = MetricFamily("textifyd_folder_files", .gauge, "Files that are no jobs yet.")
        for folder in status.folders {
            up = up.sample(folder.health == "fine" ? 1 : 0, ("folder", folder.name))
            files = files.sample(Int64(folder.settling), ("folder", folder.name), ("stage", "settling"))
                .sample(Int64(folder.ready), ("folder", folder.name), ("stage", "ready"))
        }
        return [up, files]
    }

    private static func backends(_ status: Status) -> [MetricFamily] {
        var up = MetricFamily("textifyd_backend_up", .gauge, "Whether a backend takes calls.")
        var running = MetricFamily("textifyd_backend_calls", .gauge, "Calls that run.")
        var limit = MetricFamily("textifyd_backend_calls_limit", .gauge, "How many calls may run.")
        var waiting = MetricFamily("textifyd_backend_jobs_waiting", .gauge, "Jobs whose turn has not come.")
        for backend in status.backends {
            up = up.sample(backend.code == nil ? 1 : 0, ("backend", backend.name))
            running = running.sample(Int64(backend.running), ("backend", backend.name))
            limit = limit.sample(Int64(backend.limit), ("backend", backend.name))
            waiting = waiting.sample(Int64(backend.waiting), ("backend", backend.name))
        }
        return [up, running, limit, waiting]
    }

    private static func caches(_ status: Status) -> [MetricFamily] {
        var hits = MetricFamily("textifyd_cache_hits_total", .counter, "What was asked for and was there.")
        var misses = MetricFamily("textifyd_cache_misses_total", .counter, "What had to be made.")
        var bytes = MetricFamily("textifyd_cache_bytes", .gauge, "What a cache holds.")
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

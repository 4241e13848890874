import Synchronization

/// How long things took since the start, as histograms. Whoever measures adds to them; the page of metrics reads them.
package final class Meters: Sendable {
    /// What is measured. What its labels say is bounded: names of the configuration, words of the program.
    package enum Kind: Int, CaseIterable, Sendable {
        /// A job from its beginning to its end; how it ended.
        case job
        /// A job in one state; the state.
        case stage
        /// A question to a backend; its name, what was asked, and whether it was answered.
        case call
        /// A picture turned into art.
        case rendering
        /// A watch folder gone through.
        case listing
    }

    struct Histogram {
        /// As many as there are bounds, and one for what is beyond the last; not added up.
        var counts: [Int64]
        var sum = 0.0
    }

    struct Series: Hashable {
        let kind: Kind
        let labels: [String]
    }

    /// A name that is not foreseen can't make the page grow without end.
    private static let mostSeries = 64

    private let kept = Mutex<[Series: Histogram]>([:])

    package init() {}

    /// Adds one measurement. `labels`: as many as the kind has.
    package func add(_ kind: Kind, _ time: Duration, _ labels: String...) {
        let (whole, rest) = time.components
        let seconds = max(0, Double(whole) + Double(rest) / 1e18)
        let bounds = kind.bounds
        let place = bounds.firstIndex { seconds <= $0 } ?? bounds.count
        kept.withLock { kept in
            var series = Series(kind: kind, labels: labels)
            if kept[series] == nil, kept.count(where: { $0.key.kind == kind }) >= Self.mostSeries {
                series = Series(kind: kind, labels: labels.map { _ in "other" })
            }
            var histogram = kept[series] ?? Histogram(counts: [Int64](repeating: 0, count: bounds.count + 1))
            histogram.counts[place] += 1
            histogram.sum += seconds
            kept[series] = histogram
        }
    }

    /// As it stands now, sorted by labels.
    func series(of kind: Kind) -> [(labels: [String], histogram: Histogram)] {
        let all = kept.withLock { $0 }
        return all.filter { $0.key.kind == kind }.map { ($0.key.labels, $0.value) }
            .sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }
}

extension Meters.Kind {
    /// In seconds: the upper ends of the buckets.
    var bounds: [Double] {
        switch self {
        case .job, .stage: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200, 86_400]
        case .call: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]
        case .rendering: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
        case .listing: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.25, 1, 5, 30]
        }
    }

    var name: String {
        switch self {
        case .job: "textifyd_job_seconds"
        case .stage: "textifyd_job_state_seconds"
        case .call: "textifyd_backend_call_seconds"
        case .rendering: "textifyd_render_seconds"
        case .listing: "textifyd_scan_seconds"
        }
    }

    var help: String {
        switch self {
        case .job: "From a job's beginning to its end."
        case .stage: "How long jobs that have ended stood in each state."
        case .call: "How long a backend took to answer."
        case .rendering: "How long a picture took to become art."
        case .listing: "How long a watch folder took to be gone through."
        }
    }

    var labels: [String] {
        switch self {
        case .job, .stage: ["state"]
        case .call: ["backend", "call", "outcome"]
        case .rendering, .listing: []
        }
    }
}

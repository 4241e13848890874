import Synchronization

/// Histograms of durations since the start, for `/metrics`.
package final class Meters: Sendable {
    /// The kinds of measurements. Label values are bounded: configured names and the program's own words.
    package enum Kind: Int, CaseIterable, Sendable {
        /// A job from creation to its final state. Label: the final state.
        case job
        /// A job's time in one state. Label: the state.
        case stage
        /// A call to a backend. Labels: backend, call, outcome.
        case call
        /// Rendering a picture as text art.
        case rendering
        /// Listing a watch folder.
        case listing
    }

    struct Histogram {
        /// One count per bucket and one for values above the last bound; not cumulative.
        var counts: [Int64]
        var sum = 0.0
    }

    struct Series: Hashable {
        let kind: Kind
        let labels: [String]
    }

    /// Unforeseen label values must not let the page grow without limit.
    private static let maxSeries = 64

    private let kept = Mutex<[Series: Histogram]>([:])

    package init() {}

    /// Adds one measurement. `labels`: one value for each of the kind's labels.
    package func add(_ kind: Kind, _ time: Duration, _ labels: String...) {
        let (whole, rest) = time.components
        let seconds = max(0, Double(whole) + Double(rest) / 1e18)
        let bounds = kind.bounds
        let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
        kept.withLock { kept in
            var series = Series(kind: kind, labels: labels)
            if kept[series] == nil, kept.count(where: { $0.key.kind == kind }) >= Self.maxSeries {
                series = Series(kind: kind, labels: labels.map { _ in "other" })
            }
            var histogram = kept[series] ?? Histogram(counts: [Int64](repeating: 0, count: bounds.count + 1))
            histogram.counts[bucket] += 1
            histogram.sum += seconds
            kept[series] = histogram
        }
    }

    /// A snapshot, sorted by labels.
    func series(of kind: Kind) -> [(labels: [String], histogram: Histogram)] {
        let all = kept.withLock { $0 }
        return all.filter { $0.key.kind == kind }.map { ($0.key.labels, $0.value) }
            .sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }
}

extension Meters.Kind {
    /// The upper bounds of the buckets, in seconds.
    var bounds: [Double] {
        switch self {
        case .job, .stage: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200, 86_400]
        case .call: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]
        case .rendering: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
        case .listing: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.25, 1, 5, 30]
        }
    }

    var metric: Metric {
        switch self {
        case .job: .jobSeconds
        case .stage: .jobStateSeconds
        case .call: .backendCallSeconds
        case .rendering: .renderSeconds
        case .listing: .scanSeconds
        }
    }
}

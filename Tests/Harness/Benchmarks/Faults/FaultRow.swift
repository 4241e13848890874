import Domain

/// A row of the fault matrix.
protocol FaultRow {
    var name: String { get }
    /// What is done, for people.
    var words: String { get }
    func run(_ bench: FaultBench) throws -> FaultTally
}

/// What the points of a row came to.
struct FaultTally {
    private(set) var points = 0
    /// The points at which something was wrong, with what.
    private(set) var failures: [(point: String, wrongs: [String])] = []

    mutating func note(_ point: String, _ wrongs: [String]) {
        points += 1
        if !wrongs.isEmpty { failures.append((point, wrongs)) }
    }
}

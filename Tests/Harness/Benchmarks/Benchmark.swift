/// One entry of the table of benchmarks.
protocol Benchmark {
    static var name: String { get }
    /// What may follow the name.
    static var usage: String { get }
    static func run(_ arguments: [String]) throws
}

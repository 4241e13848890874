import Domain
import Glibc
import PlatformSystem

@main enum Start {
    /// The benchmarks, one per file. Each prints ratios to a baseline that it measures in the same run.
    private static var benchmarks: [any Benchmark.Type] {
        [
            ArtBenchmark.self, BackendsBenchmark.self, BlobsBenchmark.self, CacheBenchmark.self, ControlBenchmark.self,
            ConvertBenchmark.self,
            DropsBenchmark.self, FaultsBenchmark.self, FleetBenchmark.self, HTTPBenchmark.self, IntakeBenchmark.self,
            LibraryBenchmark.self, LikenessBenchmark.self, MemoryBenchmark.self, MotionBenchmark.self,
            OutputsBenchmark.self,
            PollingBenchmark.self,
            SimulateBenchmark.self, StartBenchmark.self,
        ]
    }

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let benchmark = benchmarks.first(where: { $0.name == words.first }) else {
            let lines = benchmarks.map { "\n  \($0.name) \($0.usage)" }.joined()
            let all = "usage: textify-bench NAME [ARGUMENT…]" + lines
            if ["--help", "-h"].contains(words.first) { return Report.line(all) }
            Report.fail(all + "\n", code: 64)
        }
        let rest = Array(words.dropFirst())
        let usage = "usage: textify-bench \(benchmark.name) \(benchmark.usage)\n"
        if rest.contains(where: { ["--help", "-h"].contains($0) }) { return Report.line(String(usage.dropLast())) }
        do {
            try benchmark.run(rest)
        } catch let error as InvalidArgument {
            Report.fail("textify-bench: \(error)\n" + usage, code: 64)
        } catch {
            Report.fail("textify-bench: \(error)\n", code: 70)
        }
    }
}

/// A benchmark that can be run by name.
protocol Benchmark {
    static var name: String { get }
    /// The arguments that may follow the name.
    static var usage: String { get }
    static func run(_ arguments: [String]) throws
}

/// The integer arguments of a benchmark, in order.
struct IntegerArguments {
    private let numbers: [Int]

    /// Throws the first word that isn't an integer, is below the minimum at its position, or is one too many.
    init(_ words: [String], atLeast least: [Int]) throws(InvalidArgument) {
        var numbers: [Int] = []
        for (place, word) in words.enumerated() {
            guard least.indices.contains(place), let number = Int(word), number >= least[place] else {
                throw InvalidArgument(word: word)
            }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// The argument at `place`, or `usual` if there are fewer arguments.
    func at(_ place: Int, usually usual: Int) -> Int { numbers.indices.contains(place) ? numbers[place] : usual }
}

/// An argument that a benchmark doesn't understand.
struct InvalidArgument: Error, CustomStringConvertible {
    let word: String

    var description: String { "unknown argument “\(word)”" }
}

/// The output of a benchmark.
enum Report {
    /// Writes one line to standard output.
    static func line(_ text: String) {
        try? StandardStream.output.write(TerminalText(text + "\n"))
    }

    /// Formats a number with two decimals, or as a dash if it isn't finite.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let hundredths = Int((value * 100).rounded())
        let digits = String(hundredths % 100)
        return "\(hundredths / 100)." + (digits.utf8.count < 2 ? "0" : "") + digits
    }

    static func fail(_ text: String, code: Int32) -> Never {
        try? StandardStream.error.write(TerminalText(text))
        exit(code)
    }
}

/// Durations of two workloads measured in alternation, so that a slow moment of the machine affects both.
struct Rounds {
    private(set) var floor: [Duration] = []
    private(set) var work: [Duration] = []

    init(_ count: Int, floor: () throws -> Void, work: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        // The first run of each warms the caches and isn't counted.
        try floor()
        try work()
        for _ in 0..<count {
            self.floor.append(try clock.measure(floor))
            self.work.append(try clock.measure(work))
        }
    }

    /// The shortest work time divided by the shortest baseline time.
    var minimumRatio: Double { (work.min() ?? .zero) / (floor.min() ?? .zero) }
    /// The median of the ratios of the rounds.
    var medianRatio: Double { Self.median(zip(work, floor).map { $0 / $1 }) }

    static func milliseconds(_ durations: [Duration]) -> (minimum: Double, median: Double) {
        let values = durations.map { $0 / .milliseconds(1) }
        return (values.min() ?? 0, median(values))
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

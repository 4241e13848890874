import PlatformSystem

@main enum Start {
    /// One benchmark a file; each prints ratios to a floor that it measures in the same run.
    private static var benchmarks: [any Benchmark.Type] {
        [
            ArtBenchmark.self, BackendsBenchmark.self, ControlBenchmark.self, ConvertBenchmark.self,
            DropsBenchmark.self, FaultsBenchmark.self, HTTPBenchmark.self, IntakeBenchmark.self,
            PollingBenchmark.self, SimulateBenchmark.self, StartBenchmark.self,
        ]
    }

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let benchmark = benchmarks.first(where: { $0.name == words.first }) else {
            let lines = benchmarks.map { "  \($0.name) \($0.usage)\n" }.joined()
            Report.fail("usage: textify-bench NAME [ARGUMENT…]\n" + lines, code: 64)
        }
        do {
            try benchmark.run(Array(words.dropFirst()))
        } catch {
            Report.fail("textify-bench: \(error)\n", code: 70)
        }
    }
}

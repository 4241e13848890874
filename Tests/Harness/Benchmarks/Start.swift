import PlatformSystem

@main enum Start {
    /// One benchmark a file; each prints ratios to a floor that it measures in the same run.
    private static var benchmarks: [any Benchmark.Type] {
        [
            ArtBenchmark.self, BackendsBenchmark.self, ControlBenchmark.self, ConvertBenchmark.self,
            DropsBenchmark.self, FaultsBenchmark.self, HTTPBenchmark.self, IntakeBenchmark.self,
            MemoryBenchmark.self,
            PollingBenchmark.self, SimulateBenchmark.self, StartBenchmark.self,
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
        } catch let error as WrongWord {
            Report.fail("textify-bench: \(error)\n" + usage, code: 64)
        } catch {
            Report.fail("textify-bench: \(error)\n", code: 70)
        }
    }
}

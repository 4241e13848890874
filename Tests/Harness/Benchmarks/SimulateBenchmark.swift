import FoundationEssentials
import Glibc
import MVISimulation
import Simulation

/// Runs simulated histories of a service, or of several that share a database: `--fleets --seeds N --from S`. The first history that breaks a promise is printed
/// with its trace and ends the run with exit status 1.
enum SimulateBenchmark: Benchmark {
    static let name = "simulate"
    static let usage = "[--fleets] [--seeds N=1000] [--from S=1] [--bug NAME] [--hashes] [--trace]"

    static func run(_ arguments: [String]) throws {
        try makeRepeatable()
        var words = arguments[...]
        var (count, first, bug): (UInt64, UInt64, InjectedBug?) = (1_000, 1, nil)
        var (isFleet, printsHashes, printsTrace) = (false, false, false)
        while let word = words.popFirst() {
            switch word {
            case "--seeds": count = try number(&words)
            case "--from": first = try number(&words)
            case "--bug":
                bug = try InjectedBug(rawValue: words.popFirst() ?? "") ?? { throw InvalidArgument(word: word) }()
            case "--fleets": isFleet = true
            case "--hashes": printsHashes = true
            case "--trace": printsTrace = true
            default: throw InvalidArgument(word: word)
            }
        }
        Simulation.installSchedule()
        let start = ContinuousClock.now
        var (acts, turns) = (0, UInt64(0))
        guard count > 0, first <= UInt64.max - count else { throw InvalidArgument(word: "--seeds \(count)") }
        for seed in first..<(first + count) {
            let outcome = Simulation.run(seed: seed, isFleet: isFleet, bug: bug, isTold: printsTrace)
            acts += outcome.acts
            turns += outcome.turns
            if printsHashes { Report.line("\(seed) \(String(outcome.hash, radix: 16))") }
            for line in outcome.lines { Report.line(line) }
            if !printsHashes, (seed - first) % 50 == 49 { Report.line("\(seed - first + 1) histories") }
            if !outcome.faults.isEmpty { tell(outcome, isFleet, bug, isTold: printsTrace) }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        Report.line("\(count) histories without a failure, \(acts) side effects, \(turns) scheduler steps")
        if !printsHashes { Report.line("\(Report.number(Double(count) / seconds)) histories a second") }
    }

    private static func tell(
        _ outcome: Simulation.Outcome, _ isFleet: Bool, _ bug: InjectedBug?, isTold: Bool
    ) -> Never {
        if !isTold {
            let again = Simulation.run(seed: outcome.seed, isFleet: isFleet, bug: bug, isTold: true)
            for line in again.lines { Report.line(line) }
        }
        Report.fail("seed \(outcome.seed):\n" + outcome.faults.map { "  \($0)\n" }.joined(), code: 1)
    }

    private static func number(_ words: inout ArraySlice<String>) throws -> UInt64 {
        let word = words.popFirst() ?? ""
        guard let number = UInt64(word) else { throw InvalidArgument(word: word) }
        return number
    }

    /// Restarts this process with deterministic hashing, because the iteration order of sets and dictionaries otherwise
    /// differs from process to process.
    private static func makeRepeatable() throws {
        let mark = "SWIFT_DETERMINISTIC_HASHING"
        guard ProcessInfo.processInfo.environment[mark] == nil else { return }
        setenv(mark, "1", 1)
        setenv("TZ", "UTC", 1)
        var words = CommandLine.arguments.map { strdup($0) }
        words.append(nil)
        execv("/proc/self/exe", words)
        throw InvalidArgument(word: mark)
    }
}

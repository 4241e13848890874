import Testing

/// Simulated histories of the whole service. Each set runs in a process of its own, because the scheduler hooks are
/// process-wide.
@Suite("Simulation", .ownThread)
struct SimulationTests {
    @Test("a seed always gives the same history, and different seeds give different ones")
    func repeats() throws {
        let runs = try [run(["--seeds", "40", "--hashes"]), run(["--seeds", "40", "--hashes"])]
        #expect(runs[0].ending == .code(0))
        #expect(runs[0].output == runs[1].output)
        let hashes = runs[0].output.split(separator: "\n").prefix(40).compactMap { $0.split(separator: " ").last }
        #expect(Set(hashes).count == 40)
    }

    /// A debug build simulates about ten histories a second; `Tests/run --all` simulates 2,000 with the release build.
    @Test("150 histories keep every promise")
    func promises() throws {
        let run = try run(["--seeds", "150"])
        #expect(run.ending == .code(0), "\(run.log)")
    }

    @Test(
        "histories that once broke a promise stay fixed",
        arguments: [
            225, 4_505, 10_995, 14_461, 15_071, 19_405, 57_637, 67_515, 234, 1_246, 3_043, 12_785, 50_001, 884, 51_271,
            40_001_160,
        ])
    func again(seed: Int) throws {
        let run = try run(["--seeds", "1", "--from", "\(seed)"])
        #expect(run.ending == .code(0), "\(run.log)")
    }

    /// Each bug has a first seed that finds it soon: in some histories a bug makes the service wait for ever, and the
    /// run takes long.
    @Test(
        "each injected bug is found by the promise that it breaks",
        arguments: [
            Mistake("claim-after-acting", from: 33, "calls are recorded"),
            Mistake("no-folder-sync", "delivered 0 times"),
            Mistake("no-file-sync", from: 60, "lost: no job"),
            Mistake("retry-of-unknown", "paid 2 times"),
            Mistake("ignored-gates", "was begun behind the closed"),
            Mistake("plans-twice", "made jobs 2 times"),
            Mistake("message-lost", "was never told of"),
            Mistake("gateway-believed", from: 113, "paid 2 times"),
            Mistake("fetch-buys-again", "calls are recorded"),
            Mistake("late-write", "calls are recorded"),
            Mistake("redelivery", from: 11, "times as txt"),
            Mistake("half-written", "torn"),
            Mistake("parts-stay", from: 6, "left over"),
            Mistake("immovable", from: 75, "the service did not settle"),
            Mistake("source-stays", "picked up 2 times"),
            Mistake("sidecar-lost", "its sidecar is not beside it"),
            Mistake("no-note", "but has 0 notes"),
            Mistake("no-latest", "latest.txt is missing"),
            Mistake("no-excerpt", "were kept"),
            Mistake("no-reason", "without an error text"),
            Mistake("no-reason", from: 60, "no error text beside"),
            Mistake("drop-lost", from: 37, "lost: no job"),
            Mistake("line-lost", "it has jobs for lines"),
            Mistake("sample-lost", "it has jobs for lines"),
            Mistake("tags-lost", "its own tag"),
            Mistake("artwork-lost", "the library has no artwork"),
            Mistake("kept-picture-lost", "is kept but has no file"),
            Mistake("key-lost", "order 1: accepted 2 times"),
            Mistake("done-is-cancelled", "cancelled without a request"),
            Mistake("done-is-failed", "failed without a cause"),
            Mistake("done-is-unknown", from: 37, "unknown without a cause"),
            Mistake("done-is-held", "held without a cause"),
            Mistake("unspent", "the ledger has"),
            Mistake("no-cap", "a call above the cap"),
            Mistake("question-repeated", from: 60, "paid for twice"),
        ])
    func catches(_ mistake: Mistake) throws {
        let run = try run(["--seeds", "200", "--from", "\(mistake.from)", "--bug", mistake.name])
        #expect(run.ending == .code(1))
        #expect(run.log.first?.hasPrefix("seed ") == true)
        #expect(run.log.contains { $0.contains(mistake.promise) }, "\(run.log)")
        #expect(run.output.contains("starts"))
    }

    @Test("without an injected bug the same histories keep every promise")
    func unbroken() throws {
        let run = try run(["--seeds", "20", "--from", "20"])
        #expect(run.ending == .code(0), "\(run.log)")
    }

    @Test("histories of services that share a database repeat, and keep every promise")
    func fleets() throws {
        let runs = try [
            run(["--fleets", "--seeds", "8", "--hashes"]), run(["--fleets", "--seeds", "8", "--hashes"]),
        ]
        #expect(runs[0].ending == .code(0), "\(runs[0].log)")
        #expect(runs[0].output == runs[1].output)
        let more = try run(["--fleets", "--seeds", "24", "--from", "9"])
        #expect(more.ending == .code(0), "\(more.log)")
    }

    @Test(
        "each bug injected into the sharing of work is found by the promise that it breaks",
        arguments: [
            Mistake("age-only", from: 9, "cancelled without a request"),
            Mistake("local-lease", from: 2, "which was silent for half a minute"),
            Mistake("unowned-final", from: 120, "was ended by two nodes"),
            Mistake("announcements-only", from: 77, "was free for half a minute"),
            Mistake("pays-late", from: 20, "sent an order after it was declared dead"),
        ])
    func catchesInFleets(_ mistake: Mistake) throws {
        let run = try run(["--fleets", "--seeds", "100", "--from", "\(mistake.from)", "--bug", mistake.name])
        #expect(run.ending == .code(1))
        #expect(run.log.contains { $0.contains(mistake.promise) }, "\(run.log)")
    }

    struct Mistake: CustomTestStringConvertible {
        let name: String
        let from: Int
        /// Part of the message about the promise that it breaks.
        let promise: String

        init(_ name: String, from: Int = 20, _ promise: String) {
            self.name = name
            self.from = from
            self.promise = promise
        }

        var testDescription: String { name }
    }

    private struct Run {
        let ending: Program.Ending
        let output: String
        let log: [String]
    }

    private func run(_ words: [String]) throws -> Run {
        let program = try Program("textify-bench", ["simulate"] + words, home: "/tmp")
        let ending = try program.ending()
        return Run(ending: ending, output: String(decoding: program.output, as: UTF8.self), log: program.log)
    }
}

import Testing

/// Whole histories in a process of their own: the hooks of the schedule are the process's.
@Suite("Simulation", .ownThread)
struct SimulationTests {
    @Test("one seed gives one history, to the last act; another seed gives another")
    func repeats() throws {
        let runs = try [run(["--seeds", "40", "--hashes"]), run(["--seeds", "40", "--hashes"])]
        #expect(runs[0].ending == .code(0))
        #expect(runs[0].output == runs[1].output)
        let hashes = runs[0].output.split(separator: "\n").prefix(40).compactMap { $0.split(separator: " ").last }
        #expect(Set(hashes).count == 40)
    }

    /// Without optimisation about ten histories are played a second; `Tests/run --all` plays 2,000 of the release build.
    @Test("150 histories keep every promise")
    func promises() throws {
        let run = try run(["--seeds", "150"])
        #expect(run.ending == .code(0), "\(run.log)")
    }

    @Test(
        "histories in which promises were broken once",
        arguments: [
            225, 4_505, 10_995, 14_461, 15_071, 19_405, 57_637, 67_515, 234, 1_246, 3_043, 12_785, 50_001, 884, 51_271,
            40_001_160,
        ])
    func again(seed: Int) throws {
        let run = try run(["--seeds", "1", "--from", "\(seed)"])
        #expect(run.ending == .code(0), "\(run.log)")
    }

    /// Each from a seed on where it is found soon: in some histories it makes the service wait for ever, which takes long.
    @Test(
        "the net catches: a mistake that is made on purpose is found by the promise that it breaks",
        arguments: [
            Mistake("claim-after-acting", from: 33, "calls are written down"),
            Mistake("no-folder-sync", "delivered 0 times"),
            Mistake("no-file-sync", from: 60, "lost: no job"),
            Mistake("retry-of-unknown", "paid 2 times"),
            Mistake("gateway-believed", from: 57, "paid 2 times"),
            Mistake("fetch-buys-again", "calls are written down"),
            Mistake("late-write", "calls are written down"),
            Mistake("redelivery", from: 11, "times as txt"),
            Mistake("half-written", "torn"),
            Mistake("parts-stay", from: 6, "left over"),
            Mistake("immovable", from: 75, "it did not come to rest"),
            Mistake("source-stays", "taken 2 times"),
            Mistake("sidecar-lost", "what lay beside it"),
            Mistake("no-note", "notes say so"),
            Mistake("no-latest", "latest.txt is not there"),
            Mistake("no-excerpt", "are kept"),
            Mistake("no-reason", "without their reasons"),
            Mistake("no-reason", from: 60, "nothing says why it failed"),
            Mistake("drop-lost", from: 37, "lost: no job"),
            Mistake("line-lost", "it has jobs for lines"),
            Mistake("tags-lost", "its own tag"),
            Mistake("key-lost", "order 1: taken 2 times"),
            Mistake("done-is-cancelled", "cancelled by nobody"),
            Mistake("done-is-failed", "failed for no reason"),
            Mistake("done-is-unknown", from: 37, "unknown for no reason"),
            Mistake("done-is-held", "held for no reason"),
            Mistake("unspent", "the ledger says"),
            Mistake("no-cap", "a call above the cap"),
        ])
    func catches(_ mistake: Mistake) throws {
        let run = try run(["--seeds", "200", "--from", "\(mistake.from)", "--bug", mistake.name])
        #expect(run.ending == .code(1))
        #expect(run.log.first?.hasPrefix("seed ") == true)
        #expect(run.log.contains { $0.contains(mistake.promise) }, "\(run.log)")
        #expect(run.output.contains("starts"))
    }

    @Test("without a mistake the same histories keep every promise")
    func unbroken() throws {
        let run = try run(["--seeds", "20", "--from", "20"])
        #expect(run.ending == .code(0), "\(run.log)")
    }

    struct Mistake: CustomTestStringConvertible {
        let name: String
        let from: Int
        /// What is said of the promise that it breaks.
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

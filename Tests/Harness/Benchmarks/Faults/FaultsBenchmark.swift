import PlatformSystem

/// The service that lies beside this program meets faults, row by row of the matrix, and what becomes of its drops is looked
/// at: nothing lost, nothing doubled, nothing torn, nothing paid twice.
enum FaultsBenchmark: Benchmark {
    static let name = "faults"
    static let usage = "[ROW…] [--points N] [--seed S]"

    static func run(_ arguments: [String]) throws {
        var words = arguments
        let most = number(of: "--points", in: &words)
        let bench = try FaultBench(most: most, seed: number(of: "--seed", in: &words) ?? 0)
        let failed = try tried(try chosen(words), bench)
        bench.close()
        guard failed == 0 else { Report.fail("\(failed) points failed\n", code: 1) }
    }

    /// How many points failed.
    private static func tried(_ rows: [any FaultRow], _ bench: FaultBench) throws -> Int {
        var failed = 0
        Report.line("row             points  passed  failed")
        for row in rows {
            let tally = try row.run(bench)
            failed += tally.failures.count
            let figures = [tally.points, tally.points - tally.failures.count, tally.failures.count]
            Report.line(padded(row.name, 16) + figures.map { padded("\($0)", 8) }.joined() + row.words)
            for failure in tally.failures {
                Report.line("  at \(failure.point)")
                for wrong in failure.wrongs { Report.line("    " + wrong) }
            }
        }
        return failed
    }

    private static var rows: [any FaultRow] {
        [KillRow(effect: "kill"), KillRow(effect: "killed"), KillTwiceRow(), FetchRow(), TraceRow()]
            + ["EIO", "ENOSPC", "EMFILE", "ENOMEM"].map(ErrorRow.init) + [
                HiccupRow(effect: "EINTR"), HiccupRow(effect: "short"), RepairRow(), TwinRow(), StormRow(),
                OverflowRow(), SoakRow(),
            ]
    }

    private static func chosen(_ names: [String]) throws -> [any FaultRow] {
        guard !names.isEmpty else { return rows }
        return try names.map { name in
            guard let row = rows.first(where: { $0.name == name }) else {
                throw FaultTrouble.noSuchRow("\(name): there are " + rows.map(\.name).joined(separator: ", "))
            }
            return row
        }
    }

    private static func number(of option: String, in words: inout [String]) -> Int? {
        guard let place = words.firstIndex(of: option), place + 1 < words.count else { return nil }
        defer { words.removeSubrange(place...(place + 1)) }
        return Int(words[place + 1])
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }
}

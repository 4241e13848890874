import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// Injects faults into the service next to this program, row by row of the fault matrix, and checks its drops
/// afterwards: nothing lost, duplicated, torn or paid twice.
enum FaultsBenchmark: Benchmark {
    static let name = "faults"
    static let usage = "[ROW…] [--points N] [--seed S]"

    static func run(_ arguments: [String]) throws {
        var words = arguments
        let most = number(of: "--points", in: &words)
        let bench = try FaultRunner(most: most, seed: number(of: "--seed", in: &words) ?? 0)
        let failed = try tried(try chosen(words), bench)
        bench.close()
        guard failed == 0 else { Report.fail("\(failed) points failed\n", code: 1) }
    }

    /// Runs the rows and returns the number of failed points.
    private static func tried(_ rows: [any FaultRow], _ bench: FaultRunner) throws -> Int {
        var failed = 0
        Report.line("row             points  passed  failed")
        for row in rows {
            var tally = try row.run(bench)
            if tally.points == 0 { tally.note("no call", ["no fault was triggered: the row proves nothing"]) }
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
        [
            KillRow(effect: "kill"), KillRow(effect: "killed"), KillTwiceRow(), ReplaceRow(), FetchRow(), RetryRow(),
            VerifyRow(), LibraryRow(), KeepRow(), ImportRow(), TaggingRow(), PlansRow(), NotificationsRow(),
            RestoreRow(),
            TraceRow(),
        ]
            + ["EIO", "ENOSPC", "EMFILE", "ENOMEM"].map(ErrorRow.init) + [
                TransientRow(effect: "EINTR"), TransientRow(effect: "short"), RepairRow(), TwinRow(), StormRow(),
                OverflowRow(), SoakRow(),
            ] + fleetRows
    }

    private static var fleetRows: [any FaultRow] {
        [
            FleetKillRow(), FleetStopRow(), FleetServerRow(), FleetTerminateRow(), FleetCableRow(), FleetNetworkRow(),
            FleetPoolerRow(),
            FleetPromoteRow(), FleetClockRow(), FleetFullRow(), FleetBucketRow(),
        ]
    }

    private static func chosen(_ names: [String]) throws -> [any FaultRow] {
        guard !names.isEmpty else { return rows }
        return try names.map { name in
            guard let row = rows.first(where: { $0.name == name }) else {
                throw FaultsError.noSuchRow("\(name); known rows: " + rows.map(\.name).joined(separator: ", "))
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

/// Runs the points of the matrix, each in a fresh installation, and compares with the results of an undisturbed run.
final class FaultRunner {
    /// The maximum number of points per kind of call; `nil` runs them all.
    let most: Int?
    /// Shifts which points are chosen, and seeds random rows.
    let seed: Int
    private let home: FolderPath
    private var number = 0
    private var sharedBench: FleetBench?
    /// The text art of an undisturbed run, by file stem.
    private(set) var reference: [String: [UInt8]] = [:]
    /// The number of calls of each kind in the undisturbed run.
    private(set) var calls: [String: Int] = [:]

    init(most: Int?, seed: Int) throws {
        self.most = most
        self.seed = seed
        home = FolderPath.ofBenchmark("faults")
        let site = try site()
        defer { site.remove() }
        try site.dropSample()
        let ending = try site.start().ending(within: .seconds(60))
        // One of the files is refused.
        guard ending == .code(65) else {
            throw FaultsError.undisturbed("\(String(describing: ending))", try log(of: site))
        }
        for job in site.drops.flatMap(\.jobs) {
            let art = FileManager.default.contents(atPath: site.outbox.appending(job.stem + ".txt").shown)
            reference[job.stem] = art.map { Array($0) }
        }
        calls = try site.counted()
        let findings = try FaultFindings(site, .whole, against: reference)
        guard findings.wrongs.isEmpty else {
            throw FaultsError.undisturbed(findings.wrongs.joined(separator: "; "), try log(of: site))
        }
    }

    /// The art of a file in the undisturbed run.
    func art(_ stem: String) -> [UInt8] { reference[stem] ?? [] }

    /// Creates a fresh installation.
    func site(
        watch further: String = "", givesAddresses: Bool = false, tagsArtworks: Bool = false,
        shared: FaultSharedDatabase? = nil
    ) throws -> FaultInstallation {
        number += 1
        return try FaultInstallation(
            in: home, named: "\(number)", watch: further, givesAddresses: givesAddresses, tagsArtworks: tagsArtworks,
            shared: shared)
    }

    /// What the rows about several services need, which is made at the first use.
    func fleet() throws -> FleetBench {
        if let sharedBench { return sharedBench }
        let made = try FleetBench(self, in: home)
        sharedBench = made
        return made
    }

    /// The numbers of the calls of a kind to try: all of them, or an evenly spaced selection.
    func numbers(of call: String) -> [Int] {
        let count = calls[call] ?? 0
        guard let most, most < count else { return Array(1...max(1, count)) }
        return (0..<most).map { ($0 * count / most + seed % max(1, count / most)) % count + 1 }
    }

    /// Tries one point in a fresh installation: a run per fault, then an undisturbed run, then the check. Returns `nil`
    /// if the first fault was never triggered.
    func wrongs(
        after faults: [FaultInjection], _ tolerance: FaultFindings.Tolerance
    ) throws -> [String]? {
        let site = try site()
        defer { site.remove() }
        try site.dropSample()
        var wrongs: [String] = []
        for (index, fault) in faults.enumerated() {
            let ending = try site.start(["--once"], fault).ending(within: .seconds(60))
            if !site.wasFaultTriggered, index == 0 { return nil }
            if let wrong = Self.wrong(ending, tolerance) { wrongs.append(wrong) }
        }
        let ending = try site.start().ending(within: .seconds(60))
        if let wrong = Self.wrong(ending, .whole) { wrongs.append("afterwards " + wrong) }
        wrongs += try FaultFindings(site, tolerance, against: reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try log(of: site))
    }

    func close() {
        sharedBench = nil
        try? FileManager.default.removeItem(atPath: home.shown)
    }

    func log(of site: FaultInstallation) throws -> [String] {
        (try String(contentsOfFile: site.log.shown, encoding: .utf8)).split(separator: "\n").suffix(30).map(String.init)
    }

    /// The complaint about an exit that isn't allowed: a crash, a hang or an undocumented status. `nil` if it is
    /// allowed.
    static func wrong(_ ending: ChildService.Ending?, _ tolerance: FaultFindings.Tolerance) -> String? {
        switch ending {
        case nil: "did not exit within a minute"
        case .signal(SIGKILL): nil
        case .signal(let number): "killed by signal \(number)"
        case .code(0), .code(65), .code(75): nil
        case .code(71), .code(73), .code(74), .code(69), .code(78), .code(77):
            tolerance == .explained ? nil : "exited with \(ending.map { "\($0)" } ?? "")"
        case .code(let code): "exited with \(code)"
        }
    }
}

/// Reasons why the matrix can't be run at all.
enum FaultsError: Error {
    case undisturbed(String, [String])
    case noSuchRow(String)
}

import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// Where points are tried: each in a fresh site, against what an undisturbed one came to.
final class FaultBench {
    /// At most so many points of each kind of call; `nil` is every one.
    let most: Int?
    /// Where the chosen points begin.
    let seed: Int
    private let home: FolderPath
    private var number = 0
    /// The text art of an undisturbed run, by the stem.
    private(set) var reference: [String: [UInt8]] = [:]
    /// How many calls of each kind that run made.
    private(set) var calls: [String: Int] = [:]

    init(most: Int?, seed: Int) throws {
        self.most = most
        self.seed = seed
        home = FolderPath.ofBenchmark("faults")
        let site = try site()
        defer { site.remove() }
        try site.dropFour()
        let ending = try site.start().ending(within: .seconds(60))
        guard ending == .code(0) else {
            throw FaultTrouble.undisturbed("\(String(describing: ending))", try log(of: site))
        }
        for drop in site.drops {
            let art = FileManager.default.contents(atPath: site.outbox.appending(drop.stem + ".txt").shown)
            reference[drop.stem] = art.map { Array($0) }
        }
        for line in try String(contentsOfFile: site.counts.shown, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { calls[String(words[0])] = Int(words[1]) }
        }
        let findings = try FaultFindings(site, .whole, against: reference)
        guard findings.wrongs.isEmpty else {
            throw FaultTrouble.undisturbed(findings.wrongs.joined(separator: "; "), try log(of: site))
        }
    }

    /// A fresh one.
    func site(watch further: String = "", givesAddresses: Bool = false) throws -> FaultSite {
        number += 1
        return try FaultSite(in: home, named: "\(number)", watch: further, givesAddresses: givesAddresses)
    }

    /// Which of the calls of a kind are tried: all, or some that lie evenly.
    func numbers(of call: String) -> [Int] {
        let count = calls[call] ?? 0
        guard let most, most < count else { return Array(1...max(1, count)) }
        return (0..<most).map { ($0 * count / most + seed % max(1, count / most)) % count + 1 }
    }

    /// A point in a fresh site: runs with faults, one after the other, then one that is left alone, and what became of it
    /// all. `nil` when the first of the faults did not come about.
    func wrongs(
        after faults: [FaultInjection], _ tolerance: FaultFindings.Tolerance
    ) throws -> [String]? {
        let site = try site()
        defer { site.remove() }
        try site.dropFour()
        var wrongs: [String] = []
        for (index, fault) in faults.enumerated() {
            let ending = try site.start(["--once"], fault).ending(within: .seconds(60))
            if !site.hasMetFault, index == 0 { return nil }
            if let wrong = Self.wrong(ending, tolerance) { wrongs.append(wrong) }
        }
        let ending = try site.start().ending(within: .seconds(60))
        if let wrong = Self.wrong(ending, .whole) { wrongs.append("afterwards " + wrong) }
        wrongs += try FaultFindings(site, tolerance, against: reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["its log:"] + (try log(of: site))
    }

    func close() {
        try? FileManager.default.removeItem(atPath: home.shown)
    }

    func log(of site: FaultSite) throws -> [String] {
        (try String(contentsOfFile: site.log.shown, encoding: .utf8)).split(separator: "\n").suffix(30).map(String.init)
    }

    /// Whether a program ended as it never may: in a crash, or not at all, or with a code that nobody documented.
    static func wrong(_ ending: ChildService.Ending?, _ tolerance: FaultFindings.Tolerance) -> String? {
        switch ending {
        case nil: "it did not end within a minute"
        case .signal(SIGKILL): nil
        case .signal(let number): "it ended by signal \(number)"
        case .code(0), .code(65), .code(75): nil
        case .code(71), .code(73), .code(74), .code(69), .code(78), .code(77):
            tolerance == .explained ? nil : "it ended with \(ending.map { "\($0)" } ?? "")"
        case .code(let code): "it ended with \(code)"
        }
    }
}

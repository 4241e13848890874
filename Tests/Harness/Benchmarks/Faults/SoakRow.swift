import Domain
import FoundationEssentials
import Glibc

/// A long time of small troubles: in each of its lives, a minute long, the service meets a fault by chance while a drop a
/// second comes, and is killed in the end. Nothing may be lost, and nothing may grow.
struct SoakRow: FaultRow {
    let name = "soak"
    let words = "an hour: a drop a second, a fault by chance and a kill a minute; nothing lost, nothing grows"

    private static let calls = ["open", "read", "write", "sync", "rename", "unlink", "mkdir", "truncate", "close"]
    private static let effects = ["EIO", "ENOSPC", "EMFILE", "EINTR", "short"]
    private static let seconds = 60

    /// How large the service was half a minute after a start.
    private struct Size {
        /// In KiB.
        let memory: Int
        let descriptors: Int
        let threads: Int
    }

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(bench.seed)))
        let site = try bench.site(watch: "interval = \"5s\"")
        defer { site.remove() }
        let minutes = bench.most ?? 60
        var sizes: [Size] = []
        for minute in 0..<minutes {
            sizes += try live(minute, Self.fault(&random), site)
        }
        let ending = try site.start().ending(within: .seconds(600))
        var wrongs = try FaultFindings(site, .explained, against: nil).wrongs
        if ![.code(0), .code(65), .code(75)].contains(ending) {
            wrongs.append("it ended with \(String(describing: ending))")
        }
        // A fault by chance may end a life early; one that ends most of them is no soak.
        if sizes.count * 2 < minutes { wrongs.append("it was there in \(sizes.count) of \(minutes) lives") }
        let done = try FaultBook(site).states.values.count { $0 == "done" }
        if done * 100 < site.drops.count * 95 { wrongs.append("\(done) of \(site.drops.count) drops are done") }
        wrongs += growth(sizes)
        tally.note("\(minutes) minutes, \(site.drops.count) drops", Array(wrongs.prefix(20)))
        return tally
    }

    private static func fault(_ random: inout SplitMix64) -> FaultInjection {
        let call = calls[Int(random.next() % UInt64(calls.count))]
        let effect = effects[Int(random.next() % UInt64(effects.count))]
        return .at(Int(random.next() % 4_000) + 1, call, effect)
    }

    /// A minute; empty where the fault ended it early.
    private func live(_ minute: Int, _ fault: FaultInjection, _ site: FaultSite) throws -> [Size] {
        let service = try site.start([], fault)
        let watch = ProcessWatch(service.identifier)
        var size: Size?
        for second in 0..<Self.seconds {
            let number = minute * Self.seconds + second
            try site.drop([
                number % 4 == 0
                    ? FaultDrop(name: "boat-\(number).txt", kind: .prompt("boat \(number)"))
                    : FaultDrop(name: "tree-\(number).png", kind: .picture)
            ])
            // A drop a second is what this row is about.
            usleep(1_000_000)
            guard second == Self.seconds / 2 else { continue }
            size = try? Size(
                memory: watch.memory(), descriptors: watch.descriptors(), threads: watch.threads())
        }
        service.send(SIGKILL)
        _ = service.ending(within: .seconds(10))
        return size.map { [$0] } ?? []
    }

    /// The last lives against the first ones.
    private func growth(_ sizes: [Size]) -> [String] {
        guard sizes.count >= 4 else { return [] }
        let part = max(1, sizes.count / 4)
        let (first, last) = (sizes.prefix(part), sizes.suffix(part))
        return [
            ("memory in KiB", \Size.memory, 8_192), ("descriptors", \.descriptors, 8), ("threads", \.threads, 4),
        ].compactMap { (what, path, slack) in
            let (before, after) = (
                Self.median(first.map { $0[keyPath: path] }), Self.median(last.map { $0[keyPath: path] })
            )
            Report.line("  \(what): \(before) at first, \(after) at last")
            return after > before + slack ? "\(what) grew from \(before) to \(after)" : nil
        }
    }

    private static func median(_ numbers: [Int]) -> Int {
        numbers.sorted()[numbers.count / 2]
    }
}

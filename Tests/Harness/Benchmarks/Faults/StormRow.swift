import Domain
import Glibc

/// Killed again and again at moments that nobody chose, while much is dropped.
struct StormRow: FaultRow {
    let name = "storm"
    let words = "SIGKILL at moments by chance while a hundred pictures and prompts are worked on, then a start"

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(bench.seed)))
        for round in 1...(bench.most ?? 20) {
            let site = try bench.site()
            defer { site.remove() }
            try site.drop(Self.hundred())
            var kills = 0
            for _ in 0..<10 {
                let service = try site.start([])
                // Chance is what this row is about.
                usleep(UInt32(20_000 + random.next() % 400_000))
                service.send(SIGKILL)
                if service.ending(within: .seconds(10)) == .signal(SIGKILL) { kills += 1 }
            }
            let ending = try site.start().ending(within: .seconds(300))
            var wrongs = try FaultFindings(site, .whole, against: nil).wrongs
            if ![.code(0), .code(75)].contains(ending) { wrongs.append("it ended with \(String(describing: ending))") }
            tally.note("round \(round), \(kills) kills", wrongs.isEmpty ? [] : wrongs + (try bench.log(of: site)))
        }
        return tally
    }

    private static func hundred() -> [FaultDrop] {
        (0..<100).map { number in
            number % 2 == 0
                ? FaultDrop(name: "boat-\(number).txt", kind: .prompt("boat \(number)"))
                : FaultDrop(name: "tree-\(number).png", kind: .picture)
        }
    }
}

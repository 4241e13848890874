import Domain
import Glibc

/// More files than the kernel keeps news of, dropped while the service is stopped: the listing finds them all.
struct OverflowRow: FaultRow {
    let name = "overflow"
    let words = "20,000 pictures while the service is stopped by SIGSTOP: all done once"

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        let count = bench.most.map { $0 * 1_000 } ?? 20_000
        let site = try bench.site()
        defer { site.remove() }
        let service = try site.start([])
        try site.ready()
        service.send(SIGSTOP)
        try site.drop((0..<count).map { FaultDrop(name: "tree-\($0).png", kind: .picture) })
        let start = ContinuousClock.now
        service.send(SIGCONT)
        let isDone = site.wait(.seconds(600)) { site.isDelivered }
        let took = ContinuousClock.now - start
        service.stop()
        let ending = service.ending(within: .seconds(60))
        var wrongs = try FaultFindings(site, .whole, against: nil).wrongs
        if !isDone || ending != .code(0) { wrongs.append("it ended with \(String(describing: ending))") }
        Report.line("  \(count) after \(Report.number(took / .seconds(1))) s")
        tally.note("\(count) files", Array(wrongs.prefix(20)))
        return tally
    }
}

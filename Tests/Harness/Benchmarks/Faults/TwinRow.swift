import Glibc

/// Two services on one state folder: the second one says so and ends, and the first one does not notice.
struct TwinRow: FaultRow {
    let name = "twin"
    let words = "a second service on the same state ends with 75, the first goes on"

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        let site = try bench.site()
        defer { site.remove() }
        let first = try site.start([])
        try site.ready()
        let second = try site.start([]).ending(within: .seconds(20))
        try site.dropFour()
        let isDone = site.wait(.seconds(60)) { site.isDelivered }
        first.stop()
        let ending = first.ending(within: .seconds(60))
        var wrongs = try FaultFindings(site, .whole, against: bench.reference).wrongs
        if second != .code(75) { wrongs.append("the second one ended with \(String(describing: second))") }
        if ending != .code(0) || !isDone { wrongs.append("the first one ended with \(String(describing: ending))") }
        tally.note("a second start", wrongs)
        return tally
    }
}

import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// A folder or a disk that refuses everything for a while, under a service that runs: once it is mended the work goes on by
/// itself, within a minute.
struct RepairRow: FaultRow {
    let name = "repair"
    let words = "every call of a kind on a folder fails until that is mended; done within a minute, by itself"

    /// What is broken: a kind of call, its error, and the part of the path that it is for.
    private static let breakages: [(call: String, error: String, path: String)] = [
        ("open", "ENOSPC", "/outbox"), ("write", "ENOSPC", "/outbox"), ("sync", "EIO", "/outbox"),
        ("rename", "EROFS", "/outbox"), ("open", "EMFILE", "/inbox"), ("write", "ENOSPC", "/blobs"),
        ("sync", "EIO", "/blobs"), ("write", "ENOSPC", "/textifyd.db"), ("sync", "EIO", "/textifyd.db"),
    ]

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        let breakages = bench.most.map { Array(Self.breakages.prefix($0)) } ?? Self.breakages
        for breakage in breakages {
            let wrongs = try wrongs(breakage, bench)
            tally.note("\(breakage.call) \(breakage.error) on \(breakage.path)", wrongs)
        }
        return tally
    }

    private func wrongs(_ breakage: (call: String, error: String, path: String), _ bench: FaultBench) throws -> [String]
    {
        let site = try bench.site(watch: "interval = \"1s\"")
        defer { site.remove() }
        let broken = site.root.appending("broken")
        var fault = FaultInjection(breakage.call, breakage.error)
        fault.path = breakage.path
        fault.condition = broken
        let service = try site.start([], fault)
        try site.ready()
        try FileDescriptor.folder(site.root).write([], to: broken.name)
        try site.dropFour()
        let isMet = site.wait(.seconds(20)) { site.hasMetFault }
        // What the service makes of the first refusal takes its course.
        usleep(1_000_000)
        try FileManager.default.removeItem(atPath: broken.shown)
        let start = ContinuousClock.now
        let isDone = site.wait(.seconds(60)) { site.isDelivered }
        let took = ContinuousClock.now - start
        service.stop()
        let ending = service.ending(within: .seconds(60))
        var wrongs = isMet ? [] : ["the fault did not come about"]
        if !isDone { wrongs.append("not done a minute after it was mended") }
        if ending != .code(0) { wrongs.append("it ended with \(String(describing: ending))") }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        if wrongs.isEmpty { return [] }
        return wrongs + ["after \(took)"] + (try bench.log(of: site))
    }
}

import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// Makes every operation on a folder or disk fail for a while under a running service. Once that is fixed, work must
/// continue by itself within a minute.
struct RepairRow: FaultRow {
    let name = "repair"
    let words = "every call of a kind on a folder fails for a while; done by itself within a minute of the fix"

    /// The faults to try: a kind of call, its error, and the part of the path it applies to.
    private static let breakages: [(call: String, error: String, path: String)] = [
        ("open", "ENOSPC", "/outbox"), ("write", "ENOSPC", "/outbox"), ("sync", "EIO", "/outbox"),
        ("rename", "EROFS", "/outbox"), ("open", "EMFILE", "/inbox"), ("write", "ENOSPC", "/blobs"),
        ("sync", "EIO", "/blobs"), ("write", "ENOSPC", "/textifyd.db"), ("sync", "EIO", "/textifyd.db"),
    ]

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        let breakages = bench.most.map { Array(Self.breakages.prefix($0)) } ?? Self.breakages
        for breakage in breakages {
            let wrongs = try wrongs(breakage, bench)
            tally.note("\(breakage.call) \(breakage.error) on \(breakage.path)", wrongs)
        }
        return tally
    }

    private func wrongs(_ breakage: (call: String, error: String, path: String), _ bench: FaultRunner) throws
        -> [String]
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
        try site.dropSample()
        let isMet = site.wait(.seconds(20)) { site.wasFaultTriggered }
        // Gives the service time to react to the first failure.
        usleep(1_000_000)
        try FileManager.default.removeItem(atPath: broken.shown)
        let start = ContinuousClock.now
        let isDone = site.wait(.seconds(60)) { site.isDelivered }
        let took = ContinuousClock.now - start
        service.stop()
        let ending = service.ending(within: .seconds(60))
        var wrongs = isMet ? [] : ["the fault was not triggered"]
        if !isDone { wrongs.append("not done a minute after the fix") }
        if ending != .code(0) { wrongs.append("exited with \(String(describing: ending))") }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        if wrongs.isEmpty { return [] }
        return wrongs + ["after \(took)"] + (try bench.log(of: site))
    }
}

/// Starts two services on one state folder: the second must report the conflict and exit, and the first must be
/// unaffected.
struct TwinRow: FaultRow {
    let name = "twin"
    let words = "a second service on the same state ends with 75, the first keeps running"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        let site = try bench.site()
        defer { site.remove() }
        let first = try site.start([])
        try site.ready()
        let second = try site.start([]).ending(within: .seconds(20))
        try site.dropSample()
        let isDone = site.wait(.seconds(60)) { site.isDelivered }
        first.stop()
        let ending = first.ending(within: .seconds(60))
        var wrongs = try FaultFindings(site, .whole, against: bench.reference).wrongs
        if second != .code(75) { wrongs.append("the second exited with \(String(describing: second))") }
        if ending != .code(0) || !isDone { wrongs.append("the first exited with \(String(describing: ending))") }
        tally.note("a second start", wrongs)
        return tally
    }
}

/// Drops more files than the kernel's event queue holds while the service is stopped: the listing must find them all.
struct OverflowRow: FaultRow {
    let name = "overflow"
    let words = "20,000 pictures while the service is stopped by SIGSTOP: each is processed exactly once"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
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
        if !isDone || ending != .code(0) { wrongs.append("exited with \(String(describing: ending))") }
        Report.line("  \(count) after \(Report.number(took / .seconds(1))) s")
        tally.note("\(count) files", Array(wrongs.prefix(20)))
        return tally
    }
}

/// Kills the service repeatedly at random moments while many files are dropped.
struct StormRow: FaultRow {
    let name = "storm"
    let words = "SIGKILL at random moments while a hundred pictures and prompts are processed, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(bench.seed)))
        for round in 1...(bench.most ?? 20) {
            let site = try bench.site()
            defer { site.remove() }
            try site.drop(Self.hundred())
            var kills = 0
            for _ in 0..<10 {
                let service = try site.start([])
                // The random moment is the point of this row.
                usleep(UInt32(20_000 + random.next() % 400_000))
                service.send(SIGKILL)
                if service.ending(within: .seconds(10)) == .signal(SIGKILL) { kills += 1 }
            }
            let ending = try site.start().ending(within: .seconds(300))
            var wrongs = try FaultFindings(site, .whole, against: nil).wrongs
            if ![.code(0), .code(75)].contains(ending) { wrongs.append("exited with \(String(describing: ending))") }
            tally.note("round \(round), \(kills) kills", wrongs.isEmpty ? [] : wrongs + (try bench.log(of: site)))
        }
        return tally
    }

    private static func hundred() -> [FaultDrop] {
        (0..<100).map { number in
            number % 2 == 0
                ? FaultDrop(
                    name: "boat-\(number).txt", kind: .prompt("boat \(number)"), samples: number % 10 == 0 ? 2 : 1)
                : FaultDrop(name: "tree-\(number).png", kind: .picture)
        }
    }
}

/// Runs the service for a long time under small faults: each run lasts a minute with one drop a second, meets a random
/// fault and ends with a kill. Nothing may be lost, and memory, descriptors and threads must not grow.
struct SoakRow: FaultRow {
    let name = "soak"
    let words = "an hour: a drop a second, a random fault and a kill a minute; nothing lost, no growth"

    private static let calls = ["open", "read", "write", "sync", "rename", "unlink", "mkdir", "truncate", "close"]
    private static let effects = ["EIO", "ENOSPC", "EMFILE", "EINTR", "short"]
    private static let seconds = 60

    /// The service's resource usage half a minute after a start.
    private struct Size {
        /// In KiB.
        let memory: Int
        let descriptors: Int
        let threads: Int
    }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
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
            wrongs.append("exited with \(String(describing: ending))")
        }
        // A random fault may end a run early; if most runs end early, the row proves nothing.
        if sizes.count * 2 < minutes { wrongs.append("only \(sizes.count) of \(minutes) runs lasted half a minute") }
        let done = try FaultDatabase(site).states.values.count { $0 == "done" }
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

    /// Runs the service for a minute. Empty if the fault ended it early.
    private func live(_ minute: Int, _ fault: FaultInjection, _ site: FaultInstallation) throws -> [Size] {
        let service = try site.start([], fault)
        let watch = ProcessProbe(service.identifier)
        var size: Size?
        for second in 0..<Self.seconds {
            let number = minute * Self.seconds + second
            try site.drop([
                number % 4 == 0
                    ? FaultDrop(name: "boat-\(number).txt", kind: .prompt("boat \(number)"))
                    : FaultDrop(name: "tree-\(number).png", kind: .picture)
            ])
            // One drop a second is the point of this row.
            usleep(1_000_000)
            guard second == Self.seconds / 2 else { continue }
            size = try? Size(
                memory: watch.memory(), descriptors: watch.descriptors(), threads: watch.threads())
        }
        service.send(SIGKILL)
        _ = service.ending(within: .seconds(10))
        return size.map { [$0] } ?? []
    }

    /// Compares the last quarter of the runs with the first.
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
            Report.line("  \(what): \(before) at the start, \(after) at the end")
            return after > before + slack ? "\(what) grew from \(before) to \(after)" : nil
        }
    }

    private static func median(_ numbers: [Int]) -> Int {
        numbers.sorted()[numbers.count / 2]
    }
}

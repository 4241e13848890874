import Domain
import FoundationEssentials
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering

/// Small pictures that are moved into a folder which the service watches that lies beside this program: one at a time and
/// many at once, and then none at all. The floor, in turns with it: the same pictures read, rendered, written, fsynced
/// and renamed one after the other, without a queue and without a memory of them.
enum DropsBenchmark: Benchmark {
    static let name = "drops"
    static let usage = "[N=2000] [ONE-BY-ONE=200] [IDLE-SECONDS=10]"

    static func run(_ arguments: [String]) throws {
        let numbers = try WholeNumbers(arguments, atLeast: [0, 0, 0])
        let (many, single) = (numbers.at(0, usually: 2_000), numbers.at(1, usually: 200))
        let ground = try DropsGround.laid()
        defer { ground.remove() }
        let service = try ChildService(ground.options)
        let watch = ProcessWatch(service.identifier)
        try StatusPoll(socket: ground.socket) { _ in true }.run()
        Report.line("pictures of 64 x 64, outputs txt and json")
        if single > 0 { try one(single, ground) }
        if many > 0 { try all(many, ground, watch) }
        let idleSeconds = numbers.at(2, usually: 10)
        if idleSeconds > 0 { try idle(idleSeconds, watch) }
        service.stop()
        Report.line("memory          \(try service.end().peak) KiB at its peak")
    }

    /// One after the other: how long until the art is there, and until its source is gone, which is after the last fsync.
    private static func one(_ count: Int, _ ground: borrowing DropsGround) throws {
        var floor: [Duration] = []
        var art: [Duration] = []
        var gone: [Duration] = []
        for number in 0..<count {
            let name = FileName("one-\(number).png")
            try ground.lay(name, number)
            floor.append(try ContinuousClock().measure { try ground.renderAlone(name) })
            let start = ContinuousClock.now
            try ground.drop(name)
            try ground.awaitArt(of: name)
            art.append(.now - start)
            try ground.awaitEnd(of: name)
            gone.append(.now - start)
        }
        Report.line("\(count) one by one, from the rename")
        show("without a queue", floor)
        show("art is there", art)
        show("all is durable", gone)
    }

    private static func all(_ count: Int, _ ground: borrowing DropsGround, _ watch: ProcessWatch) throws {
        let names = (0..<count).map { FileName("many-\($0).png") }
        for (number, name) in names.enumerated() { try ground.lay(name, 1_000_000 + number) }
        let clock = ContinuousClock()
        let floor = try clock.measure { for name in names { try ground.renderAlone(name) } }
        let before = try watch.processor()
        let work = try clock.measure {
            for name in names { try ground.drop(name) }
            for name in names { try ground.awaitEnd(of: name) }
        }
        let processor = try watch.processor() - before
        Report.line("\(count) at once, until all is durable")
        Report.line("without a queue \(rate(count, floor)) a second")
        Report.line("the service     \(rate(count, work)) a second, \(Report.number(floor / work)) of that")
        Report.line("processor       \(Report.number(1_000 * (processor / .seconds(count)))) ms a picture")
    }

    private static func idle(_ seconds: Int, _ watch: ProcessWatch) throws {
        // What the last pictures left to be done is over.
        sleep(3)
        let (processor, wakes) = (try watch.processor(), try watch.wakeUps())
        sleep(UInt32(seconds))
        let used = try watch.processor() - processor
        let woken = try watch.wakeUps().reduce(0) { $0 + $1.value - (wakes[$1.key] ?? 0) }
        Report.line("\(seconds) s idle")
        Report.line("processor       \(Report.number(100 * (used / .seconds(seconds)))) %")
        Report.line("wake-ups        \(Report.number(Double(woken) / Double(seconds))) a second")
        Report.line("memory          \(try watch.share()) KiB, its share of what others use too")
    }

    private static func show(_ what: String, _ durations: [Duration]) {
        let times = durations.map { $0 / .milliseconds(1) }.sorted()
        guard !times.isEmpty else { return }
        let (median, most) = (Report.number(times[times.count / 2]), Report.number(times[times.count * 99 / 100]))
        Report.line("\(what) p50 \(median) ms  p99 \(most) ms")
    }

    private static func rate(_ count: Int, _ duration: Duration) -> String {
        Report.number(Double(count) / (duration / .seconds(1)))
    }
}

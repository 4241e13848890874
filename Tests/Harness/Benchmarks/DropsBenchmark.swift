import Domain
import FoundationEssentials
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering

/// Moves small pictures into a folder watched by the service next to this program: one at a time, then many at once,
/// then none. The baseline, measured alternately, reads, renders, writes, fsyncs and renames the same pictures one
/// after another, without a queue or a database.
enum DropsBenchmark: Benchmark {
    static let name = "drops"
    static let usage = "[N=2000] [ONE-BY-ONE=200] [IDLE-SECONDS=10] [OUTPUTS=1]"

    /// The first ones are delivered; three are the service's default.
    private static let outputs: [OutputKind] = [.txt, .html, .artPNG]

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(arguments, atLeast: [0, 0, 0, 1])
        let (many, single) = (numbers.at(0, usually: 2_000), numbers.at(1, usually: 200))
        let outputs = Array(outputs.prefix(numbers.at(3, usually: 1)))
        let installation = try DropsInstallation.laid(outputs)
        defer { installation.remove() }
        let service = try ChildService(installation.options)
        let watch = ProcessProbe(service.identifier)
        try StatusPoll(socket: installation.socket) { _ in true }.run()
        let shown = (outputs.map(\.rawValue) + ["json"]).joined(separator: ", ")
        Report.line("pictures of 64 x 64, outputs \(shown)")
        if single > 0 { try one(single, installation) }
        if many > 0 { try all(many, installation, watch) }
        let idleSeconds = numbers.at(2, usually: 10)
        if idleSeconds > 0 { try idle(idleSeconds, watch) }
        service.stop()
        Report.line("memory          \(try service.end().peak) KiB peak")
    }

    /// Drops pictures one after another and times until the art exists, and until the source is gone, which follows the
    /// last fsync.
    private static func one(_ count: Int, _ installation: borrowing DropsInstallation) throws {
        var floor: [Duration] = []
        var art: [Duration] = []
        var gone: [Duration] = []
        for number in 0..<count {
            let name = FileName("one-\(number).png")
            try installation.lay(name, number)
            floor.append(try ContinuousClock().measure { try installation.renderAlone(name) })
            let start = ContinuousClock.now
            try installation.drop(name)
            try installation.awaitArt(of: name)
            art.append(.now - start)
            try installation.awaitEnd(of: name)
            gone.append(.now - start)
        }
        Report.line("\(count) one by one, measured from the rename")
        show("without a queue", floor)
        show("art exists     ", art)
        show("all durable    ", gone)
    }

    private static func all(_ count: Int, _ installation: borrowing DropsInstallation, _ watch: ProcessProbe) throws {
        let names = (0..<count).map { FileName("many-\($0).png") }
        for (number, name) in names.enumerated() { try installation.lay(name, 1_000_000 + number) }
        let clock = ContinuousClock()
        let floor = try clock.measure { for name in names { try installation.renderAlone(name) } }
        let before = try watch.processor()
        let work = try clock.measure {
            for name in names { try installation.drop(name) }
            for name in names { try installation.awaitEnd(of: name) }
        }
        let processor = try watch.processor() - before
        Report.line("\(count) at once, until all are durable")
        Report.line("without a queue \(rate(count, floor)) a second")
        Report.line("the service     \(rate(count, work)) a second, \(Report.number(floor / work)) of that")
        Report.line("processor       \(Report.number(1_000 * (processor / .seconds(count)))) ms per picture")
    }

    private static func idle(_ seconds: Int, _ watch: ProcessProbe) throws {
        // Let the cleanup after the last pictures finish.
        sleep(3)
        let (processor, wakes) = (try watch.processor(), try watch.wakeUps())
        sleep(UInt32(seconds))
        let used = try watch.processor() - processor
        let woken = try watch.wakeUps().reduce(0) { $0 + $1.value - (wakes[$1.key] ?? 0) }
        Report.line("\(seconds) s idle")
        Report.line("processor       \(Report.number(100 * (used / .seconds(seconds)))) %")
        Report.line("wake-ups        \(Report.number(Double(woken) / Double(seconds))) a second")
        Report.line("memory          \(try watch.share()) KiB proportional (PSS)")
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

/// The folders of a benchmark of drops, and the operations on them.
struct DropsInstallation: ~Copyable {
    private let home: FolderPath
    private let making: FileDescriptor
    private let inbox: FileDescriptor
    private let outbox: FileDescriptor
    private let alone: FileDescriptor
    private let outputs: [OutputKind]
    private let recentTables = RecentTables()

    private init(_ home: FolderPath, _ outputs: [OutputKind]) throws {
        self.init(
            home: home, making: try .folder(home.appending("making")), inbox: try .folder(home.appending("inbox")),
            outbox: try .folder(home.appending("outbox")), alone: try .folder(home.appending("alone")), outputs: outputs
        )
    }

    private init(
        home: FolderPath, making: consuming FileDescriptor, inbox: consuming FileDescriptor,
        outbox: consuming FileDescriptor, alone: consuming FileDescriptor, outputs: [OutputKind]
    ) {
        self.home = home
        self.making = making
        self.inbox = inbox
        self.outbox = outbox
        self.alone = alone
        self.outputs = outputs
    }

    /// Creates the folders and the configuration.
    static func laid(_ outputs: [OutputKind]) throws -> DropsInstallation {
        let home = FolderPath.ofBenchmark("drops")
        try home.makeFolders("making", "inbox", "outbox", "state", "alone")
        try home.configure(
            """
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            outputs = [\(outputs.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]
            """)
        return try DropsInstallation(home, outputs)
    }

    var options: [String] { ["--config", home.appending("textifyd.toml").shown] }
    var socket: String { home.appending("state/control.sock").shown }

    func remove() {
        try? FileManager.default.removeItem(atPath: home.shown)
    }

    /// Writes a picture unique to `number` into a folder that isn't watched.
    func lay(_ name: FileName, _ number: Int) throws {
        try making.write(NumberedPicture.png(64, number), to: name)
    }

    func drop(_ name: FileName) throws(FileFailure) {
        try making.rename(name, to: name, in: inbox)
    }

    /// The baseline: the bare work for one picture.
    func renderAlone(_ name: FileName) throws {
        let conversion = Conversion(art: ArtOptions(), outputs: outputs)
        for output in try conversion.run(.file(name, in: home.appending("making")), recentTables: recentTables).outputs
        {
            let part = FileName(".\(name.stem.shown).part")
            try alone.write(output.bytes, to: part)
            try alone.rename(part, to: FileName("\(name.stem.shown).\(output.ending)"), in: alone)
        }
        try alone.syncFolder()
    }

    /// Returns once the last output of `name` has its final name.
    func awaitArt(of name: FileName) throws(FileFailure) {
        let last = FileName("\(name.stem.shown).json")
        // Polls, because a file watch here would be part of the measurement.
        while try outbox.entry(last) == nil { usleep(100) }
    }

    /// Returns once the source is gone, which is the service's last step.
    func awaitEnd(of name: FileName) throws(FileFailure) {
        // Polls, because a file watch here would be part of the measurement.
        while try !hasEnded(name) { usleep(100) }
    }

    func hasEnded(_ name: FileName) throws(FileFailure) -> Bool {
        try inbox.entry(name) == nil
    }
}

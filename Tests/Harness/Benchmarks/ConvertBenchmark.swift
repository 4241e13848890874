import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering

/// Times a whole conversion at 80 columns against decoding the same rows and discarding them.
enum ConvertBenchmark: Benchmark {
    static let name = "convert"
    static let usage = "[FILE.png] [KIND=ansi] [ROUNDS=9]"

    static func run(_ arguments: [String]) throws {
        if arguments.first == "--once" { return try once(arguments.dropFirst().joined()) }
        let kind = arguments.dropFirst().first.flatMap { OutputKind(rawValue: $0) } ?? .ansi
        let rounds = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 9
        if let path = arguments.first { return try measure(path, kind, rounds) }
        let folder = FolderPath.temporary
        let name = FileName("textify-bench-\(ProcessFacts.identifier).png")
        let temporary = try FileDescriptor.folder(folder)
        try temporary.write(SyntheticPhoto.png(width: 1920, height: 1080), to: name)
        defer { _ = unlink(folder.appending(name).shown) }
        try measure(folder.appending(name).shown, kind, rounds)
    }

    private static func measure(_ path: String, _ kind: OutputKind, _ count: Int) throws {
        let file = try open(path)
        let info = try PictureDecoder.inspect(.descriptor(file.number), limits: PictureLimits())
        let recentTables = RecentTables()
        let rounds = try Rounds(count) {
            try decode(file.number)
        } work: {
            try convert(file.number, kind, recentTables)
        }
        Report.line(
            "\(path): \(info.width) x \(info.height), 80 columns, \(kind.rawValue), \(count) alternating rounds")
        show("decode only", rounds.floor)
        show("conversion", rounds.work)
        Report.line(
            "ratio         min \(Report.number(rounds.minimumRatio))  median \(Report.number(rounds.medianRatio))")
        try PeakMemory.runChild([name, "--once", path])
    }

    private static func show(_ what: String, _ durations: [Duration]) {
        let (minimum, median) = Rounds.milliseconds(durations)
        let padded = what + String(repeating: " ", count: 14 - what.count)
        Report.line("\(padded)min \(Report.number(minimum)) ms  median \(Report.number(median)) ms")
    }

    /// The child's part: runs one conversion, then prints its own peak memory.
    private static func once(_ path: String) throws {
        // The descriptor is closed when its owner is destroyed, so the owner needs a name.
        let file = try open(path)
        try convert(file.number, .ansi, RecentTables())
        Report.line("peak memory   \(try PeakMemory.kibibytes()) KiB")
    }

    private static func decode(_ descriptor: Int32) throws(PictureFailure) {
        try PictureDecoder.decode(.descriptor(descriptor), limits: PictureLimits()) { _ in
            true
        } row: { _ in
            true
        }
    }

    private static func convert(_ descriptor: Int32, _ kind: OutputKind, _ recentTables: RecentTables)
        throws(PictureFailure)
    {
        _ = try Conversion(art: ArtOptions(), outputs: [kind]).run(.descriptor(descriptor), recentTables: recentTables)
    }

    private static func open(_ path: String) throws(FileFailure) -> FileDescriptor {
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .failed(code: Errno(errno)) }
        return FileDescriptor(adopting: number)
    }
}

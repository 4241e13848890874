import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering

/// What the worst pictures of each format take: the estimate from the head, the peak of a process that renders it and
/// of what it starts, and how it ends.
enum MemoryBenchmark: Benchmark {
    static let name = "memory"
    static let usage = "[LIMIT_BYTES=536870912 [COLUMNS=80]]"

    static func run(_ arguments: [String]) throws {
        if arguments.first == "--once" { return try once(Array(arguments.dropFirst())) }
        let numbers = try WholeNumbers(arguments, atLeast: [1 << 20, 10])
        let limit = numbers.at(0, usually: Int(PictureLimits().memory))
        let columns = numbers.at(1, usually: ArtOptions().columns)
        let folder = FolderPath.temporary
        let temporary = try FileDescriptor.folder(folder)
        Report.line(
            "limit \(limit >> 20) MiB, \(columns) columns; the peak is resident memory of the process and its child")
        Report.line("picture | file | estimate | peak | outcome")
        for file in WorstPictures.all {
            let name = FileName("textify-bench-\(ProcessFigures.identifier)-\(file.name)")
            try temporary.write(file.bytes, to: name)
            let path = folder.appending(name).shown
            defer { _ = unlink(path) }
            try? PeakMemory.runChild([Self.name, "--once", path, file.what, "\(limit)", "\(columns)"])
        }
    }

    /// The child's part: one rendering, then its own peak.
    private static func once(_ arguments: [String]) throws {
        let number = open(arguments[0], O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw FileFailure.failed(code: errno) }
        let file = FileDescriptor(adopting: number)
        let limits = PictureLimits(memory: Int64(arguments[2]) ?? PictureLimits().memory)
        let art = ArtOptions(columns: Int(arguments[3]) ?? 80)
        let outcome: String
        do throws(PictureFailure) {
            let made = try Conversion(art: art, outputs: [.ansi], limits: limits, isLenient: true)
                .run(.descriptor(file.number))
            outcome = made.damage.map { "shown, \($0)" } ?? "rendered"
        } catch {
            outcome = "refused, \(error)"
        }
        let peak = try PeakMemory.kibibytes() >> 10
        var children = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
        var about = stat()
        fstat(file.number, &about)
        let child = children.ru_maxrss > 0 ? " + \(children.ru_maxrss >> 10)" : ""
        Report.line(
            "\(arguments[1]) | \(about.st_size >> 10) KiB | \(estimate(file.number)) | \(peak)\(child) MiB | \(outcome)"
        )
    }

    /// Of the decoder alone, whatever the limit.
    private static func estimate(_ descriptor: Int32) -> String {
        let limits = PictureLimits(memory: 1 << 40)
        guard let info = try? PictureDecoder.inspect(.descriptor(descriptor), limits: limits) else { return "more" }
        return "\(info.memory >> 20) MiB"
    }
}

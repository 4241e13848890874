import Domain
import FoundationEssentials
import Glibc
import PlatformPictures
import PlatformSystem

/// Small pictures that lie in a folder at once, worked off by the service that lies beside this program, against as many
/// durable writes of a small file.
enum IntakeBenchmark: Benchmark {
    static let name = "intake"
    static let usage = "[N=1000]"

    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 1_000
        let home = FolderPath("/tmp/textify-bench-intake-\(ProcessFigures.identifier)")
        defer { try? FileManager.default.removeItem(atPath: home.shown) }
        for name in ["inbox", "outbox", "state", "floor"] {
            try FileManager.default.createDirectory(
                atPath: home.appending(name).shown, withIntermediateDirectories: true)
        }
        try drop(count, into: home.appending("inbox"))
        let clock = ContinuousClock()
        let floor = try clock.measure { try write(count, into: home.appending("floor")) }
        var peak = 0
        let work = try clock.measure { peak = try serve(home) }
        let done = try FileDescriptor.folder(home.appending("outbox")).list()
            .count { $0.name.bytes.suffix(5) == Array(".json".utf8) }
        guard done == count else { throw FileFailure.missing }
        Report.line("\(count) pictures of 24 x 24 in one folder, once, with the time in which they settle")
        Report.line("durable writes  \(rate(count, floor)) a second")
        Report.line("intake          \(rate(count, work)) a second, to the last result")
        Report.line("ratio           \(Report.number(work / floor))")
        Report.line("peak memory     \(peak) KiB")
    }

    private static func rate(_ count: Int, _ duration: Duration) -> String {
        Report.number(Double(count) / (duration / .seconds(1)))
    }

    private static func drop(_ count: Int, into folder: FolderPath) throws {
        let inbox = try FileDescriptor.folder(folder)
        for number in 0..<count {
            let png = try PNGEncoder.encode(width: 24, height: 24) { y, pixels in
                for x in 0..<24 {
                    let light = UInt8(truncatingIfNeeded: x * 9 + y * 5 + number)
                    pixels[x] = RGBA(red: light, green: UInt8(number & 255), blue: UInt8(number >> 8 & 255))
                }
                return true
            }
            try inbox.write(png, to: FileName("picture-\(number).png"))
        }
    }

    /// The floor: written, synced, renamed, one after the other.
    private static func write(_ count: Int, into path: FolderPath) throws {
        let folder = try FileDescriptor.folder(path)
        let bytes = [UInt8](repeating: 7, count: 1_024)
        for number in 0..<count { try folder.replace(FileName("\(number)"), with: bytes) }
    }

    /// Runs the service to its end, and gives its peak of resident memory in KiB.
    private static func serve(_ home: FolderPath) throws(FileFailure) -> Int {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let service = String(program.dropLast("textify-bench".count)) + "textifyd"
        let arguments = [
            "textifyd", "--once", "--watch", home.appending("inbox").shown, "--outbox", home.appending("outbox").shown,
            "--state", home.appending("state").shown,
        ]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // A line an event would measure the terminal.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var child: pid_t = 0
        let code = posix_spawn(&child, service, &actions, nil, &words, environ)
        guard code == 0 else { throw .failed(code: code) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(code: status) }
        return usage.ru_maxrss
    }
}

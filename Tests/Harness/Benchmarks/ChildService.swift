import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// A child process that runs the `textifyd` next to this program.
struct ChildService {
    enum Ending: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    private let child: pid_t

    /// Starts the service. `variables` (`NAME=VALUE`) take precedence over this program's environment. Standard error
    /// is appended to `log` and by default discarded, since a line per event would measure the terminal. `tracer` is
    /// the path and arguments of a program that starts the service in turn, such as strace.
    init(
        _ arguments: [String], variables: [String] = [], log: String = "/dev/null", tracer: [String] = []
    ) throws(FileFailure) {
        let service = tracer.first ?? Self.folder + "textifyd"
        var words = Self.array((tracer.isEmpty ? ["textifyd"] : tracer + [Self.folder + "textifyd"]) + arguments)
        var inherited: [String] = []
        var next = environ
        while let variable = next.pointee {
            inherited.append(String(cString: variable))
            next += 1
        }
        var everything = Self.array(variables + inherited)
        defer { for word in words + everything { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        // The output is this program's.
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var child: pid_t = 0
        let code = posix_spawn(&child, service, &actions, nil, &words, &everything)
        guard code == 0 else { throw .failed(code: Errno(code)) }
        self.child = child
    }

    /// The folder of this program and of the programs it starts, with a trailing slash.
    static var folder: String {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return String(program.dropLast("textify-bench".count))
    }

    var identifier: Int { Int(child) }

    func stop() {
        send(SIGTERM)
    }

    func send(_ signal: Int32) {
        kill(child, signal)
    }

    /// Resources used over the process's lifetime.
    struct End {
        /// Peak resident memory in KiB.
        let peak: Int
        /// User and system CPU time.
        let processor: Duration
    }

    /// Waits for the process to exit. Throws unless it exits with status 0.
    func end() throws(FileFailure) -> End {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(code: Errno(status)) }
        return End(peak: usage.ru_maxrss, processor: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }

    /// Waits for the process to exit. Kills it and returns `nil` if it is still running after `limit`.
    func ending(within limit: Duration) -> Ending? {
        let start = ContinuousClock.now
        var status: Int32 = 0
        while waitpid(child, &status, WNOHANG) == 0 {
            guard ContinuousClock.now - start < limit else {
                send(SIGKILL)
                waitpid(child, &status, 0)
                return nil
            }
            // There is no wait for a child with a time limit, so poll.
            usleep(2_000)
        }
        let signal = status & 0x7F
        return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
    }

    private static func array(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        words.map { strdup($0) } + [nil]
    }
}

extension FolderPath {
    /// The folder for temporary files: `TMPDIR`, so that another file system can be measured, or `/tmp`.
    static var temporary: FolderPath {
        let chosen = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        return FolderPath(chosen.isEmpty ? "/tmp" : chosen)
    }

    /// The path of a folder for one benchmark of this process. It doesn't exist yet.
    static func ofBenchmark(_ name: String) -> FolderPath {
        temporary.appending("textify-bench-\(name)-\(ProcessFacts.identifier)")
    }

    /// Creates subfolders, and this folder first if it is missing.
    func makeFolders(_ names: String...) throws {
        for name in names {
            try FileManager.default.createDirectory(
                atPath: appending(name).shown, withIntermediateDirectories: true)
        }
    }

    /// Writes `textifyd.toml` with these tables, the state folder below this folder and log level `error`.
    func configure(_ tables: String) throws {
        let text = "[service]\nstate = \"state\"\n\n[log]\nlevel = \"error\"\n\n" + tables + "\n"
        try FileDescriptor.folder(self).write(Array(text.utf8), to: FileName("textifyd.toml"))
    }
}

/// Reads figures of another process from `/proc`.
struct ProcessProbe {
    private let folder: FolderPath

    init(_ identifier: Int) {
        folder = FolderPath("/proc/\(identifier)")
    }

    /// The current resident memory in KiB.
    func memory() throws(FileFailure) -> Int {
        try number("VmRSS:", in: "status", of: FileDescriptor.folder(folder))
    }

    /// The proportional set size in KiB: memory shared with other processes counts in part.
    func share() throws(FileFailure) -> Int {
        try number("Pss:", in: "smaps_rollup", of: FileDescriptor.folder(folder))
    }

    /// The user and system CPU time used so far.
    func processor() throws(FileFailure) -> Duration {
        // The process name, in parentheses, may contain spaces.
        let line = try text("stat", in: FileDescriptor.folder(folder))
        guard let words = line.split(separator: ")").last?.split(separator: " "), words.count > 12,
            let own = Int(words[11]), let kernel = Int(words[12])
        else { throw .missing }
        return .milliseconds((own + kernel) * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The voluntary context switches of each thread so far, by thread ID: each is a sleep and a wake-up. Threads come
    /// and go.
    func wakeUps() throws(FileFailure) -> [FileName: Int] {
        let tasks = folder.appending("task")
        var counts: [FileName: Int] = [:]
        for entry in try FileDescriptor.folder(tasks).list() {
            let task = try FileDescriptor.folder(tasks.appending(entry.name))
            counts[entry.name] = try number("voluntary_ctxt_switches:", in: "status", of: task)
        }
        return counts
    }

    /// The number of threads with this name.
    func threads(named name: String) throws(FileFailure) -> Int {
        let tasks = folder.appending("task")
        var count = 0
        for entry in try FileDescriptor.folder(tasks).list() where entry.name.shown != "." {
            let task = try FileDescriptor.folder(tasks.appending(entry.name))
            if try text("comm", in: task).hasPrefix(name + "\n") { count += 1 }
        }
        return count
    }

    /// The number of open file descriptors.
    func descriptors() throws(FileFailure) -> Int {
        try entries("fd")
    }

    /// The number of threads.
    func threads() throws(FileFailure) -> Int {
        try entries("task")
    }

    private func entries(_ name: String) throws(FileFailure) -> Int {
        try FileDescriptor.folder(folder.appending(name)).list().count { $0.name.shown.first != "." }
    }

    private func number(
        _ key: String, in name: String, of folder: borrowing FileDescriptor
    ) throws(FileFailure) -> Int {
        let line = try text(name, in: folder).split(separator: "\n").first { $0.hasPrefix(key) }
        let word = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
        guard let number = word.flatMap({ Int($0) }) else { throw .missing }
        return number
    }

    private func text(_ name: String, in folder: borrowing FileDescriptor) throws(FileFailure) -> String {
        String(decoding: try folder.file(beneath: FileName(name)).all(limit: 1 << 16), as: UTF8.self)
    }
}

/// The peak resident memory of one process image. `getrusage` of a child would include what its parent had at the time
/// of the spawn, so a child reads its own high-water mark.
enum PeakMemory {
    /// `VmHWM` of this process in KiB. Throws if the kernel doesn't report it.
    static func kibibytes() throws(FileFailure) -> Int {
        let folder = try FileDescriptor.folder(FolderPath("/proc/self"))
        let status = String(decoding: try folder.file(beneath: FileName("status")).all(limit: 1 << 16), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let kibibytes = Int(number)
        else { throw .missing }
        return kibibytes
    }

    /// Runs this program as a child with other arguments. The child prints its own results.
    static func runChild(_ arguments: [String]) throws(FileFailure) {
        var words: [UnsafeMutablePointer<CChar>?] = (["textify-bench"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/proc/self/exe", nil, nil, &words, environ)
        guard code == 0 else { throw .failed(code: Errno(code)) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(code: Errno(status)) }
    }
}

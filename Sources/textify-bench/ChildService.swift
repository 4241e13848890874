import Domain
import FoundationEssentials
import Glibc

/// The service that lies beside this program, as a child. What it logs is dropped: a line an event would measure the
/// terminal.
struct ChildService {
    private let child: pid_t

    init(_ arguments: [String]) throws(FileFailure) {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let service = String(program.dropLast("textify-bench".count)) + "textifyd"
        var words: [UnsafeMutablePointer<CChar>?] = (["textifyd"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var child: pid_t = 0
        let code = posix_spawn(&child, service, &actions, nil, &words, environ)
        guard code == 0 else { throw .failed(code: code) }
        self.child = child
    }

    var identifier: Int { Int(child) }

    func stop() {
        kill(child, SIGTERM)
    }

    /// What it took in its whole life.
    struct End {
        /// The peak of its resident memory, in KiB.
        let peak: Int
        /// The processors' time, its own and the kernel's for it.
        let processor: Duration
    }

    /// Waits for its end, which must be a good one.
    func end() throws(FileFailure) -> End {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(code: status) }
        return End(peak: usage.ru_maxrss, processor: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}

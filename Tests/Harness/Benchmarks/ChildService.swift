import Domain
import FoundationEssentials
import Glibc

/// The service that lies beside this program, as a child.
struct ChildService {
    enum Ending: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    private let child: pid_t

    /// `variables` (NAME=VALUE) come before those of this program. What it logs is appended to `log`, by default dropped: a
    /// line an event would measure the terminal.
    /// `tracer`: a program, by its path, and its words, that starts the service in its stead.
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
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var child: pid_t = 0
        let code = posix_spawn(&child, service, &actions, nil, &words, &everything)
        guard code == 0 else { throw .failed(code: code) }
        self.child = child
    }

    /// Where this program and those that it starts lie, with a slash at its end.
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

    /// Waits for its end; `nil` when there is none in time, and then it is killed.
    func ending(within limit: Duration) -> Ending? {
        let start = ContinuousClock.now
        var status: Int32 = 0
        while waitpid(child, &status, WNOHANG) == 0 {
            guard ContinuousClock.now - start < limit else {
                send(SIGKILL)
                waitpid(child, &status, 0)
                return nil
            }
            // A child's end can't be waited for with a limit otherwise than by looking.
            usleep(2_000)
        }
        let signal = status & 0x7F
        return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
    }

    private static func array(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        words.map { strdup($0) } + [nil]
    }
}

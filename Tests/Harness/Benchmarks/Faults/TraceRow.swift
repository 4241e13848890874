import Domain
import Glibc

/// Killed by the kernel's tracer, which also sees what is called past the C library, while a prompt is worked on.
struct TraceRow: FaultRow {
    let name = "trace"
    let words = "SIGKILL at the n-th system call of each kind (strace) while a prompt is worked on, then a start"

    private static let calls = [
        "openat", "openat2", "read", "pread64", "write", "pwrite64", "writev", "fsync", "fdatasync", "renameat",
        "renameat2", "unlink", "unlinkat", "ftruncate", "mkdirat", "fcntl", "close", "socket", "connect", "sendto",
        "recvfrom", "poll", "futex",
    ]

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        for call in Self.calls {
            // All of them, or some that lie further and further apart.
            var (number, tried) = (1, 0)
            while tried < bench.most ?? .max, let wrongs = try wrongs(call, number, bench) {
                tally.note("\(call) \(number)", wrongs)
                tried += 1
                number = bench.most == nil ? number + 1 : number * 5 + bench.seed
            }
        }
        return tally
    }

    /// `nil` when no thread makes so many of these calls.
    private func wrongs(_ call: String, _ number: Int, _ bench: FaultBench) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        try site.drop([FaultDrop(name: "boat.txt", kind: .prompt("a boat"))])
        let killed = try site.startTraced(call, killedAt: number).ending(within: .seconds(60))
        guard killed != .code(0) else { return nil }
        var wrongs = killed == .signal(SIGKILL) ? [] : ["under strace it ended with \(String(describing: killed))"]
        if let wrong = FaultBench.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["its log:"] + (try bench.log(of: site))
    }
}

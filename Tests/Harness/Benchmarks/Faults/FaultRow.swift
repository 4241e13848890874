import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// One row of the fault matrix.
protocol FaultRow {
    var name: String { get }
    /// A description of the row, for people.
    var words: String { get }
    func run(_ bench: FaultRunner) throws -> FaultResult
}

/// The results of a row's points.
struct FaultResult {
    private(set) var points = 0
    /// The points with violations.
    private(set) var failures: [(point: String, wrongs: [String])] = []

    mutating func note(_ point: String, _ wrongs: [String]) {
        points += 1
        if !wrongs.isEmpty { failures.append((point, wrongs)) }
    }
}

/// Kills the service at every call of every kind, before or after it, and starts it again.
struct KillRow: FaultRow {
    let effect: String

    var name: String { effect }
    var words: String { "SIGKILL \(effect == "kill" ? "before" : "after") the n-th call of each kind, then a start" }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for call in bench.calls.keys.sorted() where call != "any" && bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, effect)
                guard let wrongs = try bench.wrongs(after: [fault], .whole) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }
}

/// Kills the service, and again during the recovery that follows.
struct KillTwiceRow: FaultRow {
    let name = "kill-twice"
    let words = "SIGKILL at a call, again during the start that follows, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for number in bench.numbers(of: "any") {
            // The second kill comes early, because less work is left by then.
            let faults = [
                FaultInjection.at(number, "any", "killed"), FaultInjection.at(1 + number * 7 % 230, "any", "kill"),
            ]
            guard let wrongs = try bench.wrongs(after: faults, .whole) else { continue }
            tally.note(faults.map(\.name).joined(separator: ", then "), wrongs)
        }
        return tally
    }
}

/// Kills the service with strace while it processes a prompt. This also catches system calls made without the C
/// library.
struct TraceRow: FaultRow {
    let name = "trace"
    let words = "SIGKILL at the n-th system call of each kind (strace) while a prompt is worked on, then a start"

    private static let calls = [
        "openat", "openat2", "read", "pread64", "write", "pwrite64", "writev", "fsync", "fdatasync", "renameat",
        "renameat2", "unlink", "unlinkat", "ftruncate", "mkdirat", "fcntl", "close", "socket", "connect", "sendto",
        "recvfrom", "poll", "futex",
    ]

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for call in Self.calls {
            // All calls, or a selection at growing distances.
            var (number, tried) = (1, 0)
            while tried < bench.most ?? .max, let wrongs = try wrongs(call, number, bench) {
                tally.note("\(call) \(number)", wrongs)
                tried += 1
                number = bench.most == nil ? number + 1 : number * 5 + bench.seed
            }
        }
        return tally
    }

    /// Tries one point. Returns `nil` if no thread makes that many of these calls.
    private func wrongs(_ call: String, _ number: Int, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        try site.drop([FaultDrop(name: "boat.txt", kind: .prompt("a boat"))])
        let killed = try site.startTraced(call, killedAt: number).ending(within: .seconds(60))
        guard killed != .code(0) else { return nil }
        var wrongs = killed == .signal(SIGKILL) ? [] : ["under strace it exited with \(String(describing: killed))"]
        if let wrong = FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

/// Kills the service while a refused file, corrected meanwhile, is read again.
struct RetryRow: FaultRow {
    let name = "retry"
    let words = "SIGKILL at the n-th call while a corrected file in failed/ is read again, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for call in ["open", "read", "write", "sync", "rename", "unlink", "send", "receive"] {
            for number in 1...(bench.most ?? 40) {
                guard let wrongs = try wrongs(.at(number, call, "killed"), bench) else { break }
                tally.note("\(call) \(number)", wrongs)
            }
        }
        return tally
    }

    /// The violations if the service is killed at a call after the request; `nil` if it makes fewer calls.
    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        let blank = FaultDrop(name: "blank.txt", kind: .refused)
        try site.drop([blank])
        guard try site.start().ending(within: .seconds(60)) == .code(65),
            let job = try FaultDatabase(site).identifiers[blank.name]
        else { return ["\(blank.name) was not refused"] }
        try site.correct(blank, "a boat")
        var fault = fault
        fault.condition = site.asked
        let service = try site.start([], fault)
        try site.ready()
        try FileDescriptor.folder(site.root).write([], to: site.asked.name)
        try site.retry(job)
        let isOver = site.wait(.seconds(30)) { site.wasFaultTriggered || site.isDelivered }
        let wasTriggered = site.wasFaultTriggered
        service.send(SIGKILL)
        var wrongs = isOver ? [] : ["neither killed nor done"]
        _ = service.ending(within: .seconds(10))
        if !wasTriggered, isOver { return nil }
        if let wrong = FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        wrongs += try FaultFindings(site, .whole, against: bench.reference.merging(["blank": bench.art("boat")]) { $1 })
            .wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

/// Kills the service while paid pictures can't be fetched: the next start must fetch them without buying anything.
struct FetchRow: FaultRow {
    let name = "fetch"
    let words = "SIGKILL while paid pictures can't be fetched, at the n-th call and after some retries, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for call in ["write", "sync", "send", "receive", "connect"] where bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, "killed")
                tally.note(fault.name, try wrongs(fault, tries: 4, bench))
            }
        }
        for tries in 1...(bench.most ?? 6) {
            tally.note("after \(tries) tries", try wrongs(nil, tries: tries, bench))
        }
        return tally
    }

    /// The violations after a run that ended by `fault`, or by a kill after `tries` failed downloads.
    private func wrongs(_ fault: FaultInjection?, tries: Int, _ bench: FaultRunner) throws -> [String] {
        let site = try bench.site(givesAddresses: true)
        defer { site.remove() }
        try site.dropSample()
        let service = try site.start([], fault)
        let isTried = site.wait(.seconds(30)) { site.easel.refusals >= tries || site.wasFaultTriggered }
        service.send(SIGKILL)
        var wrongs = isTried ? [] : ["fewer than \(tries) downloads were attempted"]
        if service.ending(within: .seconds(10)) != .signal(SIGKILL) { wrongs.append("exited by itself") }
        site.easel.allowDownloads()
        if let wrong = FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

/// Kills the service while results replace earlier ones of the same names.
struct ReplaceRow: FaultRow {
    let name = "replace"
    let words =
        "SIGKILL while results replace earlier ones: each file is the old or the new one, and at the end the new"

    private static let watch = "on_conflict = \"replace\""
    private static let first = ["a boat", "a lake"]
    private static let second = ["a red boat", "a deep lake"]

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        let new = try arts(of: Self.second, bench)
        let old = try arts(of: Self.first, bench)
        for call in ["open", "rename", "sync", "write"] where bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, number % 2 == 0 ? "kill" : "killed")
                guard let wrongs = try wrongs(fault, old, new, bench) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }

    /// The text art of an undisturbed run, by file name.
    private func arts(of prompts: [String], _ bench: FaultRunner) throws -> [String: [UInt8]] {
        let site = try bench.site(watch: Self.watch)
        defer { site.remove() }
        try drop(prompts, site)
        let ending = try site.start().ending(within: .seconds(60))
        guard ending == .code(0) else {
            throw FaultsError.undisturbed("\(String(describing: ending))", try bench.log(of: site))
        }
        return arts(in: site)
    }

    private func drop(_ prompts: [String], _ site: FaultInstallation) throws {
        try site.drop(zip(["boat.txt", "lake.txt"], prompts).map { FaultDrop(name: $0, kind: .prompt($1)) })
    }

    private func arts(in site: FaultInstallation) -> [String: [UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: site.outbox.shown)) ?? []
        let arts = names.filter { $0.hasSuffix(".txt") }.map { name in
            (name, FileManager.default.contents(atPath: site.outbox.appending(name).shown).map { Array($0) } ?? [])
        }
        return Dictionary(arts) { first, _ in first }
    }

    /// The violations at one point; `nil` if the fault was not triggered.
    private func wrongs(
        _ fault: FaultInjection, _ old: [String: [UInt8]], _ new: [String: [UInt8]], _ bench: FaultRunner
    ) throws -> [String]? {
        let site = try bench.site(watch: Self.watch)
        defer { site.remove() }
        try drop(Self.first, site)
        var wrongs = [FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .whole)].compactMap(\.self)
        if arts(in: site) != old { wrongs.append("the first results are different") }
        try drop(Self.second, site)
        let ending = try site.start(["--once"], fault).ending(within: .seconds(60))
        guard site.wasFaultTriggered else { return nil }
        if ending != .signal(SIGKILL) { wrongs.append("it exited with \(String(describing: ending))") }
        let present = arts(in: site)
        for name in old.keys.sorted() where present[name] != old[name] && present[name] != new[name] {
            wrongs.append("after the kill \(name) is neither the old nor the new result")
        }
        if let wrong = FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        let unknown = try FaultDatabase(site).unknown
        if unknown == 0, arts(in: site) != new { wrongs.append("the results are not the new ones") }
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

/// Makes one call fail with an errno, at every possible point.
struct ErrorRow: FaultRow {
    let error: String

    var name: String { error.lowercased() }
    var words: String { "\(error) at the n-th call of each kind that can fail so, then a start" }

    /// The kinds of call that can fail with this error.
    private var calls: [String] {
        switch error {
        case "ENOSPC": ["mkdir", "open", "rename", "sync", "truncate", "write"]
        case "EMFILE": ["open"]
        case "ENOMEM": ["mkdir", "open", "rename", "unlink"]
        default: ["close", "mkdir", "open", "read", "rename", "sync", "truncate", "unlink", "write"]
        }
    }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for call in calls where bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, error)
                guard let wrongs = try bench.wrongs(after: [fault], .explained) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }
}

/// Tries faults that must not matter at all: an interrupted call, and a call that transfers half of what was requested.
struct TransientRow: FaultRow {
    let effect: String

    var name: String { effect.lowercased() }
    var words: String { "\(effect == "short" ? "half of the requested size" : effect) at the n-th call of each kind" }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        for call in ["open", "read", "receive", "send", "wait", "write"] where bench.calls[call] != 0 {
            if effect == "short", ["open", "wait"].contains(call) { continue }
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, effect)
                guard let wrongs = try bench.wrongs(after: [fault], .whole) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }
}

import Domain
import Glibc
import PlatformSystem

/// Looks at another process from outside.
struct ProcessWatch {
    private let folder: FolderPath

    init(_ identifier: Int) {
        folder = FolderPath("/proc/\(identifier)")
    }

    /// Its resident memory now, in KiB.
    func memory() throws(FileFailure) -> Int {
        try number("VmRSS:", in: "status", of: FileDescriptor.folder(folder))
    }

    /// The same, with what it shares with other processes counted in parts.
    func share() throws(FileFailure) -> Int {
        try number("Pss:", in: "smaps_rollup", of: FileDescriptor.folder(folder))
    }

    /// The processors' time that it took until now, its own and the kernel's for it.
    func processor() throws(FileFailure) -> Duration {
        // The name, in brackets, may hold spaces.
        let line = try text("stat", in: FileDescriptor.folder(folder))
        guard let words = line.split(separator: ")").last?.split(separator: " "), words.count > 12,
            let own = Int(words[11]), let kernel = Int(words[12])
        else { throw .missing }
        return .milliseconds((own + kernel) * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    /// How often each of its threads went to sleep until now, and so was woken. Threads come and go.
    func wakeUps() throws(FileFailure) -> [FileName: Int] {
        let tasks = folder.appending("task")
        var counts: [FileName: Int] = [:]
        for entry in try FileDescriptor.folder(tasks).list() {
            let task = try FileDescriptor.folder(tasks.appending(entry.name))
            counts[entry.name] = try number("voluntary_ctxt_switches:", in: "status", of: task)
        }
        return counts
    }

    /// How many of its threads have this name.
    func threads(named name: String) throws(FileFailure) -> Int {
        let tasks = folder.appending("task")
        var count = 0
        for entry in try FileDescriptor.folder(tasks).list() where entry.name.shown != "." {
            let task = try FileDescriptor.folder(tasks.appending(entry.name))
            if try text("comm", in: task).hasPrefix(name + "\n") { count += 1 }
        }
        return count
    }

    /// How many descriptors it has open.
    func descriptors() throws(FileFailure) -> Int {
        try entries("fd")
    }

    /// How many threads it has.
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

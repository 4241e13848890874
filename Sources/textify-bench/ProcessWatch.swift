import Domain
import PlatformSystem

/// Looks at another process from outside.
struct ProcessWatch {
    private let folder: FolderPath

    init(_ identifier: Int) {
        folder = FolderPath("/proc/\(identifier)")
    }

    /// Its resident memory now, in KiB.
    func memory() throws(FileFailure) -> Int {
        let status = try text("status", in: FileDescriptor.folder(folder))
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let kibibytes = Int(number)
        else { throw .missing }
        return kibibytes
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

    private func text(_ name: String, in folder: borrowing FileDescriptor) throws(FileFailure) -> String {
        String(decoding: try folder.file(beneath: FileName(name)).all(limit: 1 << 16), as: UTF8.self)
    }
}

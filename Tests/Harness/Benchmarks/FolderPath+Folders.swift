import Domain
import FoundationEssentials
import PlatformSystem

extension FolderPath {
    /// Where temporary files go: `TMPDIR`, so that another file system can be measured, or `/tmp`.
    static var temporary: FolderPath {
        let chosen = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        return FolderPath(chosen.isEmpty ? "/tmp" : chosen)
    }

    /// The folder of one benchmark of this process; nobody has made it yet.
    static func ofBenchmark(_ name: String) -> FolderPath {
        temporary.appending("textify-bench-\(name)-\(ProcessFigures.identifier)")
    }

    /// Makes folders in this one, and this one first.
    func makeFolders(_ names: String...) throws {
        for name in names {
            try FileManager.default.createDirectory(
                atPath: appending(name).shown, withIntermediateDirectories: true)
        }
    }

    /// Writes a configuration of a service whose state lies here and that only tells of errors, with these tables.
    func configure(_ tables: String) throws {
        let text = "[service]\nstate = \"state\"\n\n[log]\nlevel = \"error\"\n\n" + tables + "\n"
        try FileDescriptor.folder(self).write(Array(text.utf8), to: FileName("textifyd.toml"))
    }
}

package import Domain
internal import Glibc

extension DiskSpace {
    /// What `statvfs` says: `free` is what a process without privileges may use.
    package init(at folder: FolderPath) throws(FileFailure) {
        var figures = statvfs()
        try unsafe folder.bytes.withCPath { path throws(FileFailure) in
            _ = try FileFailure.checked { unsafe statvfs(path, &figures) }
        }
        let block = Int64(figures.f_frsize)
        self.init(
            free: Self.bytes(figures.f_bavail, block), total: Self.bytes(figures.f_blocks, block))
    }

    /// Network file systems report absurd numbers of blocks: they count as all that 64 bits hold.
    private static func bytes(_ blocks: UInt, _ block: Int64) -> Int64 {
        let (bytes, overflow) = Int64(clamping: blocks).multipliedReportingOverflow(by: block)
        return overflow ? .max : bytes
    }
}

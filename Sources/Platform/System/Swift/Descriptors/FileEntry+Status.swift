internal import Domain
internal import Glibc

extension FileEntry {
    init(name: FileName, status: stat) {
        self.init(
            name: name, kind: Kind(mode: status.st_mode), device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            size: Int64(status.st_size), modified: status.st_mtim.nanoseconds, changed: status.st_ctim.nanoseconds)
    }
}

extension FileEntry.Kind {
    fileprivate init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
    }
}

extension timespec {
    /// Since the clock's zero. A time that no 64 bits hold (a corrupt inode) wraps instead of trapping.
    var nanoseconds: Int64 {
        Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec)
    }
}

internal import CSystem
package import Domain
internal import Glibc

/// Identifies a folder regardless of its path.
package struct FolderIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    /// `nil` if the folder doesn't exist or can't be opened.
    package init?(of path: FolderPath) {
        guard let folder = try? FileDescriptor.pathOnly(path) else { return nil }
        self.init(folder)
    }

    private init?(_ folder: borrowing FileDescriptor) {
        guard let entry = try? folder.entry(named: FileName("")) else { return nil }
        (device, inode) = (entry.device, entry.inode)
    }

    /// The identities of the folder, or of its nearest existing ancestor, and of all ancestors up to the root. They are
    /// followed through `..` of open descriptors, so symbolic links in the path don't mislead.
    package static func ancestry(of path: FolderPath) -> [FolderIdentity] {
        var start = path
        while true {
            do throws(FileFailure) { return ancestry(from: try FileDescriptor.pathOnly(start)) } catch {
                if start.bytes.count < 2 { return [] }
                start = start.folder
            }
        }
    }

    private static func ancestry(from start: consuming FileDescriptor) -> [FolderIdentity] {
        var ancestry: [FolderIdentity] = []
        var folder = start
        while let identity = FolderIdentity(folder), ancestry.last != identity {
            ancestry.append(identity)
            let number = unsafe openat(folder.number, "..", csys_place_flags() | O_CLOEXEC)
            guard number >= 0 else { break }
            folder = FileDescriptor(adopting: number)
        }
        return ancestry
    }
}

/// The kind of file system that contains a folder, according to `statfs`.
package enum FileSystemKind: Hashable, Sendable {
    /// A local disk or memory.
    case local
    /// NFS, SMB, 9P, Ceph and the like: no inotify events for changes made on other machines, and locks may not be
    /// effective. `name` is the common name.
    case network(name: String)
    /// A user-space file system, whose guarantees are unknown.
    case fuse

    /// Whether inotify events and locks may be unreliable.
    package var isRemote: Bool { self != .local }

    /// Determines the file system of `folder`.
    package init(at folder: FolderPath) throws(FileFailure) {
        let magic = try unsafe folder.bytes.withCPath { path throws(FileFailure) in
            unsafe csys_file_system_magic(path)
        }
        guard magic >= 0 else { throw FileFailure(errno: Int32(magic)) }
        self.init(magic: UInt32(magic))
    }

    /// Maps the magic numbers of `linux/magic.h` and statfs(2).
    init(magic: UInt32) {
        self =
            switch magic {
            case 0x6573_5546: .fuse
            case 0x6969: .network(name: "NFS")
            case 0x517B: .network(name: "SMB")
            case 0xFE53_4D42: .network(name: "SMB2")
            case 0xFF53_4D42: .network(name: "CIFS")
            case 0x564C: .network(name: "NCP")
            case 0x0102_1997: .network(name: "9P")
            case 0x00C3_6400: .network(name: "Ceph")
            case 0x5346_414F, 0x6B41_4653: .network(name: "AFS")
            case 0x7375_7245: .network(name: "Coda")
            case 0x0BD0_0BD0: .network(name: "Lustre")
            case 0x4750_4653: .network(name: "GPFS")
            case 0x786F_4256: .network(name: "vboxsf")
            case 0xBACB_ACBC: .network(name: "vmhgfs")
            default: .local
            }
    }
}

extension DiskSpace {
    /// Reads `statvfs`. `free` is the space available to unprivileged processes.
    package init(at folder: FolderPath) throws(FileFailure) {
        var figures = statvfs()
        try unsafe folder.bytes.withCPath { path throws(FileFailure) in
            _ = try FileFailure.checked { unsafe statvfs(path, &figures) }
        }
        let block = Int64(figures.f_frsize)
        self.init(
            free: Self.bytes(figures.f_bavail, block), total: Self.bytes(figures.f_blocks, block))
    }

    /// Clamps to `Int64.max`: some network file systems report absurd block counts.
    private static func bytes(_ blocks: UInt, _ block: Int64) -> Int64 {
        let (bytes, overflow) = Int64(clamping: blocks).multipliedReportingOverflow(by: block)
        return overflow ? .max : bytes
    }
}

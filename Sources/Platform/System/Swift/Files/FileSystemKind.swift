internal import CSystem
package import Domain

/// What a folder lies on, by the number that `statfs` tells.
package enum FileSystemKind: Hashable, Sendable {
    /// A disk of this machine, or its memory.
    case local
    /// NFS, SMB, 9P, Ceph, …: no kernel events from other machines, locks that may not hold. `name` is its usual name.
    case network(name: String)
    /// A program serves it; what it promises is unknown.
    case fuse

    /// Whether events and locks can be relied on.
    package var isRemote: Bool { self != .local }

    /// Asks what the folder lies on.
    package init(at folder: FolderPath) throws(FileFailure) {
        let magic = try unsafe folder.bytes.withCPath { path throws(FileFailure) in
            unsafe csys_file_system_magic(path)
        }
        guard magic >= 0 else { throw FileFailure(errno: Int32(magic)) }
        self.init(magic: UInt32(magic))
    }

    /// The numbers are those of `linux/magic.h` and of statfs(2).
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

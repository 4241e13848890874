internal import CSystem
package import Domain
internal import Glibc

/// Which folder it is, whatever it is called.
package struct FolderIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    /// `nil` where there is none.
    package init?(of path: FolderPath) {
        guard let folder = try? FileDescriptor.place(path) else { return nil }
        self.init(folder)
    }

    private init?(_ folder: borrowing FileDescriptor) {
        guard let entry = try? folder.entry(named: FileName("")) else { return nil }
        (device, inode) = (entry.device, entry.inode)
    }

    /// The folder, or the nearest one above it that is there, and those above that to the root. They are followed by
    /// descriptors, so that no link leads astray.
    package static func way(to path: FolderPath) -> [FolderIdentity] {
        var start = path
        while true {
            do throws(FileFailure) { return way(up: try FileDescriptor.place(start)) } catch {
                if start.bytes.count < 2 { return [] }
                start = start.folder
            }
        }
    }

    private static func way(up start: consuming FileDescriptor) -> [FolderIdentity] {
        var way: [FolderIdentity] = []
        var folder = start
        while let identity = FolderIdentity(folder), way.last != identity {
            way.append(identity)
            let number = unsafe openat(folder.number, "..", csys_place_flags() | O_CLOEXEC)
            guard number >= 0 else { break }
            folder = FileDescriptor(adopting: number)
        }
        return way
    }
}

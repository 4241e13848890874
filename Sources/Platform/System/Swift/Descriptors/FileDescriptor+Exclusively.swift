internal import CSystem
package import Domain
internal import Glibc

extension FileDescriptor {
    /// Renames an entry into `folder` and never replaces. Throws `.exists` when the new name is taken, `.otherDevice`
    /// when the folders are on two file systems.
    package func renameExclusively(
        _ name: FileName, to newName: FileName, in folder: borrowing FileDescriptor
    ) throws(FileFailure) {
        let (from, to) = (number, folder.number)
        let answer = try unsafe name.withCName { old throws(FileFailure) in
            try unsafe newName.withCName { new throws(FileFailure) in
                unsafe csys_rename_exclusively(from, old, to, new)
            }
        }
        if answer == 0 { return }
        guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(-answer) else { throw FileFailure(errno: answer) }
        try linkExclusively(name, to: newName, in: folder)
    }

    /// For file systems that know no exclusive rename (NFS, some FUSE): a hard link never replaces.
    func linkExclusively(
        _ name: FileName, to newName: FileName, in folder: borrowing FileDescriptor
    ) throws(FileFailure) {
        let (from, to) = (number, folder.number)
        do {
            try unsafe name.withCName { old throws(FileFailure) in
                try unsafe newName.withCName { new throws(FileFailure) in
                    _ = try FileFailure.checked { unsafe linkat(from, old, to, new, 0) }
                }
            }
        } catch .denied, .failed(EOPNOTSUPP), .failed(ENOSYS), .failed(EMLINK) {
            return try reserveAndRename(name, to: newName, in: folder)
        }
        try unlink(name)
    }

    /// For file systems that know no hard links either (FAT, SMB): the new name is reserved by an empty file, which
    /// nobody else can have made, and the rename replaces that.
    func reserveAndRename(
        _ name: FileName, to newName: FileName, in folder: borrowing FileDescriptor
    ) throws(FileFailure) {
        _ = try folder.create(newName)
        do {
            try rename(name, to: newName, in: folder)
        } catch {
            try? folder.unlink(newName)
            throw error
        }
    }
}

package import Domain
internal import Glibc

extension FileDescriptor {
    /// What `fstat` says of this file. The name is the caller's: a descriptor has none.
    package func entry(named name: FileName) throws(FileFailure) -> FileEntry {
        var status = stat()
        let number = self.number
        try FileFailure.checked { unsafe fstat(number, &status) }
        return FileEntry(name: name, status: status)
    }

    /// What `lstat` says of an entry of this folder, `nil` when there is none.
    package func entry(_ name: FileName) throws(FileFailure) -> FileEntry? {
        var status = stat()
        let number = self.number
        do {
            try unsafe name.withCName { path throws(FileFailure) in
                _ = try FileFailure.checked { unsafe fstatat(number, path, &status, AT_SYMLINK_NOFOLLOW) }
            }
        } catch .missing {
            return nil
        }
        return FileEntry(name: name, status: status)
    }

    /// Lists this folder without `.` and `..`, in no order. Entries that vanish meanwhile are left out.
    package func list() throws(FileFailure) -> [FileEntry] {
        var entries: [FileEntry] = []
        try fold(into: &entries, passing: { _, _ in false }) { $0.append($1) }
        return entries
    }

    /// The same, entry by entry, without those that are passed by.
    func fold<Sum>(
        into sum: inout Sum, passing: (inout Sum, FileGlimpse) -> Bool, _ step: (inout Sum, FileEntry) -> Void
    ) throws(FileFailure) {
        let reader = try FolderReader(self)
        while let glimpse = try reader.next() {
            if passing(&sum, glimpse) { continue }
            if let entry = try entry(glimpse.name) { step(&sum, entry) }
        }
    }

    /// Renames an entry into `folder`; what had the name there is replaced.
    package func rename(
        _ name: FileName, to newName: FileName, in folder: borrowing FileDescriptor
    ) throws(FileFailure) {
        let (from, to) = (number, folder.number)
        try unsafe name.withCName { old throws(FileFailure) in
            try unsafe newName.withCName { new throws(FileFailure) in
                _ = try FileFailure.checked { unsafe renameat(from, old, to, new) }
            }
        }
    }

    /// Unlinks a file; nothing happens when there is none.
    package func unlink(_ name: FileName) throws(FileFailure) {
        let number = self.number
        do {
            try unsafe name.withCName { path throws(FileFailure) in
                _ = try FileFailure.checked { unsafe unlinkat(number, path, 0) }
            }
        } catch .missing {
            return
        }
    }
}

internal import CSystem
package import Domain
internal import Glibc

extension FileDescriptor {
    /// Returns the `fstat` result for this file.
    func status() throws(FileFailure) -> stat {
        var status = stat()
        let number = self.number
        try FileFailure.checked { unsafe fstat(number, &status) }
        return status
    }

    /// Describes this file under a name that the caller supplies, because a descriptor has none.
    package func entry(named name: FileName) throws(FileFailure) -> FileEntry {
        FileEntry(name: name, status: try status())
    }

    /// Returns the `lstat` result for an entry of this folder, `nil` if there is no such entry.
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

    /// Lists this folder without `.` and `..`, in no particular order. Entries that vanish meanwhile are left out.
    package func list() throws(FileFailure) -> [FileEntry] {
        var entries: [FileEntry] = []
        try fold(into: &entries, passing: { _, _ in false }) { $0.append($1) }
        return entries
    }

    /// Calls `step` for each entry in listing order, except those for which `passing` returns `true`; they are not even
    /// `lstat`ed.
    func fold<Sum>(
        into sum: inout Sum, passing: (inout Sum, DirectoryEntry) -> Bool, _ step: (inout Sum, FileEntry) -> Void
    ) throws(FileFailure) {
        let reader = try FolderReader(self)
        while let listed = try reader.next() {
            if passing(&sum, listed) { continue }
            if let entry = try entry(listed.name) { step(&sum, entry) }
        }
    }

    /// Renames an entry into `folder`, replacing an existing entry.
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

    /// Unlinks a file. Succeeds if there is none.
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

extension FileDescriptor {
    /// Creates a folder and its missing parents. Each new folder passes its group on to its entries (setgid) and is
    /// flushed to disk.
    package static func makeFolder(_ path: FolderPath, _ sharing: FileSharing = .group) throws(FileFailure) {
        do {
            _ = try folder(path)
        } catch .missing {
            guard let parent = path.parent else { throw .missing }
            try makeFolder(parent, sharing)
            try folder(parent).makeFolder(path.name, sharing)
        }
    }

    /// Creates a folder below an existing one, with the missing folders between them.
    static func makeFolder(
        _ name: FileName, in folder: FolderPath, _ sharing: FileSharing
    ) throws(FileFailure) {
        do {
            _ = try self.folder(folder.appending(name))
        } catch .missing {
            if let parent = name.parent { try makeFolder(parent, in: folder, sharing) }
            try self.folder(folder, of: name).makeFolder(name.last, sharing)
        }
    }

    /// Creates a folder in this one. Succeeds if it already exists.
    package func makeFolder(_ name: FileName, _ sharing: FileSharing = .group) throws(FileFailure) {
        let number = self.number
        do {
            try unsafe name.withCName { path throws(FileFailure) in
                _ = try FileFailure.checked { unsafe mkdirat(number, path, sharing.folderMode) }
            }
        } catch .exists {
            _ = try folder(beneath: name)
            return
        }
        if sharing == .group { try folder(beneath: name).inheritGroup() }
        try syncFolder()
    }

    /// Sets the setgid bit, which mkdir ignores in its mode argument. The other bits stay as umask and ACLs left them.
    /// A file system without modes ignores the change.
    private func inheritGroup() {
        if let mode = try? status().st_mode { fchmod(number, mode & 0o7777 | S_ISGID) }
    }
}

extension FolderPath {
    /// The parent folder; `nil` for `/` and for a bare name.
    fileprivate var parent: FolderPath? {
        bytes.count > 1 && bytes.contains(47) ? folder : nil
    }
}

/// Reads a folder's entries from the start. It reopens the folder, because the read position belongs to the open file
/// description.
@safe struct FolderReader: ~Copyable {
    private let stream: OpaquePointer

    init(_ folder: borrowing FileDescriptor) throws(FileFailure) {
        let number = folder.number
        let own = FileDescriptor(
            adopting: try FileFailure.checked { unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        guard let stream = unsafe fdopendir(own.number) else { throw .last }
        unsafe self.stream = unsafe stream
        _ = own.released()
    }

    deinit {
        unsafe closedir(stream)
    }

    /// Returns the next entry other than `.` and `..`, `nil` at the end.
    func next() throws(FileFailure) -> DirectoryEntry? {
        var failure: Int32 = 0
        var inode: UInt64 = 0
        guard let name = unsafe csys_next_name(stream, &inode, &failure) else {
            guard failure == 0 else { throw FileFailure(errno: failure) }
            return nil
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
        return DirectoryEntry(name: FileName(bytes: unsafe [UInt8](bytes)), inode: inode)
    }
}

extension FileEntry {
    init(name: FileName, status: stat) {
        self.init(
            name: name, kind: Kind(mode: status.st_mode), device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            size: Int64(status.st_size), modified: UTCNanos(status.st_mtim.nanoseconds),
            changed: UTCNanos(status.st_ctim.nanoseconds))
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
    /// Nanoseconds since the clock's epoch. A time that doesn't fit in 64 bits (a corrupt inode) wraps instead of
    /// trapping.
    var nanoseconds: Int64 {
        Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec)
    }
}

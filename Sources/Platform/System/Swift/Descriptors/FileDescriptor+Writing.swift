internal import CSystem
package import Domain
internal import Glibc

extension FileDescriptor {
    /// Writes a whole file into this folder and fsyncs it. An existing entry is unlinked first, so that the bytes never
    /// reach another file through a symbolic or hard link. A failed write leaves no file.
    package func write(
        _ bytes: [UInt8], to name: FileName, _ sharing: FileSharing = .group
    ) throws(FileFailure) {
        do {
            try fill(create(name, sharing), bytes, name)
        } catch .exists {
            try unlink(name)
            try fill(create(name, sharing), bytes, name)
        }
    }

    /// Replaces a file atomically: writes a temporary file, fsyncs it, renames it over `name` and fsyncs the folder.
    /// Readers see the old content or the new, and so does the next start after a crash.
    package func replace(
        _ name: FileName, with bytes: [UInt8], _ sharing: FileSharing = .group
    ) throws(FileFailure) {
        let temporary = FileName.temporary()
        try fill(create(temporary, sharing), bytes, temporary)
        do {
            try rename(temporary, to: name, in: self)
        } catch {
            try? unlink(temporary)
            throw error
        }
        try syncFolder()
    }

    /// Writes and fsyncs a newly created file. Unlinks it after a failure, so that no partial file is left.
    private func fill(
        _ file: consuming FileDescriptor, _ bytes: [UInt8], _ name: FileName
    ) throws(FileFailure) {
        do {
            try file.write(bytes)
            try file.sync()
        } catch {
            try? unlink(name)
            throw error
        }
    }
}

extension FileName {
    /// A hidden random name for a file that is renamed once it is complete.
    package static func temporary() -> FileName {
        FileName(".\(String(randomSeed(), radix: 36)).part")
    }
}

extension FileDescriptor {
    /// Renames without ever replacing an entry; across file systems it copies, fsyncs and unlinks. Throws `.exists`,
    /// `.missing`, or `.changing` if the file was written to during the copy.
    package func move(
        _ name: FileName, to newName: FileName, in target: borrowing FileDescriptor
    ) throws(FileFailure) {
        do {
            try renameExclusively(name, to: newName, in: target)
        } catch .otherDevice {
            let copied = try copy(name, to: newName, in: target)
            // The name may belong to another file by now.
            if try entry(name)?.inode == copied.inode { try unlink(name) }
        }
    }

    /// Copies a regular file with its modification time, and returns the source's entry. The new name appears only when
    /// the copy is complete and flushed to disk.
    @discardableResult
    func copy(
        _ name: FileName, to newName: FileName, in target: borrowing FileDescriptor
    ) throws(FileFailure) -> FileEntry {
        let source = try file(beneath: name)
        let before = try source.entry(named: name)
        let temporary = FileName.temporary()
        let copy = try target.create(temporary)
        do throws(FileFailure) {
            try source.copyContents(into: copy)
            guard try source.entry(named: name) == before else { throw .changing }
            // Best effort: not every file system stores times.
            _ = csys_set_modified(copy.number, before.modified.nanoseconds)
            try copy.sync()
            try target.renameExclusively(temporary, to: newName, in: target)
        } catch {
            try? target.unlink(temporary)
            throw error
        }
        try target.syncFolder()
        return before
    }

    private func copyContents(into copy: borrowing FileDescriptor) throws(FileFailure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = try read(into: &buffer)
            if count == 0 { return }
            try copy.write(buffer.span.extracting(..<count))
        }
    }
}

extension FileDescriptor {
    /// Renames an entry into `folder` without ever replacing one. Throws `.exists` if the new name is taken, and
    /// `.otherDevice` if the folders are on different file systems.
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

    /// Gives a file a second name. Throws `.exists` if that is taken.
    package func link(
        _ name: FileName, to newName: FileName, in folder: borrowing FileDescriptor
    ) throws(FileFailure) {
        let (from, to) = (number, folder.number)
        try unsafe name.withCName { old throws(FileFailure) in
            try unsafe newName.withCName { new throws(FileFailure) in
                _ = try FileFailure.checked { unsafe linkat(from, old, to, new, 0) }
            }
        }
    }

    /// Fallback for file systems without an exclusive rename (NFS, some FUSE): a hard link never replaces an entry.
    func linkExclusively(
        _ name: FileName, to newName: FileName, in folder: borrowing FileDescriptor
    ) throws(FileFailure) {
        do {
            try link(name, to: newName, in: folder)
        } catch .denied, .failed(.unsupported), .failed(.noSuchCall), .failed(.tooManyLinks) {
            return try reserveAndRename(name, to: newName, in: folder)
        }
        try unlink(name)
    }

    /// Fallback for file systems without hard links as well (FAT, SMB): creates an empty file exclusively under the new
    /// name, then renames over it.
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

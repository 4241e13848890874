package import Domain
internal import Glibc

/// A reason why a state folder can't be used.
package enum StateFolderFailure: Error, Equatable, Sendable {
    /// The folder belongs to another user, who could tamper with the service's state.
    case foreign(owner: UInt32, user: UInt32)
    case file(FileFailure)
}

/// The private folder that holds the database and the pictures.
package enum StateFolder {
    /// Creates the folder if necessary, and removes other users' access to it and to the files in it.
    ///
    /// Throws `.foreign` for another user's folder. A folder that root owns and group 0 may write is accepted, because
    /// volumes of containers that run under arbitrary users look like this. Returns the folder's mode if users other than
    /// those still have access because the system refuses the change; `nil` if the folder is private.
    package static func prepare(_ path: FolderPath) throws(StateFolderFailure) -> UInt32? {
        let user = geteuid()
        let owner: UInt32
        do throws(FileFailure) {
            let folder = try opened(path.asRoot)
            let found = try folder.status()
            let mode = found.st_mode & 0o7777
            if mayUse(owner: found.st_uid, group: found.st_gid, mode: mode, user: user) {
                // A group that the service itself belongs to by design must keep its access.
                let others: mode_t = found.st_uid == user ? 0o077 : 0o007
                let isPrivate = mode == 0o700 || fchmod(folder.number, 0o700) == 0 || mode & others == 0
                try closeEntries(of: folder, user)
                return isPrivate ? nil : mode
            }
            owner = found.st_uid
        } catch {
            throw .file(error)
        }
        throw .foreign(owner: owner, user: user)
    }

    /// Throws the reason why `prepare` would fail, and changes nothing. Root usually checks for the service's user, so
    /// the folder's owner is not compared then.
    package static func check(_ path: FolderPath) throws(StateFolderFailure) {
        let user = geteuid()
        let owner: UInt32
        do throws(FileFailure) {
            let found: stat
            do throws(FileFailure) {
                let folder = try FileDescriptor.folder(path.asRoot)
                found = try folder.status()
                if user == 0 || mayUse(owner: found.st_uid, group: found.st_gid, mode: found.st_mode, user: user) {
                    // Its owner's own access is set by `prepare`.
                    if found.st_uid != user { try folder.checkWritable() }
                    return
                }
            } catch .missing {
                return try FolderAccess.checkCreatable(path.folder)
            }
            owner = found.st_uid
        } catch {
            throw .file(error)
        }
        throw .foreign(owner: owner, user: user)
    }

    /// Whether a service of `user` may keep its state in a folder with this owner, group and mode.
    static func mayUse(owner: UInt32, group: UInt32, mode: UInt32, user: UInt32) -> Bool {
        owner == user || (owner == 0 && group == 0 && mode & S_IWGRP != 0)
    }

    private static func opened(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        do throws(FileFailure) { return try FileDescriptor.folder(path) } catch .missing {
            try FileDescriptor.makeFolder(path.folder)
            try FileDescriptor.folder(path.folder).makeFolder(path.name, .owner)
            return try FileDescriptor.folder(path)
        }
    }

    /// Removes other users' access to entries that an earlier version left open. Entries whose mode the system refuses
    /// to change stay as they are: the folder itself is closed.
    private static func closeEntries(of folder: borrowing FileDescriptor, _ user: UInt32) throws(FileFailure) {
        for entry in try folder.list() where entry.kind == .file || entry.kind == .folder {
            if entry.kind == .file, let file = try? folder.file(beneath: entry.name) {
                file.close(user, leaving: 0o600)
            } else if let inner = try? folder.folder(beneath: entry.name) {
                inner.close(user, leaving: 0o700)
            }
        }
    }
}

extension FileDescriptor {
    /// Sets the mode if the file belongs to `user` and other users have access.
    fileprivate func close(_ user: UInt32, leaving mode: UInt32) {
        guard let found = try? status(), found.st_uid == user, found.st_mode & 0o077 != 0 else { return }
        fchmod(number, mode)
    }
}

/// A reason why the state folder can't be locked.
package enum StateLockFailure: Error, Equatable, Sendable {
    /// Another instance uses the folder; `pid` is `nil` if it has not written its number yet.
    case held(pid: Int32?)
    case file(FileFailure)
}

/// An exclusive lock on a state folder. The kernel releases it at the end of this value's lifetime or of the process,
/// so a crash leaves nothing to clean up.
package struct StateLock: ~Copyable, Sendable {
    private static let name = FileName("lock")
    private static let damage = "damaged\n"
    private let file: FileDescriptor
    /// How the previous instance ended.
    package let earlier: PreviousExit

    package enum PreviousExit: Equatable, Sendable {
        /// Normally, or there was none.
        case clean
        /// Through a crash, a kill or a power failure.
        case interrupted
        /// After finding damaged state.
        case damaged
    }

    /// Locks the file `lock` in `folder` (`flock`, without waiting) and writes the process identifier into it.
    package init(in folder: FolderPath) throws(StateLockFailure) {
        let file: FileDescriptor
        do throws(FileFailure) {
            file = try Self.open(folder)
        } catch {
            throw .file(error)
        }
        earlier = try Self.take(file)
        self.file = file
    }

    /// Unlocks explicitly: closing is not enough while a child process has a copy of the descriptor.
    deinit {
        flock(file.number, LOCK_UN)
    }

    /// Records a normal end. Without this call the next instance reads `.interrupted`.
    package func markCleanExit() throws(FileFailure) {
        try Self.note("", in: file)
    }

    /// Records that the state is damaged. The note stays until an instance ends cleanly.
    package func markDamaged() throws(FileFailure) {
        try Self.note(Self.damage, in: file)
    }

    private static func note(_ text: String, in file: borrowing FileDescriptor) throws(FileFailure) {
        let number = file.number
        _ = try FileFailure.checked { ftruncate(number, 0) }
        _ = try FileFailure.checked { lseek(number, 0, SEEK_SET) }
        try file.write(Array(text.utf8))
        try file.sync()
    }

    private static func take(_ file: borrowing FileDescriptor) throws(StateLockFailure) -> PreviousExit {
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            let failure = FileFailure.last
            throw failure == .failed(code: .again) ? .held(pid: holder(file)) : .file(failure)
        }
        do throws(FileFailure) {
            let content = String(decoding: try file.chunk(32), as: UTF8.self)
            try note("\(getpid())\n", in: file)
            return content.isEmpty ? .clean : content == damage ? .damaged : .interrupted
        } catch {
            throw .file(error)
        }
    }

    /// The file is never unlinked: otherwise two instances could lock two files of the same name.
    private static func open(_ folder: FolderPath) throws(FileFailure) -> FileDescriptor {
        let folder = try FileDescriptor.folder(folder)
        do {
            return try folder.create(name, .owner)
        } catch .exists {
            return try folder.fileForUpdate(name)
        }
    }

    private static func holder(_ file: borrowing FileDescriptor) -> Int32? {
        guard let bytes = try? file.all(limit: 32) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
    }
}

package import Domain
internal import Glibc

/// Why a state folder can't be used.
package enum StateFolderFailure: Error, Equatable, Sendable {
    /// It is another user's, who could change what the service believes; the numbers of both users.
    case foreign(owner: UInt32, user: UInt32)
    case file(FileFailure)
}

/// The folder that holds the database and the pictures: its owner's alone.
package enum StateFolder {
    /// Makes the folder when there is none, and takes away what others may do with it and the files in it.
    ///
    /// Throws `.foreign` for another user's. One that root owns and that group 0 may write is the exception: so are the
    /// volumes of containers that run under any user. Returns the folder's mode where others may still use it, because the
    /// system refuses to change it; `nil` where it is private.
    package static func prepare(_ path: FolderPath) throws(StateFolderFailure) -> UInt32? {
        let user = geteuid()
        let verdict: Verdict
        do throws(FileFailure) { verdict = try close(try opened(path.asRoot), user) } catch { throw .file(error) }
        switch verdict {
        case .closed: return nil
        case .open(let mode): return mode
        case .foreign(let owner): throw .foreign(owner: owner, user: user)
        }
    }

    private enum Verdict {
        case closed
        case open(mode: UInt32)
        case foreign(owner: UInt32)
    }

    private static func close(
        _ folder: borrowing FileDescriptor, _ user: UInt32
    ) throws(FileFailure) -> Verdict {
        var found = stat()
        let number = folder.number
        try FileFailure.checked { unsafe fstat(number, &found) }
        guard mayUse(owner: found.st_uid, group: found.st_gid, mode: found.st_mode, user: user) else {
            return .foreign(owner: found.st_uid)
        }
        let isClosed = found.st_mode & 0o7777 == 0o700 || fchmod(number, 0o700) == 0 || found.st_mode & 0o077 == 0
        try closeEntries(of: folder, user)
        return isClosed ? .closed : .open(mode: found.st_mode & 0o7777)
    }

    /// Whether a folder with that owner, group and mode may hold the state of a service of that user.
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

    /// Closes what an earlier version left open to others. What the system refuses to change stays: the folder is closed.
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
    /// Leaves a file of that user these bits of its mode, where others may use it.
    fileprivate func close(_ user: UInt32, leaving mode: UInt32) {
        var found = stat()
        let number = self.number
        guard unsafe fstat(number, &found) == 0, found.st_uid == user, found.st_mode & 0o077 != 0 else { return }
        fchmod(number, mode)
    }
}

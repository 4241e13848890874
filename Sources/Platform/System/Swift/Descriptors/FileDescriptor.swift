package import Domain
internal import CSystem
internal import Glibc

/// An open file or folder. It is closed where its owner lets it go.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number, valid as long as this value lives.
    package let number: Int32

    /// Takes over a number that a system call returned.
    package init(adopting number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives the number away: whoever takes it closes it.
    package consuming func released() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

extension FileDescriptor {
    /// Opens a folder. Links on the way to its root are followed, since a person chose that; below the root none is.
    /// Throws `.notFolder` where one lies there, or a file.
    package static func folder(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        do throws(FileFailure) { return try opened(path, O_RDONLY | O_DIRECTORY) } catch {
            throw blocked(path, error)
        }
    }

    /// Opens a folder to know which it is, and nothing more: it need not be readable.
    static func place(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        try opened(path, csys_place_flags())
    }

    /// Opens the folder that holds an entry: `folder` itself, or the one below it that the name leads through.
    static func folder(_ folder: FolderPath, of name: FileName) throws(FileFailure) -> FileDescriptor {
        try self.folder(name.holder(in: folder))
    }

    /// Opens a regular file below a folder for reading; the name may lead through others. Below the folder's root no link is
    /// followed, and a FIFO does not block. Throws `.notRegular` for anything but a file.
    package static func file(_ name: FileName, in folder: FolderPath) throws(FileFailure) -> FileDescriptor {
        let file = try opened(folder.appending(name), O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard try file.entry(named: name).kind == .file else { throw .notRegular }
        return file
    }

    private static func opened(_ path: FolderPath, _ flags: Int32) throws(FileFailure) -> FileDescriptor {
        let answer = try unsafe path.bytes.withCPath { bytes throws(FileFailure) in
            unsafe csys_open_rooted(bytes, path.root.bytes.count, flags)
        }
        guard answer >= 0 else { throw FileFailure(errno: answer) }
        return FileDescriptor(adopting: answer)
    }

    /// The failure with the place that is in the way: a link, or a file, where a folder is needed below the root.
    private static func blocked(_ path: FolderPath, _ failure: FileFailure) -> FileFailure {
        guard failure == .notRegular || failure == .failed(code: ENOTDIR), path.wayBelowRoot != nil else {
            return failure
        }
        let length = try? unsafe path.bytes.withCPath { bytes throws(FileFailure) in
            unsafe csys_blocking_step(bytes, path.root.bytes.count)
        }
        guard let length, length > 0 else { return .notFolder(path) }
        return .notFolder(FolderPath(bytes: Array(path.bytes[..<Int(length)])))
    }

    /// Opens a regular file for reading. Links on the way to it and to itself are followed: a person chose the path. A
    /// FIFO does not block. Throws `.notRegular` for anything but a file.
    package static func file(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        let number = try unsafe path.bytes.withCPath { path throws(FileFailure) in
            try FileFailure.checked { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        }
        let file = FileDescriptor(adopting: number)
        guard try file.entry(named: path.name).kind == .file else { throw .notRegular }
        return file
    }

    /// Opens a folder beneath this one. No link is followed.
    package func folder(beneath path: FileName) throws(FileFailure) -> FileDescriptor {
        try opened(path, O_RDONLY | O_DIRECTORY, mode: 0)
    }

    /// Opens a regular file beneath this folder for reading; `path` may have slashes. No link is followed anywhere on
    /// the way, and a FIFO does not block. Throws `.notRegular` for anything but a file.
    package func file(beneath path: FileName) throws(FileFailure) -> FileDescriptor {
        let file = try opened(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, mode: 0)
        guard try file.entry(named: path).kind == .file else { throw .notRegular }
        return file
    }

    /// Makes a new file in this folder for writing. Throws `.exists` when the name is taken, be it by a dead link.
    package func create(_ name: FileName, _ sharing: FileSharing = .group) throws(FileFailure) -> FileDescriptor {
        try opened(name, O_RDWR | O_CREAT | O_EXCL, mode: sharing.fileMode)
    }

    /// Opens a file in this folder that is there, for reading and writing.
    func fileForUpdate(_ name: FileName) throws(FileFailure) -> FileDescriptor {
        let file = try opened(name, O_RDWR | O_NONBLOCK | O_NOCTTY, mode: 0)
        guard try file.entry(named: name).kind == .file else { throw .notRegular }
        return file
    }

    private func opened(_ path: FileName, _ flags: Int32, mode: UInt32) throws(FileFailure) -> FileDescriptor {
        let folder = number
        let answer = try unsafe path.bytes.withCPath { path throws(FileFailure) in
            unsafe csys_open_beneath(folder, path, flags, mode)
        }
        guard answer >= 0 else { throw FileFailure(errno: answer) }
        return FileDescriptor(adopting: answer)
    }
}

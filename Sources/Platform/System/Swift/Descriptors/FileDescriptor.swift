public import Domain
internal import CSystem
internal import Glibc

/// An open file or folder. It is closed where its owner lets it go.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number, valid as long as this value lives.
    public let number: Int32

    /// Takes over a number that a system call returned.
    public init(adopting number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives the number away: whoever takes it closes it.
    public consuming func released() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

extension FileDescriptor {
    /// Opens a folder. Links on the way to it are followed: a person chose the path.
    public static func folder(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        let number = try unsafe path.bytes.withCPath { path throws(FileFailure) in
            try FileFailure.checked { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        return FileDescriptor(adopting: number)
    }

    /// Opens a regular file for reading. Links on the way to it and to itself are followed: a person chose the path. A
    /// FIFO does not block. Throws `.notRegular` for anything but a file.
    public static func file(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        let number = try unsafe path.bytes.withCPath { path throws(FileFailure) in
            try FileFailure.checked { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        }
        let file = FileDescriptor(adopting: number)
        guard try file.entry(named: path.name).kind == .file else { throw .notRegular }
        return file
    }

    /// Opens a folder beneath this one. No link is followed.
    public func folder(beneath path: FileName) throws(FileFailure) -> FileDescriptor {
        try opened(path, O_RDONLY | O_DIRECTORY, mode: 0)
    }

    /// Opens the folder that holds an entry: `folder` itself, or the one below it that the name leads through. No link is
    /// followed below `folder`.
    static func folder(_ folder: FolderPath, of name: FileName) throws(FileFailure) -> FileDescriptor {
        let root = try self.folder(folder)
        guard let parent = name.parent else { return root }
        return try root.folder(beneath: parent)
    }

    /// Opens a regular file beneath this folder for reading; `path` may have slashes. No link is followed anywhere on
    /// the way, and a FIFO does not block. Throws `.notRegular` for anything but a file.
    public func file(beneath path: FileName) throws(FileFailure) -> FileDescriptor {
        let file = try opened(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, mode: 0)
        guard try file.entry(named: path).kind == .file else { throw .notRegular }
        return file
    }

    /// Makes a new file in this folder for writing. Throws `.exists` when the name is taken, be it by a dead link.
    public func create(_ name: FileName, mode: UInt32 = 0o664) throws(FileFailure) -> FileDescriptor {
        try opened(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
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

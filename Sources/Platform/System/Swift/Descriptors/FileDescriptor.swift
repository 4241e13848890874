internal import CSystem
package import Domain
internal import Glibc

/// An open file or folder, closed at the end of its lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor's number, valid during the lifetime of this value.
    package let number: Int32

    /// Takes ownership of a descriptor that a system call returned.
    package init(adopting number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives up ownership: the caller must close the returned descriptor.
    package consuming func released() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

extension FileDescriptor {
    /// Opens a folder. Links on the way to its root are followed, because a person chose that path; links below the
    /// root are not. Throws `.notFolder` if a link or a file is in the way.
    package static func folder(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        do throws(FileFailure) { return try opened(path, O_RDONLY | O_DIRECTORY) } catch {
            throw blocked(path, error)
        }
    }

    /// Opens a folder only to identify it; read permission is not needed.
    static func pathOnly(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        try opened(path, csys_place_flags())
    }

    /// Opens the folder that contains an entry: `folder`, or the subfolder that the name's path leads to.
    static func folder(_ folder: FolderPath, of name: FileName) throws(FileFailure) -> FileDescriptor {
        try self.folder(name.holder(in: folder))
    }

    /// Opens a regular file below a folder for reading; `name` may contain subfolders. Links below the folder's root
    /// are not followed, and a FIFO doesn't block. Throws `.notRegular` for anything but a file.
    package static func file(_ name: FileName, in folder: FolderPath) throws(FileFailure) -> FileDescriptor {
        try opened(folder.appending(name), O_RDONLY | O_NONBLOCK | O_NOCTTY).regular()
    }

    private static func opened(_ path: FolderPath, _ flags: Int32) throws(FileFailure) -> FileDescriptor {
        let answer = try unsafe path.bytes.withCPath { bytes throws(FileFailure) in
            unsafe csys_open_rooted(bytes, path.root.bytes.count, flags)
        }
        guard answer >= 0 else { throw FileFailure(errno: answer) }
        return FileDescriptor(adopting: answer)
    }

    /// Turns a failure into `.notFolder` with the path of the link or file that is where a folder is needed below the
    /// root.
    private static func blocked(_ path: FolderPath, _ failure: FileFailure) -> FileFailure {
        guard failure == .notRegular || failure == .failed(code: .notDirectory), path.pathBelowRoot != nil else {
            return failure
        }
        let length = try? unsafe path.bytes.withCPath { bytes throws(FileFailure) in
            unsafe csys_blocking_step(bytes, path.root.bytes.count)
        }
        guard let length, length > 0 else { return .notFolder(path) }
        return .notFolder(FolderPath(bytes: Array(path.bytes[..<Int(length)])))
    }

    /// Opens a regular file for reading. All links are followed, because a person chose the path. A FIFO doesn't block.
    /// Throws `.notRegular` for anything but a file.
    package static func file(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        let number = try unsafe path.bytes.withCPath { path throws(FileFailure) in
            try FileFailure.checked { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        }
        return try FileDescriptor(adopting: number).regular()
    }

    /// Opens a folder beneath this one without following links.
    package func folder(beneath path: FileName) throws(FileFailure) -> FileDescriptor {
        try opened(path, O_RDONLY | O_DIRECTORY, mode: 0)
    }

    /// Opens a regular file beneath this folder for reading; `path` may contain slashes. No link on the path is
    /// followed, and a FIFO doesn't block. Throws `.notRegular` for anything but a file.
    package func file(beneath path: FileName) throws(FileFailure) -> FileDescriptor {
        try opened(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, mode: 0).regular()
    }

    /// Creates a file in this folder for reading and writing. Throws `.exists` if the name is taken, even by a dangling
    /// link.
    package func create(_ name: FileName, _ sharing: FileSharing = .group) throws(FileFailure) -> FileDescriptor {
        try opened(name, O_RDWR | O_CREAT | O_EXCL, mode: sharing.fileMode)
    }

    /// Creates a temporary file in this folder that has no name and ends with its descriptor.
    package func createNameless() throws(FileFailure) -> FileDescriptor {
        let name = FileName.temporary()
        let file = try create(name, .owner)
        try unlink(name)
        return file
    }

    /// Opens an existing regular file in this folder for reading and writing.
    func fileForUpdate(_ name: FileName) throws(FileFailure) -> FileDescriptor {
        try opened(name, O_RDWR | O_NONBLOCK | O_NOCTTY, mode: 0).regular()
    }

    /// Returns this file if it is a regular one. Throws `.notRegular` otherwise.
    private consuming func regular() throws(FileFailure) -> FileDescriptor {
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        return self
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

/// The users with access to a new file or folder, as far as its mode decides.
package enum FileSharing: Sendable {
    /// The owner and the group, for drops, results and archives in shared folders.
    case group
    /// The owner only.
    case owner

    /// The mode for creating a file; the umask and default ACLs remove bits.
    var fileMode: UInt32 { self == .group ? 0o664 : 0o600 }

    /// The mode for creating a folder.
    var folderMode: UInt32 { self == .group ? 0o775 : 0o700 }
}

extension FileDescriptor {
    /// Reads once, up to the size of `buffer`. Returns the number of bytes; 0 at end of file.
    package func read(into buffer: inout [UInt8]) throws(FileFailure) -> Int {
        try read(into: &buffer, from: 0, at: nil)
    }

    /// Reads `size` bytes, fewer only if the file ends first. The result is empty only at end of file. With an `offset`
    /// it reads there, and the file position doesn't change.
    package func chunk(_ size: Int, at offset: Int64? = nil) throws(FileFailure) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let count = try read(into: &chunk, from: filled, at: offset.map { $0 + Int64(filled) })
            if count == 0 { break }
            filled += count
        }
        chunk.removeLast(size - filled)
        return chunk
    }

    /// Reads to end of file. Throws `.tooLarge` as soon as there are more than `limit` bytes.
    package func all(limit: Int) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try chunk(min(1 << 16, limit - bytes.count + 1))
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw .tooLarge(bytes: Int64(bytes.count), limit: Int64(limit))
            }
        }
    }

    /// Writes all bytes, continuing after short writes.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        try write(bytes.span)
    }

    /// Writes all bytes, continuing after short writes. Waits when a non-blocking descriptor is full.
    package func write(_ bytes: borrowing Span<UInt8>) throws(FileFailure) {
        let code = Self.write(bytes, to: number)
        guard code == 0 else { throw FileFailure(errno: code) }
    }

    /// Writes all bytes to a descriptor, as `write` does. Returns 0 or an errno.
    static func write(_ bytes: borrowing Span<UInt8>, to number: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.extracting(written...).withUnsafeBytes {
                unsafe Glibc.write(number, $0.baseAddress, $0.count)
            }
            let code = count < 0 ? errno : 0
            switch code {
            case 0: written += count
            case EINTR: continue
            case EAGAIN:
                var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&polled, 1, -1)
            default: return code
            }
        }
        return 0
    }

    /// Whether no process has this file open for writing. `false` as well if the system can't tell.
    package var hasNoWriter: Bool { csys_try_read_lease(number) == 0 }

    /// Flushes the content to disk (`fsync`). Never retried: after a failure the kernel may have dropped the unwritten
    /// pages.
    package func sync() throws(FileFailure) {
        let number = self.number
        try FileFailure.checked { fsync(number) }
    }

    /// Flushes a folder's entries to disk. A file system that doesn't support this for folders is trusted to keep them.
    package func syncFolder() throws(FileFailure) {
        do {
            try sync()
        } catch .failed(.invalid), .failed(.unsupported) {
            return
        }
    }

    /// Reads once into `buffer` from index `start` on, at `offset` or at the file position.
    private func read(into buffer: inout [UInt8], from start: Int, at offset: Int64?) throws(FileFailure) -> Int {
        let number = self.number
        var span = buffer.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { bytes throws(FileFailure) in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            return try FileFailure.checked {
                if let offset { return unsafe pread(number, rest.baseAddress, rest.count, off_t(offset)) }
                return unsafe Glibc.read(number, rest.baseAddress, rest.count)
            }
        }
    }
}

extension [UInt8] {
    /// Passes the bytes as a C string. Throws EINVAL if they contain NUL.
    func withCPath<Answer>(
        _ body: (UnsafePointer<CChar>) throws(FileFailure) -> Answer
    ) throws(FileFailure) -> Answer {
        guard !contains(0) else { throw .failed(code: .invalid) }
        return try unsafe withTerminatingNUL(body)
    }

    /// Passes the bytes followed by a NUL.
    func withTerminatingNUL<Answer>(
        _ body: (UnsafePointer<CChar>) throws(FileFailure) -> Answer
    ) throws(FileFailure) -> Answer {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        defer { unsafe text.deallocate() }
        for (index, byte) in enumerated() { unsafe text[index] = CChar(bitPattern: byte) }
        unsafe text[count] = 0
        return try unsafe body(text)
    }
}

extension FileName {
    /// Passes the name of a single folder entry as a C string. Throws EINVAL for an empty name, `.`, `..` and names
    /// with a slash.
    func withCName<Answer>(
        _ body: (UnsafePointer<CChar>) throws(FileFailure) -> Answer
    ) throws(FileFailure) -> Answer {
        let isOne = !bytes.isEmpty && !bytes.contains(47) && bytes != [46] && bytes != [46, 46]
        guard isOne else { throw .failed(code: .invalid) }
        return try unsafe bytes.withCPath(body)
    }
}

extension FileFailure {
    /// Maps an errno; no other code interprets errno values. `code` may be negative, as the functions of CSystem return
    /// it.
    package init(errno code: Int32) {
        self =
            switch abs(code) {
            case ENOENT: .missing
            case EEXIST, ENOTEMPTY: .exists
            case EACCES, EPERM: .denied
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            case ELOOP, EISDIR, ENXIO: .notRegular
            case EXDEV: .otherDevice
            case ENAMETOOLONG: .nameTooLong
            default: .failed(code: Errno(abs(code)))
            }
    }

    /// The failure that `errno` holds for this thread.
    static var last: FileFailure { FileFailure(errno: errno) }

    /// Calls `call` until it isn't interrupted by a signal (EINTR). Throws if it returns a negative number.
    @discardableResult
    static func checked<Number: SignedInteger>(_ call: () -> Number) throws(FileFailure) -> Number {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            if errno != EINTR { throw .last }
        }
    }
}

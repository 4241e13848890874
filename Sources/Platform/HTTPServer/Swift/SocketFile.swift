internal import Domain
internal import Glibc

/// The name of a Unix socket in its folder, known by its inode, so that only our own is ever removed.
struct SocketFile: Sendable {
    private let path: FolderPath
    private let device: UInt64
    private let inode: UInt64

    /// Makes a listening socket. Whoever makes or removes one in the same folder meanwhile waits.
    static func make(at path: FolderPath, mode: UInt32) throws(SocketFailure) -> (Int32, SocketFile) {
        let address = try SocketAddress(path)
        let lock = try FolderLock(around: path)
        defer { lock.release() }
        try clear(path, address)
        let number = try checked(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        do throws(SocketFailure) {
            let file = try bind(number, address, path, mode)
            return (number, file)
        } catch {
            close(number)
            throw error
        }
    }

    /// Unlinks the name if it is still this socket's.
    func remove() {
        guard let lock = try? FolderLock(around: path) else { return }
        defer { lock.release() }
        guard let now = try? Self.status(path), UInt64(now.st_dev) == device, UInt64(now.st_ino) == inode else {
            return
        }
        _ = unsafe Self.withPath(path) { path in unsafe unlink(path) }
    }

    /// A socket takes over its mode from the descriptor, less the umask: never more than `mode`, from its first moment.
    /// Nobody can connect before it listens, and by then the mode is whole.
    private static func bind(
        _ number: Int32, _ address: SocketAddress, _ path: FolderPath, _ mode: UInt32
    ) throws(SocketFailure) -> SocketFile {
        _ = try checked(fchmod(number, mode))
        _ = try checked(unsafe address.pass { address, length in unsafe Glibc.bind(number, address, length) })
        do throws(SocketFailure) {
            _ = try checked(unsafe withPath(path) { path in unsafe chmod(path, mode) })
            _ = try checked(listen(number, SOMAXCONN))
            let status = try status(path)
            return SocketFile(path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        } catch {
            _ = unsafe withPath(path) { path in unsafe unlink(path) }
            throw error
        }
    }

    /// Makes the name free: nothing is there, or a socket at which nobody answers.
    private static func clear(_ path: FolderPath, _ address: SocketAddress) throws(SocketFailure) {
        let found: stat
        do throws(SocketFailure) { found = try status(path) } catch {
            guard error == .file(.missing) else { throw error }
            return
        }
        guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
        guard try isStale(address) else { throw .inUse }
        _ = try checked(unsafe withPath(path) { path in unsafe unlink(path) })
    }

    private static func isStale(_ address: SocketAddress) throws(SocketFailure) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let probe = try checked(socket(AF_UNIX, kind, 0))
        defer { close(probe) }
        let answer = unsafe address.pass { address, length in unsafe connect(probe, address, length) }
        // A full queue means that somebody is there, and slow.
        if answer == 0 || errno == EAGAIN { return false }
        guard errno == ECONNREFUSED else { throw SocketFailure(errno: errno) }
        return true
    }

    private static func status(_ path: FolderPath) throws(SocketFailure) -> stat {
        var status = stat()
        _ = try checked(unsafe withPath(path) { path in unsafe lstat(path, &status) })
        return status
    }

    static func checked(_ answer: Int32) throws(SocketFailure) -> Int32 {
        guard answer >= 0 else { throw SocketFailure(errno: errno) }
        return answer
    }

    static func withPath(_ path: FolderPath, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        let characters = path.bytes.map { CChar(bitPattern: $0) } + [0]
        return unsafe characters.withUnsafeBufferPointer { characters in
            guard let base = characters.baseAddress else { return -1 }
            return unsafe body(base)
        }
    }
}

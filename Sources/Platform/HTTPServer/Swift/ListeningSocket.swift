package import Domain
internal import Glibc

/// A listening socket, closed at the end of its lifetime. The socket file is removed then, if it was created here.
package struct ListeningSocket: ~Copyable, Sendable {
    /// The descriptor's number, valid during the lifetime of this value.
    package let descriptor: Int32
    private let file: SocketFile?

    /// Takes ownership of a listening Unix socket passed by another process, such as systemd, and leaves its file
    /// alone. Throws `.notListening` for anything else.
    package init(adopting number: Int32) throws(SocketFailure) {
        let isListening = Self.option(SO_ACCEPTCONN, of: number) == 1 && Self.option(SO_DOMAIN, of: number) == AF_UNIX
        guard isListening else {
            close(number)
            throw .notListening
        }
        self.init(number, file: nil)
    }

    /// Creates a socket at `path`, in an existing folder. Only its owner and group can ever connect: it has mode 0660
    /// from the start. A stale socket file, at which no process listens, is replaced. Throws `.inUse` if a process
    /// listens there, `.notASocket`, `.pathTooLong` or `.file`.
    package init(at path: FolderPath, mode: UInt32 = 0o660) throws(SocketFailure) {
        let (number, file) = try SocketFile.make(at: path, mode: mode)
        self.init(number, file: file)
    }

    init(_ number: Int32, file: SocketFile?) {
        descriptor = number
        self.file = file
        // The server accepts only when a connection is reported, but it may be gone by then; accept must not block.
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        // The file goes first, so that a client that still finds it can connect.
        file?.remove()
        close(descriptor)
    }

    private static func option(_ name: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}

extension ListeningSocket {
    /// Listens at a numeric network address; an IPv6 address without brackets. Port 0 picks a free port. Throws
    /// `.inUse` if the port is taken, `.file(.denied)` for a port that needs privileges, and `.file` for other errors.
    package init(host: String, port: UInt16) throws(SocketFailure) {
        var wanted = unsafe addrinfo()
        unsafe wanted.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &wanted, &found) == 0, let address = unsafe found else {
            throw .file(.failed(code: .addressNotAvailable))
        }
        defer { unsafe freeaddrinfo(address) }
        let number = unsafe socket(address.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .file(.failed(code: Errno(errno))) }
        // Permits binding while connections of an earlier run are in TIME_WAIT.
        var yes: Int32 = 1
        _ = unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let bound = unsafe bind(number, address.pointee.ai_addr, address.pointee.ai_addrlen)
        guard bound == 0, listen(number, SOMAXCONN) == 0 else {
            let code = errno
            close(number)
            switch code {
            case EADDRINUSE: throw .inUse
            case EACCES: throw .file(.denied)
            default: throw .file(.failed(code: Errno(code)))
            }
        }
        self.init(number, file: nil)
    }

    /// The port of a network socket; 0 for a Unix socket.
    package var port: UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let answer = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getsockname(descriptor, address, &length)
            }
        }
        // IPv4 and IPv6 addresses have the port at the same offset.
        guard answer == 0, [AF_INET, AF_INET6].contains(Int32(address.sin6_family)) else { return 0 }
        return UInt16(bigEndian: address.sin6_port)
    }
}

/// The file of a Unix socket. Its inode is remembered, so that only our own file is ever removed.
struct SocketFile: Sendable {
    private let path: FolderPath
    private let device: UInt64
    private let inode: UInt64

    /// Creates a listening socket. Other processes that create or remove one in the same folder wait meanwhile.
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

    /// Unlinks the file if it still belongs to this socket.
    func remove() {
        guard let lock = try? FolderLock(around: path) else { return }
        defer { lock.release() }
        guard let now = try? Self.status(path), UInt64(now.st_dev) == device, UInt64(now.st_ino) == inode else {
            return
        }
        _ = unsafe Self.withPath(path) { path in unsafe unlink(path) }
    }

    /// The socket file takes its mode from the descriptor, minus the umask, so it never permits more than `mode`.
    /// Clients can't connect before `listen`, and by then `chmod` has set the full mode.
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

    /// Frees the path: succeeds if there is nothing, and removes a stale socket.
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
        // A full queue means that a slow process is listening.
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

/// The address of a Unix socket.
struct SocketAddress {
    private var address = sockaddr_un()

    /// Throws `.pathTooLong` if the path exceeds 107 bytes, the system's limit.
    init(_ path: FolderPath) throws(SocketFailure) {
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.bytes.count <= room else { throw .pathTooLong(bytes: path.bytes.count, limit: room) }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.bytes) }
    }

    /// Passes the address and its length to a system call.
    func pass(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe call(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// An exclusive lock on the folder of a socket file. Without it two processes could both find a stale socket and remove
/// each other's new one. It leaves no file behind and ends with the process.
struct FolderLock {
    private let number: Int32

    /// Locks the folder that contains `path`. Waits for the current holder, which is never long.
    init(around path: FolderPath) throws(SocketFailure) {
        let opened = unsafe SocketFile.withPath(path.folder) { folder in
            unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        number = try SocketFile.checked(opened)
        while flock(number, LOCK_EX) != 0 {
            let code = errno
            guard code == EINTR else {
                close(number)
                throw SocketFailure(errno: code)
            }
        }
    }

    func release() {
        close(number)
    }
}

extension SocketFailure {
    init(errno code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR: .file(.missing)
            case EACCES, EPERM: .file(.denied)
            case EADDRINUSE, EEXIST: .inUse
            case EROFS: .file(.readOnly)
            case ENOSPC, EDQUOT: .file(.full)
            case ENAMETOOLONG: .file(.nameTooLong)
            default: .file(.failed(code: Errno(code)))
            }
    }
}

import CLoopback
import CSystem
import Glibc

/// Listening sockets.
package enum Listening {
    /// A TCP socket on any free loopback port. Unless `isOpen`, it is bound but not listening, and connections are
    /// refused.
    static func anyPort(isOpen: Bool) throws -> (socket: Int32, port: UInt16?) {
        let listener = try make(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(listener)
            throw ServerError(what: "bind", code: code)
        }
        if isOpen { try listen(listener) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// A Unix stream socket listening at `path`.
    package static func unix(_ path: String) throws -> Int32 {
        let listener = try bound(path, SOCK_STREAM)
        try listen(listener, 0)
        return listener
    }

    /// A Unix datagram socket at `path`.
    static func datagrams(_ path: String) throws -> Int32 {
        try bound(path, SOCK_DGRAM)
    }

    private static func bound(_ path: String, _ type: __socket_type) throws -> Int32 {
        let listener = try make(AF_UNIX, type)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            close(listener)
            throw ServerError(what: "path", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
        guard code != 0 else { return listener }
        close(listener)
        throw ServerError(what: "bind", code: code)
    }

    private static func make(_ family: Int32, _ type: __socket_type = SOCK_STREAM) throws -> Int32 {
        let listener = socket(family, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw ServerError(what: "socket", code: errno) }
        return listener
    }

    static func listen(_ listener: Int32, _ bound: Int32 = 0) throws {
        let code = bound == 0 && Glibc.listen(listener, 1024) != 0 ? errno : bound
        guard code != 0 else { return }
        close(listener)
        throw ServerError(what: "bind", code: code)
    }
}

/// A Unix datagram socket to read from, in the role of a service manager or a journal.
package final class DatagramInbox: Sendable {
    private let number: Int32
    private let path: String

    /// Creates a socket at `path`. The file is removed with this object.
    package init(at path: String) throws {
        self.path = path
        number = try Listening.datagrams(path)
    }

    deinit {
        close(number)
        unlink(path)
    }

    /// Waits for the next datagram and returns it. Throws after one minute without any.
    package func next() throws -> [UInt8] {
        var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 60_000) < 1 {
            guard errno == EINTR else { throw ServerError(what: "no datagram", code: ETIMEDOUT) }
        }
        return receive() ?? []
    }

    /// The datagrams received but not read yet. Doesn't wait.
    package func rest() -> [[UInt8]] {
        var all: [[UInt8]] = []
        while let one = receive() { all.append(one) }
        return all
    }

    package func nextText() throws -> String {
        String(decoding: try next(), as: UTF8.self)
    }

    private func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count >= 0 ? Array(buffer[..<count]) : nil
    }
}

/// Runs code as another user: the kernel keeps the user ID per thread. Needs root.
package enum OtherUser {
    package struct Refused: Error {
        package let code: Int32
    }

    package static func act(as user: UInt32 = 65_534, _ body: () throws -> Void) throws {
        let answer = loopback_become(user)
        guard answer == 0 else { throw Refused(code: -answer) }
        defer { _ = loopback_become(0) }
        try body()
    }
}

import Glibc

/// Sockets that listen.
package enum Listening {
    /// `isOpen`: whether it listens already. Until it does, connections to its port are refused.
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
            throw ServerTrouble(what: "bind", code: code)
        }
        if isOpen { try listen(listener) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// A Unix stream socket that listens at `path`.
    package static func unix(_ path: String) throws -> Int32 {
        let listener = try bound(path, SOCK_STREAM)
        try listen(listener, 0)
        return listener
    }

    /// A Unix socket for datagrams.
    static func datagrams(_ path: String) throws -> Int32 {
        try bound(path, SOCK_DGRAM)
    }

    private static func bound(_ path: String, _ type: __socket_type) throws -> Int32 {
        let listener = try make(AF_UNIX, type)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            close(listener)
            throw ServerTrouble(what: "path", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
        guard code != 0 else { return listener }
        close(listener)
        throw ServerTrouble(what: "bind", code: code)
    }

    private static func make(_ family: Int32, _ type: __socket_type = SOCK_STREAM) throws -> Int32 {
        let listener = socket(family, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw ServerTrouble(what: "socket", code: errno) }
        return listener
    }

    static func listen(_ listener: Int32, _ bound: Int32 = 0) throws {
        let code = bound == 0 && Glibc.listen(listener, 1024) != 0 ? errno : bound
        guard code != 0 else { return }
        close(listener)
        throw ServerTrouble(what: "bind", code: code)
    }
}

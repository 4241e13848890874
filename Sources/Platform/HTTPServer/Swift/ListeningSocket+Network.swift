package import Domain
internal import Glibc

extension ListeningSocket {
    /// Listens at an address of the network: numbers alone, an IPv6 one without brackets. Port 0 is any that is free.
    /// Throws `.inUse` when somebody has it, `.file(.denied)` for a port that takes more rights, `.file` for the rest.
    package init(host: String, port: UInt16) throws(SocketFailure) {
        var wanted = unsafe addrinfo()
        unsafe wanted.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &wanted, &found) == 0, let address = unsafe found else {
            throw .file(.failed(code: EADDRNOTAVAIL))
        }
        defer { unsafe freeaddrinfo(address) }
        let number = unsafe socket(address.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .file(.failed(code: errno)) }
        // Connections of an earlier start that are not forgotten yet are in nobody's way.
        var yes: Int32 = 1
        _ = unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let bound = unsafe bind(number, address.pointee.ai_addr, address.pointee.ai_addrlen)
        guard bound == 0, listen(number, SOMAXCONN) == 0 else {
            let code = errno
            close(number)
            switch code {
            case EADDRINUSE: throw .inUse
            case EACCES: throw .file(.denied)
            default: throw .file(.failed(code: code))
            }
        }
        self.init(number, file: nil)
    }

    /// The port of a socket of the network; 0 for another.
    package var port: UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let answer = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getsockname(descriptor, address, &length)
            }
        }
        // Both kinds have their port at the same place.
        guard answer == 0, [AF_INET, AF_INET6].contains(Int32(address.sin6_family)) else { return 0 }
        return UInt16(bigEndian: address.sin6_port)
    }
}

internal import Domain
internal import Glibc

/// A Unix socket's path in the system's shape.
struct SocketAddress {
    private var address = sockaddr_un()

    /// Throws `.pathTooLong`: the system keeps 107 bytes of a path.
    init(_ path: FolderPath) throws(SocketFailure) {
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.bytes.count <= room else { throw .pathTooLong(bytes: path.bytes.count, limit: room) }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: path.bytes)
        }
    }

    /// Calls a system function that takes an address and its length.
    func pass(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe call(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

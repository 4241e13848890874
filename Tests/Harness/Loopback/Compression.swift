import CLoopback

/// The ways in which a server may compress a body.
package enum Compression: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1950, which `deflate` means.
    case zlib
    /// RFC 1951, which some servers send as `deflate`.
    case bare

    package func compressed(_ bytes: [UInt8]) -> [UInt8] {
        let how =
            switch self {
            case .gzip: loopback_gzip
            case .zlib: loopback_zlib
            case .bare: loopback_bare
            }
        return [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 100 + 256) { room, count in
            guard let output = room.baseAddress else { return }
            count = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map { loopback_compress($0, bytes.count, output, room.count, how) } ?? 0
            }
        }
    }
}

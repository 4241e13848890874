internal import CCompression

/// The gzip format (RFC 1952), by zlib.
package enum Gzip {
    /// Compresses less than 2 GiB. The result depends on the bytes alone: it holds no name and no time. `level`: 1 (fast)
    /// to 9 (small). `nil` if there is no memory.
    package static func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: gzip_bound(bytes.count)) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            count = unsafe bytes.withUnsafeBufferPointer { input in
                guard let input = input.baseAddress else { return 0 }
                return unsafe gzip_compress(input, bytes.count, level, output)
            }
        }
        return compressed.isEmpty ? nil : compressed
    }
}

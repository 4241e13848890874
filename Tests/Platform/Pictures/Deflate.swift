import Glibc

/// zlib streams as used by PNG, with real Huffman codes and matches, at every level.
enum Deflate {
    private typealias Compress =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
        ) -> Int32

    /// Empty without zlib; then nothing can be decoded and the test fails.
    static func stream(_ bytes: [UInt8], level: Int32) -> [UInt8] {
        guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "compress2") else { return [] }
        defer { dlclose(library) }
        let compress = unsafeBitCast(symbol, to: Compress.self)
        var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 64)
        var count = UInt(packed.count)
        guard compress(&packed, &count, bytes, UInt(bytes.count), level) == 0 else { return [] }
        return Array(packed.prefix(Int(count)))
    }
}

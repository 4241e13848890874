import PlatformCompression
import Testing

@Suite("Gzip")
struct GzipTests {
    @Test("Equal bytes give equal results, without a time, and less than they were")
    func compresses() throws {
        let bytes = Array(String(repeating: "art ", count: 1000).utf8)
        let one = try #require(Gzip.compress(bytes, level: 9))
        #expect(one == Gzip.compress(bytes, level: 9))
        #expect(one.count < 100)
        // The magic bytes, deflate, no flags, no time (RFC 1952).
        #expect(one.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        // The trailer has the size.
        #expect(one.suffix(4) == [UInt8(4000 & 0xFF), UInt8(4000 >> 8), 0, 0])
    }

    @Test("Nothing is compressed to an empty file")
    func empty() {
        #expect(Gzip.compress([])?.suffix(8) == [0, 0, 0, 0, 0, 0, 0, 0])
    }
}

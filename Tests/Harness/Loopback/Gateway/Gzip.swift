/// Packs bytes as gzip does (RFC 1952), in blocks that are stored as they are (RFC 1951, 3.2.4).
enum Gzip {
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += [UInt8(truncatingIfNeeded: size), UInt8(size >> 8)]
            packed += [UInt8(truncatingIfNeeded: ~size), UInt8(~size >> 8)]
            packed += block
        } while !rest.isEmpty
        return packed + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func little(_ number: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    /// CRC-32 as in RFC 1952, section 8.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
